/**
 * Every suite, one after the other, each within its minutes. A suite that fails does not stop the next; the exit code and
 * the last line say how it ended. One PostgreSQL serves the whole run.
 */
import { join } from 'node:path';
import { duration } from './bootstrap/progress.mjs';
import { ROOT } from './bootstrap/run.mjs';
import { startPostgres } from './postgres.mjs';
import { runSuite, summary } from './suites.mjs';

/**
 * A suite is ended after about twice the minutes it takes on a quiet machine of two cores: a busy one may be as slow as that.
 *
 * @type {import('./suites.mjs').Suite[]}
 */
const suites = [
  { name: 'lint', script: join(ROOT, 'scripts', 'lint.mjs'), minutes: 3 },
  { name: 'unit', script: join(ROOT, 'scripts', 'unit.mjs'), minutes: 10 },
  { name: 'build', script: join(ROOT, 'scripts', 'build.mjs'), minutes: 1 },
  { name: 'e2e', script: join(ROOT, 'scripts', 'e2e.mjs'), minutes: 20 },
  { name: 'acceptance', script: join(ROOT, 'scripts', 'acceptance.mjs'), minutes: 1 },
];

/** What all of them together may take on a quiet machine of two cores; more is told, and fails nothing. */
const WHOLE_MINUTES = 25;

const interruption = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => interruption.abort());
}

const cluster = process.env['HOLDFAST_TEST_PG'] ? undefined : await startPostgres();
if (cluster && 'url' in cluster) process.env['HOLDFAST_TEST_PG'] = cluster.url;

const results = [];
try {
  for (const suite of suites) {
    if (interruption.signal.aborted) break;
    console.log(`\n${rule(suite.name)}\n`);
    const result = await runSuite(suite, interruption.signal);
    results.push(result);
    const { passed, failed, skipped, took } = result;
    console.log(`\n${suite.name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${duration(took)}`);
  }
} finally {
  if (cluster && 'stop' in cluster) cluster.stop();
}

const { text, failed } = summary(results);
if (interruption.signal.aborted) console.log('\nInterrupted: suites that are not listed below did not run.');
const took = results.reduce((sum, result) => sum + result.took, 0);
if (took > WHOLE_MINUTES * 60_000)
  console.log(`\n! All took ${duration(took)}, more than the ${WHOLE_MINUTES} minutes they should.`);
console.log(`\n${rule('summary')}\n\n${text}`);
process.exitCode = interruption.signal.aborted ? 130 : failed > 0 ? 1 : 0;

/** @param {string} title */
function rule(title) {
  return `━━ ${title} ${'━'.repeat(76 - title.length)}`;
}
