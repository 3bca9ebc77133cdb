import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Returns the files of a folder, at any depth, that contain one of some contents unencrypted. */
export async function filesHolding(folder: string, contents: readonly (string | Buffer)[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (contents.some((content) => bytes.includes(content))) found.push(relative(folder, path));
  }
  return found.toSorted();
}
