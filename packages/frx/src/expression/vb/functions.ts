import { Decimal } from '../values/decimal.ts';
import { enumByName } from '../values/enums.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { toLower, toUpper } from '../cultures/letterCase.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { floor, truncate } from '../members/math.ts';
import { asBigInt } from '../values/promotion.ts';
import type { Runtime } from '../scope.ts';
import { typeNameOf } from '../formats/toText.ts';
import { Char, DateTime, Double, EnumValue, Integer, NetArray, Single } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { as, count, ignoresCase, isNumeric, text, whole, wrong } from './arguments.ts';
import type { Functions, Run } from './arguments.ts';
import { arrayFunctions, cutAt, typeNameIn } from './arrays.ts';
import { dateFunctions } from './dates.ts';
import { financialFunctions } from './financial.ts';
import { formatFunctions, isDateText } from './formats.ts';

/**
 * Functions of Microsoft.VisualBasic (Strings, DateAndTime, Information, Conversion) that reports use; positions in texts are 1-based, Nothing
 * is "" or 0.
 */

/** Number at the beginning of a text; 0 when there is none. */
function val(source: string): Double {
  const based = /^&(?:h([\da-f]{1,16})|o([0-7]{1,22}))/iu.exec(source.replaceAll(/\s/gu, '').slice(0, 400));
  if (based) {
    const [, hexadecimal, octal] = based;
    const value = BigInt(hexadecimal === undefined ? `0o${octal ?? '0'}` : `0x${hexadecimal}`);
    // Four or eight digits are a signed number of two or four bytes.
    const bits = (hexadecimal?.length ?? 0) <= 4 && hexadecimal !== undefined ? 16 : value < 1n << 32n ? 32 : 64;
    return new Double(Number(BigInt.asIntN(bits, value)));
  }
  const plain = source.replaceAll(/\s/gu, '').slice(0, 400);
  const found = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?/u.exec(plain);
  return new Double(found ? Number(found[0].replace(/[dD]/u, 'e')) : plain.startsWith('-') ? -0 : 0);
}

function found(args: readonly Value[], runtime: Runtime, isLast: boolean): number {
  const hasStart = !isLast && typeof args[0] !== 'string' && args.length > 2;
  const at = hasStart ? 1 : 0;
  const where = text(args, at, runtime);
  const what = text(args, at + 1, runtime);
  if (ignoresCase(args, isLast ? 3 : at + 2, runtime)) {
    const rest = isLast ? args.slice(0, 3) : args.slice(0, at + 2);
    rest[at] = toLower(where);
    rest[at + 1] = toLower(what);
    return found(rest, runtime, isLast);
  }
  if (isLast) {
    const start = args.length > 2 ? whole(args, 2, runtime) : -1;
    if (start === 0 || start < -1) throw wrong('Start');
    if (where === '') return 0;
    const from = start === -1 ? where.length : start;
    return from > where.length ? 0 : what === '' ? from : where.slice(0, from).lastIndexOf(what) + 1;
  }
  const from = hasStart ? count(args, 0, runtime, 'Start', 1) : 1;
  if (where === '' || from > where.length) return 0;
  return what === '' ? from : where.indexOf(what, from - 1) + 1;
}

const kindOf = (value: Value, ...types: (new (...args: never[]) => object)[]): boolean =>
  types.some((type) => value instanceof type);

const integral =
  (round: (args: readonly Value[]) => Value): Run =>
  (args, runtime) => {
    const [value = null] = args;
    given(args);
    if (kindOf(value ?? 0, Decimal, Double, Single)) return round([value]);
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Integer) return value;
    if (value instanceof EnumValue) return value.value;
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (value instanceof Char || value instanceof DateTime || typeNameOf(value) === 'DBNull')
      throw new NetException('ArgumentException', `Type of argument 'Number' is 'System.${value instanceof Char ? 'Char' : typeNameOf(value)}', which is not numeric.`); // prettier-ignore
    return round([as('double')(args, 0, runtime)]);
  };

/** Types of the results of Int and Fix for the smaller numbers. */
const WIDER: Readonly<Record<string, string>> = {
  sbyte: 'short',
  byte: 'short',
  short: 'short',
  ushort: 'int',
  uint: 'long',
  ulong: 'decimal',
};

