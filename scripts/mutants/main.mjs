/**
 * Measures the tests: plants small faults (mutants) drawn at random, runs the tests that reach each one, and lists the survivors. Arguments are
 * files, folders or packages; without any, the files changed since main. --minutes 10, --count (of each package), --seed 1, --longest 60 seconds
 * of tests for a mutant, --tests <folder>, --report <file>, --planted <file> plants the faults of a list instead, --only <file>:<line> all mutants
 * that begin on a line, --state <folder> goes on where a run over the same stopped, --sqlite starts no PostgreSQL.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { startPostgres } from '../suites/postgres.mjs';
import { drawn, nearness } from './draw.mjs';
import { pointOfFault } from './planted.mjs';
import { pointsOf } from './points.mjs';
import { reportOf } from './report.mjs';
import { TestRuns } from './testRuns.mjs';

/** @typedef {import('./points.mjs').Mutant} Mutant */

/**
 * State of a run, stored in its folder, so that the next run continues from there.
 *
 * @typedef {object} State
 * @property {string} digest of the mutants.
 * @property {Record<string, number>} times duration of each test file that ran without a mutant, in ms.
 * @property {string[]} failing titles of tests that fail without a mutant.
 * @property {Record<number, 'found' | 'late' | 'survived'>} outcomes by id of the mutant.
 */

/** Test files that run first, the nearest to the mutant. */
const NEAREST = 4;
/** Test files that run without a mutant at a time. */
const AT_A_TIME = 12;
/** Packages whose code is tested in others, too. Those tests run when a mutant survives the ones of its package. */
const ELSEWHERE = new Map([
  ['packages/contract', ['packages/core', 'packages/api']],
  ['packages/core', ['packages/api', 'packages/device', 'apps/server', 'apps/desktop']],
  ['packages/sync', ['packages/core/src/devices', 'packages/api', 'apps/desktop']],
  ['packages/device', ['apps/desktop']],
  ['packages/host', ['apps/server', 'apps/desktop']],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    longest: { type: 'string', default: '60' },
    tests: { type: 'string', multiple: true },
    planted: { type: 'string' },
    only: { type: 'string', multiple: true },
    report: { type: 'string', default: join(CACHE, 'reports', 'mutants.txt') },
    state: { type: 'string' },
    sqlite: { type: 'boolean', default: false },
  },
});

const until = Date.now() + Number(values.minutes) * 60_000;
/** Most time in ms, without a mutant, of the test files of its package that run for one, and then of those elsewhere; one runs in any case. */
const longestMs = Number(values.longest) * 1000;
/** @type {import('./planted.mjs').Fault[] | undefined} */
const faults = values.planted === undefined ? undefined : JSON.parse(readFileSync(values.planted, 'utf8'));
/** Lines of which all mutants are planted, as `file:line`. */
const lines = values.only === undefined ? undefined : new Set(values.only);
const files = lines
  ? [...new Set(values.only?.map((place) => place.replace(/:\d+$/, '')))]
  : faults
    ? [...new Set(faults.map(({ file }) => file))]
    : positionals.length > 0
      ? positionals.flatMap(sourcesOf)
      : changedFiles();
if (files.length === 0) {
  console.error(
    `No source ${positionals.length > 0 ? 'is named' : 'differs from main'}: name files, folders or packages.`,
  );
  process.exit(1);
}
setPriority(15);
/** @type {import('./report.mjs').Known[]} */
const known = JSON.parse(readFileSync(join(ROOT, 'scripts', 'mutants', 'equivalent.json'), 'utf8'));
/** @type {Omit<Mutant, 'id'>[]} */
const all = faults
  ? faults.map((fault) => ({ ...pointOfFault(fault, read(fault.file)), file: fault.file, name: fault.name }))
  : files
      .flatMap((file) => pointsOf(file, read(file)).map((point) => ({ ...point, file })))
      .filter(({ file, line }) => lines === undefined || lines.has(`${file}:${line}`));
