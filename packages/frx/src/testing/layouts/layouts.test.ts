import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { print } from '../testReport.ts';
import { violations } from './invariants.ts';
import { partsPlans, partsReportOf } from './parts.ts';
import { partsViolations } from './partsInvariants.ts';
import { plans, reportOf } from './reports.ts';

/** Number of reports to try; HOLDFAST_RUNS sets another, HOLDFAST_SEED draws others. */
const RUNS = Number(process.env['HOLDFAST_RUNS'] ?? 200);
/** Share of reports with scripts, which take longer. */
const PARTS = Math.ceil(RUNS / 5);
const SEED = Number(process.env['HOLDFAST_SEED'] ?? 20260115);

describe('a random report', () => {
  it('prints every row once and inside its page, with right totals and page numbers', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        expect(violations(plan, await print(reportOf(plan)))).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS - PARTS },
    );
  }, 3_600_000);

  it('with tables, matrices, subreports and scripts prints each cell once, with right totals', async () => {
    await fc.assert(
      fc.asyncProperty(partsPlans, async (plan) => {
        expect(partsViolations(plan, await print(partsReportOf(plan)))).toEqual([]);
      }),
      { seed: SEED, numRuns: PARTS },
    );
  }, 3_600_000);

  it('gives the same pages when it is printed again', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const report = reportOf(plan);
        expect(await print(report)).toEqual(await print(report));
      }),
      { seed: SEED, numRuns: Math.ceil(RUNS / 10) },
    );
  }, 3_600_000);
});
