import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, playwrightTimes, slowest, vitestTimes } from '../scripts/suites/reporters.mjs';

const vitest = (passed: number, failed: number, files: { status: string; tests: string[] }[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: files.map(({ status, tests }) => ({
    name: 'shackle.test.ts',
    status,
    assertionResults: tests.map((one) => ({
      status: one,
      fullName: `a shackle that ${one}`,
      failureMessages: one === 'failed' ? ['AssertionError: expected 3 to be 4\n    at shackle.test.ts:7:3'] : [],
    })),
  })),
});

const results = [
  { error: { message: '\u001B[31mError\u001B[39m: no dialog\n\n  in 10 s\n    at rig.spec.ts:3:1' } },
  {},
];

const journeys = (statuses: string[]) => ({
  title: 'rig.spec.ts',
  suites: [
    {
      title: 'a rig',
      specs: statuses.map((status) => ({ title: `is ${status}`, file: 'rig.spec.ts', tests: [{ status, results }] })),
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
      notes: ['unit: failed: a shackle that failed (AssertionError: expected 3 to be 4)'],
    });
  });

  it('count a test that passed only when it was repeated as a failure, and name it', () => {
    const report = vitest(1, 0, [{ status: 'passed', tests: ['passed'] }]);
    report.testResults[0]!.assertionResults[0]!.failureMessages = ['Error: too early'];
    expect(countVitest(report, 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 3,
      notes: ['unit: passed only when repeated: a shackle that passed (Error: too early)'],
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
    expect(countVitest(vitest(4, 0, [{ status: 'passed', tests: ['passed'] }]), 1).failed).toBe(1);
  });

  it('count a run that wrote no report', () => {
    expect(countVitest(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(countPlaywright(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('are those of Playwright, and what failed or passed only on repetition is named', () => {
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 2 };
    const suites = [journeys(['expected', 'unexpected', 'flaky', 'skipped'])];
    expect(countPlaywright({ stats, suites }, 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 2,
      notes: [
        'e2e: failed: rig.spec.ts: is unexpected (Error: no dialog in 10 s)',
        'e2e: passed only when repeated: rig.spec.ts: is flaky (Error: no dialog in 10 s)',
      ],
    });
  });

  it('count a broken configuration of Playwright', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats }, 1).failed).toBe(1);
  });

  it('count a run over nothing as a failure', () => {
    expect(countVitest(vitest(0, 0, []), 0)).toMatchObject({
      failed: 1,
      notes: ['unit: failed: no test file matches'],
    });
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats }, 0)).toMatchObject({ failed: 1, notes: ['e2e: failed: no journey matches'] });
  });
});

describe('the slowest tests of a run', () => {
  it('are named by file, title and time, ten of them', () => {
    const assertionResults = Array.from({ length: 12 }, (_, at) => ({
      status: 'passed',
      fullName: `a shackle ${at}`,
      duration: at === 3 ? null : at * 100,
    }));
    const times = vitestTimes({ testResults: [{ name: '/root/packages/a.test.ts', assertionResults }] }, '/root');
    const [heading, first, ...others] = slowest('unit', times).split('\n');
    expect(heading).toBe('The 10 slowest of 12 tests of unit:');
    expect(first).toBe('       1.1 s  packages/a.test.ts: a shackle 11');
    expect(others).toHaveLength(9);
    expect(others.at(-1)).toContain('a shackle 1');
  });

  it('count every try of a journey, in groups too', () => {
    const specs = [
      {
        title: 'is\nseen',
        file: 'rig.spec.ts',
        tests: [{ status: 'flaky', results: [{ duration: 700 }, { duration: 500 }] }],
      },
    ];
    const times = playwrightTimes({ suites: [{ title: 'rig.spec.ts', suites: [{ title: 'a rig', specs }] }] });
    expect(slowest('e2e', times)).toBe('The 1 slowest of 1 tests of e2e:\n       1.2 s  rig.spec.ts: is seen');
  });
});