/** @type {Mutant[]} */
const mutants = (faults || lines ? all : drawnOfEach(all)).map((mutant, id) => ({ ...mutant, id }));
if (lines && mutants.length === 0) {
  console.error(`No mutant begins on ${[...lines].join(', ')}: name lines as file:line.`);
  process.exit(1);
}
const folder = values.state ?? mkdtempSync(join(tmpdir(), 'holdfast-mutants-'));
mkdirSync(folder, { recursive: true });
const plan = join(folder, 'plan.json');
const hits = join(folder, 'hits.txt');
const stateFile = join(folder, 'state.json');
const digest = createHash('sha256')
  .update(JSON.stringify(mutants.map(({ file, before, after, line }) => [file, before, after, line])))
  .digest('hex');
const state = readState();
if (!existsSync(hits)) writeFileSync(hits, '');
writeFileSync(plan, JSON.stringify(mutants));
if (values.sqlite) delete process.env['HOLDFAST_TEST_PG'];
const cluster = values.sqlite || process.env['HOLDFAST_TEST_PG'] ? undefined : await startPostgres({ durable: false });
if (cluster && 'url' in cluster) process.env['HOLDFAST_TEST_PG'] = cluster.url;
const runs = new TestRuns(plan);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    clearUp();
    process.exit(1);
  });
try {
  process.exitCode = await main();
} finally {
  clearUp();
}

function clearUp() {
  runs.end();
  if (cluster && 'stop' in cluster) cluster.stop();
  if (values.state === undefined) rmSync(folder, { recursive: true, force: true });
}

/**
 * Draws as many of each package, one of each in turn, so that a run that reaches its time limit has tried about as many of each.
 *
 * @param {Omit<Mutant, 'id'>[]} points
 */
function drawnOfEach(points) {
  const packages = [...Map.groupBy(points, ({ file }) => packageOf(file)).values()];
  return packages
    .flatMap((own) => drawn(own, Number(values.count), Number(values.seed)).map((mutant, turn) => ({ mutant, turn })))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ mutant }) => mutant);
}

/** @returns {State} that of the folder when it is about the same mutants */
function readState() {
  const fresh = { digest, times: {}, failing: [], outcomes: {} };
  if (!existsSync(stateFile)) return fresh;
  const kept = JSON.parse(readFileSync(stateFile, 'utf8'));
  if (kept.digest === digest) return kept;
  rmSync(hits, { force: true });
  return fresh;
}

function keepState() {
  writeFileSync(stateFile, JSON.stringify(state));
}

/** @returns {Promise<number>} exit code */
async function main() {
  const where = values.tests ?? [...new Set(files.map(packageOf))];
  const elsewhere = values.tests ? [] : [...new Set(files.flatMap((file) => ELSEWHERE.get(packageOf(file)) ?? []))];
  console.log(
    `${mutants.length} of ${all.length} mutants of ${files.length} files${faults || lines ? '' : `, seed ${values.seed}`}; tests of ${where.join(', ')}`,
  );
  const tests = await runs.files();
  const own = tests.filter((test) => isWithin(test, where));
  const others = tests.filter((test) => isWithin(test, elsewhere) && !own.includes(test));
  if (!(await runAll(own))) return outOfTime(own);
  for (const mutant of mutants) {
    if (Date.now() > until) break;
    if (state.outcomes[mutant.id] !== undefined) continue;
    const folders = values.tests ?? [packageOf(mutant.file)];
    let outcome = await outcomeOf(mutant, reaching(mutant, folders), patternWithout(own.length));
    const further = values.tests === undefined ? (ELSEWHERE.get(packageOf(mutant.file)) ?? []) : [];
    if (outcome === 'survived' && further.length > 0) {
      if (!(await runAll(others))) return outOfTime(others);
      outcome = await outcomeOf(mutant, reaching(mutant, further), patternWithout(own.length + others.length));
    }
    state.outcomes[mutant.id] = outcome;
    keepState();
  }
  const ended = (/** @type {string[]} */ ...outcomes) =>
    mutants.filter(({ id }) => outcomes.includes(state.outcomes[id] ?? ''));
  const text = reportOf({
    found: ended('found', 'late'),
    survivors: ended('survived'),
    late: ended('late').length,
    known,
    files,
    lineOf,
    isReached: (mutant) => reaching(mutant, ['packages', 'apps', 'tests']).length > 0,
  });
  mkdirSync(dirname(values.report), { recursive: true });
  writeFileSync(values.report, text);
  console.log(text);
  const left = mutants.length - Object.keys(state.outcomes).length;
  if (left > 0) console.log(`${left} mutants were not tried in this time.`);
  return 0;
}

