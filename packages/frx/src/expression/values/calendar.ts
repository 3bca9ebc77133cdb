import { NetException } from '../errors.ts';
import { DateTime, TICKS_PER_MILLISECOND, TimeSpan } from './values.ts';
import type { DateKind } from './values.ts';
import type { Culture } from '../cultures/culture.ts';

/** Gregorian calendar arithmetic on `DateTime`, as in .NET. */

const DAY = 86_400_000;
const MIN_MILLISECONDS = -62_135_596_800_000;
const MAX_MILLISECONDS = 253_402_300_799_999;
/** 100 ns ticks from 0001-01-01 to 1970-01-01. */
const EPOCH_TICKS = 621_355_968_000_000_000n;

export const TICKS_PER_SECOND = 10_000_000;
export const TICKS_PER_DAY = 864_000_000_000;

/** 0001-01-01 00:00. */
export const minDateTime = new DateTime(MIN_MILLISECONDS);
/** 9999-12-31 23:59:59.9999999. */
export const maxDateTime = new DateTime(MAX_MILLISECONDS, TICKS_PER_MILLISECOND - 1);

/** A date and time in parts; month 1 to 12, `dayOfWeek` 0 = Sunday. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly dayOfWeek: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** 100 ns ticks within the second. */
  readonly fraction: number;
}

/** The exception of an addition beyond the end of the calendar. */
function beyond(parameter: string): NetException {
  return new NetException(
    'ArgumentOutOfRangeException',
    `The added or subtracted value results in an un-representable DateTime. (Parameter '${parameter}')`,
  );
}

function unrepresentable(): NetException {
  return new NetException(
    'ArgumentOutOfRangeException',
    'Year, Month, and Day parameters describe an un-representable DateTime.',
  );
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days of a month, month 1 to 12. Throws ArgumentOutOfRangeException. */
export function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12 || year < 1 || year > 9999) {
    throw month < 1 || month > 12
      ? new NetException('ArgumentOutOfRangeException', "Month must be between one and twelve. (Parameter 'month')")
      : new NetException('ArgumentOutOfRangeException', "Year must be between 1 and 9999. (Parameter 'year')");
  }
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Milliseconds since 1970 of midnight; years below 100 are not moved to the 20th century. */
function midnight(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month - 1, day);
}

/** Throws ArgumentOutOfRangeException when the moment does not exist. */
export function dateTime(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): DateTime {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw unrepresentable();
  }
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
    throw new NetException(
      'ArgumentOutOfRangeException',
      'Hour, Minute, and Second parameters describe an un-representable DateTime.',
    );
  if (millisecond < 0 || millisecond > 999) throw unrepresentable();
  return new DateTime(midnight(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond);
}

export function datePartsOf(value: DateTime): DateParts {
  const days = Math.floor(value.milliseconds / DAY);
  const time = value.milliseconds - days * DAY;
  // Years are counted from March, so that the leap day is the last; 146097 days are 400 years.
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const ofYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const millisecond = time % 1000;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
    dayOfWeek: (((days + 4) % 7) + 7) % 7,
    hour: Math.floor(time / 3_600_000),
    minute: Math.floor(time / 60_000) % 60,
    second: Math.floor(time / 1000) % 60,
    millisecond,
    fraction: millisecond * TICKS_PER_MILLISECOND + value.ticks,
  };
}

/** 100 ns ticks since midnight. */
export function timeOfDay(value: DateTime): number {
  return (((value.milliseconds % DAY) + DAY) % DAY) * TICKS_PER_MILLISECOND + value.ticks;
}

export function dateOf(value: DateTime): DateTime {
  return new DateTime(Math.floor(value.milliseconds / DAY) * DAY, 0, value.dateKind);
}

/** Throws ArgumentOutOfRangeException beyond the years 1 to 9999. */
export function addTicks(value: DateTime, ticks: number, parameter = 'value'): DateTime {
  const sum = value.ticks + (ticks % TICKS_PER_MILLISECOND);
  const carry = Math.floor(sum / TICKS_PER_MILLISECOND);
  const milliseconds = value.milliseconds + Math.trunc(ticks / TICKS_PER_MILLISECOND) + carry;
  if (!(milliseconds >= MIN_MILLISECONDS && milliseconds <= MAX_MILLISECONDS)) throw beyond(parameter);
  return new DateTime(milliseconds, sum - carry * TICKS_PER_MILLISECOND, value.dateKind);
}

/** Adds a number of units of `unit` milliseconds, rounded to whole milliseconds as .NET did before version 7. */
export function addUnits(value: DateTime, count: number, unit: number): DateTime {
  const milliseconds = count * unit + (count >= 0 ? 0.5 : -0.5);
  // Beyond the calendar.
  if (!(Math.abs(milliseconds) < 315_537_897_600_000))
    throw new NetException('ArgumentOutOfRangeException', "Value to add was out of range. (Parameter 'value')");
  return addTicks(value, Math.trunc(milliseconds) * TICKS_PER_MILLISECOND);
}

