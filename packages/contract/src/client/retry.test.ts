import { describe, expect, it } from 'vitest';
import { retryPause } from './retry.ts';

describe('the pause before a retry', () => {
  const bounds = { first: 500, longest: 30_000 };

  it('doubles with each failure', () => {
    expect([0, 1, 2, 5].map((failures) => retryPause(failures, bounds))).toEqual([500, 1_000, 2_000, 16_000]);
  });

  it('never exceeds the longest, after any number of failures', () => {
    expect([6, 60, 5_000].map((failures) => retryPause(failures, bounds))).toEqual([30_000, 30_000, 30_000]);
  });
});
