import { Decimal } from '../values/decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { asNumber, numericKind } from '../values/promotion.ts';
import type { Runtime } from '../scope.ts';
import { typeNameOf } from '../formats/toText.ts';
import { Char, DateTime, Double, NetArray } from '../values/values.ts';
import type { Value } from '../values/values.ts';

/** A method without an object, also a built-in function. */
export type StaticMethod = (args: readonly Value[], runtime: Runtime) => Value;

/** A method of values of one kind. */
export type InstanceMethod<T> = (target: T, args: readonly Value[], runtime: Runtime) => Value;

/** Readers of arguments; each throws an ExpressionError that names the argument when C# would refuse it. */

function wrong(args: readonly Value[], index: number, expected: string): ExpressionError {
  const found = index < args.length ? typeNameOf(args[index] ?? null) : 'nothing';
  return new ExpressionError(`Argument ${String(index + 1)} must be ${expected}, not ${found}`);
}

export function text(args: readonly Value[], index: number): string {
  const value = args[index];
  if (typeof value === 'string') return value;
  if (value === null) throw new NetException('ArgumentNullException', 'Value cannot be null.');
  throw wrong(args, index, 'string');
}

/** A text, or a char as a text. */
export function textOrChar(args: readonly Value[], index: number): string {
  const value = args[index];
  return value instanceof Char ? String.fromCharCode(value.code) : text(args, index);
}

/** An int, or a type that converts to one. */
export function int(args: readonly Value[], index: number): number {
  const value = args[index] ?? null;
  if (typeof value === 'number') return value;
  if (numericKind(value) === 'int') return asNumber(value);
  throw wrong(args, index, 'int');
}

/** Any number, as a double. */
export function real(args: readonly Value[], index: number): number {
  const value = args[index] ?? null;
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  if (value instanceof Decimal) throw wrong(args, index, 'double');
  if (numericKind(value) !== undefined) return asNumber(value);
  throw wrong(args, index, 'double');
}

export function bool(args: readonly Value[], index: number): boolean {
  const value = args[index];
  if (typeof value === 'boolean') return value;
  throw wrong(args, index, 'bool');
}

export function date(args: readonly Value[], index: number): DateTime {
  const value = args[index];
  if (value instanceof DateTime) return value;
  throw wrong(args, index, 'DateTime');
}

export function char(args: readonly Value[], index: number): number {
  const value = args[index];
  if (value instanceof Char) return value.code;
  throw wrong(args, index, 'char');
}

/** The arguments of a `params object[]`: those from `index` on, or the items of a single array. */
export function rest(args: readonly Value[], index: number): readonly Value[] {
  const only = args[index];
  return only instanceof NetArray && args.length === index + 1 ? only.items : args.slice(index);
}
