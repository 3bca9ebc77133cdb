import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  addTicks,
  addUnits,
  automationDate,
  datePartsOf,
  dateTime,
  dateTimeFromTicks,
  dayOfYear,
  difference,
  fromAutomationDate,
  maxDateTime,
  minDateTime,
  ticksOf,
} from './calendar.ts';
import { DateTime } from './values.ts';

const moments = fc
  .integer({ min: minDateTime.milliseconds, max: maxDateTime.milliseconds })
  .map((milliseconds) => new DateTime(milliseconds, 0));

describe('the calendar', () => {
  it('splits any time of the years 1 to 9999 into the parts that JavaScript returns', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const date = new Date(moment.milliseconds);

        expect(datePartsOf(moment)).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          dayOfWeek: date.getUTCDay(),
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
          second: date.getUTCSeconds(),
          millisecond: date.getUTCMilliseconds(),
          fraction: date.getUTCMilliseconds() * 10_000,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('combines the parts again', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const { year, month, day, hour, minute, second, millisecond } = datePartsOf(moment);

        expect(dateTime(year, month, day, hour, minute, second, millisecond)).toEqual(moment);
        expect(dateTimeFromTicks(ticksOf(moment))).toEqual(moment);
      }),
      { numRuns: 1000 },
    );
  });

  it('adds months up to the last day of a month', () => {
    expect(addMonths(dateTime(2024, 1, 31), 1)).toEqual(dateTime(2024, 2, 29));
    expect(addMonths(dateTime(2024, 1, 31), -11)).toEqual(dateTime(2023, 2, 28));
    expect(addMonths(dateTime(2024, 12, 15, 8), 14)).toEqual(dateTime(2026, 2, 15, 8));
  });

  it('counts in ticks of 100 ns, also below a millisecond', () => {
    const moment = addTicks(dateTime(2024, 1, 1), -1);

    expect(moment).toEqual(new DateTime(dateTime(2023, 12, 31, 23, 59, 59, 999).milliseconds, 9999));
    expect(difference(dateTime(2024, 1, 1), moment).ticks).toBe(1);
  });

  it('adds whole milliseconds, rounded away from zero', () => {
    const day = dateTime(2024, 1, 1);

    expect(addUnits(day, 0.4, 1)).toEqual(day);
    expect(addUnits(day, 1.5, 1)).toEqual(dateTime(2024, 1, 1, 0, 0, 0, 2));
    expect(addUnits(day, -1.5, 1)).toEqual(addUnits(day, -2, 1));
    expect(addUnits(day, 1 / 7, 86_400_000)).toEqual(dateTime(2024, 1, 1, 3, 25, 42, 857));
  });

  it('counts the hours of days before 1899-12-30 forwards in OLE automation dates', () => {
    expect(fromAutomationDate(-1.25)).toEqual(dateTime(1899, 12, 29, 6));
    expect(automationDate(dateTime(1899, 12, 28, 6))).toBe(-2.25);
    expect(automationDate(dateTime(1, 1, 1))).toBe(0);
    expect(() => fromAutomationDate(2_958_466)).toThrow('Not a legal OleAut date.');
  });

  it('returns the day of the year', () => {
    expect(dayOfYear(dateTime(2023, 12, 31))).toBe(365);
    expect(dayOfYear(dateTime(2024, 12, 31))).toBe(366);
  });

  it('has no times outside the years 1 to 9999', () => {
    expect(() => addTicks(maxDateTime, 1)).toThrow(
      expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }),
    );
    expect(() => addMonths(minDateTime, -1)).toThrow(
      expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }),
    );
    expect(() => dateTime(2023, 2, 29)).toThrow(expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }));
    expect(() => addUnits(dateTime(2024, 1, 1), 1e300, 1)).toThrow(
      expect.objectContaining({ typeName: 'ArgumentOutOfRangeException' }),
    );
  });
});
