/**
 * Measures what the tests find: plants small faults (mutants) drawn at random, runs for each the tests that reach it, and lists the survivors.
 * Arguments are files, folders or packages; without any, the files changed since main. --minutes 10, --count, --seed 1, --tests <folder>,
 * --report <file>.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { drawn, nearness } from './draw.mjs';
import { pointsOf } from './points.mjs';
import { reportOf } from './report.mjs';
import { startPostgres } from '../suites/postgres.mjs';

/** @typedef {import('./points.mjs').Mutant} Mutant */

/** Time limit in ms of the tests of one mutant: what runs longer has an endless loop, or is not worth waiting for. */
const LIMIT_MS = 120_000;
/** Test files that run first, the nearest to the mutant. */
const NEAREST = 4;
/** Packages whose code is tested in others, too. */
const ELSEWHERE = new Map([
  ['packages/device', ['apps/desktop']],
  ['packages/host', ['apps/server', 'apps/desktop']],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
    report: { type: 'string', default: join(CACHE, 'reports', 'mutants.txt') },
  },
});

const until = Date.now() + Number(values.minutes) * 60_000;
const files = positionals.length > 0 ? positionals.flatMap(sourcesOf) : changedFiles();
if (files.length === 0) {
  console.error(
    `No source ${positionals.length > 0 ? 'is named' : 'differs from main'}: name files, folders or packages.`,
  );
  process.exit(1);
}
setPriority(15);
/** @type {import('./report.mjs').Known[]} */
const known = JSON.parse(readFileSync(join(ROOT, 'scripts', 'mutants', 'equivalent.json'), 'utf8'));
/** @type {Mutant[]} */
const all = files.flatMap((file) =>
  pointsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((point) => ({ ...point, id: 0, file })),
);
const mutants = drawn(all, Number(values.count), Number(values.seed)).map((mutant, id) => ({ ...mutant, id }));
const folder = mkdtempSync(join(tmpdir(), 'holdfast-mutants-'));
const plan = join(folder, 'plan.json');
const hits = join(folder, 'hits.txt');
writeFileSync(hits, '');
const results = join(folder, 'results.json');
/** Pattern of the titles of the tests that run; undefined: all. @type {string | undefined} */
let leftOut;
writeFileSync(plan, JSON.stringify(mutants));
const cluster = process.env['HOLDFAST_TEST_PG'] ? undefined : await startPostgres();
if (cluster && 'url' in cluster) process.env['HOLDFAST_TEST_PG'] = cluster.url;
/** The tests under way. @type {import('node:child_process').ChildProcess | undefined} */
let running;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    end(running);
    clearUp();
    process.exit(1);
  });
try {
  process.exitCode = await main();
} finally {
  clearUp();
}

