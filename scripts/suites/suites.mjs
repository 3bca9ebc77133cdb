/** Runs one suite within its time limit, and reports the results of several. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from '../bootstrap/progress.mjs';
import { ROOT } from '../bootstrap/run.mjs';
import { readCounts } from './counts.mjs';

/** Time in ms for a suite to clean up after the signal to end. */
const CLEAR_UP = 5000;

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} script path of a program that takes `--counts <file>`.
 * @property {number} minutes after which it is ended and counts as failed.
 */

/** @typedef {import('./counts.mjs').Counts & { name: string, took: number, minutes: number }} Result */

/**
 * Suites with their time limits in minutes for a quiet machine of two cores. A suite that reaches its limit is ended and counts as failed.
 * The limits are extended in proportion on a slow machine.
 *
 * @type {Suite[]}
 */
export const suites = [
  { name: 'lint', script: join(ROOT, 'scripts', 'checks', 'lint.mjs'), minutes: 3 },
  { name: 'unit', script: join(ROOT, 'scripts', 'suites', 'unit.mjs'), minutes: 16 },
  { name: 'build', script: join(ROOT, 'scripts', 'build.mjs'), minutes: 0.5 },
  { name: 'e2e', script: join(ROOT, 'scripts', 'suites', 'e2e.mjs'), minutes: 27 },
  { name: 'acceptance', script: join(ROOT, 'scripts', 'suites', 'acceptance.mjs'), minutes: 0.5 },
];

/**
 * @param {Suite} suite
 * @param {AbortSignal} [interrupted] ends the suite.
 * @returns {Promise<Result>} a suite that fails without a failed test counts as one failure.
 */
export async function runSuite({ name, script, minutes }, interrupted) {
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-suite-'));
  const file = join(folder, 'counts.json');
  try {
    const { code, late } = await runWithin(script, ['--counts', file], minutes, interrupted);
    const counts = readCounts(file) ?? { passed: 0, failed: 0, skipped: 0 };
    const notes = [...(counts.notes ?? []), ...(late ? [`${name}: ended after its ${minutes} minutes`] : [])];
    const failed = counts.failed === 0 && code !== 0 ? 1 : counts.failed;
    return { ...counts, name, minutes, notes, failed, took: Date.now() - began };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {number} minutes
 * @param {AbortSignal} [interrupted]
 * @returns {Promise<{ code: number, late: boolean }>}
 */
function runWithin(script, args, minutes, interrupted) {
  return new Promise((done) => {
    // A separate process group, so that ending a suite ends everything it started.
    const child = spawn(process.execPath, [script, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
    });
    let late = false;
    const budget = setTimeout(() => {
      late = true;
      end(child);
    }, minutes * 60_000);
    const interrupt = () => end(child);
    interrupted?.addEventListener('abort', interrupt, { once: true });
    child.on('exit', (code) => {
      clearTimeout(budget);
      interrupted?.removeEventListener('abort', interrupt);
      done({ code: code ?? 1, late });
    });
  });
}

/**
 * Ends a suite and its processes, by force after a while.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
function end(child) {
  send(child, 'SIGTERM');
  const timer = setTimeout(() => send(child, 'SIGKILL'), CLEAR_UP);
  child.on('exit', () => clearTimeout(timer));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function send(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}

/**
 * @param {Result[]} results
 * @returns {{ text: string, failed: number }} text: a table, the notes, and `N passed, N failed, N skipped` as its last line.
 */
export function summary(results) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, result) => total + result[key], 0);
  const rows = results.map(({ name, passed, failed, skipped, took, minutes }) =>
    row(name, passed, failed, skipped, duration(took), `${minutes} min${failed > 0 ? '  FAILED' : ''}`),
  );
  const notes = results.flatMap((result) => result.notes ?? []).map((note) => `! ${note}`);
  const last = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`;
  const lines = [row('suite', 'passed', 'failed', 'skipped', 'time', 'of'), ...rows, '', ...notes];
  if (notes.length > 0) lines.push('');
  return { text: [...lines, last].join('\n'), failed: sum('failed') };
}

/**
 * @param {string} name
 * @param {(string | number)[]} cells
 */
function row(name, ...cells) {
  const [last, ...others] = cells.map(String).toReversed();
  const widths = [8, 8, 9, 14];
  const padded = others.toReversed().map((cell, index) => cell.padStart(widths[index] ?? 0));
  return `${name.padEnd(12)}${padded.join('')}  ${last}`;
}
