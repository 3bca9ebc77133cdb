import { minDateTime } from './calendar.ts';
import { Decimal } from './decimal.ts';
import { enumByName } from './enums.ts';
import { NetException } from '../errors.ts';
import { asBigInt, asDecimal, numericKind } from './promotion.ts';
import { typeNameOf } from '../formats/toText.ts';
import { Char, Double, EnumValue, Integer, Single, TimeSpan } from './values.ts';
import type { SmallIntegerType, TypeName, Value } from './values.ts';

/** Converts a value to a type. */
export type Converter = (value: Value) => Value;

const wholeRanges: ReadonlyMap<string, readonly [bits: number, signed: boolean]> = new Map([
  ['sbyte', [8, true]],
  ['byte', [8, false]],
  ['short', [16, true]],
  ['ushort', [16, false]],
  ['int', [32, true]],
  ['uint', [32, false]],
  ['long', [64, true]],
  ['ulong', [64, false]],
  ['char', [16, false]],
]);

/** An integer as the .NET type of that name. */
export function wholeAs(type: TypeName, value: bigint): Value {
  if (type === 'int') return Number(value);
  if (type === 'long') return value;
  if (type === 'char') return new Char(Number(value));
  return new Integer(type as SmallIntegerType, value);
}

function invalidCast(value: Value, type: TypeName): NetException {
  return new NetException(
    'InvalidCastException',
    `Unable to cast object of type '${typeNameOf(value)}' to type '${type}'.`,
  );
}

/** Minimum and maximum of an integer type. */
export function wholeRange(type: TypeName): readonly [least: bigint, greatest: bigint] | undefined {
  const range = wholeRanges.get(type);
  if (!range) return undefined;
  const [bits, signed] = range;
  return signed ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
}

function toWhole(type: TypeName, bits: number, signed: boolean): Converter {
  const wrap = (value: bigint): bigint => (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
  const limit = 2 ** 63;
  return (value) => {
    if (typeof value === 'number' && type === 'int') return value;
    if (value instanceof Double || value instanceof Single) {
      const whole = Math.trunc(value.value);
      if (type === 'int' && whole >= -2147483648 && whole <= 2147483647) return whole + 0;
      // A value out of range becomes the minimum, as on the processors that .NET reports run on.
      if (!(Math.abs(whole) < limit)) return wholeAs(type, wrap(-(2n ** 63n)));
      if (type === 'int') return -2147483648;
      return wholeAs(type, wrap(BigInt(whole)));
    }
    if (value instanceof Decimal) {
      const whole = value.toBigInt();
      if (wrap(whole) !== whole) {
        throw new NetException('OverflowException', `Value was either too large or too small for ${type}.`);
      }
      return wholeAs(type, whole);
    }
    if (value instanceof EnumValue || numericKind(value) !== undefined) return wholeAs(type, wrap(asBigInt(value)));
    throw value === null ? nullCast(type) : invalidCast(value, type);
  };
}

function nullCast(type: TypeName): NetException {
  return new NetException('NullReferenceException', `Cannot convert null to ${type}.`);
}

function toDecimal(value: Value): Value {
  if (numericKind(value) !== undefined || value instanceof EnumValue) return asDecimal(value);
  throw value === null ? nullCast('decimal') : invalidCast(value, 'decimal');
}

/** The explicit conversion `(type)value` of a number: it is truncated or wrapped as in C#. */
export function castTo(type: TypeName): Converter {
  const [bits, signed] = wholeRanges.get(type) ?? [];
  return bits === undefined || signed === undefined ? toDecimal : toWhole(type, bits, signed);
}

/** The value of a variable before the first assignment. */
export function defaultOf(type: TypeName): Value {
  if (type.endsWith('?') || type.endsWith('[]')) return null;
  if (type === 'bool') return false;
  if (type === 'DateTime') return minDateTime;
  if (type === 'TimeSpan') return new TimeSpan(0);
  if (type === 'double') return new Double(0);
  if (type === 'float') return new Single(0);
  if (type === 'decimal') return Decimal.zero;
  if (wholeRanges.has(type)) return wholeAs(type, 0n);
  const enumType = enumByName(type);
  return enumType ? new EnumValue(enumType, 0) : null;
}
