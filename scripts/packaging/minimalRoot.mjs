/**
 * Installs the desktop's package into a minimal Debian in a folder, as on a computer that never had Node or a browser: dependencies that
 * the package does not declare are missing there. Needs root and debootstrap; the base system and the libraries are kept between runs.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from '../bootstrap/run.mjs';
import { installMissing } from './shell.mjs';

const MIRROR = 'http://deb.debian.org/debian';
const SUITE = 'bookworm';
const SOURCES = [
  `deb ${MIRROR} ${SUITE} main`,
  `deb ${MIRROR} ${SUITE}-updates main`,
  `deb http://deb.debian.org/debian-security ${SUITE}-security main`,
  '',
].join('\n');

/**
 * Installs a package of the desktop into a minimal root.
 *
 * @param {string} file the package.
 * @returns {{ program: string } | { missing: string }} a program that starts the installed window in the root, or the missing requirement of the machine.
 */
export function installInMinimalRoot(file) {
  if (process.getuid?.() !== 0) return { missing: 'a minimal root is made by the user root alone' };
  const missing = installMissing({ debootstrap: 'debootstrap' });
  if (missing !== null) return { missing };
  const root = join(CACHE, 'minimalRoot');
  if (!existsSync(join(root, 'etc', 'apt', 'sources.list.d', 'holdfast.list'))) makeBase(root);
  copyFileSync(file, join(root, 'holdfast.deb'));
  inRoot(root, 'apt-get', 'remove', '-y', '-qq', 'holdfast');
  inRoot(root, 'apt-get', 'update', '-qq');
  const installed = inRoot(root, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', '/holdfast.deb');
  if (installed !== 0) throw new Error('The package could not be installed in the minimal root.');
  const program = join(CACHE, 'minimalRoot-holdfast');
  writeFileSync(program, starter(root));
  chmodSync(program, 0o755);
  return { program };
}

/** @param {string} root */
function makeBase(root) {
  console.log('Making a minimal Debian');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const { status } = spawnSync('debootstrap', ['--variant=minbase', SUITE, root, MIRROR], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The minimal root could not be made.');
  const sources = join(root, 'etc', 'apt');
  rmSync(join(sources, 'sources.list'), { force: true });
  // The trusted keys and the mirror settings of this machine apply there, too.
  for (const part of ['trusted.gpg.d', 'apt.conf.d'])
    if (existsSync(join('/etc/apt', part))) cpSync(join('/etc/apt', part), join(sources, part), { recursive: true });
  writeFileSync(join(sources, 'sources.list.d', 'holdfast.list'), SOURCES);
}

/**
 * @param {string} root
 * @param {string[]} command
 */
function inRoot(root, ...command) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('chroot', [root, ...command], { stdio: ['ignore', 'ignore', 'inherit'], env }).status;
}

/**
 * Writes the program that starts the window with the devices, processes and temporary files of this machine, through which display, bus and
 * driver are accessed. The mounts belong to the window's own namespace and are removed with it. Programs that a journey puts into its home
 * folder take precedence.
 *
 * @param {string} root
 */
function starter(root) {
  const mounts = ['proc', 'dev', 'tmp'].map((each) => `mount --rbind /${each} '${root}/${each}'`).join(' && ');
  return `#!/bin/sh
unset HOLDFAST_INSTALLATION
PATH=$HOME/programs:/usr/sbin:/usr/bin:/sbin:/bin
exec unshare --mount sh -c "${mounts} && exec chroot '${root}' /usr/bin/holdfast \\"\\$@\\"" sh "$@"
`;
}
