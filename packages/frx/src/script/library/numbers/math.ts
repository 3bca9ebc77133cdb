import * as elementary from '../../../expression/values/elementary.ts';
import { cubeRoot } from '../../../expression/values/cubeRoot.ts';
import { wholeAs } from '../../../expression/values/convert.ts';
import { Decimal } from '../../../expression/values/decimal.ts';
import { mathStatics, round } from '../../../expression/members/math.ts';
import { asBigInt, asNumber } from '../../../expression/values/promotion.ts';
import { Double, Single } from '../../../expression/values/values.ts';
import type { EnumValue, Value } from '../../../expression/values/values.ts';
import type { Call, Special } from '../../binder/types/types.ts';
import { binaryOperator, numericConversion, rangeOf } from '../../runtime/arithmetic.ts';
import type { Ref } from '../../runtime/objects.ts';
import { error } from '../../runtime/values.ts';
import { declare } from '../registry.ts';
import type { Declarations } from '../registry.ts';

import { constant, NUMBERS, through } from './numbers.ts';

/** System.Math and System.MathF. */

const SIGNED: readonly Special[] = ['sbyte', 'short', 'int', 'long', 'float', 'double', 'decimal'];
const math: Record<string, Declarations[string]> = {};
const widened = (type: Special): Special => (['sbyte', 'byte', 'short', 'ushort'].includes(type) ? 'int' : type);
const order = (type: Special, operator: '<' | '>'): ((a: Value, b: Value) => boolean) => {
  const wide = widened(type);
  const convert = numericConversion(type, wide, false);
  const operate = binaryOperator(operator, wide, false);
  return (a, b) => operate?.(convert(a), convert(b)) === true;
};
/** Returns true for -0. Of two equal numbers Min returns the second and Max the first one, except for zeros of different signs. */
const isMinusZero = (value: Value): boolean =>
  (value instanceof Double || value instanceof Single) && Object.is(value.value, -0);
const isNaNValue = (value: Value): boolean =>
  (value instanceof Double || value instanceof Single) && Number.isNaN(value.value);
for (const type of NUMBERS) {
  const name: string = type;
  const less = order(type, '<');
  math[`${name} Max(${name} val1, ${name} val2)`] = (_c: Call, a: Value, b: Value) =>
    isNaNValue(a) ? a : isNaNValue(b) ? b : less(a, b) || (isMinusZero(a) && !less(b, a)) ? b : a;
  math[`${name} Min(${name} val1, ${name} val2)`] = (_c: Call, a: Value, b: Value) =>
    isNaNValue(a) ? a : isNaNValue(b) ? b : less(a, b) || (isMinusZero(a) && !less(b, a)) ? a : b;
  math[`${name} Clamp(${name} value, ${name} min, ${name} max)`] = (_c: Call, value: Value, min: Value, max: Value) => {
    if (less(max, min))
      throw error('ArgumentException', `'${String(asNumber(min))}' cannot be greater than ${String(asNumber(max))}.`);
    return less(value, min) ? min : less(max, value) ? max : value;
  };
}
for (const type of SIGNED) {
  const name: string = type;
  math[`${name} Abs(${name} value)`] = (_c: Call, value: Value) => {
    if (value instanceof Double) return new Double(Math.abs(value.value));
    if (value instanceof Single) return new Single(Math.abs(value.value));
    if (value instanceof Decimal) return value.isNegative ? value.negated() : value;
    const whole = asBigInt(value);
    const range = rangeOf(type);
    if (range && whole === range[0])
      throw error('OverflowException', 'Negating the minimum value of a twos complement number is invalid.');
    return wholeAs(type, whole < 0n ? -whole : whole);
  };
  math[`int Sign(${name} value)`] = (_c: Call, value: Value) => {
    if (isNaNValue(value))
      throw error('ArithmeticException', 'Function does not accept floating point Not-a-Number values.');
    return value instanceof Decimal ? value.compare(Decimal.zero) : Math.sign(asNumber(value));
  };
}
for (const name of ['Ceiling', 'Floor', 'Truncate'])
  for (const type of ['double', 'decimal']) math[`${type} ${name}(${type} d)`] = through(mathStatics.get(name));
