/** Types of every room: `tsc -b` over each tsconfig of the workspaces; pure rooms have a second one, without Node's types. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './bootstrap/run.mjs';

/**
 * @param {string[]} [only] folders; empty for all.
 * @returns {string[]} paths of the projects that have something to check.
 */
export function projects(only = []) {
  const folders = ['packages', 'apps'].flatMap((parent) => childrenOf(parent).map((child) => `${parent}/${child}`));
  return [...folders, 'tests', 'scripts']
    .filter((folder) => only.length === 0 || only.includes(folder))
    .filter((folder) => hasSources(join(ROOT, folder)))
    .flatMap((folder) => childrenOf(folder).map((file) => `${folder}/${file}`))
    .filter((file) => /\/tsconfig[\w.]*\.json$/.test(file));
}

/** @param {string} parent */
function childrenOf(parent) {
  return readdirSync(join(ROOT, parent)).toSorted();
}

/**
 * A room without a source file yet is no error, although the compiler would make it one.
 *
 * @param {string} folder
 * @returns {boolean}
 */
function hasSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? entry.name !== 'node_modules' && hasSources(join(folder, entry.name))
      : /\.(ts|tsx|mjs)$/.test(entry.name),
  );
}

/**
 * Checks the given projects. A room is read again by every room that imports it: what is wrong in it is told once.
 *
 * @param {string[]} files
 * @returns {boolean} whether all are free of errors.
 */
export function checkTypes(files) {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-b', '--pretty', 'false', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const line of new Set(`${stdout}${stderr}`.split('\n'))) if (line !== '') console.log(line);
  return status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = projects(process.argv.slice(2).map((folder) => folder.replace(/\/$/, '')));
  console.log(`Types of ${files.length} projects`);
  process.exitCode = checkTypes(files) ? 0 : 1;
}
