import { addMonths, addUnits, dateOf, datePartsOf, difference } from '../calendar.ts';
import { Decimal } from '../decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { toLower, toUpper } from '../letterCase.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { floor, truncate } from '../members/math.ts';
import { asNumber, numericKind } from '../promotion.ts';
import type { Runtime } from '../scope.ts';
import { formatted } from '../toText.ts';
import { Char, DateTime, Double, Integer, Single } from '../values.ts';
import type { Value } from '../values.ts';
import { vbFunctions } from './operators.ts';

/**
 * Functions of Microsoft.VisualBasic (Strings, DateAndTime, Information, Conversion) that reports use; positions in texts begin at 1, Nothing
 * counts as "" or 0.
 */

type Run = (args: readonly Value[], runtime: Runtime) => Value;

const as =
  (type: string) =>
  (args: readonly Value[], index: number, runtime: Runtime): Value =>
    vbFunctions[`vb:to ${type}`]?.([args[index] ?? null], runtime) ?? null;
const text = (args: readonly Value[], index: number, runtime: Runtime): string => {
  const value = as('string')(args, index, runtime);
  return typeof value === 'string' ? value : '';
};
const whole = (args: readonly Value[], index: number, runtime: Runtime): number =>
  asNumber(as('int')(args, index, runtime));
const moment = (args: readonly Value[], index: number, runtime: Runtime): DateTime => {
  const value = as('DateTime')(args, index, runtime);
  if (value instanceof DateTime) return value;
  throw new ExpressionError(`Argument ${String(index + 1)} must be a date`);
};

function wrong(name: string): NetException {
  return new NetException('ArgumentException', `Argument '${name}' is not valid.`);
}

function count(args: readonly Value[], index: number, runtime: Runtime, name: string, least = 0): number {
  const value = whole(args, index, runtime);
  if (value < least) throw wrong(name);
  return value;
}

/** Number that stands at the beginning of a text; 0 when there is none. */
function val(source: string): Double {
  const found = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?/u.exec(source.replaceAll(/\s/gu, '').slice(0, 400));
  return new Double(found ? Number(found[0].replace(/[dD]/u, 'e')) : 0);
}

function isNumeric(value: Value, runtime: Runtime): boolean {
  if (typeof value === 'boolean') return true;
  if (value === null || value instanceof Char) return false;
  if (typeof value !== 'string') return numericKind(value) !== undefined;
  return value.trim() !== '' && converts('double', value, runtime);
}

function converts(type: string, value: Value, runtime: Runtime): boolean {
  try {
    as(type)([value], 0, runtime);
    return true;
  } catch (error) {
    if (error instanceof NetException) return false;
    throw error;
  }
}

/** Months of an interval that counts in months; undefined for others. */
const MONTHS: Readonly<Record<string, number>> = { yyyy: 12, q: 3, m: 1 };
const MILLISECONDS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  y: 86_400_000,
  w: 86_400_000,
  ww: 604_800_000,
  h: 3_600_000,
  n: 60_000,
  s: 1000,
};

function dateAdd(args: readonly Value[], runtime: Runtime): Value {
  const interval = text(args, 0, runtime).toLowerCase();
  const amount = asNumber(as('double')(args, 1, runtime));
  const from = moment(args, 2, runtime);
  const months = MONTHS[interval];
  if (months !== undefined) return addMonths(from, Math.trunc(amount) * months);
  const unit = MILLISECONDS[interval];
  if (unit === undefined) throw wrong('Interval');
  return addUnits(from, Math.trunc(amount), unit);
}

function dateDiff(args: readonly Value[], runtime: Runtime): Value {
  const interval = text(args, 0, runtime).toLowerCase();
  const [from, to] = [moment(args, 1, runtime), moment(args, 2, runtime)];
  const [a, b] = [datePartsOf(from), datePartsOf(to)];
  if (interval === 'yyyy') return BigInt(b.year - a.year);
  if (interval === 'm') return BigInt((b.year - a.year) * 12 + b.month - a.month);
  if (interval === 'q') return BigInt((b.year - a.year) * 4 + Math.ceil(b.month / 3) - Math.ceil(a.month / 3));
  const unit = MILLISECONDS[interval];
  if (unit === undefined) throw wrong('Interval');
  // Weeks of the calendar begin on Sunday.
  const [start, end] =
    interval === 'ww'
      ? [addUnits(dateOf(from), -a.dayOfWeek, 86_400_000), addUnits(dateOf(to), -b.dayOfWeek, 86_400_000)]
      : [from, to];
  const span = difference(end, start).ticks;
  return BigInt(Math.trunc(span / 10_000 / (interval === 'w' ? 604_800_000 : unit)));
}

function datePart(args: readonly Value[], runtime: Runtime): Value {
  const parts = datePartsOf(moment(args, 1, runtime));
  switch (text(args, 0, runtime).toLowerCase()) {
    case 'yyyy':
      return parts.year;
    case 'q':
      return Math.ceil(parts.month / 3);
    case 'm':
      return parts.month;
    case 'd':
      return parts.day;
    case 'w':
      return parts.dayOfWeek + 1;
    case 'h':
      return parts.hour;
    case 'n':
      return parts.minute;
    case 's':
      return parts.second;
    default:
      throw wrong('Interval');
  }
}

