import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkResults, provedOn, resultsById } from '../scripts/suites/acceptance.mjs';
import {
  forgetResults,
  playwrightResults,
  readResults,
  vitestResults,
  windowResults,
  writeResults,
} from '../scripts/suites/results.mjs';

/** Ids are put together here, so that this file claims none of them. */
const id = (area: string, number: string): string => `${area}-${number}`;
const COND1 = id('COND', '01');
const COND2 = id('COND', '02');
const ROOT = join(import.meta.dirname, '..');

type Result = Parameters<typeof provedOn>[0][number];

/** Ids that the page declares, and whether the journeys in the window ran. */
interface Declared {
  openOnAgent?: string[];
  inWindow?: string[];
  hasWindow?: boolean;
}

const result = (host: Result['host'], outcome: Result['outcome'], statement = COND1): Result => ({
  file: 'a.spec.ts',
  title: `is seen [${statement}]`,
  host,
  outcome,
});

describe('the results of a run', () => {
  it('are those of Vitest: shared code, or that of one host, and what passed only when it was repeated failed', () => {
    const file = (name: string, ...tests: object[]) => ({ name: join(ROOT, name), assertionResults: tests as never[] });
    const report = {
      testResults: [
        file(
          'packages/core/src/a.test.ts',
          { fullName: 'a group a test', status: 'passed' },
          { fullName: 'b', status: 'pending' },
        ),
        file('apps/desktop/src/a.test.ts', { fullName: 'c', status: 'failed', failureMessages: ['x'] }),
        file('apps/server/src/a.test.ts', { fullName: 'd', status: 'passed', failureMessages: ['x'] }),
      ],
    };
    expect(vitestResults(report).map(({ file: path, title, host, outcome }) => [path, title, host, outcome])).toEqual([
      ['packages/core/src/a.test.ts', 'a group a test', 'shared', 'passed'],
      ['packages/core/src/a.test.ts', 'b', 'shared', 'skipped'],
      ['apps/desktop/src/a.test.ts', 'c', 'agent', 'failed'],
      ['apps/server/src/a.test.ts', 'd', 'server', 'failed'],
    ]);
  });

  it('are those of Playwright, each with the host of its project', () => {
    const spec = (title: string, ...tests: [string, string][]) => ({
      title,
      file: 'rig.spec.ts',
      tests: tests.map(([projectName, status]) => ({ projectName, status })),
    });
    const specs = [spec('is seen', ['server', 'expected'], ['agent', 'flaky']), spec('is not', ['server', 'skipped'])];
    expect(playwrightResults({ suites: [{ title: 'rig.spec.ts', suites: [{ title: 'a rig', specs }] }] })).toEqual([
      { file: 'tests/e2e/rig.spec.ts', title: 'a rig is seen', host: 'server', outcome: 'passed' },
      { file: 'tests/e2e/rig.spec.ts', title: 'a rig is seen', host: 'agent', outcome: 'failed' },
      { file: 'tests/e2e/rig.spec.ts', title: 'a rig is not', host: 'server', outcome: 'skipped' },
    ]);
  });

  it('are those of an agent where a journey opens its window itself', () => {
    const specs = [
      {
        title: 'syncs',
        file: 'rig.spec.ts',
        tags: ['desktop'],
        tests: [{ projectName: 'server', status: 'expected' }],
      },
    ];
    expect(playwrightResults({ suites: [{ title: 'rig.spec.ts', specs }] })).toMatchObject([{ host: 'agent' }]);
  });

  it('are those of the window for every journey there', () => {
    const specs = [{ title: 'closes', file: 'bar.spec.ts', tests: [{ projectName: '', status: 'expected' }] }];
    expect(windowResults({ suites: [{ title: 'bar.spec.ts', specs }] })).toEqual([
      { file: 'tests/e2e/window/bar.spec.ts', title: 'closes', host: 'window', outcome: 'passed' },
    ]);
  });

  it('are read as they were written, and missing before the first run and once the next has begun', () => {
    const cache = mkdtempSync(join(tmpdir(), 'holdfast-results-'));
    try {
      expect(readResults('unit', cache)).toBeUndefined();
      writeResults('unit', [result('shared', 'passed')], cache);
      expect(readResults('unit', cache)?.results).toEqual([result('shared', 'passed')]);
      forgetResults('unit', cache);
      expect(readResults('unit', cache)).toBeUndefined();
    } finally {
      rmSync(cache, { recursive: true, force: true });
    }
  });
});

