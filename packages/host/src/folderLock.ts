import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeFolder } from './folder.ts';

/** Error: another process uses the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`another Holdfast already works in ${folder}. Stop it, or use another folder.`);
    this.name = 'FolderInUse';
  }
}

/** Held locks. Stored here, because a connection without references is closed, which releases its lock. */
const held = new Set<Sqlite.Database>();

/**
 * Locks a data folder for this process: two processes that write the same files would use the same numbers and overwrite each other's photos. The
 * operating system holds the lock on a separate file, so it ends with the process and never becomes stale.
 * @returns a function that releases the folder
 * @throws {FolderInUse}
 */
export function lockFolder(folder: string): () => void {
  makeFolder(folder);
  const lock = new Sqlite(join(folder, 'holdfast.lock'), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw (error as { code?: string }).code === 'SQLITE_BUSY' ? new FolderInUse(folder) : error;
  }
  held.add(lock);
  return () => {
    if (held.delete(lock)) lock.close();
  };
}
