/** Encryption and decryption of the photos and files of a desktop while it runs. */
import { randomUUID } from 'node:crypto';
import { type Dirent, existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HEADER_BYTES, isSealed, isSealedBy, plainFiles, readAt, sealedFiles, writePieces } from '@holdfast/host';
import { syncFolder } from '../updates/versions.ts';

/** Folders with photos, files, copies of photos and rescued copies, by the beginning of their names. */
const FOLDERS = ['blobs', 'renditions', 'damaged-'];
/** Folder for incomplete files. Emptied at the start of every conversion. */
const UNFINISHED = '.converting';

/** Requested form of the files. */
export interface ContentsSetting {
  dataFolder: string;
  key: Uint8Array;
  isWanted: boolean;
}

/** A running conversion. */
export interface Conversion {
  /** Number of files in the requested form, and of all files; null: the conversion has ended. */
  progress(): { done: number; total: number } | null;
  /** Stops it after the current file. */
  stop(): Promise<void>;
}

/**
 * Converts every file to the requested form, one after the other. Each is replaced atomically by a converted copy, so that it can be read at any
 * moment, even if the process is killed.
 * @param ended called after all files, with a text for each that could not be converted
 */
export function convertContents(setting: ContentsSetting, ended: (problems: readonly string[]) => void): Conversion {
  const { dataFolder } = setting;
  const count = { done: 0, total: 0 };
  const problems: string[] = [];
  let isStopped = false;
  let isRunning = true;

  async function run(): Promise<void> {
    await rm(join(dataFolder, UNFINISHED), { recursive: true, force: true });
    await mkdir(join(dataFolder, UNFINISHED), { recursive: true, mode: 0o700 });
    const files = await filesIn(dataFolder);
    count.total = files.length;
    const changed = new Set<string>();
    for (const file of files) {
      if (isStopped) return;
      try {
        if (await convertFile(setting, file)) changed.add(dirname(file));
      } catch (error) {
        // A file that was removed meanwhile needs no conversion.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          problems.push(`${relative(dataFolder, file)}: ${(error as Error).message}`);
      }
      count.done += 1;
      await setImmediate();
    }
    // The conversion is complete only when it survives a power cut.
    for (const folder of changed) if (existsSync(folder)) syncFolder(folder);
    await rm(join(dataFolder, UNFINISHED), { recursive: true, force: true });
  }

  async function runToEnd(): Promise<void> {
    try {
      await run();
    } catch (error) {
      problems.push((error as Error).message);
    }
    isRunning = false;
    if (!isStopped) ended(problems);
  }

  const running = runToEnd();
  return {
    progress: () => (isRunning ? { ...count } : null),
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function filesIn(dataFolder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(dataFolder)) {
    if (!FOLDERS.some((begin) => name.startsWith(begin))) continue;
    const entries: Dirent[] = await readdir(join(dataFolder, name), { recursive: true, withFileTypes: true });
    for (const entry of entries)
      if (entry.isFile() && !entry.parentPath.endsWith('.incoming')) found.push(join(entry.parentPath, entry.name));
  }
  return found;
}

/** @returns false when it had this form already, or does not exist. @throws {DamagedContent} for an encrypted file that cannot be read */
async function convertFile({ dataFolder, key, isWanted }: ContentsSetting, file: string): Promise<boolean> {
  // A file encrypted with a lost key is left unchanged, so that it can be decrypted if the key is found.
  if ((await formOf(file, key)) !== (isWanted ? 'plain' : 'sealed')) return false;
  const { atime, mtime } = await stat(file);
  const content = await sealedFiles(key, isWanted).read(file);
  if (content === null) return false;
  const copy = join(dataFolder, UNFINISHED, randomUUID());
  const handle = await open(copy, 'wx', 0o600);
  try {
    await writePieces(handle, (isWanted ? sealedFiles(key, true) : plainFiles).encoded(content));
  } finally {
    await handle.close();
  }
  // The time at which a content was stored decides when it may be removed.
  await utimes(copy, atime, mtime);
  // A file that was removed meanwhile must not be created again.
  if (existsSync(file)) await rename(copy, file);
  else await rm(copy);
  return true;
}

/** `foreign`: encrypted with another key, such as a lost one. */
async function formOf(file: string, key: Uint8Array): Promise<'plain' | 'sealed' | 'foreign'> {
  const handle = await open(file);
  try {
    const start = await readAt(handle, 0, HEADER_BYTES);
    if (isSealedBy(key, start)) return 'sealed';
    return isSealed(start) ? 'foreign' : 'plain';
  } finally {
    await handle.close();
  }
}
