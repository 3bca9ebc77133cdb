/**
 * The journeys in a browser. Arguments are Playwright's: files, -g <title>, --config <file>.
 * The browser is handed over as HOLDFAST_CHROMIUM; the journeys start the built server themselves.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CACHE, ROOT } from './bootstrap/run.mjs';
import { findChromium } from './chromium.mjs';
import { countsOption, writeCounts } from './counts.mjs';
import { countPlaywright } from './reporters.mjs';

const { rest } = countsOption(process.argv.slice(2));
const configAt = rest.indexOf('--config');
const config = configAt === -1 ? 'tests/e2e/playwright.config.ts' : (rest[configAt + 1] ?? '');
const others = configAt === -1 ? rest : rest.toSpliced(configAt, 2);

if (!existsSync(join(ROOT, config)) || (configAt === -1 && !hasSpecs())) {
  console.log(`There is nothing to run for ${config} yet.`);
  writeCounts(process.argv.slice(2), { passed: 0, failed: 0, skipped: 0, notes: ['e2e: there are no journeys yet'] });
} else {
  const browser = await findChromium();
  if ('path' in browser) run(browser.path);
  else giveUp(browser.missing);
}

function hasSpecs() {
  return readdirSync(join(ROOT, 'tests', 'e2e'), { recursive: true, encoding: 'utf8' }).some((file) =>
    file.endsWith('.spec.ts'),
  );
}

/** @param {string} reason */
function giveUp(reason) {
  const failed = process.env['CI'] === 'true' ? 1 : 0;
  console.error(`\n!!! The journeys ${failed ? 'FAIL' : 'are SKIPPED'}: ${reason}\n`);
  writeCounts(process.argv.slice(2), { passed: 0, failed, skipped: 1 - failed, notes: [`Chromium: ${reason}`] });
  process.exitCode = failed;
}

/** @param {string} chromium */
function run(chromium) {
  const report = join(CACHE, 'reports', `e2e-${process.pid}.json`);
  const cli = createRequire(join(ROOT, 'tests', 'package.json')).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [cli, 'test', '--config', config, '--reporter=list,json', ...others], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, HOLDFAST_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    const counts = countPlaywright(readReport(report), code ?? 1);
    writeCounts(process.argv.slice(2), counts);
    process.exitCode = counts.failed > 0 ? 1 : 0;
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
