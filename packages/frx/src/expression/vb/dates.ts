import {
  addMonths,
  addUnits,
  dateOf,
  datePartsOf,
  dateTime,
  dayOfYear,
  difference,
  minDateTime,
  timeOfDay,
  weekOfYear,
} from '../values/calendar.ts';
import { asNumber } from '../values/promotion.ts';
import type { Runtime } from '../scope.ts';
import { EnumValue } from '../values/values.ts';
import type { DateTime, Value } from '../values/values.ts';
import { as, moment, text, whole, wrong } from './arguments.ts';
import type { Functions } from './arguments.ts';

/** Functions of Microsoft.VisualBasic.DateAndTime. */

/** Intervals by the numbers of DateInterval. */
const INTERVALS = ['yyyy', 'q', 'm', 'y', 'd', 'ww', 'w', 'h', 'n', 's'] as const;

function intervalOf(args: readonly Value[], runtime: Runtime): string {
  const [value = null] = args;
  if (value instanceof EnumValue) return INTERVALS[value.value] ?? '';
  return text(args, 0, runtime).toLowerCase();
}

/** First day of the week, 0 for Sunday: in an argument, 1 is Sunday and 0 that of the culture. */
function firstDay(args: readonly Value[], index: number, runtime: Runtime, otherwise = 0): number {
  if (args.length <= index) return otherwise;
  const value = whole(args, index, runtime);
  if (value < 0 || value > 7) throw wrong('DayOfWeek');
  return value === 0 ? runtime.culture.dates.firstDayOfWeek : value - 1;
}

/** Number of a weekday, 1-based, for a week that begins on a given day. */
const weekday = (value: DateTime, first: number): number => ((datePartsOf(value).dayOfWeek - first + 7) % 7) + 1;

/** A time of day on 1 January of the year 1. */
const timeAlone = (seconds: number): DateTime => addUnits(minDateTime, seconds, 1000);

/** Months of an interval that consists of months; undefined for others. */
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
  const interval = intervalOf(args, runtime);
  const amount = asNumber(as('double')(args, 1, runtime));
  const from = moment(args, 2, runtime);
  const months = MONTHS[interval];
  if (months !== undefined) return addMonths(from, Math.trunc(amount) * months);
  const unit = MILLISECONDS[interval];
  if (unit === undefined) throw wrong('Interval');
  return addUnits(from, Math.trunc(amount), unit);
}

function dateDiff(args: readonly Value[], runtime: Runtime): Value {
  const interval = intervalOf(args, runtime);
  const [from, to] = [moment(args, 1, runtime), moment(args, 2, runtime)];
  const [a, b] = [datePartsOf(from), datePartsOf(to)];
  if (interval === 'yyyy') return BigInt(b.year - a.year);
  if (interval === 'm') return BigInt((b.year - a.year) * 12 + b.month - a.month);
  if (interval === 'q') return BigInt((b.year - a.year) * 4 + Math.ceil(b.month / 3) - Math.ceil(a.month / 3));
  const unit = MILLISECONDS[interval];
  if (unit === undefined) throw wrong('Interval');
  const first = firstDay(args, 3, runtime);
  const [start, end] =
    interval === 'ww' ? [from, to].map((each) => addUnits(each, 1 - weekday(each, first), 86_400_000)) : [from, to];
  const span = difference(end ?? to, start ?? from).ticks;
  return BigInt(Math.trunc(span / 10_000 / (interval === 'w' ? 604_800_000 : unit)));
}

function datePart(args: readonly Value[], runtime: Runtime): Value {
  const asked = moment(args, 1, runtime);
  const parts = datePartsOf(asked);
  switch (intervalOf(args, runtime)) {
    case 'yyyy':
      return parts.year;
    case 'q':
      return Math.ceil(parts.month / 3);
    case 'm':
      return parts.month;
    case 'd':
      return parts.day;
    case 'y':
      return dayOfYear(asked);
    case 'w':
      return weekday(asked, firstDay(args, 2, runtime));
    case 'ww': {
      // FirstWeekOfYear: 1 is the week of 1 January, 2 the first with four days.
      const rule = args.length > 3 ? whole(args, 3, runtime) : 1;
      if (rule !== 1 && rule !== 2) throw wrong('WeekOfYearValue');
      return weekOfYear(asked, rule === 1 ? 'firstDay' : 'firstFourDayWeek', firstDay(args, 2, runtime));
    }
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

function nameOf(
  names: readonly string[],
  short: readonly string[],
  args: readonly Value[],
  runtime: Runtime,
  index: number,
): string {
  const isShort = args.length > 1 && as('bool')(args, 1, runtime) === true;
  const found = (isShort ? short : names)[index];
  if (found === undefined || found === '') throw wrong(names.length < 12 ? 'Weekday' : 'Month');
  return found;
}

/** The functions under their names in lower case. */
export const dateFunctions: Functions = {
  dateadd: dateAdd,
  datediff: dateDiff,
  datepart: datePart,
  dateserial: (args, runtime) => {
    const [given, month, day] = [0, 1, 2].map((index) => whole(args, index, runtime));
    const year = given ?? 1;
    const full = year >= 0 && year < 30 ? year + 2000 : year >= 30 && year < 100 ? year + 1900 : year;
    return addUnits(addMonths(dateTime(full, 1, 1), (month ?? 1) - 1), (day ?? 1) - 1, 86_400_000);
  },
  timeserial: (args, runtime) =>
    timeAlone(whole(args, 0, runtime) * 3600 + whole(args, 1, runtime) * 60 + whole(args, 2, runtime)),
  datevalue: (args, runtime) => dateOf(moment([as('string')(args, 0, runtime) ?? ''], 0, runtime)),
  timevalue: (args, runtime) =>
    addUnits(minDateTime, timeOfDay(moment([as('string')(args, 0, runtime) ?? ''], 0, runtime)) / 10_000, 1),
  weekday: (args, runtime) => weekday(moment(args, 0, runtime), firstDay(args, 1, runtime)),
  weekdayname: (args, runtime) => {
    const { dayNames, shortDayNames, firstDayOfWeek } = runtime.culture.dates;
    const number = whole(args, 0, runtime);
    if (number < 1 || number > 7) throw wrong('Weekday');
    const first = firstDay(args, 2, runtime, firstDayOfWeek);
    return nameOf(dayNames, shortDayNames, args, runtime, (number - 1 + first) % 7);
  },
  monthname: (args, runtime) => {
    const { monthNames, shortMonthNames } = runtime.culture.dates;
    return nameOf(monthNames, shortMonthNames, args, runtime, whole(args, 0, runtime) - 1);
  },
  now: (_, runtime) => runtime.now(),
  today: (_, runtime) => dateOf(runtime.now()),
  timeofday: (_, runtime) => addUnits(minDateTime, timeOfDay(runtime.now()) / 10_000, 1),
};
