import { PLACE } from '../budget.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { sameValue } from '../operators.ts';
import { compareAny } from './order.ts';
import { NetArray } from '../values.ts';
import type { Value } from '../values.ts';
import { asNumber, numericKind } from '../promotion.ts';
import { int } from './arguments.ts';
import type { InstanceMethod, StaticMethod } from './arguments.ts';

function array(args: readonly Value[], index: number): NetArray {
  const value = args[index];
  if (value instanceof NetArray) return value;
  throw new ExpressionError(`Argument ${String(index + 1)} must be an array`);
}

/** Index of an item, checked. */
export function itemIndex(index: readonly Value[], length: number): number {
  const value = index[0] ?? null;
  if (index.length !== 1 || numericKind(value) === undefined)
    throw new ExpressionError('One whole number is expected as index');
  const at = asNumber(value);
  if (!Number.isInteger(at) || at < 0 || at >= length) {
    throw new NetException('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
  }
  return at;
}

export const arrayProperties: ReadonlyMap<string, (target: NetArray) => Value> = new Map(
  Object.entries<(target: NetArray) => Value>({
    Length: (target) => target.items.length,
    Count: (target) => target.items.length,
    LongLength: (target) => BigInt(target.items.length),
    Rank: () => 1,
  }),
);

export const arrayMethods: ReadonlyMap<string, InstanceMethod<NetArray>> = new Map(
  Object.entries<InstanceMethod<NetArray>>({
    GetLength: (target) => target.items.length,
    GetValue: (target, args) => target.items[itemIndex(args, target.items.length)] ?? null,
    SetValue: (target, args) => {
      target.items[itemIndex(args.slice(1), target.items.length)] = args[0] ?? null;
      return null;
    },
    Clone: (target, _args, runtime) => {
      runtime.budget.collect(target.items.length * PLACE);
      return new NetArray(target.elementType, [...target.items]);
    },
    CopyTo: (target, args) => {
      const into = array(args, 0);
      const from = int(args, 1);
      if (from < 0 || from + target.items.length > into.items.length) {
        throw new NetException('ArgumentException', 'Destination array was not long enough.');
      }
      for (const [index, item] of target.items.entries()) into.items[from + index] = item;
      return null;
    },
  }),
);

export const arrayStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    Sort: (args, runtime) => {
      array(args, 0).items.sort((a, b) => compareAny(a, b, runtime));
      return null;
    },
    Reverse: (args) => {
      array(args, 0).items.reverse();
      return null;
    },
    IndexOf: (args) => array(args, 0).items.findIndex((item) => sameValue(item, args[1] ?? null)),
  }),
);
