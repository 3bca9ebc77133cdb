import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { print } from '../testReport.ts';
import { violations } from './invariants.ts';
import { partsPlans, partsReportOf } from './parts.ts';
import { partsViolations } from './partsInvariants.ts';
import { plans, reportOf, type ReportPlan } from './reports.ts';

/** Number of reports to try; HOLDFAST_RUNS sets another, HOLDFAST_SEED draws others. */
const RUNS = Number(process.env['HOLDFAST_RUNS'] ?? 200);
/** Share of reports with scripts, which take longer. */
const PARTS = Math.ceil(RUNS / 5);
const SEED = Number(process.env['HOLDFAST_SEED'] ?? 20260115);

/** A report in three columns that are filled downwards, with rows as their kind and the number of lines of their note: `A8` has eight. */
function inColumns(
  rows: string,
  { summary, child, together }: Record<'summary' | 'child' | 'together', boolean>,
): ReportPlan {
  return {
    items: rows.split(' ').map(([kind = '', ...lines], index) => ({
      id: index + 1,
      kind,
      amount: 0,
      note: Array<string>(Number(lines.join('')))
        .fill('corroded')
        .join(' '),
    })),
    paper: { width: 140, height: child ? 210 : 180 },
    doublePass: false,
    outer: { title: true, summary, pageHeader: child, columnHeader: false, columnFooter: true, header: false, child },
    titleFirst: false,
    summary: {},
    header: {},
    footer: { RepeatOnEveryPage: true },
    group: { header: {}, footer: {} },
    data: { CanGrow: true, KeepTogether: together },
    columns: { count: 3, layout: 'DownThenAcross' },
    note: { CanGrow: true },
    least: -100,
  };
}

/** Reports that were found at random to print rows left of their page, and to end in a column other than the first. */
const EXAMPLES: [ReportPlan][] = [
  [inColumns('A8 B0 B0 B0 C0 C0 B7 B4 B7 C8 C2 B0', { summary: false, child: true, together: true })],
  [inColumns('A3 C8 A7 A4 A0 B5 A0 A0 C5 C0 A0 D0 C0 D0', { summary: true, child: false, together: false })],
];

describe('a random report', () => {
  it('prints every row once and inside its page, with correct totals and page numbers', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        expect(violations(plan, await print(reportOf(plan)))).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS - PARTS, examples: EXAMPLES },
    );
  }, 3_600_000);

  it('with tables, matrices, subreports and scripts prints each cell once, with correct totals', async () => {
    await fc.assert(
      fc.asyncProperty(partsPlans, async (plan) => {
        expect(partsViolations(plan, await print(partsReportOf(plan)))).toEqual([]);
      }),
      { seed: SEED, numRuns: PARTS },
    );
  }, 3_600_000);

  it('has the same pages when it is printed again', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const report = reportOf(plan);
        expect(await print(report)).toEqual(await print(report));
      }),
      { seed: SEED, numRuns: Math.ceil(RUNS / 10) },
    );
  }, 3_600_000);
});
