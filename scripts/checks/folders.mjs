/** Check of the size of folders: what lies beside more files than a reader takes in at once is sorted by subject (CONTRIBUTING.md). */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../bootstrap/run.mjs';

/** Largest number of files in one folder of sources. */
export const FOLDER_LIMIT = 40;

/**
 * @param {readonly string[]} files paths
 * @param {number} [limit]
 * @returns {{ folder: string, files: number }[]} folders that hold more files than the limit, without their subfolders
 */
export function crowdedFolders(files, limit = FOLDER_LIMIT) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > limit).map(([folder, count]) => ({ folder, files: count }));
}

/** @returns {string[]} paths of all files of the sources, from the root of the repository */
export function sourceFiles() {
  return ['packages', 'apps']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => /^[^/]+\/[^/]+\/src\//.test(file));
}
