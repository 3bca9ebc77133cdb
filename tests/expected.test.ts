import { describe, expect, it } from 'vitest';
import { expectedTests, runProblems, writtenProblems, writtenTests } from '../scripts/suites/expected.mjs';
import type { Result } from '../scripts/suites/results.mjs';

const EXPECTED = { 'packages/core': { written: 2, run: 5 }, 'tests/e2e': { written: 1, run: 1 } };

const ran = (file: string, times: number, outcome: Result['outcome'] = 'passed'): Result[] =>
  Array.from({ length: times }, () => ({ file, title: 'a shackle', host: 'shared', outcome }));

describe('the tests that are expected', () => {
  it('are all written in this checkout, for every package', () => {
    expect(writtenProblems(writtenTests(), expectedTests())).toEqual([]);
  });

  it('may be more, not fewer, and every package is listed', () => {
    expect(writtenProblems({ 'packages/core': 3, 'tests/e2e': 1 }, EXPECTED)).toEqual([]);
    expect(writtenProblems({ 'packages/core': 1, 'tests/e2e': 1, 'packages/rfid': 4 }, EXPECTED)).toEqual([
      'packages/rfid has tests, and no entry in tests/expected.json',
      'packages/core: 1 tests are written, 2 are expected',
    ]);
    expect(writtenProblems({ 'packages/core': 2 }, EXPECTED)).toEqual([
      'tests/e2e: 0 tests are written, 1 are expected',
    ]);
    expect(writtenProblems({ 'packages/core': 2 }, { 'packages/core': { written: 2, run: 1 } })).toHaveLength(1);
  });

  it('run, each case of a table', () => {
    const core = 'packages/core/src/items/item.test.ts';
    expect(runProblems('unit', ran(core, 5), EXPECTED)).toEqual([]);
    expect(runProblems('unit', [...ran(core, 4), ...ran(core, 1, 'skipped')], EXPECTED)).toEqual([]);
    expect(runProblems('unit', ran(core, 4), EXPECTED)).toEqual([
      'unit: 4 tests of packages/core ran, 5 are expected (tests/expected.json)',
    ]);
    expect(runProblems('e2e', [], EXPECTED)).toEqual([
      'e2e: 0 tests of tests/e2e ran, 1 are expected (tests/expected.json)',
    ]);
  });
});
