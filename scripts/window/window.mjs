/**
 * Runs the journeys in the desktop's own window: a real display with a window manager, the real agent, WebKitWebDriver for the page and
 * xdotool for pointer and keys (docs/desktop.md, "Tests"). Arguments are Playwright's. With `--installed` the window is that of the
 * package, installed in a minimal Debian. If a program is missing and cannot be installed, the journeys are skipped; with CI=true they
 * fail.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { countsOption, writeCounts } from '../suites/counts.mjs';
import { countPlaywright, takeReport } from '../suites/reporters.mjs';
import { forgetResults, windowResults, writeResults } from '../suites/results.mjs';
import { openWindowSession } from './windowSession.mjs';

const CONFIG = 'tests/e2e/window/playwright.config.ts';
const { rest: given } = countsOption(process.argv.slice(2));
const installed = given.includes('--installed');
const rest = given.filter((each) => each !== '--installed');

const session = await openWindowSession({ installed });
if ('missing' in session) giveUp(session.missing);
else run(session);

/** @param {string} reason */
function giveUp(reason) {
  const failed = process.env['CI'] === 'true' ? 1 : 0;
  console.error(`\n!!! The journeys in the window ${failed ? 'FAIL' : 'are SKIPPED'}: ${reason}\n`);
  writeCounts(process.argv.slice(2), { passed: 0, failed, skipped: 1 - failed, notes: [`window: ${reason}`] });
  process.exitCode = failed;
}

/** @param {import('./windowSession.mjs').WindowSession} session */
function run({ environment, close }) {
  const report = join(CACHE, 'reports', `window-${process.pid}.json`);
  if (rest.length === 0) forgetResults('window');
  const cli = createRequire(join(ROOT, 'tests', 'package.json')).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', '--config', CONFIG, '--reporter=list,json', ...rest], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    close();
    const found = takeReport(report);
    const counts = countPlaywright(found, code ?? 1);
    if (found && rest.length === 0) writeResults('window', windowResults(found));
    writeCounts(process.argv.slice(2), counts);
    process.exitCode = counts.failed > 0 ? 1 : 0;
  });
}
