import {
  addMonths,
  addUnits,
  automationDate,
  dateOf,
  datePartsOf,
  dateTime,
  dayOfYear,
  daysInMonth,
  fromAutomationDate,
  maxDateTime,
  minDateTime,
  TICKS_PER_DAY,
  TICKS_PER_SECOND,
  ticksOf,
  timeOfDay,
  withKind,
} from '../values/calendar.ts';
import type { DateParts } from '../values/calendar.ts';
import { enumByName } from '../values/enums.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { parseExactDateTime } from '../parsing/parseExactDate.ts';
import type { Runtime } from '../scope.ts';
import { timeSpanParts, wholeTicks } from '../formats/timeSpanFormat.ts';
import { DateTime, Double, EnumValue, TimeSpan, UTC } from '../values/values.ts';
import type { Value } from '../values/values.ts';
import { int, real, text } from './arguments.ts';
import type { InstanceMethod, StaticMethod } from './arguments.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1000;

/** A DayOfWeek by its number, 0 = Sunday. */
export function dayOfWeek(number: number): EnumValue {
  const type = enumByName('DayOfWeek');
  if (!type) throw new ExpressionError('DayOfWeek is unknown');
  return new EnumValue(type, number);
}

function part(read: (parts: DateParts) => number): (target: DateTime) => Value {
  return (target) => read(datePartsOf(target));
}

export const dateTimeProperties: ReadonlyMap<string, (target: DateTime) => Value> = new Map(
  Object.entries<(target: DateTime) => Value>({
    Year: part(({ year }) => year),
    Month: part(({ month }) => month),
    Day: part(({ day }) => day),
    Hour: part(({ hour }) => hour),
    Minute: part(({ minute }) => minute),
    Second: part(({ second }) => second),
    Millisecond: part(({ millisecond }) => millisecond),
    DayOfWeek: (target) => dayOfWeek(datePartsOf(target).dayOfWeek),
    DayOfYear: dayOfYear,
    Date: dateOf,
    TimeOfDay: (target) => new TimeSpan(timeOfDay(target)),
    Ticks: ticksOf,
  }),
);

function adder(unit: number): InstanceMethod<DateTime> {
  return (target, args) => addUnits(target, real(args, 0), unit);
}

/** Days since 1899-12-30, as spreadsheets count. */
export const dateTimeMethods: ReadonlyMap<string, InstanceMethod<DateTime>> = new Map(
  Object.entries<InstanceMethod<DateTime>>({
    AddDays: adder(DAY),
    AddHours: adder(HOUR),
    AddMinutes: adder(MINUTE),
    AddSeconds: adder(SECOND),
    AddMilliseconds: adder(1),
    AddMonths: (target, args) => addMonths(target, int(args, 0)),
    AddYears: (target, args) => {
      const years = int(args, 0);
      if (Math.abs(years) > 10_000)
        throw new NetException(
          'ArgumentOutOfRangeException',
          "Years value must be between +/-10000. (Parameter 'years')",
        );
      return addMonths(target, years * 12);
    },
    ToOADate: (target) => new Double(automationDate(target)),
  }),
);

function parseExact(args: readonly Value[], runtime: Runtime): DateTime {
  return parseExactDateTime(text(args, 0), text(args, 1), runtime.culture, runtime.now);
}

export const dateTimeStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    ParseExact: parseExact,
    DaysInMonth: (args) => daysInMonth(int(args, 0), int(args, 1)),
    IsLeapYear: (args) => daysInMonth(int(args, 0), 2) === 29,
    FromOADate: (args) => fromAutomationDate(real(args, 0)),
    new: (args) =>
      dateTime(int(args, 0), int(args, 1), int(args, 2), ...args.slice(3, 7).map((_, index) => int(args, index + 3))),
  }),
);

export const dateTimeConstants: ReadonlyMap<string, (runtime: Runtime) => Value> = new Map(
  Object.entries<(runtime: Runtime) => Value>({
    Now: (runtime) => runtime.now(),
    UtcNow: (runtime) => withKind(runtime.now(), UTC),
    Today: (runtime) => dateOf(runtime.now()),
    MinValue: () => minDateTime,
    MaxValue: () => maxDateTime,
  }),
);

function total(unit: number): (target: TimeSpan) => Value {
  return (target) => new Double(target.ticks / unit);
}

export const timeSpanProperties: ReadonlyMap<string, (target: TimeSpan) => Value> = new Map(
  Object.entries<(target: TimeSpan) => Value>({
    Days: (target) => timeSpanParts(target).days,
    Hours: (target) => timeSpanParts(target).hours,
    Minutes: (target) => timeSpanParts(target).minutes,
    Seconds: (target) => timeSpanParts(target).seconds,
    Milliseconds: (target) => timeSpanParts(target).milliseconds,
    Ticks: (target) => wholeTicks(target),
    TotalDays: total(TICKS_PER_DAY),
    TotalHours: total(TICKS_PER_SECOND * 3600),
    TotalMinutes: total(TICKS_PER_SECOND * 60),
    TotalSeconds: total(TICKS_PER_SECOND),
    TotalMilliseconds: total(10_000),
  }),
);

function parseTimeSpan(args: readonly Value[]): TimeSpan {
  const match = /^\s*(-?)(?:(\d+)\.)?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,7}))?)?\s*$/u.exec(text(args, 0));
  if (!match) throw new NetException('FormatException', 'String was not recognized as a valid TimeSpan.');
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const whole = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  const ticks = whole * TICKS_PER_SECOND + Number(fraction.padEnd(7, '0'));
  return new TimeSpan(sign === '-' ? -ticks : ticks);
}

export const timeSpanStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    Parse: parseTimeSpan,
    new: (args) => {
      const numbers = args.map((_, index) => int(args, index));
      const [days, hours, minutes, seconds, milliseconds] = numbers.length === 3 ? [0, ...numbers] : numbers;
      const whole = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
      return new TimeSpan(whole * TICKS_PER_SECOND + (milliseconds ?? 0) * 10_000);
    },
  }),
);
