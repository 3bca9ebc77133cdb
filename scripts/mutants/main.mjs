/**
 * Measures the tests: plants small faults (mutants) drawn at random, runs the tests that reach each one, and lists the survivors. Arguments are
 * files, folders or packages; without any, the files changed since main. --minutes 10, --count (of each package), --seed 1, --longest 60 seconds
 * of tests for a mutant, --tests <folder>, --report <file>, --planted <file> plants the faults of a list instead, --only <file>:<line> all mutants
 * that begin on a line, --state <folder> goes on where a run over the same stopped and tries its survivors again with changed tests, --own runs no
 * tests of other packages, --sqlite starts no PostgreSQL, --nice 15 is the priority of the run.
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
import { getPriority, setPriority, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { startPostgres } from '../suites/postgres.mjs';
import { changeTimes } from './changeTimes.mjs';
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
 * @property {Record<string, string>} texts digest of each of these test files.
 * @property {string[]} failing titles of tests that fail without a mutant.
 * @property {string[]} failingFiles the files of these tests.
 * @property {Record<number, Outcome>} outcomes by id of the mutant.
 *
 * @typedef {'found' | 'late' | 'survived'} Outcome
 */

/** Most test files that run together with mutants, each with its own. */
const TOGETHER = 24;
/** Packages whose tests share processes: a mutant in what runs when a module is loaded needs a process of its own. */
const SHARING = ['contract', 'sync', 'core', 'demo', 'frx', 'api'].map((name) => `packages/${name}`);
/** Test files that run without a mutant at a time. */
const AT_A_TIME = 30;
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
    nice: { type: 'string', default: '15' },
    own: { type: 'boolean', default: false },
  },
});

const begun = Date.now();
/** Times of the last changes of sources and tests when the run began. */
const changedAt = changeTimes();
const until = begun + Number(values.minutes) * 60_000;
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
if (Number(values.nice) > getPriority()) setPriority(Number(values.nice));
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
  const fresh = { digest, times: {}, texts: {}, failing: [], failingFiles: [], outcomes: {} };
  if (!existsSync(stateFile)) return fresh;
  const kept = JSON.parse(readFileSync(stateFile, 'utf8'));
  if (kept.digest === digest) return withoutChanged(kept);
  rmSync(hits, { force: true });
  return fresh;
}

/** @param {State} kept @returns {State} without the test files whose text has changed, and then without survivors */
function withoutChanged(kept) {
  const changed = Object.keys(kept.times).filter((test) => kept.texts[test] !== textOf(test));
  for (const test of changed) delete kept.times[test];
  for (const [id, outcome] of Object.entries(kept.outcomes))
    if (changed.length > 0 && outcome === 'survived') delete kept.outcomes[Number(id)];
  return kept;
}

/** @param {string} test @returns {string} digest of its text */
function textOf(test) {
  return existsSync(join(ROOT, test)) ? createHash('sha256').update(read(test)).digest('hex') : '';
}

function keepState() {
  writeFileSync(stateFile, JSON.stringify(state));
}

/** @returns {Promise<number>} exit code */
async function main() {
  const where = values.tests ?? [...new Set(files.map(packageOf))];
  const elsewhere = [
    ...new Set(mutants.filter(isTestedElsewhere).flatMap(({ file }) => ELSEWHERE.get(packageOf(file)) ?? [])),
  ];
  console.log(
    `${mutants.length} of ${all.length} mutants of ${files.length} files${faults || lines ? '' : `, seed ${values.seed}`}; tests of ${where.join(', ')}`,
  );
  const tests = await runs.files();
  const own = tests.filter((test) => isWithin(test, where));
  const others = tests.filter((test) => isWithin(test, elsewhere) && !own.includes(test));
  if (!(await runAll(own))) return outOfTime(own);
  mustBeUnchanged();
  const left = mutants.filter(({ id }) => state.outcomes[id] === undefined);
  const open = await survivorsOf(
    left.map((mutant) => ({ mutant, tests: reaching(mutant, values.tests ?? [packageOf(mutant.file)]) })),
    patternWithout(own.length),
  );
  for (const mutant of open) if (!isTestedElsewhere(mutant)) settle(mutant, 'survived');
  const further = open.filter(isTestedElsewhere);
  if (further.length > 0 && !(await runAll(others))) return outOfTime(others);
  mustBeUnchanged();
  const survivors = await survivorsOf(
    further.map((mutant) => ({ mutant, tests: reaching(mutant, ELSEWHERE.get(packageOf(mutant.file)) ?? []) })),
    patternWithout(own.length + others.length),
  );
  for (const mutant of survivors) settle(mutant, 'survived');
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
  const untried = mutants.length - Object.keys(state.outcomes).length;
  // Mutants that survive take longest.
  if (untried > 0)
    console.log(`${untried} mutants are undecided: their tests did not end in this time. The share is too high.`);
  return 0;
}

