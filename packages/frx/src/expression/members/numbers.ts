import { toLower, toUpper } from '../letterCase.ts';
import { asDecimal, asNumber, numericKind } from '../promotion.ts';
import { assignTo, defaultOf, wholeAs, wholeRange } from '../convert.ts';
import { Decimal } from '../decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { arithmetic, compareNumbers } from '../operators.ts';
import { parseDateTime } from '../parseDate.ts';
import { parseNumber } from '../parseNumber.ts';
import type { Runtime } from '../scope.ts';
import { toText, typeNameOf } from '../toText.ts';
import { Char, DateTime, Double, EnumValue, Single } from '../values.ts';
import type { TypeName, Value } from '../values.ts';
import { int, provider, real, text } from './arguments.ts';
import type { StaticMethod } from './arguments.ts';
import { tried } from './dates.ts';
import { ceiling, floor, round, roundHalfEven, truncate } from './math.ts';

/** Static members of the number types. */
export interface StaticMembers {
  readonly methods: ReadonlyMap<string, StaticMethod>;
  readonly constants: ReadonlyMap<string, (runtime: Runtime) => Value>;
}

function constants(values: Readonly<Record<string, Value>>): ReadonlyMap<string, (runtime: Runtime) => Value> {
  return new Map(Object.entries(values).map(([name, value]) => [name, () => value]));
}

function parsing(type: TypeName): Record<string, StaticMethod> {
  const parse: StaticMethod = (args, runtime) => {
    const culture = args
      .slice(1)
      .map((value) => provider(value, runtime))
      .find((each) => each !== runtime.culture);
    return parseNumber(text(args, 0), type, culture ?? runtime.culture);
  };
  return { Parse: parse, TryParse: tried(parse, defaultOf(type)) };
}

const wholeTypes = ['byte', 'sbyte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'];

const largestDecimal = Decimal.parse('79228162514264337593543950335') ?? Decimal.zero;

function floatingTests(): Record<string, StaticMethod> {
  return {
    IsNaN: (args) => Number.isNaN(real(args, 0)),
    IsInfinity: (args) => Math.abs(real(args, 0)) === Infinity,
    IsPositiveInfinity: (args) => real(args, 0) === Infinity,
    IsNegativeInfinity: (args) => real(args, 0) === -Infinity,
  };
}

/** Static members of every number type by its C# name. */
export const numberStatics: ReadonlyMap<string, StaticMembers> = new Map<string, StaticMembers>([
  ...wholeTypes.map((type): [string, StaticMembers] => {
    const [least, greatest] = wholeRange(type) ?? [0n, 0n];
    return [
      type,
      {
        methods: new Map(Object.entries(parsing(type))),
        constants: constants({ MinValue: wholeAs(type, least), MaxValue: wholeAs(type, greatest) }),
      },
    ];
  }),
  [
    'double',
    {
      methods: new Map(Object.entries({ ...parsing('double'), ...floatingTests() })),
      constants: constants({
        NaN: new Double(Number.NaN),
        PositiveInfinity: new Double(Infinity),
        NegativeInfinity: new Double(-Infinity),
        MaxValue: new Double(Number.MAX_VALUE),
        MinValue: new Double(-Number.MAX_VALUE),
        Epsilon: new Double(Number.MIN_VALUE),
      }),
    },
  ],
  [
    'float',
    {
      methods: new Map(Object.entries({ ...parsing('float'), ...floatingTests() })),
      constants: constants({
        NaN: new Single(Number.NaN),
        PositiveInfinity: new Single(Infinity),
        NegativeInfinity: new Single(-Infinity),
        MaxValue: new Single(3.4028234663852886e38),
        MinValue: new Single(-3.4028234663852886e38),
      }),
    },
  ],
  [
    'decimal',
    {
      methods: new Map(
        Object.entries<StaticMethod>({
          ...parsing('decimal'),
          Round: (args) => round([asDecimal(args[0] ?? null), ...args.slice(1)]),
          Floor: (args) => floor([asDecimal(args[0] ?? null)]),
          Ceiling: (args) => ceiling([asDecimal(args[0] ?? null)]),
          Truncate: (args) => truncate([asDecimal(args[0] ?? null)]),
          Compare: (args) => Math.sign(compareNumbers(asDecimal(args[0] ?? null), asDecimal(args[1] ?? null))),
          Negate: (args) => asDecimal(args[0] ?? null).negated(),
          ...Object.fromEntries(
            (
              [
                ['Add', '+'],
                ['Subtract', '-'],
                ['Multiply', '*'],
                ['Divide', '/'],
                ['Remainder', '%'],
              ] as const
            ).map(([name, operator]): [string, StaticMethod] => [
              name,
              (args, runtime) =>
                arithmetic(operator, asDecimal(args[0] ?? null), asDecimal(args[1] ?? null), runtime.culture),
            ]),
          ),
        }),
      ),
      constants: constants({
        MaxValue: largestDecimal,
        MinValue: largestDecimal.negated(),
        Zero: Decimal.zero,
        One: Decimal.one,
        MinusOne: Decimal.one.negated(),
      }),
    },
  ],
]);

