/**
 * Elementary functions rounded to the nearest double, as the libraries of .NET return them in nearly all cases; those of JavaScript differ
 * in the last digit for one value in ten. Calculated with pairs of doubles (the sum of a pair has about 106 bits).
 */

type Pair = readonly [high: number, low: number];

const SPLITTER = 134217729;

function sum(a: number, b: number): Pair {
  const high = a + b;
  const part = high - a;
  return [high, a - (high - part) + (b - part)];
}

function product(a: number, b: number): Pair {
  const high = a * b;
  const scaledA = SPLITTER * a;
  const a1 = scaledA - (scaledA - a);
  const a2 = a - a1;
  const scaledB = SPLITTER * b;
  const b1 = scaledB - (scaledB - b);
  const b2 = b - b1;
  return [high, a1 * b1 - high + a1 * b2 + a2 * b1 + a2 * b2];
}

function add(a: Pair, b: Pair): Pair {
  const [high, low] = sum(a[0], b[0]);
  const [highOfLow, lowOfLow] = sum(a[1], b[1]);
  const [h, l] = sum(high, low + highOfLow);
  return sum(h, l + lowOfLow);
}

function multiply(a: Pair, b: Pair): Pair {
  const [high, low] = product(a[0], b[0]);
  return sum(high, low + a[0] * b[1] + a[1] * b[0]);
}

function divide(a: Pair, b: Pair): Pair {
  const first = a[0] / b[0];
  const rest = add(a, negate(multiply(b, [first, 0])));
  const second = rest[0] / b[0];
  const last = add(rest, negate(multiply(b, [second, 0])))[0] / b[0];
  return add(sum(first, second), [last, 0]);
}

const negate = ([high, low]: Pair): Pair => [-high, -low];
const scale = ([high, low]: Pair, factor: number): Pair => [high * factor, low * factor];

const LN2: Pair = [Math.LN2, 2.3190468138462996e-17];
/** π/2 as the sum of four doubles. */
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33, 5.562271104316826e-50] as const;

/** Reciprocals of factorials from 0!. */
const FACTORIALS: readonly Pair[] = (() => {
  const list: Pair[] = [[1, 0]];
  for (let n = 1; n < 32; n++) list.push(divide(list[n - 1] ?? [1, 0], [n, 0]));
  return list;
})();

function expPair(x: Pair): Pair {
  const turns = Math.round(x[0] / LN2[0]);
  const rest = add(x, negate(multiply(LN2, [turns, 0])));
  const small = scale(rest, 1 / 64);
  let result: Pair = [0, 0];
  for (let n = 14; n >= 0; n--) result = add(multiply(result, small), FACTORIALS[n] ?? [0, 0]);
  for (let times = 0; times < 6; times++) result = multiply(result, result);
  // Two steps, so that neither power overflows before the product does.
  const half = Math.trunc(turns / 2);
  return scale(scale(result, 2 ** half), 2 ** (turns - half));
}

/** `e` to the power of x. */
export function exp(x: number): number {
  if (!(Math.abs(x) < 700)) return Math.exp(x);
  return expPair([x, 0])[0];
}

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x > 1e-290 && x < 1e290)) return Math.log(x);
  if (x === 1) return 0;
  return logPair(x)[0];
}

function logPair(x: number): Pair {
  const near = Math.log(x);
  // One step of Newton's method: near + (x · e^-near - 1), with the next term of its series.
  const rest = add(multiply(expPair([-near, 0]), [x, 0]), [-1, 0]);
  const correction = add(rest, scale(multiply(rest, rest), -0.5));
  return add([near, 0], correction);
}

/** Logarithm to base 2. */
export function log2(x: number): number {
  if (!(x > 1e-290 && x < 1e290)) return Math.log2(x);
  const whole = Math.round(Math.log2(x));
  return 2 ** whole === x ? whole : divide(logPair(x), LN2)[0];
}