/** @param {Mutant} mutant @returns {boolean} whether tests of other packages run for it when those of its own do not find it */
function isTestedElsewhere({ file }) {
  return values.tests === undefined && !values.own && ELSEWHERE.has(packageOf(file));
}

/**
 * Keeps the outcome of a mutant and prints it, so that a run that is ended early has shown what it found.
 *
 * @param {Mutant} mutant
 * @param {Outcome} outcome
 */
function settle({ id, file, line }, outcome) {
  state.outcomes[id] = outcome;
  keepState();
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`${seconds} s, ${Object.keys(state.outcomes).length} of ${mutants.length}: ${outcome} ${file}:${line}`);
}

/**
 * Vitest keeps what it has compiled: sources that are changed during a run would be tested by the tests of another state, and fail without a mutant.
 *
 * @throws {Error} that names the changed files
 */
function mustBeUnchanged() {
  const changed = [...changeTimes()].filter(([file, at]) => changedAt.get(file) !== at).map(([file]) => file);
  if (changed.length === 0) return;
  rmSync(stateFile, { force: true });
  throw new Error(`These files were changed during the run, so that it has to be started again: ${changed.join(', ')}`);
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
    const request = { runs: some.map((test) => ({ test, mutant: null })), hits: folder, leftOut: null };
    const answer = await runs.run(request, Math.max(1, until - Date.now()));
    if (answer === 'late') return false;
    state.failing.push(...answer.failed);
    state.failingFiles.push(...answer.files.filter(({ isOk }) => !isOk).map(({ path }) => path));
    for (const name of answer.failed) console.log(`left out, as it fails without a mutant: ${name}`);
    for (const test of some) {
      state.times[test] = answer.files.find(({ path }) => path === test)?.ms ?? 0;
      state.texts[test] = textOf(test);
    }
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
  const { failing, failingFiles } = state;
  if (failing.length === 0) return null;
  if (failingFiles.length > Math.max(3, count / 10))
    throw new Error(`Tests fail without a mutant: ${failing.join('; ')}`);
  return `^(?!(?:${failing.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})$)`;
}

/**
 * Runs tests for mutants until each is found or has none left, many mutants at a time: each test file of a run has its own mutant.
 *
 * @param {{ mutant: Mutant, tests: string[] }[]} tried mutants with the tests that reach them
 * @param {string | null} leftOut
 * @returns {Promise<Mutant[]>} those that no test found
 */