/** Members that all numbers, chars, bools and dates share; undefined when the name is none of them. */
export function compareValues(target: Value, args: readonly Value[]): number {
  const other = args[0] ?? null;
  if (other === null) return 1;
  if (numericKind(target) !== undefined && numericKind(other) !== undefined) {
    return Math.sign(compareNumbers(target, assignTo(typeNameOf(target))(other)));
  }
  if (typeof target === 'boolean' && typeof other === 'boolean') return Number(target) - Number(other);
  if (target instanceof EnumValue && other instanceof EnumValue) return Math.sign(target.value - other.value);
  throw new ExpressionError(`${typeNameOf(target)} and ${typeNameOf(other)} cannot be compared`);
}

function characterOf(args: readonly Value[]): string {
  const value = args[0];
  if (value instanceof Char) return String.fromCharCode(value.code);
  return text(args, 0).charAt(int(args, 1));
}

function test(pattern: RegExp): StaticMethod {
  return (args) => pattern.test(characterOf(args));
}

export const charStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    IsDigit: test(/^\p{Nd}$/u),
    IsNumber: test(/^\p{N}$/u),
    IsLetter: test(/^\p{L}$/u),
    IsLetterOrDigit: test(/^[\p{L}\p{Nd}]$/u),
    IsUpper: test(/^\p{Lu}$/u),
    IsLower: test(/^\p{Ll}$/u),
    IsWhiteSpace: test(/^\s$/u),
    IsPunctuation: test(/^\p{P}$/u),
    IsControl: test(/^\p{Cc}$/u),
    ToUpper: (args) => new Char(toUpper(characterOf(args)).charCodeAt(0)),
    ToLower: (args) => new Char(toLower(characterOf(args)).charCodeAt(0)),
    GetNumericValue: (args) => new Double(/^\d$/u.test(characterOf(args)) ? Number(characterOf(args)) : -1),
    Parse: (args) => toChar(text(args, 0)),
  }),
);

function toChar(value: string): Char {
  if (value.length !== 1) throw new NetException('FormatException', 'String must be exactly one character long.');
  return new Char(value.charCodeAt(0));
}

export const boolStatics: ReadonlyMap<string, StaticMethod> = (() => {
  const parse: StaticMethod = (args) => parseBool(text(args, 0));
  return new Map(Object.entries<StaticMethod>({ Parse: parse, TryParse: tried(parse, false) }));
})();

function parseBool(value: string): boolean {
  const word = value.trim().toLowerCase();
  if (word !== 'true' && word !== 'false') {
    throw new NetException('FormatException', `String '${value}' was not recognized as a valid Boolean.`);
  }
  return word === 'true';
}

