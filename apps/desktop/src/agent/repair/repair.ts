/** Repair of a desktop's damaged database: unsent work is rescued, all other data are received from the server again. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Ports } from '@holdfast/core';
import type { Rescue } from '@holdfast/device';
import { type ContentFiles, makeFolder, problemOf } from '@holdfast/host';
import { openDeviceDatabase } from '../database.ts';
import { rescueInto } from './rescue.ts';

/** Name of the database in the data folder. */
const DATABASE = 'device.db';
/** Names of the new database while it is filled, and once it is complete. A complete one replaces the damaged one, also after a crash in between. */
const UNFINISHED = 'repairing.db';
const FINISHED = 'repaired.db';
/** File that states that damage was found during work, which a check at start may not find. */
const MARK = 'damage-found';
/** Suffixes of the names of a database and of the files that SQLite keeps beside it. */
const BESIDE = ['', '-wal', '-shm'];

/** Options of a repair. */
export interface RepairOptions {
  clock: Ports['clock'];
  /** Also compares indexes with their tables, which takes several times as long. */
  thorough: boolean;
  /** Rebuilds the database even when no problem is found. */
  rebuild: boolean;
  /** Key of the database, or of its encrypted files; null: nothing is encrypted. */
  key: Uint8Array | null;
  /** Form of photos and files. */
  files: ContentFiles;
}

/** Records that damage was found during work, so that the next start repairs the database. */
export function noteDamage(dataFolder: string, reason: string): void {
  writeFileSync(join(dataFolder, MARK), reason, { mode: 0o600 });
}

/**
 * Checks the database of a desktop and rebuilds it when it is damaged. The damaged files are kept in a folder beside it. Call it while no other
 * process works in the data folder.
 * @returns null when the database is undamaged
 */
export async function repairDatabase(dataFolder: string, options: RepairOptions): Promise<Rescue | null> {
  const file = join(dataFolder, DATABASE);
  replaceByFinished(dataFolder, options.clock.now());
  const isMarked = existsSync(join(dataFolder, MARK));
  const isNeeded =
    existsSync(file) && (isMarked || options.rebuild || problemOf(file, options.thorough, options.key) !== null);
  if (!isNeeded) return null;
  for (const end of BESIDE) rmSync(join(dataFolder, UNFINISHED + end), { force: true });
  const at = options.clock.now();
  const folder = join(dataFolder, folderName(at));
  const { databases } = await openDeviceDatabase(dataFolder, options.clock, options.key, UNFINISHED);
  let rescue: Rescue;
  try {
    rescue = await rescueInto(databases.write, { ...options, file, dataFolder, folder, at });
  } finally {
    await databases.close();
  }
  renameSync(join(dataFolder, UNFINISHED), join(dataFolder, FINISHED));
  replaceByFinished(dataFolder, at);
  return rescue;
}

/** Replaces the damaged database, which is moved aside, by the repaired one. */
function replaceByFinished(dataFolder: string, at: number): void {
  const finished = join(dataFolder, FINISHED);
  if (!existsSync(finished)) return;
  const folder = join(dataFolder, folderName(at));
  makeFolder(folder);
  // The database itself is moved last: while it is in its place, an interrupted repair is continued.
  for (const end of BESIDE.toReversed()) {
    const from = join(dataFolder, DATABASE + end);
    if (existsSync(from)) renameSync(from, join(folder, basename(from)));
  }
  renameSync(finished, join(dataFolder, DATABASE));
  rmSync(join(dataFolder, MARK), { force: true });
}

function folderName(at: number): string {
  return `damaged-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '')}`;
}
