/**
 * One process at a time per subject, across processes that share a checkout. The lock is a file that names its holder. The holder touches it while it
 * works, so that another process can take over a lock whose process has ended or that another machine left behind.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Time in ms for which an unchanged lock of a process on another machine counts as held. */
const STALE_AFTER = 60_000;
const TOUCH_EVERY = 5000;
const LOOK_EVERY = 250;

/**
 * @param {string} file
 * @param {string} holder
 * @returns {boolean} true when this process has the lock now.
 */
function take(file, holder) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, holder);
    closeSync(handle);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @param {string} file
 * @returns {{ pid: number, host: string } | undefined} who holds the lock; undefined when that cannot be read.
 */
function holderOf(file) {
  try {
    const { pid, host } = JSON.parse(readFileSync(file, 'utf8'));
    return { pid, host };
  } catch {
    return undefined;
  }
}

/**
 * Returns true while a process runs on this machine, of any user.
 *
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file */
function isStale(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return false;
  const age = Date.now() - stat.mtimeMs;
  const holder = holderOf(file);
  // An empty file is a lock that is just being written: its writer gets a few seconds.
  if (!holder) return age > 5000;
  if (holder.host === hostname()) return !isAlive(holder.pid);
  return age > STALE_AFTER;
}

/**
 * Removes a stale lock. It is renamed first, so that only one of several waiting processes removes it; if the lock got a new holder in the meantime,
 * it is put back.
 *
 * @param {string} file
 */
function remove(file) {
  const before = statSync(file, { throwIfNoEntry: false });
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const taken = statSync(aside, { throwIfNoEntry: false });
  if (before && taken && before.ino !== taken.ino) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

/**
 * Runs `work` while holding the lock; waits for its holder.
 *
 * @template T
 * @param {string} file the lock file.
 * @param {() => Promise<T>} work
 * @param {(holder: { pid: number, host: string } | undefined) => void} [onWait] called once when there is something to wait for.
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  const holder = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  let waited = false;
  while (!take(file, holder)) {
    if (isStale(file)) {
      remove(file);
      continue;
    }
    if (!waited) onWait?.(holderOf(file));
    waited = true;
    await wait(LOOK_EVERY);
  }
  const release = () => {
    if (readIfThere(file) === holder) rmSync(file, { force: true });
  };
  const timer = setInterval(() => touch(file), TOUCH_EVERY);
  timer.unref();
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.removeListener('exit', release);
    release();
  }
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // The folder was removed meanwhile; the work itself will fail with a message.
  }
}