function clearUp() {
  if (cluster && 'stop' in cluster) cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns {Promise<number>} exit code */
async function main() {
  const where = values.tests ?? [...new Set(files.flatMap(testFolders))];
  console.log(
    `${mutants.length} of ${all.length} mutants of ${files.length} files, seed ${values.seed}; tests of ${where.join(', ')}`,
  );
  const dry = await runTests(where, undefined, until - Date.now());
  if (dry === 'late') return fail('The tests took the whole time. Give more --minutes.');
  if (dry === 'failed') leaveOutFailing();
  const testsOf = readHits();
  /** @type {Mutant[]} */ const survivors = [];
  /** @type {Mutant[]} */ const found = [];
  let late = 0;
  for (const mutant of mutants) {
    if (Date.now() > until) break;
    const tests = testsOf(mutant);
    const steps = [tests.slice(0, NEAREST), tests.slice(NEAREST)].filter(({ length }) => length > 0);
    let outcome = 'passed';
    for (const step of steps) if (outcome === 'passed') outcome = await runTests(step, mutant.id, LIMIT_MS);
    if (outcome === 'late') late += 1;
    (outcome === 'passed' ? survivors : found).push(mutant);
  }
  const text = reportOf({ found, survivors, late, known, files, lineOf });
  mkdirSync(dirname(values.report), { recursive: true });
  writeFileSync(values.report, text);
  console.log(text);
  return 0;
}

/**
 * Runs tests in processes of their own.
 *
 * @param {string[]} tests files or folders
 * @param {number | undefined} mutant the one switched on
 * @param {number} limit in ms
 * @returns {Promise<'passed' | 'failed' | 'late'>}
 */
function runTests(tests, mutant, limit) {
  const config = join(ROOT, 'scripts', 'mutants', 'vitest.config.mjs');
  const loader = pathToFileURL(join(ROOT, 'scripts', 'mutants', 'loader.mjs')).href;
  const args = ['run', '--config', config];
  if (mutant === undefined) args.push('--reporter=json', `--outputFile=${results}`);
  else args.push('--reporter=dot', '--bail=1');
  if (leftOut !== undefined) args.push('-t', leftOut);
  args.push(...tests);
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: ROOT,
    stdio: 'ignore',
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      CI: '',
      HOLDFAST_MUTANTS: plan,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${loader}`,
      ...(mutant === undefined ? { HOLDFAST_MUTANT_HITS: folder } : { HOLDFAST_MUTANT: String(mutant) }),
    },
  });
  running = child;
  return new Promise((done) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end(child);
    }, limit);
    child.on('close', (code) => {
      clearTimeout(timer);
      done(isLate ? 'late' : code === 0 ? 'passed' : 'failed');
    });
  });
}

/**
 * Leaves tests out that fail without a mutant: some look for texts of sources, which switches change.
 *
 * @throws {Error} when the run has no results, or more than one test in twenty fails
 */
function leaveOutFailing() {
  const { numTotalTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  /** @type {string[]} */
  const failing = testResults.flatMap(
    (/** @type {{ assertionResults: { status: string, fullName: string }[] }} */ file) =>
      file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  if (failing.length === 0 || failing.length > numTotalTests / 20)
    throw new Error(`${failing.length} of ${numTotalTests} tests fail without a mutant.`);
  for (const name of failing) console.log(`left out, as it fails without a mutant: ${name}`);
  leftOut = `^(?!(?:${failing.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$)`;
}

/** Ends a run of tests with the processes it started. @param {import('node:child_process').ChildProcess | undefined} child */
function end(child) {
  if (child?.pid === undefined || child.exitCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** @returns {(mutant: Mutant) => string[]} the test files that reach a mutant, the nearest first */
function readHits() {
  /** @type {Map<number, Set<string>>} */
  const testsOf = new Map();
  for (const line of readFileSync(hits, 'utf8').split('\n').filter(Boolean)) {
    const [id, ...path] = line.split(' ');
    const test = relative(ROOT, path.join(' ')).replaceAll('\\', '/');
    testsOf.set(Number(id), (testsOf.get(Number(id)) ?? new Set()).add(test));
  }
  return ({ id, file }) =>
    [...(testsOf.get(id) ?? [])].toSorted((a, b) => nearness(b, file) - nearness(a, file) || (a < b ? -1 : 1));
}

/** @param {string} file @param {number} line */
function lineOf(file, line) {
  return readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1]?.trim() ?? '';
}

/** @param {string} named a file, folder or name of a package @returns {string[]} its sources */
function sourcesOf(named) {
  const path = [named, `packages/${named}/src`, `apps/${named}/src`].find((each) =>
    statSync(join(ROOT, each), { throwIfNoEntry: false }),
  );
  if (path === undefined) throw new Error(`There is no file, folder or package ${named}.`);
  if (statSync(join(ROOT, path)).isFile()) return [path].filter(isSource);
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name}`.replaceAll('\\', '/'))
    .filter(isSource);
}

/** @returns {string[]} sources that differ from the base of this branch on main, and new ones */
function changedFiles() {
  const base = ['origin/main', 'main'].map((name) => git('merge-base', 'HEAD', name)[0]).find(Boolean) ?? 'HEAD';
  const names = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return names.filter((name) => /^(?:packages|apps)\//.test(name)).filter(isSource);
}

/** @param {string[]} args @returns {string[]} lines */
function git(...args) {
  return spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

/** @param {string} file */
function isSource(file) {
  return /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|\/testing\/|\/migrations\/|\/test[A-Z]\w*\.ts$/.test(file);
}

/** @param {string} file @returns {string[]} folders of the tests that are tried */
function testFolders(file) {
  const own = file.split('/').slice(0, 2).join('/');
  return [`${own}/`, ...(ELSEWHERE.get(own) ?? []).map((name) => `${name}/`)];
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  return 1;
}
