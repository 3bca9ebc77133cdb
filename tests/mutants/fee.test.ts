import { expect, it } from 'vitest';
import { feeOf } from './fee.ts';

// The amount of 100 is left out: `npm run mutants` must report that nothing holds it.
it('is nothing for large amounts', () => {
  expect(feeOf(50)).toBe(5);
  expect(feeOf(150)).toBe(0);
});
