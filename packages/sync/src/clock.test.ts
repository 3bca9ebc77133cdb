import { expect, it } from 'vitest';
import { MOST_COUNTER } from '@holdfast/contract/sync';
import { type Clock, compareClocks, formatClock, parseClock, successor, tick } from './clock.ts';
import { advanceClock } from './rules.ts';

it('The clock after one with an exhausted counter is later, and can be parsed like any other', () => {
  const last: Clock = [1_768_000_000_000, MOST_COUNTER, 'a'];
  for (const next of [successor(last, 'b'), tick(last, last[0] - 5, 'b'), advanceClock([1, 0, 'b'], last)]) {
    expect(compareClocks(next, last)).toBeGreaterThan(0);
    expect(parseClock(formatClock(next))).toEqual(next);
    expect(next[1]).toBeLessThanOrEqual(MOST_COUNTER);
  }
});
