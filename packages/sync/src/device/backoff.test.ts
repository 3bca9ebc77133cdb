import { describe, expect, it } from 'vitest';
import { idleDelay, retryDelay } from './backoff.ts';

describe('the time until the next try', () => {
  it('is random up to a bound that doubles from five seconds to five minutes', () => {
    expect(retryDelay(1, 0.5)).toBe(2_500);
    expect(retryDelay(3, 0.5)).toBe(10_000);
    expect(retryDelay(40, 0.5)).toBe(150_000);
  });

  it('is never shorter than the server asked for', () => {
    expect(retryDelay(1, 0, 60_000)).toBe(60_000);
  });

  it('is five minutes plus or minus a fifth when nothing failed', () => {
    expect(idleDelay(0)).toBe(240_000);
    expect(idleDelay(0.5)).toBe(300_000);
  });
});
