import { convertStatics } from '../members/numbers.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { Decimal } from '../values/decimal.ts';
import { asNumber, numericKind } from '../values/promotion.ts';
import type { Value } from '../values/values.ts';
import { toText } from '../formats/toText.ts';
import type { Runtime } from '../scope.ts';
import { ExpressionError } from '../errors.ts';
import { Char } from '../values/values.ts';
import { typeNameOf } from '../formats/toText.ts';

/** A text; null is "", a char and a number are converted to text. */
export function looseText(args: readonly Value[], index: number, runtime: Runtime): string {
  const value = args[index] ?? null;
  return typeof value === 'string' ? value : toText(value, runtime.culture);
}

/** A number as a double; decimals too: built-in functions accept both. */
export function looseNumber(args: readonly Value[], index: number): number {
  const value = args[index] ?? null;
  if (value instanceof Decimal) return value.toNumber();
  if (value === null) return 0;
  if (value instanceof Char || numericKind(value) === undefined) {
    throw new ExpressionError(`Argument ${String(index + 1)} must be a number, not ${typeNameOf(value)}`);
  }
  return asNumber(value);
}

/** Returns a method of System.Convert. @throws ExpressionError when there is none of that name */
export function converted(name: string): StaticMethod {
  const method = convertStatics.get(name);
  if (!method) throw new ExpressionError(`Convert.${name} is not known`);
  return method;
}
