/**
 * Environment of a program that drives the desktop's own window: the built window and agent, a display with a window manager, and a session
 * bus. Missing programs are installed where this is allowed, as on a build machine.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { makeInstallation } from '../packaging/installation.mjs';
import { installInMinimalRoot } from '../packaging/minimalRoot.mjs';
import { buildShell, installMissing } from '../packaging/shell.mjs';

const PROGRAMS = {
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  maim: 'maim',
  'dbus-daemon': 'dbus-daemon',
  'gnome-keyring-daemon': 'gnome-keyring',
};

/**
 * @typedef {object} WindowSession
 * @property {NodeJS.ProcessEnv} environment of the program that drives the window: the display, the bus, `HOLDFAST_SHELL_PROGRAM` (path of the
 *   window's program), and `HOLDFAST_INSTALLATION` (folder with Node, agent and web application).
 * @property {() => void} close ends display, window manager and bus.
 */

/**
 * Builds the window, the agent and the web application, and opens a display.
 *
 * @param {{ installed?: boolean }} [options] `installed`: the window is the one of the package, installed in a minimal Debian.
 * @returns {Promise<WindowSession | { missing: string }>} the missing requirement of the machine.
 */
export async function openWindowSession({ installed = false } = {}) {
  const missing = process.platform === 'linux' ? installMissing(PROGRAMS) : 'they run on Linux';
  if (missing !== null) return { missing };
  const shell = buildShell();
  if ('missing' in shell) return shell;
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), 'agent', 'web'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The agent or the web application could not be built.');
  const installation = join(CACHE, 'installation');
  makeInstallation(installation);
  const started = installed ? installInMinimalRoot(makePackage()) : shell;
  if ('missing' in started) return started;

  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const DISPLAY = `:${await firstLine(display.stdio[3])}`;
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const DBUS_SESSION_BUS_ADDRESS = await firstLine(bus.stdout);
  const environment = { ...process.env, DISPLAY, DBUS_SESSION_BUS_ADDRESS, GDK_BACKEND: 'x11' };
  const manager = spawn('openbox', [], { stdio: 'ignore', env: environment });
  return {
    environment: { ...environment, HOLDFAST_SHELL_PROGRAM: started.program, HOLDFAST_INSTALLATION: installation },
    close() {
      for (const each of [manager, bus, display]) each.kill();
    },
  };
}

/** Builds the package. @returns its path */
function makePackage() {
  const made = spawnSync(process.execPath, [join(ROOT, 'scripts', 'packaging', 'package.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const file = /^(.+\.deb): /m.exec(made.stdout)?.[1];
  if (made.status !== 0 || file === undefined) throw new Error('The package could not be made.');
  return file;
}

/**
 * @param {unknown} stream
 * @returns {Promise<string>}
 */
function firstLine(stream) {
  const readable = /** @type {import('node:stream').Readable} */ (stream);
  return new Promise((resolve, reject) => {
    let text = '';
    readable.on('data', (/** @type {Buffer} */ piece) => {
      text += piece.toString();
      if (text.includes('\n')) resolve(text.split('\n')[0] ?? '');
    });
    readable.on('end', () => reject(new Error('The display or the session bus did not start.')));
  });
}