/** Named formats of numbers and dates by those of .NET. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['general number', 'G'],
  ['currency', 'C'],
  ['fixed', 'F2'],
  ['standard', 'N2'],
  ['percent', '0.00%'],
  ['scientific', '0.00E+00'],
  ['general date', 'G'],
  ['long date', 'D'],
  ['medium date', 'D'],
  ['short date', 'd'],
  ['long time', 'T'],
  ['medium time', 'T'],
  ['short time', 't'],
]);

function format(args: readonly Value[], runtime: Runtime): string {
  const [value = null] = args;
  const pattern = text(args, 1, runtime);
  if (value === null) return '';
  if (pattern === '') return text(args, 0, runtime);
  if (typeof value === 'boolean') return text(args, 0, runtime);
  const number = typeof value === 'string' && isNumeric(value, runtime) ? as('double')(args, 0, runtime) : value;
  return formatted(number, FORMATS.get(pattern.toLowerCase()) ?? pattern, runtime.culture);
}

function found(args: readonly Value[], runtime: Runtime, isLast: boolean): number {
  const hasStart = !isLast && typeof args[0] !== 'string' && args.length > 2;
  const at = hasStart ? 1 : 0;
  const where = text(args, at, runtime);
  const what = text(args, at + 1, runtime);
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
    if (kindOf(value ?? 0, Decimal, Double, Single)) return round([value]);
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Integer) return value;
    return round([as('double')(args, 0, runtime)]);
  };

const functions: Readonly<Record<string, Run>> = {
  len: (args, runtime) => text(args, 0, runtime).length,
  left: (args, runtime) => text(args, 0, runtime).slice(0, count(args, 1, runtime, 'Length')),
  right: (args, runtime) => {
    const value = text(args, 0, runtime);
    return value.slice(Math.max(0, value.length - count(args, 1, runtime, 'Length')));
  },
  mid: (args, runtime) => {
    const value = text(args, 0, runtime);
    const start = count(args, 1, runtime, 'Start', 1) - 1;
    return args.length > 2 ? value.slice(start, start + count(args, 2, runtime, 'Length')) : value.slice(start);
  },
  ucase: (args, runtime) => toUpper(text(args, 0, runtime)),
  lcase: (args, runtime) => toLower(text(args, 0, runtime)),
  trim: (args, runtime) => text(args, 0, runtime).replaceAll(/^[ \u3000]+|[ \u3000]+$/gu, ''),
  ltrim: (args, runtime) => text(args, 0, runtime).replace(/^[ \u3000]+/u, ''),
  rtrim: (args, runtime) => text(args, 0, runtime).replace(/[ \u3000]+$/u, ''),
  instr: (args, runtime) => found(args, runtime, false),
  instrrev: (args, runtime) => found(args, runtime, true),
  replace: (args, runtime) => {
    const [value, what, by] = [text(args, 0, runtime), text(args, 1, runtime), text(args, 2, runtime)];
    if (value === '') return null;
    if (what === '') return value;
    runtime.budget.hold(value.length * (1 + Math.ceil(by.length / what.length)));
    return value.replaceAll(what, () => by);
  },
  space: (args, runtime) => {
    const length = count(args, 0, runtime, 'Number');
    runtime.budget.hold(length);
    return ' '.repeat(length);
  },
  strdup: (args, runtime) => {
    const length = count(args, 0, runtime, 'Number');
    runtime.budget.hold(length);
    const [character] = text(args, 1, runtime);
    if (character === undefined) throw wrong('Character');
    return character.repeat(length);
  },
  strreverse: (args, runtime) => Array.from(text(args, 0, runtime)).toReversed().join(''), // prettier-ignore
  strcomp: (args, runtime) => {
    const [a, b] = [text(args, 0, runtime), text(args, 1, runtime)];
    return a === b ? 0 : a < b ? -1 : 1;
  },
  asc: (args, runtime) => {
    const value = text(args, 0, runtime);
    if (value === '') throw wrong('String');
    return value.charCodeAt(0);
  },
  chr: (args, runtime) => new Char(count(args, 0, runtime, 'CharCode') & 0xffff),
  val: (args, runtime) => val(text(args, 0, runtime)),
  str: (args, runtime) => {
    const value = text([as('double')(args, 0, runtime)], 0, runtime);
    return value.startsWith('-') ? value : ` ${value}`;
  },
  hex: (args, runtime) => formatted(as('long')(args, 0, runtime), 'X', runtime.culture),
  int: integral(floor),
  fix: integral(truncate),
  isnumeric: (args, runtime) => isNumeric(args[0] ?? null, runtime),
  isdate: (args, runtime) => {
    const [value = null] = args;
    return value instanceof DateTime || (typeof value === 'string' && converts('DateTime', value, runtime));
  },
  isnothing: ([value = null]) => value === null,
  isdbnull: ([value = null]) => value === null,
  format,
  dateadd: dateAdd,
  datediff: dateDiff,
  datepart: datePart,
  weekday: (args, runtime) => datePartsOf(moment(args, 0, runtime)).dayOfWeek + 1,
  datevalue: (args, runtime) => dateOf(moment(args, 0, runtime)),
  now: (_, runtime) => runtime.now(),
  today: (_, runtime) => dateOf(runtime.now()),
};

/** The functions of Visual Basic under the names by which scripts and expressions find them: `vb.` and the name in lower case. */
export const vbLibrary: Readonly<Record<string, StaticMethod>> = Object.fromEntries([
  ...Object.entries(functions).map(([name, run]): [string, StaticMethod] => [`vb.${name}`, run]),
  ...['asc', 'chr'].map((name): [string, StaticMethod] => [`vb.${name}w`, functions[name] ?? (() => null)]),
]);