describe('what is proved', () => {
  it.each<[string, Result[], boolean, boolean]>([
    ['nothing, where no test ran', [], false, false],
    ['nothing by a test that was skipped', [result('shared', 'skipped')], false, false],
    ['nothing by a test that failed', [result('server', 'failed')], false, false],
    [
      'nothing by one that passed beside one that failed',
      [result('server', 'passed'), result('server', 'failed')],
      false,
      false,
    ],
    ['by a journey over the server on the server alone', [result('server', 'passed')], true, false],
    ['by a journey over an agent on the agent alone', [result('offline agent', 'passed')], false, true],
    ['by a test of shared code on both', [result('shared', 'passed')], true, true],
    [
      'on the server, where the same journey fails on the agent',
      [result('server', 'passed'), result('agent', 'failed')],
      true,
      false,
    ],
  ])('%s', (_what, results, server, agent) => {
    expect(provedOn(results)).toEqual({ server, agent, window: false });
  });

  const check = (
    build: string,
    results: Result[],
    { openOnAgent = [], inWindow = [], hasWindow = false }: Declared = {},
  ): string[] =>
    checkResults(
      {
        builds: new Map([[COND1, build]]),
        open: new Set(),
        openOnAgent: new Set(openOnAgent),
        inWindow: new Set(inWindow),
      },
      resultsById(results),
      hasWindow,
    );

  it('in both builds needs both hosts', () => {
    expect(check('both', [result('server', 'passed'), result('agent', 'passed')])).toEqual([]);
    expect(check('both', [result('server', 'passed')])).toEqual([
      expect.stringContaining(`${COND1} is not proved on the agent`),
    ]);
    expect(check('both', [result('server', 'passed')], { openOnAgent: [COND1] })).toEqual([]);
  });

  it('on the web needs the server, and on the desktop the agent', () => {
    expect(check('web', [result('server', 'passed')])).toEqual([]);
    expect(check('web', [result('agent', 'passed')])).toHaveLength(1);
    expect(check('desktop', [result('agent', 'passed')])).toEqual([]);
    expect(check('desktop', [result('server', 'passed')])).toHaveLength(1);
  });

  it('in the window alone needs its journeys once they ran, and is refused where the agent proves it', () => {
    const inWindow = [COND1];
    expect(check('desktop', [], { inWindow })).toEqual([]);
    expect(check('desktop', [], { inWindow, hasWindow: true })).toEqual([
      expect.stringContaining(`${COND1} is not proved in the window`),
    ]);
    expect(check('desktop', [result('window', 'passed')], { inWindow, hasWindow: true })).toEqual([]);
    expect(check('desktop', [result('window', 'passed')])).toEqual([
      expect.stringContaining('not proved on the agent'),
    ]);
    expect(check('desktop', [result('agent', 'passed')], { inWindow })).toEqual([
      expect.stringContaining('remove it from the section "In the window"'),
    ]);
  });

  it('is refused when it is listed as open on the agent and proved there', () => {
    const results = [result('server', 'passed'), result('agent', 'passed')];
    expect(check('both', results, { openOnAgent: [COND1] })).toEqual([
      expect.stringContaining('remove it from the section'),
    ]);
  });

  it('is found by the id in the title', () => {
    expect([...resultsById([result('server', 'passed', COND2), result('agent', 'failed')]).keys()]).toEqual([
      COND2,
      COND1,
    ]);
  });

  it('names the test that failed', () => {
    expect(check('web', [result('server', 'failed')])).toEqual([
      `${COND1} is not proved on the server: a.spec.ts: is seen [${COND1}] failed.`,
    ]);
  });
});
