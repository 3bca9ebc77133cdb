import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with all above it, one after the other: Node's own `recursive` never returns where a file system takes no folders, as below
 * /proc (seen with Node 20 to 24).
 * @throws what `mkdir` throws where the folder cannot be made
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
