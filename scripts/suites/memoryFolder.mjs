/** A temporary folder in memory: tests write thousands of small files and databases, each of which would wait for the disk. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../bootstrap/lock.mjs';

const MEMORY = '/dev/shm';
const PREFIX = 'holdfast-tests-';
const GIB = 2 ** 30;
/** Free space and memory in bytes that a run may need at most, with its programs. */
const NEEDED = { space: 6 * GIB, memory: 10 * GIB };

/**
 * Makes a folder in memory the temporary folder of this process and of those it starts, and removes it at the end of the process. Does nothing
 * where there is none that suffices, or where the user has chosen a folder.
 *
 * @param {string} memory a folder in memory.
 * @param {{ space: number, memory: number }} needed bytes.
 */
export function useMemoryFolder(memory = MEMORY, needed = NEEDED) {
  if (process.env['TMPDIR'] !== undefined || !isLargeEnough(memory, needed)) return;
  removeAbandoned(memory);
  const folder = mkdtempSync(join(memory, `${PREFIX}${process.pid}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs as a user of its own when the tests run as root.
  chmodSync(folder, 0o711);
  if (canExecute(folder)) process.env['TMPDIR'] = folder;
}

/**
 * @param {string} memory
 * @param {{ space: number, memory: number }} needed
 */
function isLargeEnough(memory, needed) {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= needed.space && freemem() >= needed.memory;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. @param {string} memory */
function removeAbandoned(memory) {
  for (const name of readdirSync(memory)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(memory, name), { recursive: true, force: true });
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
