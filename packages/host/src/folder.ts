import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder for the owner alone, with its missing parents, one after the other: Node's own `recursive` never returns where a file system accepts
 * no folders, as below
 * /proc (seen with Node 20 to 24).
 * @throws what `mkdir` throws where the folder cannot be made
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Makes files and folders that this process creates accessible to its user only. Has to be called first. */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Restricts a file or folder to its owner. Does nothing when it does not exist, or when the file system has no permissions.
 * @param mode 0o700 of folders, 0o600 of files
 */
export function makePrivate(path: string, mode: 0o700 | 0o600): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['ENOENT', 'ENOSYS', 'ENOTSUP', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}
