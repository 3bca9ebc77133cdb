/**
 * Runs the tests beside the source, on SQLite and PostgreSQL. Arguments are Vitest's: files, folders, -t <title>. A running PostgreSQL is
 * used when HOLDFAST_TEST_PG names it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from '../bootstrap/apt.mjs';
import { CACHE, ROOT } from '../bootstrap/run.mjs';
import { countsOption, writeCounts } from './counts.mjs';
import { expectedTests, runProblems } from './expected.mjs';
import { useMemoryFolder } from './memoryFolder.mjs';
import { startPostgres } from './postgres.mjs';
import { countVitest, slowest, vitestTimes } from './reporters.mjs';
import { forgetResults, vitestResults, writeResults } from './results.mjs';

const { rest } = countsOption(process.argv.slice(2));
const report = join(CACHE, 'reports', `unit-${process.pid}.json`);
/** @type {string[]} */
const notes = [];
let failedSetup = 0;
useMemoryFolder();

const cluster = process.env['HOLDFAST_TEST_PG'] ? undefined : await startPostgres({ durable: false });
if (cluster && 'missing' in cluster) {
  notes.push(`PostgreSQL: ${cluster.missing}`);
  if (process.env['CI'] === 'true') failedSetup = 1;
  console.error(`\n!!! Tests on PostgreSQL ${failedSetup ? 'FAIL' : 'are SKIPPED'}: ${cluster.missing}\n`);
} else if (cluster) {
  process.env['HOLDFAST_TEST_PG'] = cluster.url;
  console.log(cluster.version);
}

// On a build machine the server is also tested behind the pooler; elsewhere that test runs if the pooler is installed.
if (process.env['CI'] === 'true' && rest.length === 0 && !existsSync('/usr/sbin/pgbouncer'))
  installWithApt('pgbouncer');

if (rest.length === 0) forgetResults('unit');
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...rest], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  if (cluster && 'stop' in cluster) cluster.stop();
  const found = readReport();
  const counts = countVitest(found, code ?? 1);
  /** @type {string[]} */
  let missing = [];
  if (found && rest.length === 0) {
    const results = vitestResults(found);
    writeResults('unit', results);
    missing = runProblems('unit', results, expectedTests());
    for (const line of missing) console.error(`\n!!! ${line}`);
    console.log(`\n${slowest('unit', vitestTimes(found, ROOT))}`);
  }
  const failed = counts.failed + failedSetup + missing.length;
  writeCounts(process.argv.slice(2), {
    ...counts,
    failed,
    notes: [...notes, ...(counts.notes ?? []), ...missing],
  });
  process.exitCode = failed > 0 ? 1 : 0;
});

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  } finally {
    rmSync(report, { force: true });
  }
}
