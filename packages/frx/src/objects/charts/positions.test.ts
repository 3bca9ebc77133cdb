import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cultureByName } from '../../expression/cultures/cultures.ts';
import type { SeriesPoint } from '../object.ts';
import { readChart, withRows } from './model.ts';
import { positionsOf } from './positions.ts';

const culture = cultureByName('en-US');
const template = readChart(Buffer.from('<Chart><Series><Series/></Series></Chart>').toString('base64'));
const positions = (points: readonly SeriesPoint[], dates = false, axis = {}, space = false, wanted = 5) => {
  const { series, axisX } = withRows(template, [{ name: 'S', points, dates }]);
  return positionsOf({ series, axisX: { ...axisX, ...axis } }, space, wanted, culture);
};
const point = (x: number | undefined, label = ''): SeriesPoint => ({ x, label, y: [1] });

describe('positions along an axis', () => {
  it('are inside the axis for any numbers and dates, as are the labels', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.double(), fc.integer()), { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 0, max: 30 }),
        fc.option(fc.double({ min: -1e300, max: 1e300, noNaN: true }), { nil: undefined }),
        (x, dates, space, wanted, minimum) => {
          const points = x.map((each) => point(each));
          const { at, marks, unit } = positions(points, dates, { minimum }, space, wanted);
          for (const [index, each] of points.entries()) {
            expect(at(each, index)).toBeGreaterThanOrEqual(0);
            expect(at(each, index)).toBeLessThanOrEqual(1);
          }
          for (const { share } of marks) expect(share).toBe(Math.min(1, Math.max(0, share)));
          expect(unit).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('leave half a position beside the first and the last column', () => {
    const { at, unit } = positions([point(10), point(11), point(14)], false, {}, true);
    expect(unit).toBeCloseTo(0.2);
    expect([at(point(10), 0), at(point(14), 2)].map((share) => Number(share.toFixed(6)))).toEqual([0.1, 0.9]);
  });

  it('are turned round by a reversed axis, whether they are measured or beside each other', () => {
    for (const points of [
      [point(1), point(2)],
      [point(undefined, 'a'), point(undefined, 'b')],
    ]) {
      const { at } = positions(points, false, { reversed: true });
      expect(at(points[0]!, 0)).toBeGreaterThan(at(points[1]!, 1));
    }
  });

  it('begin and end where the axis says, also with dates, which templates write as days since 1899-12-30', () => {
    expect(positions([point(3)], false, { minimum: 1, maximum: 5 }).at(point(3), 0)).toBeCloseTo(0.5);
    const day = (number: number): number => Date.UTC(2026, 0, number);
    const january = { minimum: 46_023, maximum: 46_033 };
    expect(positions([point(day(6))], true, january).at(point(day(6)), 0)).toBeCloseTo(0.5);
  });

  it('have days without a time at regular dates', () => {
    const weeks = [5, 12, 19].map((day) => point(Date.UTC(2026, 0, day), `1/${String(day)}/2026 12:00:00 AM`));
    expect(positions(weeks, true).marks.map(({ text }) => text)).toEqual(['1/5/2026', '1/12/2026', '1/19/2026']);
  });

  it('have labels in the format of the axis', () => {
    const texts = (dates: boolean, points: readonly SeriesPoint[], format: string): readonly string[] =>
      positions(points, dates, { format }).marks.map(({ text }) => text);
    expect(texts(true, [point(Date.UTC(2026, 0, 5)), point(Date.UTC(2026, 0, 8))], 'd MMM')).toContain('6 Jan');
    expect(texts(false, [point(0), point(2000)], 'N0')).toContain('1,000');
  });
});
