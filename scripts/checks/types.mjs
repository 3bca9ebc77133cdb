/**
 * Type check of all sources, in six programs: code for Node, workspaces without Node, the device, the browser, tests and scripts. A program for each
 * workspace would read most workspaces many times; those programs are for editors, and for checking single workspaces by name.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** Everything. */
const WHOLE = ['tsconfig.node.json', 'tsconfig.pure.json', 'packages/device', 'apps/web', 'tests', 'scripts'];

/**
 * @param {string[]} [only] folders; empty for all.
 * @returns {string[]} paths of the projects to check.
 */
function projects(only = []) {
  return only.length === 0 ? WHOLE : [...only, 'tsconfig.pure.json'];
}

/**
 * Checks the given projects. A workspace is read again by every program that needs it, and its errors are printed once. Results are cached for the
 * next check, except on a build machine, which has none: writing the cache takes a quarter of the time.
 *
 * @param {string[]} files
 * @returns {boolean} true when there are no errors.
 */
function checkTypes(files) {
  const alone = process.env['CI'] === 'true';
  // One thread: with more, each reads the declarations of all packages again, which takes twice the processor time and up to nine times the memory.
  const runs = alone
    ? files.map((file) => tsc('--checkers', '1', '--incremental', 'false', '-p', file))
    : [tsc('-b', ...files, '--checkers', '1', '--builders', '1')];
  for (const line of new Set(runs.flatMap(({ text }) => text.split('\n')))) if (line !== '') console.log(line);
  return runs.every(({ good }) => good);
}

/** @param {string[]} args */
function tsc(...args) {
  const program = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, '--pretty', 'false'], {
    cwd: ROOT,
    encoding: 'utf8',
    // A run is short: collecting garbage less often takes an eighth more memory and up to a quarter less processor time.
    env: { ...process.env, GOGC: '400' },
  });
  return { good: status === 0, text: `${stdout}${stderr}` };
}

const files = projects(process.argv.slice(2).map((folder) => folder.replace(/\/$/, '')));
console.log(`Types of ${files.length} projects`);
process.exitCode = checkTypes(files) ? 0 : 1;
