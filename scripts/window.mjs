/**
 * The journeys in the desktop's own window: a real display with a window manager, the real agent, WebKitWebDriver for the page and xdotool for
 * pointer and keys (docs/desktop.md, "Tests"). Arguments are Playwright's. Where a program is missing it is installed, as on a build machine;
 * where that is not possible the journeys are skipped, and fail with CI=true.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CACHE, ROOT } from './bootstrap/run.mjs';
import { countsOption, writeCounts } from './counts.mjs';
import { makeInstallation } from './installation.mjs';
import { countPlaywright } from './reporters.mjs';
import { playwrightResults, writeResults } from './results.mjs';
import { buildShell, installMissing } from './shell.mjs';

const CONFIG = 'tests/e2e/window/playwright.config.ts';
const { rest } = countsOption(process.argv.slice(2));

const missing =
  process.platform === 'linux'
    ? installMissing({
        WebKitWebDriver: 'webkit2gtk-driver',
        Xvfb: 'xvfb',
        openbox: 'openbox',
        xdotool: 'xdotool',
        'dbus-daemon': 'dbus-daemon',
      })
    : 'they run on Linux';
const shell = missing === null ? buildShell() : { missing };
if ('program' in shell) await run(shell.program);
else giveUp(shell.missing);

/** @param {string} reason */
function giveUp(reason) {
  const failed = process.env['CI'] === 'true' ? 1 : 0;
  console.error(`\n!!! The journeys in the window ${failed ? 'FAIL' : 'are SKIPPED'}: ${reason}\n`);
  writeCounts(process.argv.slice(2), { passed: 0, failed, skipped: 1 - failed, notes: [`window: ${reason}`] });
  process.exitCode = failed;
}

/** @param {string} program */
async function run(program) {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts', 'build.mjs'), 'agent', 'web'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The agent or the web application could not be built.');
  const installation = join(CACHE, 'installation');
  makeInstallation(installation);

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

  const report = join(CACHE, 'reports', `window-${process.pid}.json`);
  const cli = createRequire(join(ROOT, 'tests', 'package.json')).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', '--config', CONFIG, '--reporter=list,json', ...rest], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...environment,
      HOLDFAST_SHELL_PROGRAM: program,
      HOLDFAST_INSTALLATION: installation,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    for (const each of [manager, bus, display]) each.kill();
    const found = readReport(report);
    const counts = countPlaywright(found, code ?? 1);
    if (found && rest.length === 0) writeResults('window', playwrightResults(found, 'tests/e2e/window'));
    writeCounts(process.argv.slice(2), counts);
    process.exitCode = counts.failed > 0 ? 1 : 0;
  });
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

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
}
