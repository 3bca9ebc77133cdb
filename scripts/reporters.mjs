/** Reads what Vitest and Playwright report about a run. */

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * A failure that no test stands for, such as a file that does not load, an unhandled rejection or a crash, counts as one.
 *
 * @param {{ passed: number, failed: number, skipped: number }} counts
 * @param {number} code the exit code of the run.
 * @returns {Counts}
 */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 *   of Vitest's json reporter; undefined when the run ended before it was written.
 * @param {number} code the exit code of the run.
 * @returns {Counts}
 */
export function countVitest(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return withExitCode(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  );
}

/**
 * A journey that passed only when it was repeated counts as failed.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors?: unknown[] } | undefined} report
 *   of Playwright's json reporter; undefined when the run ended before it was written.
 * @param {number} code the exit code of the run.
 * @returns {Counts}
 */
export function countPlaywright(report, code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExitCode({ passed: expected, failed: unexpected + flaky, skipped }, code);
}
