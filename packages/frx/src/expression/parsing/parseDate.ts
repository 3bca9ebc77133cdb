import { addTicks, addUnits, dateOf, datePartsOf, dateTime, withKind } from '../values/calendar.ts';
import type { Culture, DateSymbols } from '../cultures/culture.ts';
import { invariantCulture } from '../cultures/cultures.ts';
import { NetException } from '../errors.ts';
import { withoutZeros } from './whiteSpace.ts';
import { LOCAL, UNSPECIFIED } from '../values/values.ts';
import type { DateTime } from '../values/values.ts';

const MINUTE = 60_000;

function invalid(): NetException {
  return new NetException('FormatException', 'String was not recognized as a valid DateTime.');
}

/** The exception for a text with the parts of a date or time that does not exist. */
export function notInCalendar(text: string): NetException {
  return new NetException(
    'FormatException',
    `The DateTime represented by the string '${text}' is not supported in calendar 'System.Globalization.GregorianCalendar'.`,
  );
}

/** Maximum offset of a time zone, in minutes. */
const FARTHEST = 14 * 60;

/**
 * `DateTime.Parse`: ISO 8601, the culture's order of day, month and year with any separator, month names, and a time with or without AM/PM.
 * A moment with an offset is converted to UTC and becomes a local date. `today` is used for a missing year, `dateless` for the date of a text with
 * only a time. Throws FormatException.
 */
export function parseDateTime(text: string, culture: Culture, today: () => DateTime, dateless = today): DateTime {
  const trimmed = withoutZeros(text).trim();
  if (trimmed.length > 200 || text.includes('\ufeff')) throw invalid();
  const iso = isoDate(trimmed);
  if (iso) return iso;
  const zone = /(?<!\s)\s*(?:Z|GMT|([+-])(\d{1,2})(?::?(\d{2}))?)$/iu.exec(trimmed);
  if (!zone) return unzoned(trimmed, culture, today, dateless);
  const before = trimmed.slice(0, zone.index);
  if (!/\d:\d\d|\d\s*[ap]m$/iu.test(before)) {
    // After a date, the suffix belongs to the date if that can be parsed; otherwise it is a time zone if the date has a year.
    const whole = attempt(() => unzoned(trimmed, culture, today, dateless));
    if (whole) return whole;
    if ((before.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < 3) throw invalid();
  }
  const moment = unzoned(before, culture, today, dateless);
  const minutes = Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0);
  if (minutes > FARTHEST || Number(zone[3] ?? 0) > 59) throw invalid();
  return withKind(addUnits(moment, zone[1] === '-' ? minutes : -minutes, MINUTE), LOCAL);
}

function attempt(parse: () => DateTime): DateTime | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof NetException) return undefined;
    throw error;
  }
}

/** Parses a text without a time zone. */
function unzoned(text: string, culture: Culture, today: () => DateTime, dateless: () => DateTime): DateTime {
  const { rest, time, isLast = false } = takeTime(text, culture.dates);
  const date = rest === '' && time !== undefined ? dateOf(dateless()) : calendarDate(rest, culture, today, isLast);
  return withKind(time === undefined ? date : addTicks(date, time), UNSPECIFIED);
}

function isoDate(text: string): DateTime | undefined {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,15}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/u.exec(
      text,
    );
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  let value: DateTime;
  try {
    value = dateTime(
      Number(year),
      Number(month),
      Number(day),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
    );
  } catch (error) {
    if (error instanceof NetException) throw invalid();
    throw error;
  }
  if (fraction !== undefined) value = addTicks(value, ticksOfFraction(fraction));
  if (zone === undefined) return value;
  if (zone === 'Z') return withKind(value, LOCAL);
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return withKind(addUnits(value, zone.startsWith('-') ? minutes : -minutes, MINUTE), LOCAL);
}

