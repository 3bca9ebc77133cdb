/**
 * Every suite, one after the other, each within its minutes. A suite that fails does not stop the next; the exit code and
 * the last line say how it ended. One PostgreSQL serves the whole run.
 */
import { duration } from './bootstrap/progress.mjs';
import { slowness } from './suites/pace.mjs';
import { startPostgres } from './suites/postgres.mjs';
import { runSuite, suites, summary } from './suites/suites.mjs';

const interruption = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => interruption.abort());
}

const cluster = process.env['HOLDFAST_TEST_PG'] ? undefined : await startPostgres({ durable: false });
if (cluster && 'url' in cluster) process.env['HOLDFAST_TEST_PG'] = cluster.url;

const results = [];
// What took the processor away once may come again while a suite runs: the slowest that was seen counts.
let times = 1;
try {
  for (const suite of suites) {
    if (interruption.signal.aborted) break;
    console.log(`\n${rule(suite.name)}\n`);
    times = Math.max(times, await slowness());
    if (times > 1)
      console.log(`This machine takes ${times} times as long as usual: so many minutes more are allowed.\n`);
    const minutes = Math.round(suite.minutes * times * 10) / 10;
    const result = await runSuite({ ...suite, minutes }, interruption.signal);
    results.push(result);
    const { passed, failed, skipped, took } = result;
    console.log(`\n${suite.name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${duration(took)}`);
  }
} finally {
  if (cluster && 'stop' in cluster) cluster.stop();
}

const { text, failed } = summary(results);
if (interruption.signal.aborted) console.log('\nInterrupted: suites that are not listed below did not run.');
console.log(`\n${rule('summary')}\n\n${text}`);
process.exitCode = interruption.signal.aborted ? 130 : failed > 0 ? 1 : 0;

/** @param {string} title */
function rule(title) {
  return `━━ ${title} ${'━'.repeat(76 - title.length)}`;
}
