import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from '../scripts/reporters.mjs';

const vitest = (passed: number, failed: number, files: { status: string; tests: string[] }[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: files.map(({ status, tests }) => ({
    name: 'shackle.test.ts',
    status,
    assertionResults: tests.map((one) => ({ status: one, fullName: `a shackle that ${one}` })),
  })),
});

const journeys = (statuses: string[]) => ({
  title: 'rig.spec.ts',
  suites: [
    {
      title: 'a rig',
      specs: statuses.map((status) => ({ title: `is ${status}`, file: 'rig.spec.ts', tests: [{ status }] })),
    },
  ],
});

describe('the numbers of a run', () => {
  it('are those of Vitest', () => {
    const files = [{ status: 'failed', tests: ['passed', 'failed'] }];
    expect(countVitest(vitest(1, 1, files), 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 3,
      notes: ['unit: failed: a shackle that failed'],
    });
  });

  it('count a file that does not load as a failure', () => {
    const files = [{ status: 'failed', tests: [] }];
    expect(countVitest(vitest(4, 0, files), 1)).toEqual({
      passed: 4,
      failed: 1,
      skipped: 3,
      notes: ['unit: failed: shackle.test.ts'],
    });
  });

  it('count an unhandled rejection that failed no test', () => {
    expect(countVitest(vitest(4, 0, []), 1).failed).toBe(1);
  });

  it('count a run that wrote no report', () => {
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('are those of Playwright, and what failed or passed only on repetition is named', () => {
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 2 };
    const suites = [journeys(['expected', 'unexpected', 'flaky', 'skipped'])];
    expect(countPlaywright({ stats, suites }, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
      notes: ['e2e: failed: rig.spec.ts: is unexpected', 'e2e: passed only when repeated: rig.spec.ts: is flaky'],
    });
  });

  it('count a broken configuration of Playwright', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats }, 1).failed).toBe(1);
  });
});
