import { minDateTime } from './calendar.ts';
import { Decimal } from './decimal.ts';
import { enumByName } from './enums.ts';
import { NetException } from '../errors.ts';
import { asBigInt, asDecimal, asNumber, numericKind } from './promotion.ts';
import { typeNameOf } from '../formats/toText.ts';
import { Char, Delegate, Double, EnumValue, Integer, NetArray, Single, TimeSpan } from './values.ts';
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

function numeric(type: TypeName, make: (value: Value) => Value): Converter {
  return (value) => {
    if (numericKind(value) !== undefined || value instanceof EnumValue) return make(value);
    throw value === null ? nullCast(type) : invalidCast(value, type);
  };
}

function identity(value: Value): Value {
  return value;
}

const simple: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ...[...wholeRanges].map(([type, [bits, signed]]): [string, Converter] => [type, toWhole(type, bits, signed)]),
  ['double', numeric('double', (value) => (value instanceof Double ? value : new Double(asNumber(value))))],
  ['float', numeric('float', (value) => (value instanceof Single ? value : new Single(asNumber(value))))],
  ['decimal', numeric('decimal', asDecimal)],
  ['object', identity],
  ['dynamic', identity],
  ['var', identity],
  ['string', reference((value) => typeof value === 'string', 'string')],
  ['bool', struct((value) => typeof value === 'boolean', 'bool')],
]);

function reference(fits: (value: Value) => boolean, type: TypeName): Converter {
  return (value) => {
    if (value === null || fits(value)) return value;
    throw invalidCast(value, type);
  };
}

function struct(fits: (value: Value) => boolean, type: TypeName): Converter {
  return (value) => {
    if (fits(value)) return value;
    throw value === null ? nullCast(type) : invalidCast(value, type);
  };
}

const structs = new Set(['DateTime', 'TimeSpan', 'Color', 'Guid']);

const cache = new Map<TypeName, Converter>();

/** The explicit conversion `(type)value`: numbers are truncated or wrapped as in C#, objects must be of the type. */
export function castTo(type: TypeName): Converter {
  let converter = simple.get(type) ?? cache.get(type);
  if (!converter) {
    converter = makeCast(type);
    if (cache.size > 1000) cache.clear();
    cache.set(type, converter);
  }
  return converter;
}

function makeCast(type: TypeName): Converter {
  if (type.endsWith('?')) {
    const inner = castTo(type.slice(0, -1));
    return (value) => (value === null ? null : inner(value));
  }
  const enumType = enumByName(type);
  if (enumType) {
    return (value) => {
      if (value instanceof EnumValue && value.type === enumType) return value;
      if (value instanceof EnumValue || numericKind(value) !== undefined)
        return new EnumValue(enumType, asNumber(value));
      throw value === null ? nullCast(type) : invalidCast(value, type);
    };
  }
  const fits = (value: Value): boolean => isOfType(value, type);
  return structs.has(type) ? struct(fits, type) : reference(fits, type);
}

/** Returns true when a type is one of functions: an event handler, `Action`, `Func` … */
function isDelegateType(type: TypeName): boolean {
  return /^(?:\w*Handler|Action|Func|Predicate|Comparison)(?:<.*>)?$/u.test(type);
}

/** `value is type`; false for null. */
function isOfType(value: Value, type: TypeName): boolean {
  if (value === null) return false;
  if (type.endsWith('?')) return isOfType(value, type.slice(0, -1));
  if (type === 'object' || type === 'dynamic' || type === 'var') return true;
  const name = typeNameOf(value);
  if (name === type) return true;
  if (value instanceof NetArray) {
    return value.elementType === 'object' || type === 'Array' || interfaces.has(withoutArguments(type));
  }
  if (value instanceof Delegate) return isDelegateType(type);
  if (typeof value !== 'object' || value instanceof Uint8Array || value.kind !== 'object') return false;
  const bare = withoutArguments(type);
  if (withoutArguments(value.typeName) === bare) return true;
  return value.baseTypes?.some((base) => withoutArguments(base) === bare) ?? false;
}

const interfaces = new Set(['IEnumerable', 'IList', 'ICollection', 'IReadOnlyList', 'IReadOnlyCollection']);

function withoutArguments(type: TypeName): string {
  const at = type.indexOf('<');
  return at < 0 ? type : type.slice(0, at);
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
