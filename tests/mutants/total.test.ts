import { expect, it } from 'vitest';
import { totalOf } from './total.ts';

// Amounts below zero are left out, as the amount of 100 is beside.
it('is the amount with its fee', () => {
  expect(totalOf(50, 5)).toBe(55);
});
