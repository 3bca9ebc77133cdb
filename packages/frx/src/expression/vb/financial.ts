import { exp, log } from '../values/elementary.ts';
import { Double, NetArray } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import type { Runtime } from '../scope.ts';
import { asNumber } from '../values/promotion.ts';
import { as, whole, wrong } from './arguments.ts';
import type { Functions } from './arguments.ts';

/** The financial functions of Microsoft.VisualBasic: annuities, depreciation, and rates by the same iteration as in .NET. */

/** Maximum steps of an iteration, its accuracy, and its step when two values are equal. */
const STEPS = 40;
const ACCURACY = 1e-7;
const MOVE = 1e-5;

const number = (args: readonly Value[], index: number, runtime: Runtime, otherwise = 0): number =>
  index < args.length && args[index] !== null ? asNumber(as('double')(args, index, runtime)) : otherwise;

/** Returns true when payments are due at the beginning of a period. */
const isBegin = (args: readonly Value[], index: number, runtime: Runtime): boolean =>
  index < args.length && whole(args, index, runtime) !== 0;

const factor = (rate: number, begin: boolean): number => (begin ? 1 + rate : 1);

function payment(rate: number, periods: number, present: number, future: number, begin: boolean): number {
  if (periods === 0) throw wrong('NPer');
  if (rate === 0) return (-future - present) / periods;
  const growth = (1 + rate) ** periods;
  return ((-future - present * growth) / (factor(rate, begin) * (growth - 1))) * rate;
}

function futureValue(rate: number, periods: number, paid: number, present: number, begin: boolean): number {
  if (rate === 0) return -present - paid * periods;
  const growth = (1 + rate) ** periods;
  return -present * growth - (paid / rate) * factor(rate, begin) * (growth - 1);
}

function interest(rate: number, period: number, periods: number, present: number, future: number, begin: boolean): number {
  if (period <= 0 || period >= periods + 1) throw wrong('Per');
  if (begin && period === 1) return 0;
  const paid = payment(rate, periods, present, future, begin);
  return futureValue(rate, period - (begin ? 2 : 1), paid, begin ? present + paid : present, false) * rate;
} // prettier-ignore

function periodsOf(rate: number, paid: number, present: number, future: number, begin: boolean): number {
  if (rate <= -1) throw wrong('Rate');
  if (rate === 0) {
    if (paid === 0) throw wrong('Pmt');
    return -(present + future) / paid;
  }
  const share = (paid * factor(rate, begin)) / rate;
  let [end, start] = [share - future, present + share];
  if (end < 0 && start < 0) [end, start] = [-end, -start];
  else if (end <= 0 || start <= 0) throw wrong('NPer');
  return (log(end) - log(start)) / log(rate + 1);
}

function rateOf(periods: number, paid: number, present: number, future: number, begin: boolean, guess: number): number {
  if (periods <= 0) throw wrong('NPer');
  const at = (rate: number): number => {
    if (rate === 0) return present + paid * periods + future;
    const growth = (1 + rate) ** periods;
    return present * growth + (paid * factor(rate, begin) * (growth - 1)) / rate + future;
  };
  let first = guess;
  let ofFirst = at(first);
  let second = ofFirst > 0 ? first / 2 : first * 2;
  let ofSecond = at(second);
  for (let step = 0; step < STEPS; step++) {
    if (ofSecond === ofFirst) {
      first += second > first ? -MOVE : MOVE;
      ofFirst = at(first);
      if (ofSecond === ofFirst) throw wrong('Rate');
    }
    first = second - ((second - first) * ofSecond) / (ofSecond - ofFirst);
    ofFirst = at(first);
    if (Math.abs(ofFirst) < ACCURACY) return first;
    [first, second, ofFirst, ofSecond] = [second, first, ofSecond, ofFirst];
  }
  throw wrong('Rate');
} // prettier-ignore

/** The numbers of an array of cash flows. */
function flows(args: readonly Value[], index: number, runtime: Runtime): number[] {
  const given = args[index] ?? null;
  if (!(given instanceof NetArray)) throw wrong('ValueArray');
  runtime.budget.work(given.items.length * STEPS);
  return given.items.map((_, at, all) => number(all, at, runtime));
}

/** Present value of cash flows, the first of which is a period away. */
function presentValue(rate: number, values: readonly number[]): number {
  let growth = 1;
  let sum = 0;
  for (const value of values) {
    growth += growth * rate;
    sum += value / growth;
  }
  return sum;
}

/** Value of cash flows at the time of the first of them. */
const valueAtFirst = (rate: number, values: readonly number[]): number =>
  values.reduceRight((sum, value) => sum / (1 + rate) + value, 0);