/** Result of Int and Fix in the type of the overload that takes the number. */
function inOwnType(value: Value, result: Value, runtime: Runtime): Value {
  if (value instanceof Single) return as('float')([result], 0, runtime);
  if (!(value instanceof Integer)) return result;
  return as(WIDER[value.type] ?? value.type)([result], 0, runtime);
}

const inOwn =
  (run: Run): Run =>
  (args, runtime) =>
    inOwnType(args[0] ?? null, run(args, runtime), runtime);

/** Sizes of values in bytes, the result of Len; a Decimal is counted as one in an Object. */
const SIZES: ReadonlyMap<string, number> = new Map([
  ['Byte', 1],
  ['SByte', 1],
  ['Boolean', 2],
  ['Short', 2],
  ['UShort', 2],
  ['Char', 2],
  ['Integer', 4],
  ['UInteger', 4],
  ['Single', 4],
  ['Long', 8],
  ['ULong', 8],
  ['Double', 8],
  ['Date', 8],
  ['Decimal', 16],
]);

/** Converts by the numbers of VbStrConv: upper case, lower case, capitalised words. */
function strConv(args: readonly Value[], runtime: Runtime): string {
  const value = text(args, 0, runtime);
  switch (whole(args, 1, runtime)) {
    case 0:
      return value;
    case 1:
      return toUpper(value);
    case 2:
      return toLower(value);
    case 3:
      return toLower(value).replaceAll(/(?<![\p{L}\p{N}'])\p{L}/gu, toUpper);
    default:
      throw wrong('Conversion');
  }
}

/** The exception for a text that is empty. */
function missing(name: string, more = ''): NetException {
  return new NetException('ArgumentException', `Length of argument '${name}' must be greater than zero.${more}`);
}

/** Refuses Nothing as a number. */
function given([value = null]: readonly Value[]): void {
  if (value === null)
    throw new NetException(
      'ArgumentNullException',
      "Value cannot be null. (Parameter 'Argument 'Number' is Nothing.')",
    );
}

/** Refuses a value of another type than numbers and texts. */
function refuseOthers(value: Value, name: string): void {
  const type = typeNameOf(value);
  if (
    value instanceof Char ||
    value instanceof DateTime ||
    typeof value === 'boolean' ||
    type === 'DBNull' ||
    type === 'TimeSpan'
  )
    throw new NetException(
      'ArgumentException',
      `Argument '${name}' cannot be converted to type '${typeNameIn(value)}'.`,
    );
}

/** The bits of an integer as an unsigned number: those of its type for the small ones, 64 for the others. */
function bitsOf(args: readonly Value[], runtime: Runtime): bigint {
  given(args);
  const [value = null] = args;
  refuseOthers(value, 'Number');
  const whole = asBigInt(as('long')(args, 0, runtime));
  const isSmall = value instanceof Integer && (value.type === 'sbyte' || value.type === 'short');
  const isInt = typeof value === 'number' || value instanceof EnumValue;
  return BigInt.asUintN(isSmall ? (value.type === 'sbyte' ? 8 : 16) : isInt ? 32 : 64, whole);
}

/** The code of the first character of a text. */
function codeOf(args: readonly Value[], runtime: Runtime): number {
  const value = text(args, 0, runtime);
  if (value === '') throw missing('String', " (Parameter 'String')");
  return value.charCodeAt(0);
}

/** Returns true for a code that is another character on computers with another code page than that of Western Europe. */
const isOfCodePage = (code: number): boolean => (code > 127 && code < 160) || code > 255;

function codePage(name: string, instead: string): ExpressionError {
  return new ExpressionError(`${name} of this character depends on the code page of the computer; use ${instead}`);
}

/** Refuses a function with different results in every run. */
function random(name: string): never {
  throw new ExpressionError(`${name} is not available: a report gives the same pages each time; use New Random(seed)`);
}

/** Numbers of VariantType by type name. */
const VARIANT_TYPES: ReadonlyMap<string, number> = new Map([
  ['Nothing', 9],
  ['DBNull', 1],
  ['Short', 2],
  ['Integer', 3],
  ['Single', 4],
  ['Double', 5],
  ['Date', 7],
  ['String', 8],
  ['Boolean', 11],
  ['Decimal', 14],
  ['Byte', 17],
  ['Char', 18],
  ['Long', 20],
]);

/** A value of VariantType. */
function variant(number: number): Value {
  const type = enumByName('VariantType');
  return type ? new EnumValue(type, number) : number;
}

/** `VarType`: a number for the type of a value; for an array plus 8192. */
function varType(value: Value): number {
  if (value instanceof EnumValue) return 3;
  const name = typeNameIn(value);
  const type = VARIANT_TYPES.get(name.replace(/\(\)$/u, '')) ?? (value instanceof NetArray ? 9 : undefined);
  const otherwise = typeof value === 'object' && value !== null && 'fields' in value ? 9 : 36;
  return (type ?? otherwise) + (value instanceof NetArray ? 8192 : 0);
}

const functions: Functions = {
  len: (args, runtime) =>
    args[0] instanceof EnumValue ? 4 : (SIZES.get(typeNameIn(args[0] ?? null)) ?? text(args, 0, runtime).length),
  left: (args, runtime) => text(args, 0, runtime).slice(0, count(args, 1, runtime, 'Length')),
  right: (args, runtime) => {
    const value = text(args, 0, runtime);
    return value.slice(Math.max(0, value.length - count(args, 1, runtime, 'Length')));
  },
  mid: (args, runtime) => {
    const value = text(args, 0, runtime);
    if (args.length > 2) count(args, 2, runtime, 'Length');
    if (args.length === 2 && (args[0] ?? null) === null) return null;
    const start = count(args, 1, runtime, 'Start', 1) - 1;
    return args.length > 2 ? value.slice(start, start + count(args, 2, runtime, 'Length')) : value.slice(start);
  },
  ucase: (args, runtime) => {
    const upper = toUpper(text(args, 0, runtime));
    return args[0] instanceof Char ? new Char(upper.charCodeAt(0)) : upper;
  },
  lcase: (args, runtime) => {
    const [value = null] = args;
    const lower = toLower(text(args, 0, runtime));
    return value instanceof Char ? new Char(lower.charCodeAt(0)) : value === null ? null : lower;
  },
  trim: (args, runtime) => text(args, 0, runtime).replaceAll(/^[ \u3000]+|(?<![ \u3000])[ \u3000]+$/gu, ''),
  ltrim: (args, runtime) => text(args, 0, runtime).replace(/^[ \u3000]+/u, ''),
  rtrim: (args, runtime) => text(args, 0, runtime).replace(/(?<![ \u3000])[ \u3000]+$/u, ''),
  instr: (args, runtime) => found(args, runtime, false),
  instrrev: (args, runtime) => found(args, runtime, true),
  replace: (args, runtime) => {
    const start = args.length > 3 ? count(args, 3, runtime, 'Start', 1) : 1;
    const value = text(args, 0, runtime).slice(start - 1);
    const [what, by] = [text(args, 1, runtime), text(args, 2, runtime)];
    const most = args.length > 4 ? count(args, 4, runtime, 'Count', -1) : -1;
    if (value === '') return null;
    if (what === '') return value;
    runtime.budget.hold(value.length * (1 + Math.ceil(by.length / what.length)));
    const pieces = cutAt(value, what, most, ignoresCase(args, 5, runtime));
    return pieces.join(by);
  },
  space: (args, runtime) => {
    const length = count(args, 0, runtime, 'Number', 0, false);
    runtime.budget.hold(length);
    return ' '.repeat(length);
  },
  lset: (args, runtime) => {
    const length = count(args, 1, runtime, 'Length');
    runtime.budget.hold(length);
    return text(args, 0, runtime).padEnd(length).slice(0, length);
  },
  rset: (args, runtime) => {
    const length = count(args, 1, runtime, 'Length');
    runtime.budget.hold(length);
    return text(args, 0, runtime).padStart(length).slice(0, length);
  },
  strdup: (args, runtime) => {
    const length = count(args, 0, runtime, 'Number');
    runtime.budget.hold(length);
    const value = args[1] ?? null;
    if (value !== null && typeof value !== 'string' && !(value instanceof Char)) throw wrong('Character');
    const [character] = text(args, 1, runtime);
    if (character === undefined) throw missing('Character');
    return character.repeat(length);
  },
  strreverse: (args, runtime) => Array.from(text(args, 0, runtime)).toReversed().join(''), // prettier-ignore
  strcomp: (args, runtime) => {
    const shown = ignoresCase(args, 2, runtime) ? toLower : (value: string): string => value;
    const [a, b] = [shown(text(args, 0, runtime)), shown(text(args, 1, runtime))];
    return a === b ? 0 : a < b ? -1 : 1;
  },
  asc: (args, runtime) => {
    const code = codeOf(args, runtime);
    if (isOfCodePage(code)) throw codePage('Asc', 'AscW');
    return code;
  },
  ascw: codeOf,
  chr: (args, runtime) => {
    const code = count(args, 0, runtime, 'CharCode');
    if (isOfCodePage(code)) throw codePage('Chr', 'ChrW');
    return new Char(code);
  },
  chrw: (args, runtime) => {
    const code = whole(args, 0, runtime);
    if (code < -32_768 || code > 65_535)
      throw new NetException('ArgumentException', "Argument 'CharCode' must be within the range of -32768 to 65535. (Parameter 'CharCode')"); // prettier-ignore
    return new Char(code & 0xffff);
  },
  val: (args, runtime) => {
    const [value = null] = args;
    if (typeof value === 'boolean') return new Double(value ? -1 : 0);
    if (value instanceof Single) return new Double(value.value);
    if (typeNameOf(value) === 'DBNull' || typeNameOf(value) === 'TimeSpan') refuseOthers(value, 'Expression');
    return val(text(args, 0, runtime));
  },
  str: (args, runtime) => {
    given(args);
    const [first = null] = args;
    if (typeof first === 'boolean') return text(args, 0, runtime);
    if (typeNameOf(first) === 'DBNull') return 'Null';
    if (first instanceof Char || first instanceof DateTime || (typeof first === 'string' && !isNumeric(first, runtime)))
      throw new NetException('InvalidCastException', "Argument 'Number' cannot be converted to a numeric value.");
    const number = first instanceof Single || first instanceof Decimal ? first : as('double')(args, 0, runtime);
    // The zero before the point is left out.
    const value = text([number], 0, runtime).replace(/^(-?)0\./u, '$1.');
    return value.startsWith('-') ? value : ` ${value}`;
  },
  strconv: strConv,
  getchar: (args, runtime) => {
    const value = text(args, 0, runtime);
    if ((args[0] ?? null) === null) throw missing('String');
    const index = count(args, 1, runtime, 'Index', 1, false);
    if (index > value.length)
      throw new NetException(
        'ArgumentException',
        "Argument 'Index' must be less than or equal to the length of argument 'String'.",
      );
    return new Char(value.charCodeAt(index - 1));
  },
  oct: (args, runtime) => bitsOf(args, runtime).toString(8),
  hex: (args, runtime) => bitsOf(args, runtime).toString(16).toUpperCase(),
  int: inOwn(integral(floor)),
  fix: inOwn(integral(truncate)),
  isnumeric: (args, runtime) => isNumeric(args[0] ?? null, runtime),
  isdate: (args, runtime) => {
    const [value = null] = args;
    return value instanceof DateTime || (typeof value === 'string' && isDateText(value, runtime));
  },
  isnothing: ([value = null]) => value === null,
  isdbnull: ([value = null]) => typeNameOf(value) === 'DBNull',
  typename: ([value = null]) => typeNameIn(value),
  vartype: ([value = null]) => variant(varType(value)),
  isarray: ([value = null]) => value instanceof NetArray,
  rnd: () => random('Rnd'),
  randomize: () => random('Randomize'),
};

/** Types of the results that do not depend on the arguments, by `vb.` and the name in lower case. */
export const vbLibraryResults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    bool: 'isarray isdate isdbnull isnothing isnumeric',
    char: 'chr chrw getchar',
    DateTime: 'dateadd dateserial datevalue now timeofday timeserial timevalue today',
    double: 'ddb fv ipmt irr mirr nper npv pmt ppmt pv rate sln syd val',
    int: 'asc ascw datepart instr instrrev lbound len strcomp ubound weekday',
    long: 'datediff',
    'string[]': 'filter split',
    string:
      'format formatcurrency formatnumber formatpercent hex join left lcase lset ltrim mid monthname oct replace right rset rtrim space str strconv strdup strreverse trim typename weekdayname',
  }).flatMap(([type, names]) => names.split(' ').map((name) => [`vb.${name}`, type])),
);

/** The functions of Visual Basic by the names that scripts and expressions use: `vb.` and the name in lower case. */
export const vbLibrary: Readonly<Record<string, StaticMethod>> = Object.fromEntries(
  Object.entries({
    ...dateFunctions,
    ...arrayFunctions,
    ...financialFunctions,
    ...formatFunctions,
    ...functions,
  }).map(([name, run]): [string, StaticMethod] => [`vb.${name}`, run]),
);
