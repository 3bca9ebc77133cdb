/**
 * A temporary folder in memory. Tests write thousands of small files and databases, each of which waits for the disk: files in memory take a quarter
 * less time.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'holdfast-tests-';
const GIB = 2 ** 30;
/** Free space and memory in bytes that a run may need at most, with its programs. */
const NEEDED = { space: 6 * GIB, memory: 10 * GIB };

/**
 * Makes a folder in memory the temporary folder of this process and of those it starts, and removes it at the end of the process. Does nothing
 * where there is none that suffices, or where the user has chosen a folder.
 */
export function useMemoryFolder() {
  if (process.env['TMPDIR'] !== undefined || !isLargeEnough()) return;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs as a user of its own when the tests run as root.
  chmodSync(folder, 0o711);
  if (canExecute(folder)) process.env['TMPDIR'] = folder;
}

function isLargeEnough() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED.space && freemem() >= NEEDED.memory;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Containers often mount the folder without the right to run programs in it.
 *
 * @param {string} folder
 */
function canExecute(folder) {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  return spawnSync(program).status === 0;
}
