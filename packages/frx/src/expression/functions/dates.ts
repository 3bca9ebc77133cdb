import {
  addMonths,
  addUnits,
  datePartsOf,
  dateTime,
  dayOfYear,
  daysInMonth,
  difference,
  timeOfDay,
  weekOfYear,
} from '../values/calendar.ts';
import type { DateParts } from '../values/calendar.ts';
import { date, int } from '../members/arguments.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { NetException } from '../errors.ts';
import type { Runtime } from '../scope.ts';
import { formatted } from '../formats/toText.ts';
import type { Value } from '../values/values.ts';
import { looseNumber, looseText } from './arguments.ts';

function part(read: (parts: DateParts) => number): StaticMethod {
  return (args) => read(datePartsOf(date(args, 0)));
}

function adder(unit: number): StaticMethod {
  return (args) => addUnits(date(args, 0), looseNumber(args, 1), unit);
}

/** Named formats of FormatDateTime, and members of DateFormat; anything else is a .NET pattern. */
const namedFormats: ReadonlyMap<string, string> = new Map([
  ['longdate', 'D'],
  ['shortdate', 'd'],
  ['longtime', 'T'],
  ['shorttime', 'HH:mm'],
]);
const GENERAL = 'GeneralDate';

function formatDateTime(args: readonly Value[], runtime: Runtime): string {
  const value = date(args, 0);
  if (args.length > 1 && args[1] === null)
    throw new NetException('NullReferenceException', 'Object reference not set to an instance of an object.');
  const format = args.length > 1 ? looseText(args, 1, runtime) : GENERAL;
  if (format !== GENERAL)
    return formatted(value, namedFormats.get(format.toLowerCase().replaceAll(' ', '')) ?? format, runtime.culture);
  const onlyTime = datePartsOf(value).year === 1 && dayOfYear(value) === 1;
  return formatted(value, onlyTime ? 'T' : timeOfDay(value) === 0 ? 'd' : 'G', runtime.culture);
}

export const dateFunctions: Readonly<Record<string, StaticMethod>> = {
  AddDays: adder(86_400_000),
  AddHours: adder(3_600_000),
  AddMinutes: adder(60_000),
  AddSeconds: adder(1000),
  AddMonths: (args) => addMonths(date(args, 0), int(args, 1)),
  AddYears: (args) => addMonths(date(args, 0), int(args, 1) * 12),
  DateDiff: (args) => difference(date(args, 0), date(args, 1)),
  DateSerial: (args) => dateTime(int(args, 0), int(args, 1), int(args, 2)),
  Day: part(({ day }) => day),
  DayOfWeek: (args, runtime) => runtime.culture.dates.dayNames[datePartsOf(date(args, 0)).dayOfWeek] ?? '',
  DayOfYear: (args) => dayOfYear(date(args, 0)),
  DaysInMonth: (args) => daysInMonth(int(args, 0), int(args, 1)),
  FormatDateTime: formatDateTime,
  Hour: part(({ hour }) => hour),
  Minute: part(({ minute }) => minute),
  Month: part(({ month }) => month),
  MonthName: (args, runtime) =>
    runtime.culture.dates.monthNames[datePartsOf(dateTime(2000, int(args, 0), 1)).month - 1]!,
  Second: part(({ second }) => second),
  WeekOfYear: (args, { culture }) => weekOfYear(date(args, 0), culture.dates.weekRule, culture.dates.firstDayOfWeek),
  Year: part(({ year }) => year),
};
