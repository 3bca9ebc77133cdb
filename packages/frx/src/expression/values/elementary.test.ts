import { describe, expect, it } from 'vitest';
import * as elementary from './elementary.ts';

/** Arguments for which the functions of JavaScript are not the nearest double, with that double, calculated with 80 digits. */
const NEAREST: Readonly<
  Record<'exp' | 'log' | 'log2' | 'sin' | 'cos' | 'tan' | 'atan' | 'cosh', readonly [number, number][]>
> = {
  exp: [
    [1.7, 5.4739473917272],
    [2.1, 8.166169912567652],
    [4.7, 109.94717245212352],
  ],
  log: [
    [1.4, 0.3364722366212129],
    [1.6, 0.47000362924573563],
    [2.3, 0.8329091229351039],
  ],
  log2: [
    [1.3, 0.37851162325372983],
    [176.1, 7.460251098943846],
  ],
  sin: [
    [2.5, 0.5984721441039565],
    [4.4, -0.951602073889516],
  ],
  cos: [
    [0.1, 0.9950041652780258],
    [2.3, -0.6662760212798241],
  ],
  tan: [
    [2.2, -1.3738230567687946],
    [4, 1.1578212823495775],
  ],
  atan: [
    [2.4, 1.176005207095135],
    [4.4, 1.3473197256542637],
  ],
  cosh: [
    [1.7, 2.828315457889967],
    [2.1, 4.144313170410316],
  ],
};

describe.each(Object.entries(NEAREST))('%s', (name, values) => {
  it.each(values)('of %d is the nearest double, as in .NET', (x, nearest) => {
    expect(elementary[name as keyof typeof NEAREST](x)).toBe(nearest);
  });
});

describe('functions of numbers far from 1', () => {
  it('end at 0, infinity and what is no number', () => {
    expect([elementary.exp(-Infinity), elementary.exp(Infinity), elementary.exp(710)]).toEqual([0, Infinity, Infinity]);
    expect(elementary.exp(Number.NaN)).toBeNaN();
    expect([elementary.log(0), elementary.log(1), elementary.log(Infinity)]).toEqual([-Infinity, 0, Infinity]);
    expect(elementary.log(-1)).toBeNaN();
  });
});
