import { describe, expect, it } from 'vitest';
import { endsBelow, round2 } from './geometry.ts';

describe('a coordinate', () => {
  it('is calculated with 32 bits and kept to two decimals', () => {
    expect([24.205, 0.145, 12.345, -3.335, 18.899999].map(round2)).toEqual([24.2, 0.14, 12.35, -3.34, 18.9]);
  });

  it('goes to the even one of two hundredths that are equally near', () => {
    expect([14.125, 14.375, 14.625, -14.125].map(round2)).toEqual([14.12, 14.38, 14.62, -14.12]);
  });

  it('has fewer decimals far down on a page without limit of height', () => {
    expect(round2(93_886.38)).toBe(93_886.382_812_5);
    expect(round2(round2(93_886.38) + 51.49)).toBe(93_937.882_812_5);
  });
});

describe('an object', () => {
  it('ends at a line where the sum of its top and height does, as 32 bits hold it', () => {
    expect(16.6 + 14.6).toBeGreaterThan(31.2);
    expect(endsBelow({ top: 16.6, height: 14.6 }, 31.2)).toBe(false);
    expect(endsBelow({ top: 16.6, height: 14.61 }, 31.2)).toBe(true);
  });
});
