/** Reads what Vitest and Playwright report about a run. */

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @typedef {object} PlaywrightSuite a file of journeys, or a group of them in it.
 * @property {string} title
 * @property {{ title: string, file: string, tests: { status: string }[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * A failure that no test stands for, such as a file that does not load, an unhandled rejection or a crash, counts as one.
 *
 * @param {Counts} counts
 * @param {number} code the exit code of the run.
 * @returns {Counts}
 */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] } | undefined} report
 *   of Vitest's json reporter; undefined when the run ended before it was written.
 * @param {number} code the exit code of the run.
 * @returns {Counts} its notes name what failed.
 */
export function countVitest(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return withExitCode(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
      notes: [...broken.map(({ name }) => name), ...failed].map((what) => `unit: failed: ${what}`),
    },
    code,
  );
}

/**
 * A journey that passed only when it was repeated has passed, and is named: somebody has to find out why.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: PlaywrightSuite[], errors?: unknown[] } | undefined} report
 *   of Playwright's json reporter; undefined when the run ended before it was written.
 * @param {number} code the exit code of the run.
 * @returns {Counts} its notes name what failed, once or for good.
 */
export function countPlaywright(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const named = (/** @type {string} */ status, /** @type {string} */ what) =>
    journeys(report.suites ?? [], status).map((journey) => `e2e: ${what}: ${journey}`);
  const notes = [...named('unexpected', 'failed'), ...named('flaky', 'passed only when repeated')];
  return withExitCode({ passed: expected + flaky, failed: unexpected, skipped, notes }, code);
}

/**
 * @param {PlaywrightSuite[]} suites
 * @param {string} status
 * @returns {string[]} files and titles of the journeys that ended so.
 */
function journeys(suites, status) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...journeys(inner, status),
  ]);
}
