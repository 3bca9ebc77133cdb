import { expect, it } from 'vitest';
import { localTime } from './localTime.ts';
import { isoTime } from './present.ts';
import { storedMoment } from './storedDate.ts';

it.each([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, Infinity, Number.NaN, 1.5, 0])(
  'A stored moment of %s can be stated, in every time zone',
  (ms) => {
    expect(isoTime(ms)).toMatch(/^[+-]?\d+-\d\d-\d\dT/);
    for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles'])
      expect(new Date(localTime(ms, zone)).getTime()).not.toBeNaN();
  },
);

it('A moment that a date can state stays as it is', () => {
  for (const ms of [0, -8.64e15, 8.64e15, Date.UTC(2026, 0, 15)]) expect(storedMoment(ms)).toBe(ms);
});

it.each(['Mars/Olympus', ''])('The local time in the time zone "%s" is that of UTC', (zone) => {
  const noon = Date.UTC(2026, 0, 15, 12);
  expect(localTime(noon, zone)).toBe(noon);
});