/** @param {string[]} tests @returns {number} exit code */
function outOfTime(tests) {
  const ran = tests.filter((test) => state.times[test] !== undefined).length;
  console.log(`${ran} of ${tests.length} test files ran without a mutant in this time.`);
  return values.state === undefined ? 1 : 0;
}

/** @param {string} test @param {readonly string[]} folders */
function isWithin(test, folders) {
  return folders.some((folder) => test === folder || test.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
}

/**
 * Runs all tests without a mutant, and keeps what they reach and how long they take.
 *
 * @param {string[]} tests
 * @returns {Promise<boolean>} false when the time did not suffice
 */
async function runAll(tests) {
  const left = tests.filter((test) => state.times[test] === undefined);
  for (let from = 0; from < left.length; from += AT_A_TIME) {
    const some = left.slice(from, from + AT_A_TIME);
    const request = { tests: some, mutant: null, hits: folder, leftOut: null, bail: false };
    const answer = await runs.run(request, Math.max(1, until - Date.now()));
    if (answer === 'late') return false;
    state.failing.push(...answer.failed);
    for (const name of answer.failed) console.log(`left out, as it fails without a mutant: ${name}`);
    for (const test of some) state.times[test] = answer.files.find(({ path }) => path === test)?.ms ?? 0;
    keepState();
  }
  return true;
}

/**
 * Excludes tests that fail without a mutant, because some read the text of sources, which the switches change.
 *
 * @param {number} count of test files
 * @returns {string | null} pattern of the titles of those that run
 * @throws {Error} when more than every tenth file has such a test
 */
function patternWithout(count) {
  const { failing } = state;
  if (failing.length === 0) return null;
  if (failing.length > Math.max(3, count / 10)) throw new Error(`Tests fail without a mutant: ${failing.join('; ')}`);
  return `^(?!(?:${failing.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$)`;
}

/**
 * @param {Mutant} mutant
 * @param {string[]} tests that reach it, the nearest first
 * @param {string | null} leftOut
 * @returns {Promise<'found' | 'late' | 'survived'>}
 */
async function outcomeOf(mutant, tests, leftOut) {
  let total = 0;
  const tried = tests.filter((test, place) => {
    const ms = state.times[test] ?? 0;
    const fits = place === 0 || total + ms <= longestMs;
    if (fits) total += ms;
    return fits;
  });
  for (const step of [tried.slice(0, NEAREST), tried.slice(NEAREST)]) {
    if (step.length === 0) continue;
    const usual = step.reduce((sum, test) => sum + (state.times[test] ?? 0), 0);
    // A test that takes much longer than without the mutant is in an endless loop.
    const answer = await runs.run(
      { tests: step, mutant: mutant.id, hits: null, leftOut, bail: true },
      45_000 + 4 * usual,
    );
    if (answer === 'late') return 'late';
    if (answer.failed.length > 0) return 'found';
  }
  return 'survived';
}

/**
 * Returns the test files of some folders that reach a mutant: the nearest first, of these the fastest, so that most of them fit into the time.
 *
 * @param {Mutant} mutant
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
function reaching({ id, file }, folders) {
  /** @type {Map<number, Set<string>>} */
  const testsOf = new Map();
  for (const line of readFileSync(hits, 'utf8').split('\n').filter(Boolean)) {
    const [hit, ...path] = line.split(' ');
    const test = relative(ROOT, path.join(' ')).replaceAll('\\', '/');
    testsOf.set(Number(hit), (testsOf.get(Number(hit)) ?? new Set()).add(test));
  }
  return [...(testsOf.get(id) ?? [])]
    .filter((test) => isWithin(test, folders))
    .toSorted(
      (a, b) =>
        nearness(b, file) - nearness(a, file) || (state.times[a] ?? 0) - (state.times[b] ?? 0) || (a < b ? -1 : 1),
    );
}

/** @param {string} file @returns {string} its text */
function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** @param {string} file @param {number} line */
function lineOf(file, line) {
  return read(file).split('\n')[line - 1]?.trim() ?? '';
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

/** @param {string} file @returns {string} */
function packageOf(file) {
  return file.split('/').slice(0, 2).join('/');
}
