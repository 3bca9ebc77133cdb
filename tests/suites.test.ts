import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { slowness, within } from '../scripts/suites/pace.mjs';
import { runSuite, summary } from '../scripts/suites/suites.mjs';

const COUNTS = pathToFileURL(resolve(import.meta.dirname, '..', 'scripts', 'suites', 'counts.mjs')).href;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-suites-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(text: string): string {
  const file = join(folder, 'suite.mjs');
  writeFileSync(file, `import { writeCounts } from ${JSON.stringify(COUNTS)};\n${text}`);
  return file;
}

const counted = 'writeCounts(process.argv.slice(2), { passed: 3, failed: 0, skipped: 1 });';

describe('a suite', () => {
  it('has the counts it has written', async () => {
    const result = await runSuite({ name: 'a', script: program(counted), minutes: 1 });
    expect(result).toMatchObject({ name: 'a', passed: 3, failed: 0, skipped: 1, notes: [] });
  });

  it('fails when it ends with an error, with any written results', async () => {
    const result = await runSuite({ name: 'a', script: program(`${counted} process.exitCode = 3;`), minutes: 1 });
    expect(result).toMatchObject({ passed: 3, failed: 1 });
  });

  it('fails when it breaks before it could write anything', async () => {
    const result = await runSuite({ name: 'a', script: program('process.exit(1);'), minutes: 1 });
    expect(result).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('is ended when its time limit is over, with every process it started', async () => {
    const pidFile = join(folder, 'pid');
    const script = program(`
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
      setInterval(() => {}, 1000);`);
    const result = await runSuite({ name: 'slow', script, minutes: 0.05 });
    expect(result.failed).toBe(1);
    expect(result.notes).toEqual(['slow: ended after its 0.05 minutes']);
    expect(existsSync(pidFile)).toBe(true);
    await expect.poll(() => isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  });

  it('is ended by an interruption', async () => {
    const interruption = new AbortController();
    const running = runSuite(
      { name: 'a', script: program('setInterval(() => {}, 1000);'), minutes: 1 },
      interruption.signal,
    );
    setTimeout(() => interruption.abort(), 200);
    expect(await running).toMatchObject({ failed: 1, notes: [] });
  });
});

/** A process that has ended but was not collected by its new parent yet does not run any more. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  if (existsSync('/proc/self/stat')) return existsSync(status) && !/\) Z /.test(readFileSync(status, 'utf8'));
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the pace of a machine', () => {
  it('is at least that of a usual machine, in tenths, and limited to two and a half', () => {
    expect([0.2, 1, 1.04, 1.06, 1.94, 2.49, 30].map(within)).toEqual([1, 1, 1, 1.1, 1.9, 2.5, 2.5]);
  });

  it('is measured by a fixed amount of work', async () => {
    const times = await slowness();
    expect(times).toBeGreaterThanOrEqual(1);
    expect(times).toBeLessThanOrEqual(2.5);
  });
});

describe('the summary', () => {
  const results = [
    { name: 'lint', passed: 5, failed: 0, skipped: 0, took: 4200, minutes: 3 },
    { name: 'unit', passed: 200, failed: 2, skipped: 7, took: 61_000, minutes: 9, notes: ['PostgreSQL: none'] },
  ];

  it('ends with the totals in one line', () => {
    expect(summary(results).text.split('\n').at(-1)).toBe('205 passed, 2 failed, 7 skipped');
    expect(summary(results).failed).toBe(2);
  });

  it('has a line per suite with its time, and names failures and notes for the reader', () => {
    const { text } = summary(results);
    expect(text).toMatch(/^lint +5 +0 +0 +4\.2 s {2}3 min$/m);
    expect(text).toMatch(/^unit +200 +2 +7 +1 min 01 s {2}9 min {2}FAILED$/m);
    expect(text).toContain('! PostgreSQL: none');
  });
});

describe('the temporary files of a suite', () => {
  const module = pathToFileURL(resolve(import.meta.dirname, '..', 'scripts', 'suites', 'memoryFolder.mjs')).href;

  /** Returns the temporary folder of a process that looks for one in memory, as it is while the process runs. */
  function usedBy(chosen: string | undefined, space: number): string {
    const { TMPDIR: _, ...environment } = process.env;
    const script = `
      import { existsSync } from 'node:fs';
      import { useMemoryFolder } from ${JSON.stringify(module)};
      useMemoryFolder(${JSON.stringify(folder)}, { space: ${space}, memory: 0 });
      const used = process.env['TMPDIR'];
      process.stdout.write(used !== undefined && existsSync(used) ? used : 'none');`;
    const env = chosen === undefined ? environment : { ...environment, TMPDIR: chosen };
    return spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' }).stdout;
  }

  it('are in memory while the suite runs, and those of killed runs are removed', () => {
    // Process ids end at four million.
    mkdirSync(join(folder, 'holdfast-tests-99999999-killed'));
    const used = usedBy(undefined, 0);
    expect(used.startsWith(join(folder, 'holdfast-tests-'))).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stay on the disk where memory is short, and in a folder that the user has chosen', () => {
    expect(usedBy(undefined, Number.MAX_SAFE_INTEGER)).toBe('none');
    expect(usedBy(tmpdir(), 0)).toBe(tmpdir());
    expect(readdirSync(folder)).toEqual([]);
  });
});
