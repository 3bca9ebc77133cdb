import { describe, expect, it } from 'vitest';
import { atan, cos, cosh, exp, log, log2, sin, tan } from './elementary.ts';

/** Arguments for which the functions of JavaScript are not the nearest double, with that double, calculated with 80 digits. */
const NEAREST: readonly (readonly [of: (x: number) => number, x: number, nearest: number])[] = [
  [exp, 1.7, 5.4739473917272],
  [exp, 2.1, 8.166169912567652],
  [exp, 4.7, 109.94717245212352],
  [log, 1.4, 0.3364722366212129],
  [log, 1.6, 0.47000362924573563],
  [log, 2.3, 0.8329091229351039],
  [log2, 1.3, 0.37851162325372983],
  [log2, 176.1, 7.460251098943846],
  [sin, 2.5, 0.5984721441039565],
  [sin, 4.4, -0.951602073889516],
  [cos, 0.1, 0.9950041652780258],
  [cos, 2.3, -0.6662760212798241],
  [tan, 2.2, -1.3738230567687946],
  [tan, 4, 1.1578212823495775],
  [atan, 2.4, 1.176005207095135],
  [atan, 4.4, 1.3473197256542637],
  [cosh, 1.7, 2.828315457889967],
  [cosh, 2.1, 4.144313170410316],
];

it.each(NEAREST.map(([of, x, nearest]) => ({ name: of.name, of, x, nearest })))(
  '$name of $x is the nearest double, as in .NET',
  ({ of, x, nearest }) => {
    expect(of(x)).toBe(nearest);
  },
);

describe('functions of numbers far from 1', () => {
  it('end at 0, infinity and what is no number', () => {
    expect([exp(-Infinity), exp(Infinity), exp(710)]).toEqual([0, Infinity, Infinity]);
    expect(exp(Number.NaN)).toBeNaN();
    expect([log(0), log(1), log(Infinity)]).toEqual([-Infinity, 0, Infinity]);
    expect(log(-1)).toBeNaN();
  });
});
