import { NetException } from '../errors.ts';

/** 2⁹⁶ − 1, the largest mantissa. */
const MAX_MANTISSA = 79228162514264337593543950335n;
const MAX_SCALE = 28;
/** Maximum length of a text that is parsed as a number. */
const MAX_TEXT = 400;
const SAFE = Number.MAX_SAFE_INTEGER;

const POWERS: readonly bigint[] = Array.from({ length: 60 }, (_, exponent) => 10n ** BigInt(exponent));
const SMALL_POWERS: readonly number[] = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

function power(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Maximum scale of a product of two 32-bit mantissas that .NET does not round to zero. */
const MOST_OF_SHORT = 47;

/** Returns true for a mantissa of more than 32 bits, whose product with zero has no decimals in .NET. */
const isLong = (mantissa: number | bigint): boolean => mantissa > 0xffff_ffff || mantissa < -0xffff_ffff;

/**
 * A System.Decimal: an integer mantissa of at most 96 bits and a scale of 0 to 28, which is visible in the value's text (`1.50m` is not written
 * `1.5`). No library on npm keeps the scale, and reports print it. The mantissa is a plain number while that is exact, which
 * makes sums of money as fast as sums of numbers. A zero has a sign, too, visible only after conversion to a double: its mantissa is 0 or -0.
 */
export class Decimal {
  readonly mantissa: number | bigint;
  readonly scale: number;

  constructor(mantissa: number | bigint, scale: number) {
    this.mantissa = mantissa;
    this.scale = scale;
  }

  get kind(): 'decimal' {
    return 'decimal';
  }

  static readonly zero: Decimal = new Decimal(0, 0);
  static readonly one: Decimal = new Decimal(1, 0);

  /** From an integer of up to 96 bits. */
  static fromInteger(value: number | bigint): Decimal {
    return typeof value === 'number' ? new Decimal(value, 0) : normal(value, 0);
  }

  /** Converts a double as .NET does: at most 15 significant digits, trailing zeros removed. Throws OverflowException. */
  static fromDouble(value: number): Decimal {
    if (!Number.isFinite(value) || Math.abs(value) >= 7.922816251426434e28) throw overflow();
    if (Math.abs(value) < 1e-28) return Decimal.zero;
    const text = value.toPrecision(15);
    return carried(value, text) ?? fromDigits(text);
  }

  /** Converts a float as .NET does: at most 7 significant digits. Throws OverflowException. */
  static fromSingle(value: number): Decimal {
    if (!Number.isFinite(value) || Math.abs(value) >= 7.922816251426434e28) throw overflow();
    if (Math.abs(value) < 1e-28) return Decimal.zero;
    const text = value.toPrecision(7);
    return carried(value, text) ?? fromDigits(text);
  }

  /** Parses an invariant text `-12.30` or `1.5e-7`; undefined when it is not a number. With `trim`, trailing zeros of the fraction are removed. */
  static parse(text: string, trim = false): Decimal | undefined {
    if (text.length > MAX_TEXT) return undefined;
    const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/u.exec(text);
    if (!match) return undefined;
    const [, sign, whole = '', fraction = '', exponent] = match;
    if (whole === '' && fraction === '') return undefined;
    let mantissa = BigInt(whole + fraction);
    if (sign === '-') mantissa = -mantissa;
    let scale = fraction.length - Number(exponent ?? 0);
    if (scale < 0) {
      if (scale < -MAX_SCALE - 1) {
        if (mantissa === 0n) return Decimal.zero;
        throw overflow();
      }
      mantissa *= power(-scale);
      scale = 0;
    }
    const value = normal(mantissa, scale, sign === '-');
    return trim ? value.trimmed(0) : value;
  }

  /** The same value with trailing zeros of the fraction removed, down to `scale` digits. */
  trimmed(scale: number): Decimal {
    let mantissa = BigInt(this.mantissa);
    let digits = this.scale;
    while (digits > scale && mantissa % 10n === 0n) {
      mantissa /= 10n;
      digits--;
    }
    return digits === this.scale ? this : normal(mantissa, digits, this.isNegative);
  }

  /** True below zero, and for a negative zero. */
  get isNegative(): boolean {
    const { mantissa } = this;
    return mantissa < 0 || (mantissa === 0 && 1 / mantissa < 0);
  }

  plus(other: Decimal): Decimal {
    const { mantissa: a, scale } = this;
    const { mantissa: b } = other;
    if (typeof a === 'number' && typeof b === 'number') {
      if (scale === other.scale) {
        const sum = a + b;
        if (sum === 0) return signedZero(this.isNegative, scale);
        if (sum <= SAFE && sum >= -SAFE) return new Decimal(sum, scale);
      } else {
        const shift = scale - other.scale;
        const factor = SMALL_POWERS[shift < 0 ? -shift : shift];
        if (factor !== undefined) {
          const left = shift < 0 ? a * factor : a;
          const right = shift > 0 ? b * factor : b;
          const sum = left + right;
          if (sum === 0) return zeroSum(this, other);
          if (isSafe(left) && isSafe(right) && isSafe(sum)) return new Decimal(sum, shift > 0 ? scale : other.scale);
        }
      }
    }
    const digits = Math.max(scale, other.scale);
    const sum = BigInt(a) * power(digits - scale) + BigInt(b) * power(digits - other.scale);
    return sum === 0n ? zeroSum(this, other) : normal(sum, digits);
  }

  negated(): Decimal {
    return new Decimal(-this.mantissa, this.scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  times(other: Decimal): Decimal {
    const { mantissa: a } = this;
    const { mantissa: b } = other;
    const scale = this.scale + other.scale;
    if ((isZero(this) || isZero(other)) && (isLong(a) || isLong(b))) return Decimal.zero;
    if (scale > MOST_OF_SHORT && !isLong(a) && !isLong(b)) return Decimal.zero;
    if (typeof a === 'number' && typeof b === 'number' && scale <= MAX_SCALE) {
      const product = a * b;
      if (isSafe(product)) return new Decimal(product, scale);
    }
    return normal(BigInt(a) * BigInt(b), scale, this.isNegative !== other.isNegative);
  }

  /** Exact if possible, otherwise rounded to 28 or 29 digits, half to even. Throws DivideByZeroException. */
  dividedBy(other: Decimal): Decimal {
    if (isZero(other)) throw new NetException('DivideByZeroException', 'Attempted to divide by zero.');
    let dividend = BigInt(this.mantissa);
    const divisor = BigInt(other.mantissa);
    const preferred = this.scale - other.scale;
    if (preferred < 0) dividend *= power(-preferred);
    const least = Math.max(preferred, 0);
    let scale = least;
    const isExact = dividend % divisor === 0n;
    if (!isExact) {
      dividend *= power(MAX_SCALE - scale);
      scale = MAX_SCALE;
    }
    let unit = divisor;
    let quotient = roundedQuotient(dividend, unit);
    while (scale > 0 && absolute(quotient) > MAX_MANTISSA) {
      scale--;
      unit *= 10n;
      quotient = roundedQuotient(dividend, unit);
    }
    // .NET returns a plain 0 for a quotient too small for 28 decimals.
    const isNegative = this.isNegative !== other.isNegative;
    if (quotient === 0n && dividend !== 0n) return new Decimal(0, 0);
    return normal(quotient, scale, isNegative).trimmed(isExact ? least : 0);
  }

  /**
   * The remainder of `this / other` truncated to an integer; has the sign of `this`. A value nearer to zero than `other` is returned unchanged, with
   * its scale. Throws DivideByZeroException.
   */
  remainder(other: Decimal): Decimal {
    if (isZero(other)) throw new NetException('DivideByZeroException', 'Attempted to divide by zero.');
    const scale = Math.max(this.scale, other.scale);
    const dividend = BigInt(this.mantissa) * power(scale - this.scale);
    const rest = dividend % (BigInt(other.mantissa) * power(scale - other.scale));
    return rest === dividend ? this : normal(rest, scale, this.isNegative);
  }

  /** Negative, zero or positive as this is less than, equal to or greater than `other`. */
  compare(other: Decimal): number {
    const { mantissa: a } = this;
    const { mantissa: b } = other;
    if (this.scale === other.scale) return a < b ? -1 : a > b ? 1 : 0;
    const scale = Math.max(this.scale, other.scale);
    const left = BigInt(a) * power(scale - this.scale);
    const right = BigInt(b) * power(scale - other.scale);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Rounded to `digits` decimals (0 to 28); a value with fewer keeps its scale. */
  rounded(digits: number, mode: 'even' | 'away' | 'down' | 'floor' | 'ceiling'): Decimal {
    if (this.scale <= digits) return this;
    const unit = power(this.scale - digits);
    const mantissa = BigInt(this.mantissa);
    let quotient = mantissa / unit;
    const rest = mantissa % unit;
    const twice = absolute(rest) * 2n;
    const sign = mantissa < 0n ? -1n : 1n;
    if (
      (mode === 'even' && (twice > unit || (twice === unit && quotient % 2n !== 0n))) ||
      (mode === 'away' && twice >= unit)
    ) {
      quotient += sign;
    } else if (mode === 'floor' && rest < 0n) quotient -= 1n;
    else if (mode === 'ceiling' && rest > 0n) quotient += 1n;
    return normal(quotient, digits, this.isNegative);
  }

  /** The integer part, truncated. */
  toBigInt(): bigint {
    return this.scale === 0 ? BigInt(this.mantissa) : BigInt(this.mantissa) / power(this.scale);
  }

  /** Converts to a double as .NET does: the 96 bits in two parts, divided by a power of ten. */
  toNumber(): number {
    if (typeof this.mantissa === 'number') {
      const factor = SMALL_POWERS[this.scale];
      if (factor !== undefined) return this.mantissa / factor;
    }
    const whole = BigInt(this.mantissa);
    const size = whole < 0n ? -whole : whole;
    const number =
      (Number(BigInt.asUintN(64, size)) + Number(size >> 64n) * 2 ** 64) / Number(`1e${String(this.scale)}`);
    return whole < 0n ? -number : number;
  }

  /** Invariant text with all digits of the scale: `-12.30`. */
  toString(): string {
    const { mantissa, scale } = this;
    if (scale === 0) return String(mantissa);
    const negative = mantissa < 0;
    const digits = String(negative ? -mantissa : mantissa).padStart(scale + 1, '0');
    const point = digits.length - scale;
    return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
}

/** A number below one that is rounded up to a power of ten: .NET keeps one zero after it, as in 1.0 for 0.9999999999999999. */
function carried(value: number, text: string): Decimal | undefined {
  const size = Math.abs(Number(text));
  if (size > 1 || size <= Math.abs(value) || !/^-?[0.]*10*(?:\.0*)?(?:e-\d+)?$/u.test(text)) return undefined;
  return new Decimal(value < 0 ? -10 : 10, Math.round(-Math.log10(size)) + 1);
}

/** From digits that a double represents exactly, such as `0.2500000`; trailing zeros of the fraction are removed. */
function fromDigits(text: string): Decimal {
  const point = text.indexOf('.');
  if (point < 0 || text.includes('e')) return Decimal.parse(text, true) ?? Decimal.zero;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  if (end === point + 1) return new Decimal(Number(text.slice(0, point)), 0);
  return new Decimal(Number(text.slice(0, point) + text.slice(point + 1, end)), end - point - 1);
}

/** Code of `0`. */
const ZERO = 48;

function isSafe(value: number): boolean {
  return value <= SAFE && value >= -SAFE;
}

function isZero(value: Decimal): boolean {
  return value.mantissa === 0 || value.mantissa === 0n;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function overflow(): NetException {
  return new NetException('OverflowException', 'Value was either too large or too small for a Decimal.');
}

const signedZero = (isNegative: boolean, scale: number): Decimal => new Decimal(isNegative ? -0 : 0, scale);

/** A sum of zero has the sign of the operand with more decimals, or of the first one. */
function zeroSum(a: Decimal, b: Decimal): Decimal {
  const longer = b.scale > a.scale ? b : a;
  return signedZero(longer.isNegative, longer.scale);
}

/** `dividend / divisor`, half to even. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) return quotient;
  const twice = absolute(rest) * 2n;
  const unit = absolute(divisor);
  if (twice < unit || (twice === unit && quotient % 2n === 0n)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
}

/** Rounds to a mantissa of 96 bits and a scale of 0 to 28, half to even. A zero gets the sign. */
function normal(mantissa: bigint, scale: number, isNegative = false): Decimal {
  let drop = Math.max(scale - MAX_SCALE, 0);
  let value = mantissa;
  if (drop > 0 || absolute(mantissa) > MAX_MANTISSA) {
    value = roundedQuotient(mantissa, power(drop));
    while (absolute(value) > MAX_MANTISSA) {
      drop++;
      if (drop > scale) throw overflow();
      value = roundedQuotient(mantissa, power(drop));
    }
  }
  if (value === 0n) return signedZero(isNegative, scale - drop);
  const small = value >= -BigInt(SAFE) && value <= BigInt(SAFE);
  return new Decimal(small ? Number(value) : value, scale - drop);
}
