/** Results of each test in the last whole run of each suite: written by the suites, read by `npm run acceptance`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CACHE, ROOT } from '../bootstrap/run.mjs';

/**
 * Host of a test. `shared`: code of packages and the web application, which is the same on every host; `window`: an agent in the desktop's
 * own window.
 *
 * @typedef {'server' | 'agent' | 'offline agent' | 'window' | 'shared'} Host
 */

/**
 * @typedef {object} Result
 * @property {string} file path from the root.
 * @property {string} title with those of the groups around it.
 * @property {Host} host
 * @property {'passed' | 'failed' | 'skipped'} outcome `failed` also for one that passed only when it was repeated.
 */

/** @typedef {{ at: string, results: Result[] }} Run */

/** The suites that run tests. */
export const SUITES = /** @type {const} */ (['unit', 'e2e', 'window']);

/**
 * @param {(typeof SUITES)[number]} suite
 * @param {string} cache folder of the results.
 */
function fileOf(suite, cache) {
  return join(cache, 'results', `${suite}.json`);
}

/**
 * @param {(typeof SUITES)[number]} suite
 * @param {Result[]} results
 * @param {string} [cache]
 */
export function writeResults(suite, results, cache = CACHE) {
  const file = fileOf(suite, cache);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), results }));
}

/**
 * Removes the results of the last whole run when the next one starts, so that a run that is ended early leaves none.
 *
 * @param {(typeof SUITES)[number]} suite
 * @param {string} [cache]
 */
export function forgetResults(suite, cache = CACHE) {
  rmSync(fileOf(suite, cache), { force: true });
}

/**
 * @param {(typeof SUITES)[number]} suite
 * @param {string} [cache]
 * @returns {Run | undefined} undefined when no whole run of the suite was completed.
 */
export function readResults(suite, cache = CACHE) {
  try {
    return JSON.parse(readFileSync(fileOf(suite, cache), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {{ testResults: { name: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }[] }} report
 *   of Vitest's json reporter.
 * @returns {Result[]}
 */
export function vitestResults({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = relative(ROOT, name).replaceAll('\\', '/');
    return assertionResults.map(({ status, fullName, failureMessages = [] }) => ({
      file,
      title: fullName,
      host: hostOf(file),
      outcome:
        status === 'passed' ? (failureMessages.length > 0 ? 'failed' : 'passed') : outcomeOf(status === 'failed'),
    }));
  });
}

/**
 * @param {string} file
 * @returns {Host}
 */
function hostOf(file) {
  if (file.startsWith('apps/desktop/')) return 'agent';
  return file.startsWith('apps/server/') ? 'server' : 'shared';
}

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {{ title: string, file: string, tags?: string[], tests: { projectName: string, status: string }[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * @param {{ suites?: PlaywrightSuite[] }} report of Playwright's json reporter; its projects have the names of hosts. A journey tagged
 *   `@desktop` opens the window of an agent of its own, in any project.
 * @returns {Result[]}
 */
export function playwrightResults({ suites = [] }) {
  return suites.flatMap((suite) => resultsIn(suite, '', 'tests/e2e'));
}

/**
 * @param {{ suites?: PlaywrightSuite[] }} report of the journeys in the desktop's window.
 * @returns {Result[]}
 */
export function windowResults({ suites = [] }) {
  const results = suites.flatMap((suite) => resultsIn(suite, '', 'tests/e2e/window'));
  return results.map((result) => ({ ...result, host: 'window' }));
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} around titles of the groups around it, without that of the file.
 * @param {string} folder
 * @returns {Result[]}
 */
function resultsIn({ specs = [], suites = [] }, around, folder) {
  return [
    ...specs.flatMap(({ title, file, tags = [], tests }) =>
      tests.map(({ projectName, status }) => ({
        file: `${folder}/${file}`,
        title: `${around}${title}`,
        host: tags.includes('desktop') ? 'agent' : /** @type {Host} */ (projectName),
        outcome: status === 'expected' ? /** @type {const} */ ('passed') : outcomeOf(status !== 'skipped'),
      })),
    ),
    ...suites.flatMap((suite) => resultsIn(suite, `${around}${suite.title} `, folder)),
  ];
}

/** @param {boolean} failed */
function outcomeOf(failed) {
  return failed ? /** @type {const} */ ('failed') : /** @type {const} */ ('skipped');
}