async function survivorsOf(tried, leftOut) {
  const open = new Map(tried.map(({ mutant, tests }) => [mutant.id, { mutant, tests: withinLongest(tests) }]));
  /** @type {Mutant[]} */
  const survivors = [];
  while (open.size > 0 && Date.now() < until) {
    for (const [id, { mutant, tests }] of open) {
      if (tests.length > 0) continue;
      open.delete(id);
      survivors.push(mutant);
    }
    const together = nextRuns([...open.values()]);
    for (const group of (await found(together, leftOut)) === 'unclear' ? together.map((each) => [each]) : []) {
      // An endless loop, or an error that belongs to no test: the mutants run one by one.
      if (open.has(group[0]?.mutant ?? -1)) await found(group, leftOut);
    }
  }
  return survivors;

  /**
   * Runs tests, each with its mutant, and settles those that are found.
   *
   * @param {{ test: string, mutant: number }[]} some
   * @param {string | null} pattern
   */
  async function found(some, pattern) {
    if (some.length === 0) return 'clear';
    const usual = some.reduce((sum, { test }) => sum + (state.times[test] ?? 0), 0);
    // A test that takes much longer than without the mutant is in an endless loop.
    const answer = await runs.run({ runs: some, hits: null, leftOut: pattern }, 45_000 + 4 * usual);
    const isUnclear = answer === 'late' || answer.errors.length > 0;
    if (isUnclear && some.length > 1) return 'unclear';
    for (const { test, mutant } of some) {
      const tested = open.get(mutant);
      if (tested === undefined) continue;
      const isFound = isUnclear || answer.files.some(({ path, isOk }) => path === test && !isOk);
      if (isFound) {
        settle(tested.mutant, answer === 'late' ? 'late' : 'found');
        open.delete(mutant);
      } else tested.tests = tested.tests.filter((each) => each !== test);
    }
    return 'clear';
  }
}

/**
 * Chooses the tests of the next run: of each mutant the nearest that no other mutant has in this run, and further ones until the run is full. A mutant
 * in code that runs when a module is loaded is alone where tests share a process.
 *
 * @param {{ mutant: Mutant, tests: string[] }[]} open
 */
function nextRuns(open) {
  const alone = open.find(({ mutant }) => isLoadedOnce(mutant));
  if (alone) return alone.tests.slice(0, 1).map((test) => ({ test, mutant: alone.mutant.id }));
  /** @type {Map<string, number>} mutant of each test */
  const chosen = new Map();
  let before = -1;
  while (chosen.size < TOGETHER && chosen.size > before) {
    before = chosen.size;
    for (const { mutant, tests } of open) {
      const test = tests.find((each) => !chosen.has(each));
      if (test !== undefined && chosen.size < TOGETHER) chosen.set(test, mutant.id);
    }
  }
  return [...chosen].map(([test, mutant]) => ({ test, mutant }));
}

/** @param {string[]} tests @returns {string[]} as many as fit into the time for a mutant, one in any case */
function withinLongest(tests) {
  let total = 0;
  return tests.filter((test, place) => {
    const ms = state.times[test] ?? 0;
    const fits = place === 0 || total + ms <= longestMs;
    if (fits) total += ms;
    return fits;
  });
}

/**
 * Returns the test files of some folders that reach a mutant: the nearest first, of these the fastest, so that most of them fit into the time.
 *
 * @param {Mutant} mutant
 * @param {readonly string[]} folders
 * @returns {string[]}
 */
function reaching(mutant, folders) {
  // Of the tests that share a process only the first one loads the module.
  const tests = isLoadedOnce(mutant) ? Object.keys(state.times) : hitsOf(mutant).map(({ test }) => test);
  return [...new Set(tests)]
    .filter((test) => isWithin(test, folders))
    .toSorted(
      (a, b) =>
        nearness(b, mutant.file) - nearness(a, mutant.file) ||
        (state.times[a] ?? 0) - (state.times[b] ?? 0) ||
        (a < b ? -1 : 1),
    );
}

/** @param {Mutant} mutant @returns {boolean} whether it is in what runs when a module is loaded, in tests that share a process */
function isLoadedOnce(mutant) {
  return SHARING.includes(packageOf(mutant.file)) && hitsOf(mutant).some(({ isLoading }) => isLoading);
}

/** @param {Mutant} mutant @returns {{ test: string, isLoading: boolean }[]} test files that reached it without a mutant */
function hitsOf({ id }) {
  return readFileSync(hits, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${id} `))
    .map((line) => {
      const [, phase, ...path] = line.split(' ');
      return { test: relative(ROOT, path.join(' ')).replaceAll('\\', '/'), isLoading: phase === 'loading' };
    });
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
