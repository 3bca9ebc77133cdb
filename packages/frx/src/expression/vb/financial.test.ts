import { describe, expect, it } from 'vitest';
import { compile, testScope } from '../testing/testScope.ts';
import { toText } from '../formats/toText.ts';

/** Loans and savings of Microsoft.VisualBasic.Financial: the functions agree with each other, as their definitions require. */

const scope = () => ({ ...testScope({}), language: 'Vb' as const });
const result = (name: string, ...args: readonly number[]): number =>
  Number(toText(compile(`${name}(${args.join(', ')})`, scope()).evaluate(), scope().runtime.culture));

const loans = [0, 0.01, 0.1].flatMap((rate) =>
  [1, 5, 12].flatMap((periods) =>
    [0, 200].flatMap((future) => [0, 1].map((due) => ({ rate, periods, present: 1000, future, due }))),
  ),
);

describe('the payment of a loan', () => {
  it.each(loans)('at $rate in $periods periods leads from its present to its future value', (loan) => {
    const { rate, periods, present, future, due } = loan;
    const paid = result('Pmt', rate, periods, present, future, due);
    expect(result('PV', rate, periods, paid, future, due)).toBeCloseTo(present, 6);
    expect(result('FV', rate, periods, paid, present, due)).toBeCloseTo(future, 6);
    expect(result('NPer', rate, paid, present, future, due)).toBeCloseTo(periods, 6);
  });

  it.each(loans)('at $rate in $periods periods is interest and principal, which repays the loan', (loan) => {
    const { rate, periods, present, future, due } = loan;
    const paid = result('Pmt', rate, periods, present, future, due);
    let repaid = 0;
    for (let period = 1; period <= periods; period += 1) {
      const interest = result('IPmt', rate, period, periods, present, future, due);
      const principal = result('PPmt', rate, period, periods, present, future, due);
      expect(interest + principal).toBeCloseTo(paid, 6);
      // What is owed is the loan without what was repaid; a payment in advance bears no interest of its first period.
      if (due === 0) expect(interest).toBeCloseTo(-rate * (present + repaid), 6);
      else if (period === 1) expect(interest).toBe(0);
      repaid += principal;
    }
    if (due === 0) expect(repaid).toBeCloseTo(-present - future, 6);
  });

  it.each(loans.filter(({ rate, periods, due }) => rate > 0 && periods > 1 && due === 0))(
    'at $rate in $periods periods reveals its rate',
    ({ rate, periods, present, future, due }) => {
      const paid = result('Pmt', rate, periods, present, future, due);
      expect(result('Rate', periods, paid, present, future, due)).toBeCloseTo(rate, 6);
    },
  );
});

describe('the depreciation of an asset', () => {
  const [cost, salvage, life] = [2400, 300, 10];
  const periods = Array.from({ length: life }, (_, index) => index + 1);
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

  it('is the same each year, or falls with the years that remain', () => {
    expect(result('SLN', cost, salvage, life)).toBeCloseTo((cost - salvage) / life, 6);
    const years = periods.map((period) => result('SYD', cost, salvage, life, period));
    expect(sum(years)).toBeCloseTo(cost - salvage, 6);
    for (const [index, year] of years.entries()) expect(year / years.at(-1)!).toBeCloseTo(life - index, 6);
  });

  it('is a share of what is left, until the salvage value is reached', () => {
    for (const factor of [2, 1.5]) {
      let left = cost;
      for (const period of periods) {
        const lost = result('DDB', cost, salvage, life, period, factor);
        expect(lost).toBeCloseTo(Math.max(0, Math.min((left * factor) / life, left - salvage)), 6);
        left -= lost;
      }
    }
    expect(result('DDB', cost, salvage, life, 1)).toBeCloseTo((cost * 2) / life, 6);
  });
});
