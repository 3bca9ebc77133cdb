import * as elementary from '../values/elementary.ts';
import { cubeRoot } from '../values/cubeRoot.ts';
import { Decimal } from '../values/decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { negate } from '../values/operators.ts';
import { compareNumbers } from '../values/operators.ts';
import { asBigInt, asDecimal, asNumber, commonKind, numericKind } from '../values/promotion.ts';
import { typeNameOf } from '../formats/toText.ts';
import { Double, EnumValue, Integer, Single } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { int, real } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';

const midpointModes = ['even', 'away', 'down', 'floor', 'ceiling'] as const;
type MidpointMode = (typeof midpointModes)[number];

/** Rounds half to even, the default of .NET. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor === 0 && value < 0 ? -0 : floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

function roundWith(value: number, mode: MidpointMode): number {
  switch (mode) {
    case 'even':
      return roundHalfEven(value);
    case 'away': {
      const whole = Math.trunc(value);
      return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
    }
    case 'floor':
      return Math.floor(value);
    case 'ceiling':
      return Math.ceil(value);
    default:
      return Math.trunc(value);
  }
}

/** `Math.Round` of a double to `digits` decimals (0 to 15). */
function roundDouble(value: number, digits: number, mode: MidpointMode): number {
  if (digits < 0 || digits > 15) {
    throw new NetException(
      'ArgumentOutOfRangeException',
      "Rounding digits must be between 0 and 15, inclusive. (Parameter 'digits')",
    );
  }
  if (Math.abs(value) >= 1e16 || !Number.isFinite(value)) return value;
  const power = 10 ** digits;
  const rounded = roundWith(value * power, mode) / power;
  return rounded === 0 && value < 0 ? -0 : rounded;
}

/** `Math.Round(value[, digits][, mode])` for decimals and doubles; an integer is treated as a double. */
export function round(args: readonly Value[]): Value {
  const value = number(args, 0);
  const digits = args.length > 1 && !(args[1] instanceof EnumValue) ? int(args, 1) : 0;
  const last = args.at(-1);
  const mode = (last instanceof EnumValue ? midpointModes[last.value] : undefined) ?? 'even';
  if (value instanceof Decimal) {
    if (digits < 0 || digits > 28) {
      throw new NetException(
        'ArgumentOutOfRangeException',
        "Decimal can only round to between 0 and 28 digits of precision. (Parameter 'decimals')",
      );
    }
    return value.rounded(digits, mode);
  }
  return new Double(roundDouble(asNumber(value), digits, mode));
}

function number(args: readonly Value[], index: number): Value {
  const value = args[index] ?? null;
  if (numericKind(value) === undefined) {
    throw new ExpressionError(`Argument ${String(index + 1)} must be a number, not ${typeNameOf(value)}`);
  }
  return value;
}

/** Rounds to an integer; a decimal stays a decimal. */
function whole(args: readonly Value[], mode: MidpointMode, ofDouble: (value: number) => number): Value {
  const value = number(args, 0);
  if (value instanceof Decimal) return value.rounded(0, mode);
  return new Double(ofDouble(asNumber(value)));
}

export function ceiling(args: readonly Value[]): Value {
  return whole(args, 'ceiling', Math.ceil);
}

export function floor(args: readonly Value[]): Value {
  return whole(args, 'floor', Math.floor);
}

export function truncate(args: readonly Value[]): Value {
  return whole(args, 'down', Math.trunc);
}

/** The absolute value, in the same type. */
export function absolute(args: readonly Value[]): Value {
  const value = number(args, 0);
  if (value === -2147483648) {
    throw new NetException('OverflowException', 'Negating the minimum value of a twos complement number is invalid.');
  }
  if (value instanceof Integer) return value.value < 0n ? new Integer(value.type, -value.value) : value;
  return compareNumbers(value, 0) < 0 ? negate(value) : value;
}

/** The greater (1) or lesser (-1) of two numbers, in their common type. */
export function extreme(args: readonly Value[], sign: 1 | -1): Value {
  const a = number(args, 0);
  const b = number(args, 1);
  const kind = commonKind(numericKind(a) ?? 'int', numericKind(b) ?? 'int');
  if (kind === undefined) throw new ExpressionError('A decimal and a double cannot be compared without a cast');
  const chosen = Number.isNaN(asNumber(a)) || compareNumbers(a, b) * sign >= 0 ? a : b;
  switch (kind) {
    case 'double':
      return new Double(asNumber(chosen));
    case 'float':
      return new Single(asNumber(chosen));
    case 'decimal':
      return asDecimal(chosen);
    case 'long':
      return asBigInt(chosen);
    default:
      return chosen;
  }
}

/** Logarithm to a base; none of a number other than 1 to the base 0 or infinity. */
function logarithm(value: number, base: number): number {
  if (base === 1 || (value !== 1 && (base === 0 || base === Infinity))) return NaN;
  return elementary.log(value) / elementary.log(base);
}

function ofDouble(calculate: (value: number) => number): StaticMethod {
  return (args) => new Double(calculate(real(args, 0)));
}

export const mathStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    Abs: absolute,
    Acos: ofDouble(elementary.acos),
    Asin: ofDouble(elementary.asin),
    Atan: ofDouble(elementary.atan),
    Atan2: (args) => new Double(elementary.atan2(real(args, 0), real(args, 1))),
    Cbrt: ofDouble(cubeRoot),
    Ceiling: ceiling,
    Cos: ofDouble(elementary.cos),
    Cosh: ofDouble(elementary.cosh),
    Exp: ofDouble(elementary.exp),
    Floor: floor,
    Log: (args) => new Double(logarithm(real(args, 0), real(args, 1))),
    Log10: ofDouble(elementary.log10),
    Log2: ofDouble(elementary.log2),
    Sin: ofDouble(elementary.sin),
    Sinh: ofDouble(Math.sinh),
    Sqrt: ofDouble(Math.sqrt),
    Tan: ofDouble(elementary.tan),
    Tanh: ofDouble(Math.tanh),
    Truncate: truncate,
  }),
);
