/**
 * Every suite, one after the other, each within its minutes. A suite that fails does not stop the next; the exit code and
 * the last line say how it ended. One PostgreSQL serves the whole run.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from './bootstrap/progress.mjs';
import { ROOT } from './bootstrap/run.mjs';
import { readCounts } from './counts.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} script path from the root; takes `--counts <file>`.
 * @property {number} minutes after which it is ended and counts as failed. All together stay below 25.
 */

/** @type {Suite[]} */
const suites = [
  { name: 'lint', script: 'scripts/lint.mjs', minutes: 3 },
  { name: 'unit', script: 'scripts/unit.mjs', minutes: 9 },
  { name: 'build', script: 'scripts/build.mjs', minutes: 3 },
  { name: 'e2e', script: 'scripts/e2e.mjs', minutes: 8 },
  { name: 'acceptance', script: 'scripts/acceptance.mjs', minutes: 1 },
];

/** @typedef {import('./counts.mjs').Counts & { name: string, took: number, minutes: number }} Result */

const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;
let interrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    interrupted = true;
    if (running) end(running, signal);
  });
}

const cluster = process.env['HOLDFAST_TEST_PG'] ? undefined : await startPostgres();
if (cluster && 'url' in cluster) process.env['HOLDFAST_TEST_PG'] = cluster.url;

/** @type {Result[]} */
const results = [];
try {
  for (const suite of suites) {
    if (interrupted) break;
    results.push(await run(suite));
  }
} finally {
  if (cluster && 'stop' in cluster) cluster.stop();
}
summarise();

/**
 * @param {Suite} suite
 * @returns {Promise<Result>}
 */
async function run({ name, script, minutes }) {
  console.log(`\n━━ ${name} ${'━'.repeat(Math.max(0, 76 - name.length))}\n`);
  const began = Date.now();
  const file = join(folder, `${name}.json`);
  const { code, late } = await runWithin(script, ['--counts', file], minutes);
  const took = Date.now() - began;
  const counts = readCounts(file) ?? { passed: 0, failed: 0, skipped: 0, notes: [] };
  const notes = counts.notes ?? [];
  if (late) notes.push(`${name}: ended after its ${minutes} minutes`);
  const failed = counts.failed === 0 && code !== 0 ? 1 : counts.failed;
  console.log(`\n${name}: ${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped in ${duration(took)}`);
  return { ...counts, name, minutes, notes, failed, took };
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {number} minutes
 * @returns {Promise<{ code: number, late: boolean }>}
 */
function runWithin(script, args, minutes) {
  return new Promise((done) => {
    // A group of its own, so that ending a suite ends everything it started.
    const child = spawn(process.execPath, [join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
    });
    running = child;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      console.error(`\n${script} takes longer than its ${minutes} minutes: ended.`);
      end(child, 'SIGTERM');
    }, minutes * 60_000);
    child.on('exit', (code) => {
      clearTimeout(timer);
      running = undefined;
      done({ code: code ?? 1, late });
    });
  });
}

/**
 * Asks a suite and all it started to end, and after five seconds does not ask any more.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  const { pid } = child;
  if (pid === undefined) return;
  const send = (/** @type {NodeJS.Signals} */ which) => {
    try {
      if (process.platform === 'win32') child.kill(which);
      else process.kill(-pid, which);
    } catch {
      // It has ended by itself in the meantime.
    }
  };
  send(signal);
  const timer = setTimeout(() => send('SIGKILL'), 5000);
  child.on('exit', () => clearTimeout(timer));
}

function summarise() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log('\n━━ summary ' + '━'.repeat(69) + '\n');
  console.log(
    `${'suite'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'skipped'.padStart(9)}${'time'.padStart(14)}  of`,
  );
  for (const { name, passed, failed, skipped, took, minutes } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${String(skipped).padStart(9)}`;
    console.log(
      `${name.padEnd(12)}${numbers}${duration(took).padStart(14)}  ${minutes} min${failed > 0 ? '  FAILED' : ''}`,
    );
  }
  const notes = results.flatMap((result) => result.notes ?? []);
  if (notes.length > 0) console.log(`\n${notes.map((note) => `! ${note}`).join('\n')}`);
  if (interrupted) console.log('\nInterrupted: the suites that are not listed did not run.');
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = interrupted ? 130 : total.failed > 0 ? 1 : 0;
}