/** Logarithm to base 10 as in the C library: the logarithm of the mantissa, plus the exponent times that of 2. */
export function log10(x: number): number {
  if (!(x > 1e-290 && x < 1e290)) return Math.log10(x);
  let exponent = Math.floor(Math.log2(x));
  while (x / 2 ** exponent >= 2) exponent++;
  while (x / 2 ** exponent < 1) exponent--;
  const shift = exponent < 0 ? 1 : 0;
  const mantissa = x / 2 ** (exponent + shift);
  const y = exponent + shift;
  return y * 3.69423907715893078616e-13 + Math.LOG10E * log(mantissa) + y * 3.0102999566361177131e-1;
}

/** Sine and cosine of a pair below π/2. */
function sinCos(x: Pair): readonly [Pair, Pair] {
  const square = negate(multiply(x, x));
  let sine: Pair = [0, 0];
  let cosine: Pair = [0, 0];
  for (let n = 14; n >= 0; n--) {
    sine = add(multiply(sine, square), FACTORIALS[2 * n + 1] ?? [0, 0]);
    cosine = add(multiply(cosine, square), FACTORIALS[2 * n] ?? [0, 0]);
  }
  return [multiply(sine, x), cosine];
}

/** Sine and cosine of any angle; undefined for one too large to be reduced exactly. */
function circle(x: number): readonly [Pair, Pair] | undefined {
  if (!(Math.abs(x) < 1e8)) return undefined;
  const quarters = Math.round(x / HALF_PI[0]);
  let rest: Pair = [x, 0];
  for (const part of HALF_PI) rest = add(rest, negate(product(part, quarters)));
  const [sine, cosine] = sinCos(rest);
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return [sine, cosine];
    case 1:
      return [cosine, negate(sine)];
    case 2:
      return [negate(sine), negate(cosine)];
    default:
      return [negate(cosine), sine];
  }
}

/** Angles smaller than this equal their sine and tangent. */
const TINY = 1e-9;

/** Sine of an angle in radians. */
export function sin(x: number): number {
  if (Math.abs(x) < TINY) return Math.sin(x);
  return circle(x)?.[0][0] ?? Math.sin(x);
}

/** Cosine of an angle in radians. */
export function cos(x: number): number {
  return circle(x)?.[1][0] ?? Math.cos(x);
}

/** Tangent of an angle in radians. */
export function tan(x: number): number {
  if (Math.abs(x) < TINY) return Math.tan(x);
  const both = circle(x);
  return both ? divide(...both)[0] : Math.tan(x);
}

/** Arcsine. */
export function asin(x: number): number {
  if (!(Math.abs(x) < 1) || Math.abs(x) < TINY) return Math.asin(x);
  const near = Math.asin(x);
  const both = circle(near);
  if (!both || Math.abs(x) > 0.9999) return Math.asin(x);
  return near + divide(add([x, 0], negate(both[0])), both[1])[0];
}

/** Arccosine. */
export function acos(x: number): number {
  if (!(Math.abs(x) < 0.9999)) return Math.acos(x);
  const near = Math.acos(x);
  const both = circle(near);
  return both ? near + divide(add(both[1], [-x, 0]), both[0])[0] : near;
}

/** Arctangent. */
export function atan(x: number): number {
  return Math.abs(x) < TINY || !Number.isFinite(x) ? Math.atan(x) : atan2(x, 1);
}

/** Angle of the point (x, y) seen from the origin. */
export function atan2(y: number, x: number): number {
  const near = Math.atan2(y, x);
  const both = circle(near);
  if (!both || y === 0 || x === 0 || !Number.isFinite(x) || !Number.isFinite(y) || Math.abs(near) < TINY) return near;
  const [sine, cosine] = both;
  const across = add(multiply([y, 0], cosine), negate(multiply([x, 0], sine)));
  const along = add(multiply([x, 0], cosine), multiply([y, 0], sine));
  return near + divide(across, along)[0];
}

/** Hyperbolic cosine as in the C library. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5 * LN2[0]) {
    const grown = Math.expm1(size);
    return 1 + (grown * grown) / (2 * (1 + grown));
  }
  if (size < 22) {
    const power = exp(size);
    return 0.5 * power + 0.5 / power;
  }
  return size < 700 ? 0.5 * exp(size) : Math.cosh(x);
}
