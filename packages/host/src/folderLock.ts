import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeFolder } from './folder.ts';

/** Another process works in the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`another Holdfast already works in ${folder}. Stop it, or use another folder.`);
    this.name = 'FolderInUse';
  }
}

/** Locks in force. Stored here, because a connection without references is closed, and its lock is released with it. */
const held = new Set<Sqlite.Database>();

/**
 * Keeps a data folder for this process alone: two that write the same files would each believe in their own numbers and photos. The lock is
 * the operating system's on a file of its own, so it ends with the process however that ends, and nothing stale is ever left.
 * @returns gives the folder free
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
