import { Decimal } from './decimal.ts';
import { Char, Double, EnumValue, Integer, Single } from './values.ts';
import type { Value } from './values.ts';

/** The types of C# arithmetic, in the order of binary numeric promotion. */
export type NumericKind = 'int' | 'uint' | 'long' | 'ulong' | 'float' | 'double' | 'decimal';

/** The type in which a value is calculated; undefined when it is not a number. A char is an int. */
export function numericKind(value: Value): NumericKind | undefined {
  if (typeof value === 'number') return 'int';
  if (typeof value === 'bigint') return 'long';
  if (value instanceof Decimal) return 'decimal';
  if (value instanceof Double) return 'double';
  if (value instanceof Single) return 'float';
  if (value instanceof Integer) return value.type === 'uint' || value.type === 'ulong' ? value.type : 'int';
  if (value instanceof Char) return 'int';
  return undefined;
}

/** The common type of both operands; undefined for decimal with double or float, which C# refuses. */
export function commonKind(a: NumericKind, b: NumericKind): NumericKind | undefined {
  if (a === b) return a;
  if (a === 'decimal' || b === 'decimal') {
    const other = a === 'decimal' ? b : a;
    return other === 'double' || other === 'float' ? undefined : 'decimal';
  }
  if (a === 'double' || b === 'double') return 'double';
  if (a === 'float' || b === 'float') return 'float';
  if (a === 'ulong' || b === 'ulong') return 'ulong';
  return 'long';
}

/** The value of any number as a double; for a decimal the nearest one. */
export function asNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Double || value instanceof Single) return value.value;
  if (value instanceof Decimal) return value.toNumber();
  if (value instanceof Integer) return Number(value.value);
  if (value instanceof Char) return value.code;
  if (value instanceof EnumValue) return value.value;
  return Number.NaN;
}

/** The value of an integer. */
export function asBigInt(value: Value): bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  if (value instanceof Integer) return value.value;
  if (value instanceof Char) return BigInt(value.code);
  if (value instanceof Decimal) return value.toBigInt();
  if (value instanceof EnumValue) return BigInt(value.value);
  return 0n;
}

/** The value of any number as a decimal; a double to 15 digits, a float to 7. */
export function asDecimal(value: Value): Decimal {
  if (value instanceof Decimal) return value;
  if (typeof value === 'number') return new Decimal(value, 0);
  if (value instanceof Double) return Decimal.fromDouble(value.value);
  if (value instanceof Single) return Decimal.fromSingle(value.value);
  return Decimal.fromInteger(asBigInt(value));
}
