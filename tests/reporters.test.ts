import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from '../scripts/reporters.mjs';

const vitest = (passed: number, failed: number, files: { status: string; tests: string[] }[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: files.map(({ status, tests }) => ({ status, assertionResults: tests.map((one) => ({ status: one })) })),
});

describe('the numbers of a run', () => {
  it('are those of Vitest', () => {
    const files = [{ status: 'failed', tests: ['passed', 'failed'] }];
    expect(countVitest(vitest(1, 1, files), 1)).toEqual({ passed: 1, failed: 1, skipped: 3 });
  });

  it('count a file that does not load as a failure', () => {
    const files = [{ status: 'failed', tests: [] }];
    expect(countVitest(vitest(4, 0, files), 1)).toEqual({ passed: 4, failed: 1, skipped: 3 });
  });

  it('count an unhandled rejection that failed no test', () => {
    expect(countVitest(vitest(4, 0, []), 1).failed).toBe(1);
  });

  it('count a run that wrote no report', () => {
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('are those of Playwright, and what passed only on repetition failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats }, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('count a broken configuration of Playwright', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats }, 1).failed).toBe(1);
  });
});