for (const parameters of [
  'double a',
  'double value, int digits',
  'double value, MidpointRounding mode',
  'double value, int digits, MidpointRounding mode',
])
  math[`double Round(${parameters})`] = through(round);
for (const parameters of [
  'decimal d',
  'decimal d, int decimals',
  'decimal d, MidpointRounding mode',
  'decimal d, int decimals, MidpointRounding mode',
])
  math[`decimal Round(${parameters})`] = through(round);
for (const name of [
  'Acos',
  'Asin',
  'Atan',
  'Cbrt',
  'Cos',
  'Cosh',
  'Exp',
  'Log10',
  'Log2',
  'Sin',
  'Sinh',
  'Sqrt',
  'Tan',
  'Tanh',
])
  math[`double ${name}(double d)`] = through(mathStatics.get(name));
const mathMembers: Declarations = {
  'double Asinh(double d)': (_c, d: Double) => new Double(Math.asinh(d.value)),
  'double Acosh(double d)': (_c, d: Double) => new Double(Math.acosh(d.value)),
  'double Atanh(double d)': (_c, d: Double) => new Double(Math.atanh(d.value)),
  'double Atan2(double y, double x)': through(mathStatics.get('Atan2')),
  'double Pow(double x, double y)': (_c, x: Double, y: Double) =>
    new Double(
      Math.abs(x.value) === 1 && !Number.isFinite(y.value) && !Number.isNaN(y.value)
        ? 1
        : x.value === 1
          ? 1
          : x.value ** y.value,
    ),
  'double Log(double d)': (_c, d: Double) => new Double(elementary.log(d.value)),
  'double Log(double a, double newBase)': through(mathStatics.get('Log')),
  'double IEEERemainder(double x, double y)': (_c, x: Double, y: Double) => new Double(ieee(x.value, y.value)),
  'long BigMul(int a, int b)': (_c, a: number, b: number) => BigInt(a) * BigInt(b),
  'int DivRem(int a, int b, out int result)': (_c, a: number, b: number, result: Ref) => {
    if (b === 0) throw error('DivideByZeroException', 'Attempted to divide by zero.');
    result.write((a % b) | 0);
    return (a / b) | 0;
  },
  'long DivRem(long a, long b, out long result)': (_c, a: bigint, b: bigint, result: Ref) => {
    if (b === 0n) throw error('DivideByZeroException', 'Attempted to divide by zero.');
    result.write(a % b);
    return a / b;
  },
  'double CopySign(double x, double y)': (_c, x: Double, y: Double) =>
    new Double(y.value < 0 || Object.is(y.value, -0) ? -Math.abs(x.value) : Math.abs(x.value)),
  'double MaxMagnitude(double x, double y)': (_c, x: Double, y: Double) =>
    Math.abs(x.value) > Math.abs(y.value) || Number.isNaN(x.value)
      ? x
      : Math.abs(x.value) === Math.abs(y.value) && y.value < 0
        ? x
        : y,
  'double MinMagnitude(double x, double y)': (_c, x: Double, y: Double) =>
    Math.abs(x.value) < Math.abs(y.value) || Number.isNaN(x.value)
      ? x
      : Math.abs(x.value) === Math.abs(y.value) && x.value < 0
        ? x
        : y,
  'int ILogB(double x)': (_c, { value }: Double) =>
    value === 0 ? -2147483648 : Number.isFinite(value) ? exponent(value) : 2147483647,
  'double ScaleB(double x, int n)': (_c, x: Double, n: number) => new Double(x.value * 2 ** n),
  'const double PI': constant(new Double(Math.PI)),
  'const double E': constant(new Double(Math.E)),
};
/** Returns the binary exponent of a number. */
function exponent(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  const isSmall = Math.abs(value) < 2 ** -1022;
  view.setFloat64(0, isSmall ? value * 2 ** 100 : value);
  return ((view.getUint32(0) >>> 20) & 0x7ff) - 1023 - (isSmall ? 100 : 0);
}
declare('System', 'static class Math', { ...math, ...mathMembers });
const mathF: Record<string, Declarations[string]> = {};
for (const name of ['Sqrt', 'Sin', 'Cos', 'Tan', 'Exp', 'Ceiling', 'Floor', 'Truncate', 'Round', 'Abs'])
  mathF[`float ${name}(float x)`] = (c: Call, x: Single) =>
    new Single(asNumber(through(name === 'Round' ? round : mathStatics.get(name))(c, new Double(x.value))));
