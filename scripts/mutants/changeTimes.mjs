/** Finds out whether sources were changed during a run. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** @returns {Map<string, number>} time of the last change of each source and test, by its path */
export function changeTimes() {
  const folders = ['packages', 'apps']
    .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name, 'src')))
    .filter((folder) => existsSync(join(ROOT, folder)));
  return new Map(
    [...folders, 'tests'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
        .map((name) => join(folder, name))
        .map((path) => [path, statSync(join(ROOT, path)).mtimeMs]),
    ),
  );
}
