/** Reads the reports of Vitest and Playwright about a run. */
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { duration } from '../bootstrap/progress.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @typedef {object} PlaywrightSuite a file of journeys, or a group of them in it.
 * @property {string} title
 * @property {{ title: string, file: string, tests: PlaywrightTest[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * @typedef {object} PlaywrightTest a journey and its attempts.
 * @property {string} status
 * @property {{ error?: { message?: string }, duration?: number }[]} [results] of each attempt; duration in ms.
 */

/**
 * @typedef {object} VitestTest
 * @property {string} status
 * @property {string} fullName
 * @property {string[]} [failureMessages] also of failed attempts before the one that passed.
 * @property {number | null} [duration] ms.
 */

/** @typedef {{ title: string, ms: number }} Timed a test and its time, with those of its repetitions. */

/** Number of slowest tests listed for a suite. */
const SLOWEST = 10;

/** Greatest length of a reason in the summary, in characters. */
const REASON = 300;

/**
 * Returns the reason of an error for the summary, which is often the only part of a log that is kept.
 *
 * @param {string | undefined} message an error's, with colours and a stack.
 * @returns {string} its lines before the stack, on one line; empty when there is none.
 */
function reason(message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const said = (stack === -1 ? lines : lines.slice(0, stack)).map((line) => line.trim()).filter(Boolean);
  return said.length === 0 ? '' : ` (${said.join(' ').slice(0, REASON)})`;
}

/**
 * Counts a failure that belongs to no test, such as a file that does not load, an unhandled rejection or a crash.
 *
 * @param {Counts} counts
 * @param {number} code the exit code of the run.
 * @returns {Counts}
 */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * A run without a test is a failure, and so is a test that passed only when it was repeated.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, status: string, message?: string, assertionResults: VitestTest[] }[] } | undefined} report
 *   of Vitest's json reporter; undefined when the run ended before it was written.
 * @param {number} code the exit code of the run.
 * @returns {Counts} its notes list the failed tests, also those that passed when repeated, with the reasons.
 */
export function countVitest(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  if (report.testResults.length === 0)
    return { passed: 0, failed: 1, skipped: 0, notes: ['unit: failed: no test file matches'] };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const flaky = tests.filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0);
  const named = (/** @type {VitestTest[]} */ which, /** @type {string} */ what) =>
    which.map(({ fullName, failureMessages }) => `unit: ${what}: ${fullName}${reason(failureMessages?.[0])}`);
  return withExitCode(
    {
      passed: report.numPassedTests - flaky.length,
      failed: report.numFailedTests + broken.length + flaky.length,
      skipped: report.numPendingTests + report.numTodoTests,
      notes: [
        ...broken.map(({ name, message }) => `unit: failed: ${name}${reason(message)}`),
        ...named(
          tests.filter(({ status }) => status === 'failed'),
          'failed',
        ),
        ...named(flaky, 'passed only when repeated'),
      ],
    },
    code,
  );
}

/**
 * A run without a journey is a failure, and so is a journey that passed only when it was repeated.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[], errors?: unknown[] } | undefined} report
 *   of Playwright's json reporter; undefined when the run ended before it was written.
 * @param {number} code the exit code of the run.
 * @returns {Counts} its notes list the failed tests, also those that passed when repeated, with the reasons.
 */
export function countPlaywright(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (expected + unexpected + flaky + skipped === 0)
    return { passed: 0, failed: 1, skipped: 0, notes: ['e2e: failed: no journey matches'] };
  const named = (/** @type {string} */ status, /** @type {string} */ what) =>
    journeys(report.suites ?? [], status).map((journey) => `e2e: ${what}: ${journey}`);
  const notes = [...named('unexpected', 'failed'), ...named('flaky', 'passed only when repeated')];
  return withExitCode({ passed: expected, failed: unexpected + flaky, skipped, notes }, code);
}

/**
 * @param {PlaywrightSuite[]} suites
 * @param {string} status
 * @returns {string[]} files and titles of the journeys with that status, and the reason why their first attempt failed.
 */
function journeys(suites, status) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => `${file}: ${title}${reason(results?.[0]?.error?.message)}`),
    ),
    ...journeys(inner, status),
  ]);
}

/**
 * @param {{ testResults: { name: string, assertionResults: VitestTest[] }[] }} report
 * @param {string} root folder to which paths are relative.
 * @returns {Timed[]}
 */
export function vitestTimes({ testResults }, root) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration: ms }) => ({
      title: `${relative(root, name).replaceAll('\\', '/')}: ${fullName}`,
      ms: ms ?? 0,
    })),
  );
}

/**
 * @param {{ suites?: PlaywrightSuite[] }} report
 * @returns {Timed[]}
 */
export function playwrightTimes({ suites = [] }) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ results = [] }) => ({
        title: `${file}: ${title}`,
        ms: results.reduce((sum, { duration: took = 0 }) => sum + took, 0),
      })),
    ),
    ...playwrightTimes(inner ? { suites: inner } : {}),
  ]);
}

/**
 * @param {string} suite
 * @param {Timed[]} times
 * @returns {string} the slowest tests of a suite, a line each, below a heading; each title on one line.
 */
export function slowest(suite, times) {
  const named = times
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ title, ms }) => `${duration(ms).padStart(12)}  ${title.replace(/\s+/g, ' ').slice(0, REASON)}`);
  return [`The ${named.length} slowest of ${times.length} tests of ${suite}:`, ...named].join('\n');
}

/** Reads the report of a run and removes its file. @param {string} file @returns undefined when there is none that can be read */
export function takeReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}
