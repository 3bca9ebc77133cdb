/** A copy of a device's database from before a new version changes its shape. Only used while no agent has the database open. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncFolder, type VersionState } from './versions.ts';

/** The database, and the file in which SQLite keeps transactions that are not in it yet. */
const FILES = ['device.db', 'device.db-wal'];

const folderOf = (dataFolder: string): string => join(dataFolder, 'backups');

/**
 * Copies the database before a version is tried. One copy is kept. A second start of the same version keeps the first copy, because the version may
 * have changed the database since.
 */
export function backUpDatabase(dataFolder: string, version: string): void {
  const place = join(folderOf(dataFolder), `before-${version}`);
  if (existsSync(place) || !existsSync(join(dataFolder, 'device.db'))) return;
  const fresh = `${place}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  copyFiles(dataFolder, fresh);
  renameSync(fresh, place);
  syncFolder(folderOf(dataFolder));
  for (const other of readdirSync(folderOf(dataFolder)))
    if (other !== `before-${version}`) rmSync(join(folderOf(dataFolder), other), { recursive: true, force: true });
}

/**
 * Puts the copy back after a version did not run. Can be repeated after a power cut: the copy is removed last.
 * @returns false when there was no copy
 */
function restoreDatabase(dataFolder: string, version: string): boolean {
  const place = join(folderOf(dataFolder), `before-${version}`);
  if (!existsSync(place)) return false;
  const fresh = join(dataFolder, 'device.db.restored');
  copyDurably(join(place, 'device.db'), fresh);
  // The log files belong to the replaced database.
  for (const end of ['-wal', '-shm']) rmSync(join(dataFolder, `device.db${end}`), { force: true });
  const wal = join(place, 'device.db-wal');
  if (existsSync(wal)) copyDurably(wal, join(dataFolder, 'device.db-wal'));
  renameSync(fresh, join(dataFolder, 'device.db'));
  syncFolder(dataFolder);
  rmSync(place, { recursive: true, force: true });
  return true;
}

/**
 * Handles the copy of an earlier run: restores the copy made for a version that is refused now, and removes the copy of a version that runs.
 * @returns the version whose copy was restored; null: none
 */
export function settleBackups(
  dataFolder: string,
  { current, refused }: Pick<VersionState, 'current' | 'refused'>,
): string | null {
  if (!existsSync(folderOf(dataFolder))) return null;
  for (const name of readdirSync(folderOf(dataFolder))) {
    const version = /^before-(.+?)(?:\.new)?$/.exec(name)?.[1];
    if (version === undefined) continue;
    if (version === current) rmSync(join(folderOf(dataFolder), name), { recursive: true, force: true });
    else if (refused.includes(version) && restoreDatabase(dataFolder, version)) return version;
  }
  return null;
}

function copyFiles(from: string, to: string): void {
  for (const file of FILES) if (existsSync(join(from, file))) copyDurably(join(from, file), join(to, file));
  syncFolder(to);
}

function copyDurably(from: string, to: string): void {
  copyFileSync(from, to);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