/** Digits after the second as ticks; those after the seventh are rounded. */
function ticksOfFraction(digits: string): number {
  return Math.round(Number(`${digits.padEnd(7, '0').slice(0, 7)}.${digits.slice(7)}0`));
}

/** Removes the time from a text; in ticks since midnight. */
function takeTime(text: string, dates: DateSymbols): { rest: string; time: number | undefined; isLast?: boolean } {
  const marks = [dates.am, dates.pm, 'AM', 'PM'].filter((mark) => mark !== '').map((mark) => escapeText(mark));
  const isDotted = dates.timeSeparator === '.';
  const between = isDotted ? '[:.]' : ':';
  const end = isDotted ? String.raw`\.?` : '';
  const clock = String.raw`(\d{1,2})${between}(\d{1,2})(?:${between}(\d{1,2})(?:\.(\d{1,15}))?)?${end}(?:\s*(${marks.join('|')}))?`;
  const match =
    new RegExp(
      String.raw`(?:^|[\s,]|(?<=^\d{4}-\d{1,2}-\d{1,2})T)${clock}$|(?:^|\s)(\d{1,2})\s*(${marks.join('|')})$`,
      'iu',
    ).exec(text) ?? new RegExp(String.raw`^${clock}[\s,]+(?=\S)`, 'iu').exec(text);
  if (!match) return { rest: text, time: undefined };
  const mark = (match[5] ?? match[7] ?? '').toLowerCase();
  let hour = Number(match[1] ?? match[6]);
  if (mark !== '') {
    const afternoon = mark === 'pm' || mark === dates.pm.toLowerCase();
    if (hour > (afternoon ? 23 : 12)) throw invalid();
    hour = (hour % 12) + (afternoon ? 12 : 0);
  }
  const minute = Number(match[2] ?? 0);
  const second = Number(match[3] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) throw notInCalendar(text);
  const fraction = ticksOfFraction(match[4] ?? '');
  return {
    // A time may stand before the date, too.
    isLast: text.slice(0, match.index).trim() !== '',
    rest: (text.slice(0, match.index).trim().replace(/,$/u, '') || text.slice(match.index + match[0].length)).trim(),
    time: ((hour * 60 + minute) * 60 + second) * 10_000_000 + fraction,
  };
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}

/** Returns true when a word of a text is a name; a full stop at the end of the name must follow in the text. */
function isNamed(name: string, word: string, text: string): boolean {
  const known = name.toLowerCase();
  const wanted = word.toLowerCase();
  return known.endsWith('.') ? known === `${wanted}.` && text.toLowerCase().includes(known) : known === wanted;
}

function monthNumber(word: string, text: string, culture: Culture): number {
  for (const { dates } of [culture, invariantCulture]) {
    for (const names of [
      dates.monthNames,
      dates.genitiveMonthNames,
      dates.genitiveShortMonthNames,
      dates.shortMonthNames,
    ]) {
      const index = names.findIndex((name) => isNamed(name, word, text));
      if (index >= 0) return index + 1;
    }
  }
  return 0;
}

/** Numbers of the weekdays with a name, in the culture or invariant. */
function daysNamed(word: string, text: string, culture: Culture): readonly number[] {
  return [culture, invariantCulture].flatMap(({ dates }) =>
    [...dates.dayNames, ...dates.shortDayNames].flatMap((name, index) =>
      isNamed(name, word, text) ? [index % 7] : [],
    ),
  );
}

function fullYear(text: string): number {
  return text.length > 2 ? Number(text) : fourDigitYear(Number(text));
}

/** Converts a two-digit year to one from 1930 to 2029. */
export function fourDigitYear(year: number): number {
  return year + (year < 30 ? 2000 : 1900);
}

/**
 * Returns true when the number beside the name of a month is a year: the culture writes the day on the other side of the name, and the year on
 * this side.
 */
