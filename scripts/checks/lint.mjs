/**
 * All checks that read the code without running it, each with its heading and its time. Arguments choose checks by a word of their title: `npm run
 * lint -- format vocabulary`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { duration } from '../bootstrap/progress.mjs';
import { ROOT } from '../bootstrap/run.mjs';
import { judge, lockDigest, readRecord } from './advisories.mjs';
import { castProblems, productCasts } from './casts.mjs';
import { countsOption, writeCounts } from '../suites/counts.mjs';
import { expectedTests, writtenProblems, writtenTests } from '../suites/expected.mjs';
import { checkDocstrings } from './docstrings.mjs';
import { crowdedFolders, FOLDER_LIMIT, sourceFiles } from './folders.mjs';
import { checkImports } from './imports.mjs';
import { slowPatterns } from './patterns.mjs';
import { checkPlacement } from './placement.mjs';
import { checkPurity } from './purity.mjs';
import { checkStripped } from './stripped.mjs';
import { checkVocabulary } from './vocabulary.mjs';

/** Number of lines from which a file probably has two subjects; .oxlintrc.json contains the lengths that are errors. */
const LONG = 400;

/** @type {{ title: string, check: () => boolean | Promise<boolean>, start?: () => void }[]} */
const checks = [
  { title: 'Rules (oxlint, with types)', check: () => tool('oxlint', ['--type-aware']) },
  { title: 'Format (oxfmt)', check: format },
  { title: 'Types (tsc)', ...beside(join(import.meta.dirname, 'types.mjs')) },
  { title: 'Who imports whom', check: imports },
  { title: 'Clock and ids come from outside', check: purity },
  { title: 'Sources run as they are', check: stripped },
  { title: 'Vocabulary', check: vocabulary },
  { title: 'Casts', check: casts },
  { title: 'Regular expressions in linear time', check: patterns },
  {
    title: 'Unused files, exports and dependencies (knip)',
    ...beside(programOf('knip', 'knip.js'), '--no-progress'),
  },
  { title: 'Handlers and statements apart', check: placement },
  { title: 'Size of folders', check: folders },
  { title: 'Docstrings of exported names', check: docstrings },
  { title: 'Expected tests', check: expected },
  { title: 'Recorded vulnerabilities of packages', check: advisories },
];

const words = countsOption(process.argv.slice(2)).rest.map((word) => word.toLowerCase());
const chosen = words.length === 0 ? checks : checks.filter(({ title }) => words.some((word) => isIn(title, word)));
for (const word of words) {
  if (checks.some(({ title }) => isIn(title, word))) continue;
  console.error(`No check has "${word}" in its title:\n${checks.map(({ title }) => `  ${title}`).join('\n')}`);
  process.exit(1);
}

const counts = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const failed = [];
for (const { start } of chosen) start?.();
for (const { title, check, start } of chosen) {
  console.log(`\n— ${title}`);
  const began = Date.now();
  const good = await check();
  counts[good ? 'passed' : 'failed'] += 1;
  if (!good) failed.push(title);
  console.log(`${good ? 'good' : 'FAILED'}, ${start ? 'beside the others' : duration(Date.now() - began)}`);
}
if (words.length === 0) reportLongFiles();
console.log(
  `\n${counts.passed} checks passed, ${counts.failed} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
);
writeCounts(process.argv.slice(2), counts);
process.exitCode = counts.failed > 0 ? 1 : 0;

/**
 * @param {string} name
 * @param {string} [program] file in the package's folder `bin`
 */
function programOf(name, program = name) {
  return join(ROOT, 'node_modules', name, 'bin', program);
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function tool(name, args) {
  return spawnSync(process.execPath, [programOf(name), ...args], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/**
 * A check by a program of one thread: it starts with the first check, so that no processor is idle, and its output is printed in its turn.
 *
 * @param {string} path
 * @param {string[]} args
 */
function beside(path, ...args) {
  let text = '';
  /** @type {Promise<boolean> | undefined} */
  let run;
  const start = () => {
    run ??= new Promise((resolve) => {
      const child = spawn(process.execPath, [path, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (/** @type {string} */ piece) => void (text += piece));
      child.on('close', (code) => resolve(code === 0));
    });
    return run;
  };
  const check = async () => {
    const good = await start();
    process.stdout.write(text);
    return good;
  };
  return { start, check };
}

/**
 * @param {string} title
 * @param {string} word
 */
function isIn(title, word) {
  return title.toLowerCase().includes(word);
}

function format() {
  const good = tool('oxfmt', ['--check']);
  if (!good) console.log('npm run format rewrites these files.');
  return good;
}

async function imports() {
  const { modules, violations } = await checkImports();
  for (const { rule, from, to, comment } of violations) console.log(`${rule}: ${from} → ${to}\n  ${comment}`);
  console.log(`${modules.length} files read`);
  return violations.length === 0 && modules.length > 0;
}

function purity() {
  const found = checkPurity();
  for (const { file, line, what } of found) console.log(`${file}:${line} asks the machine: ${what}`);
  return found.length === 0;
}

function stripped() {
  const problems = checkStripped();
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}

function casts() {
  const problems = castProblems(productCasts());
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}

function patterns() {
  const found = slowPatterns();
  for (const { file, line, why } of found) console.log(`${file}:${line} ${why}`);
  return found.length === 0;
}

function advisories() {
  const { good, lines } = judge(readRecord(), lockDigest());
  for (const line of lines) console.log(line);
  return good;
}

function expected() {
  const problems = writtenProblems(writtenTests(), expectedTests());
  for (const problem of problems) console.log(problem);
  return problems.length === 0;
}

function placement() {
  const found = checkPlacement();
  for (const { file, line, what } of found) console.log(`${file}:${line} ${what}`);
  return found.length === 0;
}

function folders() {
  const found = crowdedFolders(sourceFiles());
  for (const { folder, files } of found)
    console.log(`${folder} has ${files} files, at most ${FOLDER_LIMIT}: sort them into folders by subject`);
  return found.length === 0;
}

function docstrings() {
  const found = checkDocstrings();
  for (const { file, line, name } of found) console.log(`${file}:${line} ${name} has no docstring`);
  return found.length === 0;
}

function vocabulary() {
  const found = checkVocabulary();
  for (const { file, line, word, use } of found) console.log(`${file}:${line} ${word}: use ${use}`);
  return found.length === 0;
}

function reportLongFiles() {
  const long = ['packages', 'apps', 'tests', 'scripts']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(ts|tsx|mjs)$/.test(entry.name) &&
        !/node_modules|\.generated\./.test(join(entry.parentPath, entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(ROOT, path), lines: readFileSync(path, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONG)
    .toSorted((a, b) => b.lines - a.lines);
  if (long.length === 0) return;
  console.log(`\nFiles past ${LONG} lines, a sign that a subject wants its own file:`);
  for (const { path, lines } of long) console.log(`  ${String(lines).padStart(4)}  ${path}`);
}
