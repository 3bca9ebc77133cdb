import { describe, expect, it } from 'vitest';
import { momentAnswer, pickedMoment } from './dates.ts';
import { formatDayRange, formatInstantDay, formatMoment, formatTimeIn, progressOf, todayIn } from './formats.ts';
import { dayNow } from './zonedNow.ts';

const counts = { totalItems: 0, fitForPurpose: 0, needsAttention: 0, defective: 0, notApplicable: 0 };

describe('progress', () => {
  it('is a whole number of per cent, always rounded down, from all four conditions [CNST-04]', () => {
    expect(
      progressOf({ totalItems: 420, fitForPurpose: 400, needsAttention: 10, defective: 8, notApplicable: 1 }),
    ).toBe(99);
    expect(progressOf({ ...counts, totalItems: 3, needsAttention: 2 })).toBe(66);
    expect(progressOf({ ...counts, totalItems: 300, defective: 1 })).toBe(0);
    expect(progressOf({ ...counts, totalItems: 7, notApplicable: 7 })).toBe(100);
    expect(progressOf(counts)).toBe(0);
  });
});

describe('moments', () => {
  it('are formatted like the answers to questions about moments', () => {
    expect(formatMoment('2026-01-05T13:05:00.000Z')).toMatch(/^0[56]\/01\/2026 \d\d:\d5 [ap]m$/);
  });

  it('show the calendar day of a time zone', () => {
    expect(formatInstantDay('2026-01-05T23:30:00.000Z', 'Pacific/Auckland')).toBe('06/01/2026');
    expect(formatInstantDay('2026-01-05T02:30:00.000Z', 'America/Los_Angeles')).toBe('04/01/2026');
  });
});

describe('values that were stored before they had bounds', () => {
  it('show the last day there is for one beyond it', () => {
    expect(formatDayRange(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toMatch(
      /^20\/04\/271822.* – 13\/09\/275760$/,
    );
  });

  it.each(['Mars/Olympus', ''])('show the time of UTC for the time zone "%s"', (zone) => {
    const now = new Date('2026-01-05T13:05:00.000Z');
    expect(formatInstantDay(now.toISOString(), zone)).toBe('05/01/2026');
    expect(formatTimeIn(zone, now)).toBe('13:05');
    expect(todayIn(zone, now)).toBe(Date.UTC(2026, 0, 5) / 1000);
    expect(dayNow(zone)).toBe(dayNow('UTC'));
    expect(pickedMoment({ value: now.toISOString(), displayValue: '' }, zone)).toBe('2026-01-05 13:05:00');
    expect(momentAnswer('2026-01-05 13:05:00', zone).value).toBe(now.toISOString());
  });
});
