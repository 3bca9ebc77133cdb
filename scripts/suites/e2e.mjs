/**
 * Runs the journeys in a browser. Arguments are Playwright's: files, -g <title>, --config <file>. The browser is passed as
 * HOLDFAST_CHROMIUM; the journeys start the built server themselves.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { findChromium } from './chromium.mjs';
import { countsOption, writeCounts } from './counts.mjs';
import { expectedTests, runProblems } from './expected.mjs';
import { useMemoryFolder } from './memoryFolder.mjs';
import { countPlaywright, playwrightTimes, slowest, takeReport } from './reporters.mjs';
import { forgetResults, playwrightResults, writeResults } from './results.mjs';

const { rest } = countsOption(process.argv.slice(2));
const configAt = rest.indexOf('--config');
const config = configAt === -1 ? 'tests/e2e/playwright.config.ts' : (rest[configAt + 1] ?? '');
const others = configAt === -1 ? rest : rest.toSpliced(configAt, 2);
// Journeys that are chosen record traces, as they often are run to find a cause. In a whole run that would take a quarter more processor time.
const isTraced = configAt === -1 && rest.length > 0 && process.env['CI'] !== 'true';
const tracing = isTraced ? ['--trace', 'retain-on-failure'] : [];

useMemoryFolder();
const browser = await findChromium();
if ('path' in browser) run(browser);
else giveUp(browser.missing);

/** @param {string} reason */
function giveUp(reason) {
  const failed = process.env['CI'] === 'true' ? 1 : 0;
  console.error(`\n!!! The journeys ${failed ? 'FAIL' : 'are SKIPPED'}: ${reason}\n`);
  writeCounts(process.argv.slice(2), { passed: 0, failed, skipped: 1 - failed, notes: [`Chromium: ${reason}`] });
  process.exitCode = failed;
}

/** @param {{ path: string, version: string }} browser */
function run(browser) {
  console.log(`Browser: ${browser.version} (${browser.path})`);
  const report = join(CACHE, 'reports', `e2e-${process.pid}.json`);
  if (rest.length === 0) forgetResults('e2e');
  const cli = createRequire(join(ROOT, 'tests', 'package.json')).resolve('@playwright/test/cli');
  const options = ['--config', config, '--reporter=list,json', ...tracing];
  const child = spawn(process.execPath, [cli, 'test', ...options, ...others], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      // Journeys start many servers, agents and processes of reports from the same sources: Node's compiled code is kept for the next.
      NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
      ...process.env,
      HOLDFAST_CHROMIUM: browser.path,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    const found = takeReport(report);
    const counts = countPlaywright(found, code ?? 1);
    /** @type {string[]} */
    let missing = [];
    if (found && rest.length === 0) {
      const results = playwrightResults(found);
      writeResults('e2e', results);
      missing = runProblems('e2e', results, expectedTests());
      console.log(`\n${slowest('e2e', playwrightTimes(found))}`);
    }
    const notes = [`e2e: the browser was ${browser.version}`, ...(counts.notes ?? []), ...missing];
    for (const line of missing) console.error(`\n!!! ${line}`);
    const failed = counts.failed + missing.length;
    writeCounts(process.argv.slice(2), { ...counts, failed, notes });
    process.exitCode = failed > 0 ? 1 : 0;
  });
}