function isYear({ monthDay, yearMonth }: DateSymbols, isNameFirst: boolean): boolean {
  const isDayFirst = monthDay.indexOf('d') < monthDay.indexOf('M');
  const isYearFirst = yearMonth.indexOf('y') < yearMonth.indexOf('M');
  return isNameFirst ? isDayFirst && !isYearFirst : !isDayFirst && isYearFirst;
}

/** Returns true when the month precedes the day. */
const isMonthFirst = ({ monthDay }: DateSymbols): boolean => monthDay.indexOf('M') < monthDay.indexOf('d');

/** Parses a date; a named day of the week must be that of the date. */
function calendarDate(text: string, culture: Culture, today: () => DateTime, isBeforeTime: boolean): DateTime {
  if (/[/-]\s*$/u.test(text) || (culture.dates.dateSeparator === '.' && /\d\.$/u.test(text))) throw invalid();
  const weekdays: (readonly number[])[] = [];
  // Names of months may hold digits in some cultures; other words end where digits begin: 04Mar2024.
  const parts = text
    .split(/[\s,/.-]+/u)
    .flatMap((word) =>
      monthNumber(word, text, culture) > 0 ? [word] : word.split(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u),
    );
  const words = parts.filter((word) => {
    const days = daysNamed(word, text, culture);
    if (days.length > 0) weekdays.push(days);
    return days.length === 0;
  });
  const date = dateOfWords(words, text, culture, today, isBeforeTime);
  const { dayOfWeek } = datePartsOf(date);
  if (!weekdays.every((days) => days.includes(dayOfWeek))) throw invalid();
  return date;
}

function dateOfWords(
  words: readonly string[],
  text: string,
  culture: Culture,
  today: () => DateTime,
  isBeforeTime: boolean,
): DateTime {
  let month = 0;
  let isNameFirst = false;
  const numbers: string[] = [];
  for (const word of words) {
    if (/^\d{1,4}$/u.test(word)) numbers.push(word);
    else if (word !== '') {
      const found = monthNumber(word, text, culture);
      if (found === 0 || month !== 0) throw invalid();
      month = found;
      isNameFirst = numbers.length === 0;
    }
  }
  const [first = '', second = '', third = ''] = numbers;
  try {
    if (month !== 0) {
      if (numbers.length === 1 && first.length > 2) return dateTime(Number(first), month, 1);
      if (numbers.length === 1 && isYear(culture.dates, isNameFirst)) return dateTime(fullYear(first), month, 1);
      if (numbers.length === 1) return dateTime(datePartsOf(today()).year, month, Number(first));
      if (numbers.length !== 2) throw invalid();
      if (first.length === 4) return dateTime(Number(first), month, Number(second));
      return dateTime(fullYear(second), month, Number(first));
    }
    const order = culture.dates.shortDate.replaceAll(/[^yMd]|(.)(?=\1)/gu, '');
    const monthFirst = order.indexOf('M') < order.indexOf('d');
    // Two numbers before a time are no date; one of three digits or more is the year.
    if (numbers.length === 2 && !isBeforeTime) {
      if (first.length > 2) return dateTime(Number(first), Number(second), 1);
      if (second.length > 2) return dateTime(Number(second), Number(first), 1);
      const { year } = datePartsOf(today());
      return isMonthFirst(culture.dates)
        ? dateTime(year, Number(first), Number(second))
        : dateTime(year, Number(second), Number(first));
    }
    if (numbers.length !== 3) throw invalid();
    if (first.length > 2) return dateTime(Number(first), Number(second), Number(third));
    if (second.length > 2) return dateTime(Number(second), Number(first), Number(third));
    if (order === 'yMd' && third.length < 3) return dateTime(fullYear(first), Number(second), Number(third));
    return monthFirst
      ? dateTime(fullYear(third), Number(first), Number(second))
      : dateTime(fullYear(third), Number(second), Number(first));
  } catch (error) {
    if (error instanceof NetException) throw invalid();
    throw error;
  }
}
