import type { Database } from '@holdfast/core';
import { describe, expect, it } from 'vitest';
import { filesText, idleText, leftText, meteredText, refusalText, startText } from './runTexts.ts';

const run = (status: string | null, message = ''): Database['syncRun'] => ({
  id: 'r',
  target: '',
  trigger: 'Timer',
  recordsIn: 0,
  recordsOut: 0,
  bytesIn: 0,
  bytesOut: 0,
  startTime: 0,
  endTime: 1,
  status,
  message,
});
const NOTHING = { waiting: 0, waitingBlobs: 0, setAside: 0 };
const NONE = { lost: 0, damaged: 0 };
const OPEN = { isConnected: true, revoked: null };

describe('the text on the state of a device', () => {
  it('says what is left to send after a run', () => {
    const after = (waiting: number, waitingBlobs: number): string =>
      idleText(run('Success'), { ...NOTHING, waiting, waitingBlobs }, NONE, OPEN);
    expect(after(0, 0)).toBe('Up to date.');
    expect(after(1, 3)).toBe('One change is waiting to be sent.');
    expect(after(2, 0)).toBe('2 changes are waiting to be sent.');
    expect(after(0, 1)).toBe('One photo or file is still on its way.');
    expect(after(0, 2)).toBe('2 photos and files are still on their way.');
  });

  it('says how the last run ended, before what is left to send', () => {
    const waiting = { ...NOTHING, waiting: 2 };
    expect(idleText(undefined, waiting, NONE, OPEN)).toBe('Not synchronised yet.');
    expect(idleText(run('Fail'), waiting, NONE, OPEN)).toBe('The last run was interrupted.');
    expect(idleText(run(null), waiting, NONE, OPEN)).toBe('The last run was interrupted.');
    expect(idleText(run('Fail', 'The disk is full.'), waiting, NONE, OPEN)).toBe('The disk is full.');
    expect(idleText(run('Success', 'Another scope follows.'), waiting, NONE, OPEN)).toBe('Another scope follows.');
  });

  it('does not say that the device is up to date while the server cannot be reached', () => {
    const away = { isConnected: false, revoked: null };
    expect(idleText(run('Success'), NOTHING, NONE, away)).toBe('Nothing is waiting to be sent.');
    expect(idleText(run('Success'), { ...NOTHING, waiting: 1 }, NONE, away)).toBe('One change is waiting to be sent.');
  });

  it('says first how an administrator revoked the device', () => {
    const locked = { isConnected: true, revoked: 'lock' } as const;
    const words = 'This device was locked by an administrator. Your work is kept on it.';
    expect(idleText(run('Success'), { ...NOTHING, waiting: 2 }, NONE, locked)).toBe(words);
    expect(idleText(undefined, NOTHING, NONE, locked)).toBe(words);
  });

  it('says what was set aside after a run, unless that failed for a reason', () => {
    const aside = (setAside: number, lost = 0, damaged = 0): string =>
      idleText(run('Success', 'Another scope follows.'), { ...NOTHING, setAside }, { lost, damaged }, OPEN);
    expect(aside(1)).toBe('One change was not accepted by the server. It is kept on this device.');
    expect(aside(2)).toBe('2 changes were not accepted by the server. They are kept on this device.');
    expect(aside(1, 1)).toBe('The server lost a change made in a browser. It is kept on this device.');
    expect(aside(2, 0, 2)).toBe(
      '2 photos and files were damaged on this device before they were sent. They are kept on this device.',
    );
    expect(aside(4, 2, 1)).toBe(
      [
        'The server lost 2 changes made in a browser. They are kept on this device.',
        'A photo or file was damaged on this device before it was sent. It is kept on this device.',
        'One change was not accepted by the server. It is kept on this device.',
      ].join(' '),
    );
    expect(idleText(run('Fail', 'The disk is full.'), { ...NOTHING, setAside: 1 }, NONE, OPEN)).toBe(
      'The disk is full.',
    );
  });
});

describe('the texts on a run', () => {
  it('distinguish one thing from several, and say nothing about none', () => {
    expect([leftText(0), meteredText(0)]).toEqual(['', '']);
    expect(meteredText(1)).toContain('One photo or file waits: this connection');
    expect(meteredText(2)).toContain('2 photos and files wait: this connection');
    expect(filesText(1, 3)).toBe('Photos and files: 1 of 3');
    expect([startText(true), startText(false)]).toEqual(['Starting Full Sync...', 'Starting Sync...']);
  });

  it('name the remedy of each refusal', () => {
    const modes = (['signOut', 'lock', 'wipe'] as const).map((mode) =>
      refusalText({ kind: 'refused', code: 'device_revoked', mode }),
    );
    expect(modes.map((text) => /signed out|locked|wiped/.exec(text)?.[0])).toEqual(['signed out', 'locked', 'wiped']);
    const refusals = [
      { code: 'unknown_device' },
      { code: 'upgrade_required', minimum: 2 },
      { code: 'server_behind', current: 1 },
      { code: 'malformed' },
    ] as const;
    expect(refusals.map((refusal) => refusalText({ kind: 'refused', ...refusal }).split('.')[0])).toEqual([
      'The server does not know this device any more',
      'The server is newer than Holdfast on this device',
      'The server is older than Holdfast on this device',
      'The server could not read what this device sent',
    ]);
  });
});