declare('System', 'static class MathF', {
  ...mathF,
  'float Pow(float x, float y)': (_c, x: Single, y: Single) => new Single(x.value ** y.value),
  ...Object.fromEntries(
    (
      [
        ['Acos', elementary.acos],
        ['Acosh', Math.acosh],
        ['Asin', elementary.asin],
        ['Asinh', Math.asinh],
        ['Atan', elementary.atan],
        ['Atanh', Math.atanh],
        ['Cbrt', cubeRoot],
        ['Cosh', elementary.cosh],
        ['Sinh', Math.sinh],
        ['Tanh', Math.tanh],
        ['Log', elementary.log],
        ['Log10', elementary.log10],
      ] as const
    ).map(([name, run]) => [`float ${name}(float x)`, (_c: Call, x: Single) => new Single(run(x.value))]),
  ),
  'float Log(float x, float y)': (_c, x: Single, y: Single) =>
    new Single(elementary.log(x.value) / elementary.log(y.value)),
  'float Atan2(float y, float x)': (_c, y: Single, x: Single) => new Single(Math.atan2(y.value, x.value)),
  'float IEEERemainder(float x, float y)': (_c, x: Single, y: Single) => new Single(ieee(x.value, y.value)),
  'int Sign(float x)': (_c, x: Single) => {
    if (Number.isNaN(x.value))
      throw error('ArithmeticException', 'Function does not accept floating point Not-a-Number values.');
    return Math.sign(x.value);
  },
  'float Round(float x, int digits)': (_c, x: Single, digits: number) => roundSingle(x.value, digits, true),
  'float Round(float x, MidpointRounding mode)': (_c, x: Single, mode: EnumValue) =>
    roundSingle(x.value, 0, mode.value === 0),
  'float Round(float x, int digits, MidpointRounding mode)': (_c, x: Single, digits: number, mode: EnumValue) =>
    roundSingle(x.value, digits, mode.value === 0),
  'const float E': constant(new Single(Math.E)),
  'const float PI': constant(new Single(Math.PI)),
  'float Max(float a, float b)': (_c, a: Single, b: Single) => (a.value > b.value ? a : b),
  'float Min(float a, float b)': (_c, a: Single, b: Single) => (a.value < b.value ? a : b),
});

/** Rounds in single precision, as MathF does. */
function roundSingle(value: number, digits: number, toEven: boolean): Single {
  if (digits < 0 || digits > 6)
    throw error(
      'ArgumentOutOfRangeException',
      "Rounding digits must be between 0 and 6, inclusive. (Parameter 'digits')",
    );
  const power = 10 ** digits;
  const scaled = Math.fround(value * power);
  if (!Number.isFinite(scaled)) return new Single(value);
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const up = rest > 0.5 || (rest === 0.5 && (toEven ? floor % 2 !== 0 : scaled > 0));
  return new Single((up ? floor + 1 : floor) / power);
}

function ieee(x: number, y: number): number {
  const quotient = x / y;
  const floor = Math.floor(quotient);
  const rest = quotient - floor;
  const nearest = rest < 0.5 ? floor : rest > 0.5 ? floor + 1 : floor % 2 === 0 ? floor : floor + 1;
  return x - y * nearest;
}
