import { ExpressionError, NetException } from '../errors.ts';
import { asNumber, numericKind } from '../values/promotion.ts';
import type { Runtime } from '../scope.ts';
import { Char, DateTime, EnumValue } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { vbFunctions } from './operators.ts';

/** Arguments of the functions of Visual Basic. */

/** A function of Visual Basic. */
export type Run = (args: readonly Value[], runtime: Runtime) => Value;

/** An argument converted to another type. */
export const as =
  (type: string) =>
  (args: readonly Value[], index: number, runtime: Runtime): Value =>
    vbFunctions[`vb:to ${type}`]?.([args[index] ?? null], runtime) ?? null;
/** An argument as a text; Nothing is empty. */
export const text = (args: readonly Value[], index: number, runtime: Runtime): string => {
  const value = as('string')(args, index, runtime);
  return typeof value === 'string' ? value : '';
};
/** An argument as an integer. */
export const whole = (args: readonly Value[], index: number, runtime: Runtime): number =>
  asNumber(as('int')(args, index, runtime));
/** An argument as a date. */
export const moment = (args: readonly Value[], index: number, runtime: Runtime): DateTime => {
  const value = as('DateTime')(args, index, runtime);
  if (value instanceof DateTime) return value;
  throw new ExpressionError(`Argument ${String(index + 1)} must be a date`);
};

/** The exception for an invalid argument. */
export function wrong(name: string): NetException {
  return new NetException('ArgumentException', `Argument '${name}' is not a valid value.`);
}

/** The exception for an argument below its minimum, 0 or 1; `Parameter` names it again, as most functions do. */
function tooSmall(name: string, least = 0, isNamed = true): NetException {
  const must = least === 0 ? 'must be greater or equal to zero' : 'must be greater than zero';
  return new NetException('ArgumentException', `Argument '${name}' ${must}.${isNamed ? ` (Parameter '${name}')` : ''}`);
}

/** An argument as a number with a minimum. */
export function count(
  args: readonly Value[],
  index: number,
  runtime: Runtime,
  name: string,
  least = 0,
  isNamed = true,
): number {
  const value = whole(args, index, runtime);
  if (value < least) throw tooSmall(name, least, isNamed);
  return value;
}

/** Returns true for a number, a Boolean, an enum and a text that is a number. */
export function isNumeric(value: Value, runtime: Runtime): boolean {
  if (typeof value === 'boolean') return true;
  if (value === null || value instanceof Char) return false;
  if (typeof value !== 'string') return value instanceof EnumValue || numericKind(value) !== undefined;
  const { currencySymbol: symbol } = runtime.culture.numbers;
  const plain = symbol === '' ? value : value.replace(symbol, '');
  if (plain.trim() === '') return false;
  try {
    as('double')([plain], 0, runtime);
    return true;
  } catch (error) {
    if (error instanceof NetException) return false;
    throw error;
  }
}

/** Functions by their names in lower case. */
export type Functions = Readonly<Record<string, Run>>;

/** Returns true when an argument is CompareMethod.Text: the comparison is then case-insensitive. */
export function ignoresCase(args: readonly Value[], index: number, runtime: Runtime): boolean {
  const value = args[index] ?? null;
  return value instanceof EnumValue ? value.value === 1 : value !== null && whole(args, index, runtime) === 1;
}
