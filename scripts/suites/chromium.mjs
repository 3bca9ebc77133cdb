/** Finds a Chromium for the journeys: that of the machine, or else the package of the system, or else Playwright's download. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { installWithApt } from '../bootstrap/apt.mjs';
import { ROOT } from '../bootstrap/run.mjs';

/** The headless shell is first: it needs a quarter less processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a browser, or installs one.
 *
 * @returns {Promise<{ path: string, version: string } | { missing: string }>} its version as it prints it, such as `Chromium 140.0.7339.16`
 */
export async function findChromium() {
  const given = process.env['HOLDFAST_CHROMIUM'];
  const path = given ?? onPath() ?? (await ofPlaywright()) ?? ofSystem() ?? (await installByPlaywright());
  if (!path) return { missing: 'no Chromium on this machine, and none could be installed' };
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (error) return { missing: `${path} does not start: ${error.message}` };
  return { path, version: stdout.trim() || 'unknown version' };
}

function onPath() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => isExecutable(path));
}

/** @returns {Promise<string | undefined>} the browser that Playwright downloaded in an earlier run. */
async function ofPlaywright() {
  const require = createRequire(join(ROOT, 'tests', 'package.json'));
  const { chromium } = require('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

function ofSystem() {
  return installWithApt('chromium-headless-shell') || installWithApt('chromium') ? onPath() : undefined;
}

async function installByPlaywright() {
  console.log('Installing Chromium with Playwright');
  const require = createRequire(join(ROOT, 'tests', 'package.json'));
  const cli = require.resolve('@playwright/test/cli');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { cwd: ROOT, stdio: 'inherit' });
  return ofPlaywright();
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
