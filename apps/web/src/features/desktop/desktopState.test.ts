// @vitest-environment happy-dom
import type { DesktopStatus } from '@holdfast/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken } from '../../lib/calls/session.ts';
import { type Cached, cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { t } from '../../lib/texts/index.ts';
import { jsonAnswer } from '../../lib/testing/jsonAnswer.ts';

const pass = (ms = 0): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the state of a desktop', () => {
  class Source extends EventTarget {
    static last: Source;
    close = vi.fn();
    url: string;
    constructor(url: string) {
      super();
      this.url = url;
      Source.last = this;
    }
    async send(event: string, data?: object): Promise<void> {
      const message = data === undefined ? new Event(event) : new MessageEvent(event, { data: JSON.stringify(data) });
      await act(async () => void this.dispatchEvent(message));
      await pass();
    }
  }
  type Answer = (response: Response) => void;
  const status = (part: object = {}): DesktopStatus =>
    ({ synced: true, syncLog: null, connected: true, waiting: 0, message: null, ...part }) as unknown as DesktopStatus;

  let statusAnswers: Answer[];
  let calls: string[];
  let refuses: boolean;
  let known: Cached;
  let desktop: typeof import('./desktopState.ts');
  let stop: () => void;

  beforeEach(async () => {
    vi.resetModules();
    desktop = await import('./desktopState.ts');
    vi.useFakeTimers();
    statusAnswers = [];
    calls = [];
    refuses = false;
    storeToken('of Maren');
    localStorage.setItem('holdfast:window', 'secret');
    known = cached();
    vi.stubGlobal('EventSource', Source);
    vi.stubGlobal('fetch', (url: string) => {
      calls.push(url);
      if (refuses) return Promise.reject(new TypeError('the agent is gone'));
      return new Promise<Response>((resolve) => statusAnswers.push(resolve));
    });
    stop = desktop.followDesktop(known.cache);
  });
  afterEach(() => stop());

  const shown = () => mounted(() => desktop.useDesktopState(), undefined);
  const answer = async (place: number, part: object = {}): Promise<void> => {
    statusAnswers[place]!(jsonAnswer(status(part)));
    await pass();
  };

  it('is read at first, over a stream that names the window', async () => {
    const state = await shown();
    expect(Source.last.url).toBe('/ext/desktop/events?window=secret');
    expect(state.now).toBeNull();
    await Source.last.send('connected-status', { connected: false });
    expect(state.now).toBeNull();
    await answer(0, { syncLog: { id: 'r', isRunning: true } });
    expect(state.now).toMatchObject({ running: true, connected: false });
    stop();
    expect(Source.last.close).toHaveBeenCalledOnce();
  });

  it('keeps the answer of the newest of several reads', async () => {
    const state = await shown();
    await Source.last.send('open');
    expect(statusAnswers).toHaveLength(2);
    await answer(1, { message: 'second' });
    await answer(0, { message: 'first' });
    expect(state.now).toMatchObject({ message: 'second', running: false });
  });

  it('invalidates what may have changed while the stream was closed', async () => {
    for (const name of [
      'getVersions',
      'getConnectedDevices',
      'getConditions',
      'getInstance',
      'getCurrentUser',
    ] as const)
      known.put(name, {}, {});
    await Source.last.send('open');
    expect(known.stale()).toEqual(['getConnectedDevices', 'getVersions']);
    await Source.last.send('open');
    expect(known.stale()).toEqual(['getConditions', 'getConnectedDevices', 'getVersions']);
  });

  it('follows a run to its end', async () => {
    const state = await shown();
    await answer(0, { synced: false });
    known.put('getSyncLogs', {}, [{ id: 'old' }]);
    known.put('getConditions', {}, []);
    const run = { id: 'r', isRunning: true, endTime: null };
    await Source.last.send('sync-status', { message: 'Fetching', syncLog: run });
    expect(state.now).toMatchObject({ message: 'Fetching', running: true });
    expect(statusAnswers).toHaveLength(2);
    expect(known.get('getSyncLogs', {})).toEqual([run, { id: 'old' }]);
    await Source.last.send('sync-status', { syncLog: { ...run, pages: 3 } });
    expect(known.get('getSyncLogs', {})).toEqual([{ ...run, pages: 3 }, { id: 'old' }]);
    expect(known.stale()).toEqual([]);
    await Source.last.send('sync-status', { syncLog: { ...run, isRunning: false, endTime: 'now' } });
    expect(state.now).toMatchObject({ running: false });
    expect(known.stale()).toEqual(['getSyncLogs']);
    await Source.last.send('sync-status', { syncLog: null });
    expect(state.now).toMatchObject({ running: true });
    await Source.last.send('sync-complete', { message: 'Done' });
    expect(state.now).toMatchObject({ running: false, synced: true, message: 'Done' });
    expect(known.stale()).toEqual(['getConditions', 'getSyncLogs']);
    await Source.last.send('sync-status', { syncLog: null });
    expect(statusAnswers).toHaveLength(5);
  });

  it('is read again when changes wait and no run is going on', async () => {
    const state = await shown();
    await answer(0, { syncLog: { isRunning: true } });
    for (const name of ['getWaitingChanges', 'getWaitingItems'] as const) known.put(name, {}, []);
    await Source.last.send('waiting', { waiting: 2 });
    expect([statusAnswers.length, known.stale()]).toEqual([1, ['getWaitingChanges', 'getWaitingItems']]);
    await Source.last.send('sync-complete', {});
    await Source.last.send('waiting', { waiting: 3 });
    expect(statusAnswers).toHaveLength(2);
    expect(state.now).toMatchObject({ waiting: 3 });
  });

  it('puts readers and versions into the cache, and passes on a sign-out', async () => {
    const ended = vi.fn();
    window.addEventListener('logout', ended, { once: true });
    await Source.last.send('readers', [{ id: 'reader' }]);
    expect(known.get('getConnectedDevices', {})).toEqual([{ id: 'reader' }]);
    for (const event of ['update', 'update-updating', 'update-updated', 'update-failed']) {
      await Source.last.send(event, { event });
      expect(known.get('getVersions', {})).toEqual({ event });
    }
    expect(ended).not.toHaveBeenCalled();
    await Source.last.send('logout', {});
    expect(ended).toHaveBeenCalledOnce();
  });

  it.each([
    [false, 'desktop.starting'],
    [true, 'desktop.startingFull'],
  ] as const)('shows a run that is started (full: %s) at once', async (full, text) => {
    const state = await shown();
    await answer(0);
    let started: Promise<void> | undefined;
    await act(async () => void (started = desktop.startRun(full)));
    expect(state.now).toMatchObject({ message: t(text), progress: 0, syncLog: null, running: true });
    expect(calls.at(-1)).toMatch(full ? /full/i : /sync-?now/i);
    statusAnswers[1]!(jsonAnswer({}));
    await started;
    expect(statusAnswers).toHaveLength(2);
  });

  it('ignores a read that was sent before a run was started, and reads again when that is refused', async () => {
    const state = await shown();
    await answer(0, { message: 'before' });
    await Source.last.send('open');
    refuses = true;
    let started: Promise<unknown> | undefined;
    await act(async () => void (started = desktop.startRun(false).catch((error: unknown) => error)));
    await answer(1, { message: 'too early' });
    expect(state.now).toMatchObject({ message: t('desktop.starting') });
    expect(await started).toBeInstanceOf(Error);
    expect(calls).toHaveLength(4);
  });
});
