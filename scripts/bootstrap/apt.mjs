/** Installs a package of the system, if permitted. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * @param {string} name
 * @returns {boolean} true when it is installed now; false at once on another system than Debian or without root rights.
 */
export function installWithApt(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} with apt-get`);
  return apt('update') && apt('install', '-y', '--no-install-recommends', name);
}

/** @param {string[]} args */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another installation may hold the lock for a while, such as the updates of a new machine.
  const waits = ['-o', 'DPkg::Lock::Timeout=300'];
  return spawnSync('apt-get', [...waits, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
