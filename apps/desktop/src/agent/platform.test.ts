import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nodePlatform } from './platform.ts';

const open = () =>
  nodePlatform(pino({ level: 'silent' }), {
    place: () => 'file',
    seal: async (text) => text,
    open: async (text) => text,
  });

describe('the platform of the agent', () => {
  it('hashes and compresses bytes', async () => {
    const { sha256, gzip } = open();
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      yield Buffer.from('bc');
    }
    expect(await sha256(pieces())).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(gunzipSync(await gzip(Buffer.from('Guard is loose'))).toString()).toBe('Guard is loose');
  });

  it('runs work later, unless it is called off', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const done: string[] = [];
    const { later } = open();
    later(100, () => done.push('one'));
    const callOff = later(100, () => done.push('other'));
    callOff();
    vi.advanceTimersByTime(99);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['one']);
  });
});

describe.runIf(process.platform === 'linux')('a connection', () => {
  /** Answers the question of the agent in place of the operating system. @returns the number of questions so far */
  function answering(output: string, code = 0): () => number {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-platform-'));
    const asked = join(folder, 'asked');
    writeFileSync(asked, '');
    writeFileSync(join(folder, 'busctl'), `#!/bin/sh\necho asked >> '${asked}'\nprintf '${output}\\n'\nexit ${code}\n`);
    chmodSync(join(folder, 'busctl'), 0o755);
    vi.stubEnv('PATH', folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    return () => readFileSync(asked, 'utf8').split('\n').length - 1;
  }

  it.each([
    ['u 1', 0, true],
    ['u 3', 0, true],
    ['u 0', 0, false],
    ['u 2', 0, false],
    ['u 13', 0, false],
    ['u 1', 1, false],
    ['', 0, false],
  ])('that is reported as "%s" with code %i is metered: %s', async (output, code, isMetered) => {
    answering(output, code);
    expect(await open().isMetered()).toBe(isMetered);
  });

  it('is not metered where the system does not report it', async () => {
    vi.stubEnv('PATH', '/nowhere');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await open().isMetered()).toBe(false);
  });

  it('is asked about once a minute', async () => {
    const count = answering('u 1');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    onTestFinished(() => clock.mockRestore());
    const { isMetered } = open();
    for (const seconds of [0, 30, 60]) {
      clock.mockReturnValue(1_000_000 + seconds * 1000);
      expect(await isMetered()).toBe(true);
    }
    expect(count()).toBe(1);
    clock.mockReturnValue(1_061_000);
    await isMetered();
    expect(count()).toBe(2);
  });
});