function invalidCast(value: Value, type: string): NetException {
  return new NetException('InvalidCastException', `Unable to cast '${typeNameOf(value)}' to '${type}'.`);
}

/** `Convert.ToInt32` and the like: rounds half to even, reads texts in the culture, null is 0. */
function toWholeNumber(type: TypeName): StaticMethod {
  return (args, runtime) => {
    const value = args[0] ?? null;
    const [least, greatest] = wholeRange(type) ?? [0n, 0n];
    let whole: bigint;
    if (value === null) whole = 0n;
    else if (typeof value === 'boolean') whole = value ? 1n : 0n;
    else if (typeof value === 'string') return parseNumber(value, type, provider(args[1], runtime));
    else if (value instanceof Double || value instanceof Single) {
      if (!(Math.abs(value.value) < 1e20)) throw tooLarge(type);
      whole = BigInt(roundHalfEven(value.value));
    } else if (value instanceof Decimal) whole = value.rounded(0, 'even').toBigInt();
    else if (value instanceof EnumValue) whole = BigInt(value.value);
    else if (numericKind(value) === undefined) throw invalidCast(value, type);
    else whole = asDecimal(value).toBigInt();
    if (whole < least || whole > greatest) throw tooLarge(type);
    return wholeAs(type, whole);
  };
}

function tooLarge(type: string): NetException {
  return new NetException('OverflowException', `Value was either too large or too small for ${type}.`);
}

function toFractional(type: 'double' | 'float' | 'decimal', make: (value: Value) => Value): StaticMethod {
  return (args, runtime) => {
    const value = args[0] ?? null;
    if (value === null) return make(0);
    if (typeof value === 'boolean') return make(value ? 1 : 0);
    if (typeof value === 'string') return parseNumber(value, type, provider(args[1], runtime));
    if (value instanceof Char || (numericKind(value) === undefined && !(value instanceof EnumValue))) {
      throw invalidCast(value, type);
    }
    return make(value instanceof EnumValue ? value.value : value);
  };
}

/** Methods of `System.Convert`. */
export const convertStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    ToByte: toWholeNumber('byte'),
    ToSByte: toWholeNumber('sbyte'),
    ToInt16: toWholeNumber('short'),
    ToUInt16: toWholeNumber('ushort'),
    ToInt32: toWholeNumber('int'),
    ToUInt32: toWholeNumber('uint'),
    ToInt64: toWholeNumber('long'),
    ToUInt64: toWholeNumber('ulong'),
    ToDouble: toFractional('double', (value) => new Double(asNumber(value))),
    ToSingle: toFractional('float', (value) => new Single(asNumber(value))),
    ToDecimal: toFractional('decimal', asDecimal),
    ToString: (args, runtime) => toText(args[0] ?? null, provider(args[1], runtime)),
    ToBoolean: (args) => {
      const value = args[0] ?? null;
      if (value === null) return false;
      if (typeof value === 'boolean') return value;
      if (typeof value === 'string') return parseBool(value);
      if (numericKind(value) === undefined) throw invalidCast(value, 'bool');
      return compareNumbers(value, 0) !== 0;
    },
    ToChar: (args) => {
      const value = args[0] ?? null;
      if (value instanceof Char) return value;
      if (typeof value === 'string') return toChar(value);
      if (value === null || numericKind(value) === 'int') return new Char(asNumber(value ?? 0) & 0xffff);
      throw invalidCast(value, 'char');
    },
    ToDateTime: (args, runtime) => {
      const value = args[0] ?? null;
      if (value instanceof DateTime) return value;
      if (value === null) return defaultOf('DateTime');
      if (typeof value !== 'string') throw invalidCast(value, 'DateTime');
      return parseDateTime(value, provider(args[1], runtime), runtime.now);
    },
    IsDBNull: (args) => args[0] === null,
  }),
);
