import { expect, it } from 'vitest';
import { isPastDay } from './certificate.ts';

it.each([
  ['2026-01-14', true],
  ['2026-01-15', false],
  ['2026-01-16', false],
  ['2025-12-31', true],
  ['2027-01-01', false],
  ['', false],
])('A certificate until %s has expired on 15 January 2026: %s', (day, expected) => {
  expect(isPastDay(day, new Date(2026, 0, 15, 23, 59))).toBe(expected);
});