function returnOf(values: readonly number[], guess: number): number {
  if (guess <= -1) throw wrong('Guess');
  if (values.length <= 1) throw wrong('ValueArray');
  const limit = Math.max(...values.map(Math.abs)) * ACCURACY * 0.01;
  let first = guess;
  let ofFirst = valueAtFirst(first, values);
  let second = ofFirst > 0 ? first + MOVE : first - MOVE;
  if (second <= -1) throw wrong('Rate');
  let ofSecond = valueAtFirst(second, values);
  for (let step = 0; step < STEPS; step++) {
    if (ofSecond === ofFirst) {
      first += second > first ? -MOVE : MOVE;
      ofFirst = valueAtFirst(first, values);
      if (ofSecond === ofFirst) throw wrong('Rate');
    }
    first = second - ((second - first) * ofSecond) / (ofSecond - ofFirst);
    if (first <= -1) first = (second - 1) * 0.5;
    ofFirst = valueAtFirst(first, values);
    if (Math.abs(ofFirst) < limit && Math.abs(first - second) < ACCURACY) return first;
    [first, second, ofFirst, ofSecond] = [second, first, ofSecond, ofFirst];
  }
  throw wrong('Rate');
}

function modifiedReturn(values: readonly number[], finance: number, reinvest: number): number {
  const losses = presentValue(finance, values.map((value) => Math.min(value, 0))); // prettier-ignore
  const gains = presentValue(reinvest, values.map((value) => Math.max(value, 0))); // prettier-ignore
  if (losses === 0) throw wrong('FinanceRate');
  const ratio = (-gains * (1 + reinvest) ** values.length) / (losses * (1 + finance));
  if (ratio < 0) throw wrong('ReinvestRate');
  return exp(log(ratio) / (values.length - 1)) - 1;
}

/** Depreciation of a period by a multiple of the straight line, down to the residual value. */
function declining(cost: number, rest: number, life: number, period: number, multiple: number): number {
  if (multiple <= 0 || rest < 0 || period <= 0 || period > life) throw wrong('Factor');
  if (cost <= 0) return 0;
  if (life < 2) return cost - rest;
  if (life === 2 && period > 1) return 0;
  if (life === 2) return cost - rest;
  if (period <= 1) return Math.min((cost * multiple) / life, cost - rest);
  const kept = (life - multiple) / life;
  const most = cost * (1 - kept ** period) - cost + rest;
  return Math.max(0, ((multiple * cost) / life) * kept ** (period - 1) - Math.max(0, most));
}

/** Arguments of a function: numbers by index, and whether payments are due at the beginning of a period. */
interface Given {
  at(index: number, otherwise?: number): number;
  due(index: number): boolean;
  flows(index: number): number[];
}

/** A function that returns a Double. */
const calculated =
  (run: (given: Given) => number): Functions[string] =>
  (args, runtime) =>
    new Double(
      run({
        at: (index, otherwise) => number(args, index, runtime, otherwise),
        due: (index) => isBegin(args, index, runtime),
        flows: (index) => flows(args, index, runtime),
      }),
    );

/** The functions under their names in lower case. */
export const financialFunctions: Functions = {
  pmt: calculated(({ at, due }) => payment(at(0), at(1), at(2), at(3), due(4))),
  fv: calculated(({ at, due }) => futureValue(at(0), at(1), at(2), at(3), due(4))),
  pv: calculated(({ at, due }) => {
    const [rate, periods, paid, future] = [at(0), at(1), at(2), at(3)];
    if (rate === 0) return -future - paid * periods;
    const growth = (1 + rate) ** periods;
    return -(future + paid * factor(rate, due(4)) * ((growth - 1) / rate)) / growth;
  }),
  nper: calculated(({ at, due }) => periodsOf(at(0), at(1), at(2), at(3), due(4))),
  ipmt: calculated(({ at, due }) => interest(at(0), at(1), at(2), at(3), at(4), due(5))),
  ppmt: calculated(({ at, due }) => payment(at(0), at(2), at(3), at(4), due(5)) - interest(at(0), at(1), at(2), at(3), at(4), due(5))), // prettier-ignore
  rate: calculated(({ at, due }) => rateOf(at(0), at(1), at(2), at(3), due(4), at(5, 0.1))),
  sln: calculated(({ at }) => {
    if (at(2) === 0) throw wrong('Life');
    return (at(0) - at(1)) / at(2);
  }),
  syd: calculated(({ at }) => {
    const [life, period] = [at(2), at(3)];
    if (at(1) < 0) throw wrong('Salvage');
    if (period > life || period <= 0) throw wrong('Period');
    return ((at(0) - at(1)) / (life * (life + 1))) * (life + 1 - period) * 2;
  }),
  ddb: calculated(({ at }) => declining(at(0), at(1), at(2), at(3), at(4, 2))),
  npv: calculated(({ at, flows: values }) => {
    if (at(0) === -1) throw wrong('Rate');
    return presentValue(at(0), values(1));
  }),
  irr: calculated(({ at, flows: values }) => returnOf(values(0), at(1, 0.1))),
  mirr: calculated(({ at, flows: values }) => modifiedReturn(values(0), at(1), at(2))),
};
