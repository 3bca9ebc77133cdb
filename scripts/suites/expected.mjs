/**
 * Least number of tests of each package (tests/expected.json), so that none is lost unnoticed, for example when a file is no longer found
 * or a table of cases is empty. Fewer tests fail `npm run lint` and a whole run. After whole runs of both suites, `node
 * scripts/suites/expected.mjs --write` writes the file again; commit it together with removed tests.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';
import { readResults } from './results.mjs';

/**
 * @typedef {object} Expected
 * @property {number} written tests in the source: a table of cases counts as one.
 * @property {number} run tests of a whole run: each case of a table counts.
 */

/** @typedef {Record<string, Expected>} ExpectedTests by package. */

const FILE = join(ROOT, 'tests', 'expected.json');
const FILES = [
  'packages/*/src/**/*.test.{ts,tsx}',
  'apps/*/src/**/*.test.{ts,tsx}',
  'tests/*.test.ts',
  'tests/e2e/!(window)/*.spec.ts',
];
const TEST = /^\s*(?:it|test)(?:\.(?:each|for|runIf|skipIf|concurrent|fails))?[(<`]/gm;

/** @returns {ExpectedTests} */
export function expectedTests() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/**
 * @param {string} file path from the root.
 * @returns {string} its package; the journeys count as a package.
 */
function packageOf(file) {
  if (file.startsWith('tests/e2e/')) return 'tests/e2e';
  return /^(?:packages|apps)\/[^/]+/.exec(file)?.[0] ?? 'tests';
}

/**
 * @param {Iterable<string>} files of tests, each once for every test in it.
 * @returns {Record<string, number>} by package.
 */
function count(files) {
  /** @type {Record<string, number>} */
  const found = {};
  for (const file of files) found[packageOf(file)] = (found[packageOf(file)] ?? 0) + 1;
  return found;
}

/** @returns {Record<string, number>} tests written in the files of this checkout, by package. */
export function writtenTests() {
  const files = globSync(FILES, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'));
  return count(files.flatMap((file) => Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(TEST), () => file)));
}

/**
 * @param {Record<string, number>} written
 * @param {ExpectedTests} expected
 * @returns {string[]} a line for each package with fewer tests than expected, or that is not listed.
 */
export function writtenProblems(written, expected) {
  return [
    ...Object.keys(written)
      .filter((name) => !(name in expected))
      .map((name) => `${name} has tests, and no entry in tests/expected.json`),
    ...Object.entries(expected).flatMap(([name, { written: least, run }]) => [
      ...((written[name] ?? 0) < least
        ? [`${name}: ${written[name] ?? 0} tests are written, ${least} are expected`]
        : []),
      ...(run < least ? [`${name}: tests/expected.json expects fewer tests to run than are written`] : []),
    ]),
  ];
}

/**
 * Compares a run with the expected numbers. Skipped tests count, because the summary lists them separately.
 *
 * @param {'unit' | 'e2e'} suite
 * @param {import('./results.mjs').Result[]} results of a whole run.
 * @param {ExpectedTests} expected
 * @returns {string[]} a line for each package of the suite of which fewer tests ran than expected.
 */
export function runProblems(suite, results, expected) {
  const ran = count(results.map(({ file }) => file));
  return Object.entries(expected)
    .filter(([name]) => (name === 'tests/e2e') === (suite === 'e2e'))
    .filter(([name, { run }]) => (ran[name] ?? 0) < run)
    .map(
      ([name, { run }]) =>
        `${suite}: ${ran[name] ?? 0} tests of ${name} ran, ${run} are expected (tests/expected.json)`,
    );
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  const results = [readResults('unit'), readResults('e2e')].flatMap((run) => run?.results ?? []);
  const ran = count(results.map(({ file }) => file));
  const entries = Object.entries(writtenTests()).toSorted(([a], [b]) => a.localeCompare(b));
  const expected = Object.fromEntries(entries.map(([name, written]) => [name, { written, run: ran[name] ?? 0 }]));
  writeFileSync(FILE, `${JSON.stringify(expected, null, 2)}\n`);
}