/** 1899-12-30, from which OLE automation counts days. */
const AUTOMATION_START = Date.UTC(1899, 11, 30);

/** Days since 1899-12-30; the hours of earlier days count forward, so that -1.25 is the day before at six. */
export function automationDate(value: DateTime): number {
  const own = value.milliseconds - MIN_MILLISECONDS;
  if (own === 0 && value.ticks === 0) return 0;
  // A time without a date belongs to the first day.
  const milliseconds = own < DAY ? own : value.milliseconds - AUTOMATION_START;
  if (own >= DAY && own < 36_159 * DAY) throw new NetException('OverflowException', 'Not a legal OleAut date.');
  const rest = milliseconds % DAY;
  return (milliseconds < 0 && rest !== 0 ? milliseconds - (DAY + rest) * 2 : milliseconds) / DAY;
}

/** The date of a number in OLE automation. Throws ArgumentException. */
export function fromAutomationDate(days: number): DateTime {
  if (!(days < 2_958_466 && days > -657_435)) throw new NetException('ArgumentException', 'Not a legal OleAut date.');
  const milliseconds = Math.trunc(days * DAY + (days >= 0 ? 0.5 : -0.5));
  const forward = milliseconds < 0 ? milliseconds - (milliseconds % DAY) * 2 : milliseconds;
  return new DateTime(AUTOMATION_START + forward);
}

/** The same day `months` later, or the last of the month when it has no such day. */
export function addMonths(value: DateTime, months: number): DateTime {
  if (Math.abs(months) > 120_000)
    throw new NetException(
      'ArgumentOutOfRangeException',
      "Months value must be between +/-120000. (Parameter 'months')",
    );
  const parts = datePartsOf(value);
  const index = parts.year * 12 + (parts.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  if (!(year >= 1 && year <= 9999)) throw beyond('months');
  const day = Math.min(parts.day, daysInMonth(year, month));
  const time = value.milliseconds - Math.floor(value.milliseconds / DAY) * DAY;
  return new DateTime(midnight(year, month, day) + time, value.ticks, value.dateKind);
}

export function difference(a: DateTime, b: DateTime): TimeSpan {
  return new TimeSpan((a.milliseconds - b.milliseconds) * TICKS_PER_MILLISECOND + (a.ticks - b.ticks));
}

export function compareDateTimes(a: DateTime, b: DateTime): number {
  return a.milliseconds - b.milliseconds || a.ticks - b.ticks;
}

/** 1 for the first of January. */
export function dayOfYear(value: DateTime): number {
  const { year } = datePartsOf(value);
  return Math.floor((value.milliseconds - midnight(year, 1, 1)) / DAY) + 1;
}

/** `DateTime.Ticks`: 100 ns since 0001-01-01. */
export function ticksOf(value: DateTime): bigint {
  return BigInt(value.milliseconds) * BigInt(TICKS_PER_MILLISECOND) + BigInt(value.ticks) + EPOCH_TICKS;
}

/** The same date and time with another kind. */
export function withKind(value: DateTime, dateKind: DateKind): DateTime {
  return value.dateKind === dateKind ? value : new DateTime(value.milliseconds, value.ticks, dateKind);
}

export function dateTimeFromTicks(ticks: bigint, dateKind: DateKind = 0): DateTime {
  const since = ticks - EPOCH_TICKS;
  const unit = BigInt(TICKS_PER_MILLISECOND);
  const rest = ((since % unit) + unit) % unit;
  const milliseconds = Number((since - rest) / unit);
  if (milliseconds < MIN_MILLISECONDS || milliseconds > MAX_MILLISECONDS)
    throw new NetException(
      'ArgumentOutOfRangeException',
      "Ticks must be between DateTime.MinValue.Ticks and DateTime.MaxValue.Ticks. (Parameter 'ticks')",
    );
  return new DateTime(milliseconds, Number(rest), dateKind);
}

/** Number of the week by the culture's rule and first day. */
export function weekOfYear(value: DateTime, rule: Culture['dates']['weekRule'], firstDayOfWeek: number): number {
  const { year, dayOfWeek } = datePartsOf(value);
  const ofYear = dayOfYear(value) - 1;
  if (rule === 'firstDay') {
    const firstDay = (((dayOfWeek - (ofYear % 7)) % 7) + 7) % 7;
    const offset = (firstDay - firstDayOfWeek + 7) % 7;
    return Math.floor((ofYear + offset) / 7) + 1;
  }
  const dayForFirst = (((dayOfWeek - (ofYear % 7)) % 7) + 7) % 7;
  let offset = (firstDayOfWeek - dayForFirst + 7) % 7;
  if (offset >= 4) offset -= 7;
  const day = ofYear - offset;
  if (day >= 0) return Math.floor(day / 7) + 1;
  const lastYear = dateTime(Math.max(year - 1, 1), 12, 31);
  return weekOfYear(lastYear, rule, firstDayOfWeek);
}
