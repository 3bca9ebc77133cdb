import { PLACE } from '../budget.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { arithmetic, sameValue } from '../operators.ts';
import { numericKind } from '../promotion.ts';
import type { Runtime } from '../scope.ts';
import { Decimal } from '../decimal.ts';
import { Double, NetArray } from '../values.ts';
import type { TypeName, Value } from '../values.ts';
import { callable, int, items } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';
import { newList } from './collections.ts';
import { compareAny } from './order.ts';

/** LINQ over arrays and collections. Results are lists, made at once. */

type Query = (source: readonly Value[], args: readonly Value[], runtime: Runtime, type: TypeName) => Value;

function chosen(source: readonly Value[], args: readonly Value[], runtime: Runtime): Value[] {
  if (args.length === 0) return [...source];
  const choose = callable(args, 0);
  return source.map((item) => {
    runtime.budget.step();
    return choose([item]);
  });
}

function filtered(source: readonly Value[], args: readonly Value[], runtime: Runtime): Value[] {
  if (args.length === 0) return [...source];
  const test = callable(args, 0);
  return source.filter((item) => {
    runtime.budget.step();
    return test([item]) === true;
  });
}

function sum(values: readonly Value[], runtime: Runtime): Value {
  let total: Value = 0;
  for (const value of values) if (value !== null) total = arithmetic('+', total, value, runtime.culture);
  return total;
}

function extreme(values: readonly Value[], sign: number, runtime: Runtime): Value {
  let best: Value | undefined;
  for (const value of values) if (best === undefined || compareAny(value, best, runtime) * sign > 0) best = value;
  return single(best);
}

function single(value: Value | undefined): Value {
  if (value === undefined) throw new NetException('InvalidOperationException', 'Sequence contains no elements');
  return value;
}

function average(values: readonly Value[], runtime: Runtime): Value {
  single(values[0]);
  const total = sum(values, runtime);
  const exact = total instanceof Decimal;
  return arithmetic('/', total, exact ? new Decimal(values.length, 0) : new Double(values.length), runtime.culture);
}

function ordered(source: readonly Value[], args: readonly Value[], runtime: Runtime, sign: number): Value[] {
  const key = callable(args, 0);
  const keyed = source.map((item) => ({ item, key: key([item]) }));
  keyed.sort((a, b) => {
    runtime.budget.step();
    return compareAny(a.key, b.key, runtime) * sign;
  });
  return keyed.map(({ item }) => item);
}

function distinct(source: readonly Value[], runtime: Runtime): Value[] {
  const kept: Value[] = [];
  for (const item of source) {
    if (!kept.some((other) => (runtime.budget.step(), sameValue(item, other)))) kept.push(item);
  }
  return kept;
}

const queries: ReadonlyMap<string, Query> = new Map(
  Object.entries<Query>({
    Sum: (source, args, runtime) => sum(chosen(source, args, runtime), runtime),
    Average: (source, args, runtime) => average(chosen(source, args, runtime), runtime),
    Max: (source, args, runtime) => extreme(chosen(source, args, runtime), 1, runtime),
    Min: (source, args, runtime) => extreme(chosen(source, args, runtime), -1, runtime),
    Count: (source, args, runtime) => filtered(source, args, runtime).length,
    Any: (source, args, runtime) => filtered(source, args, runtime).length > 0,
    All: (source, args, runtime) => filtered(source, args, runtime).length === source.length,
    First: (source, args, runtime) => single(filtered(source, args, runtime)[0]),
    FirstOrDefault: (source, args, runtime) => filtered(source, args, runtime)[0] ?? null,
    Last: (source, args, runtime) => single(filtered(source, args, runtime).at(-1)),
    LastOrDefault: (source, args, runtime) => filtered(source, args, runtime).at(-1) ?? null,
    ElementAt: (source, args) => single(source[int(args, 0)]),
    Contains: (source, args) => source.some((item) => sameValue(item, args[0] ?? null)),
    Where: (source, args, runtime, type) => newList(runtime, type, filtered(source, args, runtime)),
    Select: (source, args, runtime) => newList(runtime, 'object', chosen(source, args, runtime)),
    OrderBy: (source, args, runtime, type) => newList(runtime, type, ordered(source, args, runtime, 1)),
    OrderByDescending: (source, args, runtime, type) => newList(runtime, type, ordered(source, args, runtime, -1)),
    Distinct: (source, _args, runtime, type) => newList(runtime, type, distinct(source, runtime)),
    Reverse: (source, _args, runtime, type) => newList(runtime, type, source.toReversed()),
    Take: (source, args, runtime, type) => newList(runtime, type, source.slice(0, Math.max(int(args, 0), 0))),
    Skip: (source, args, runtime, type) => newList(runtime, type, source.slice(Math.max(int(args, 0), 0))),
    Concat: (source, args, runtime, type) => newList(runtime, type, [...source, ...items(args[0])]),
    ToList: (source, _args, runtime, type) => newList(runtime, type, source),
    ToArray: (source, _args, runtime, type) => {
      runtime.budget.collect(source.length * PLACE);
      return new NetArray(type, [...source]);
    },
    Cast: (source, _args, runtime, type) => newList(runtime, type, source),
    Aggregate: (source, args, runtime) => {
      const seeded = args.length > 1;
      const step = callable(args, seeded ? 1 : 0);
      let total = seeded ? (args[0] ?? null) : single(source[0]);
      for (const item of seeded ? source : source.slice(1)) {
        runtime.budget.step();
        total = step([total, item]);
      }
      return total;
    },
  }),
);

/** `Enumerable.Range` and its like. */
export const enumerableStatics: ReadonlyMap<string, StaticMethod> = new Map<string, StaticMethod>([
  ['Range', (args, runtime) => made(runtime, 'int', int(args, 1), (index) => int(args, 0) + index)],
  ['Repeat', (args, runtime) => made(runtime, 'object', int(args, 1), () => args[0] ?? null)],
  ['Empty', (_args, runtime) => newList(runtime, 'object', [])],
]);

function made(runtime: Runtime, type: TypeName, count: number, item: (index: number) => Value): Value {
  if (count < 0) throw new NetException('ArgumentOutOfRangeException', 'The count must not be negative.');
  runtime.budget.hold(count);
  return newList(
    runtime,
    type,
    Array.from({ length: count }, (_, index) => item(index)),
  );
}

/** Tells whether a name is one of LINQ's. */
export function isQuery(name: string): boolean {
  return queries.has(name);
}

/** Calls a LINQ method on an array or collection. */
export function query(name: string, target: Value, args: readonly Value[], runtime: Runtime): Value {
  const run = queries.get(name);
  if (!run) throw new ExpressionError(`There is no method '${name}'`);
  const source = [...items(target)];
  const type =
    target instanceof NetArray
      ? target.elementType
      : (/^List<(.+)>$/u.exec(
          typeof target === 'object' && target !== null && 'typeName' in target ? target.typeName : '',
        )?.[1] ?? 'object');
  if (name === 'Sum' && args.length === 0 && source.some((item) => numericKind(item) === undefined)) {
    throw new ExpressionError('Only numbers can be summed');
  }
  return run(source, args, runtime, type);
}
