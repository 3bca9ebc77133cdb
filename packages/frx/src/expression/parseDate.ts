import { addTicks, addUnits, dateOf, datePartsOf, dateTime, withKind } from './calendar.ts';
import type { Culture, DateSymbols } from './culture.ts';
import { invariantCulture } from './cultures.ts';
import { NetException } from './errors.ts';
import { LOCAL, UNSPECIFIED } from './values.ts';
import type { DateTime } from './values.ts';

const MINUTE = 60_000;

function invalid(): NetException {
  return new NetException('FormatException', 'String was not recognized as a valid DateTime.');
}

/** The parts of a text are those of a date, but there is no such date or time. */
export function notInCalendar(text: string): NetException {
  return new NetException(
    'FormatException',
    `The DateTime represented by the string '${text}' is not supported in calendar 'System.Globalization.GregorianCalendar'.`,
  );
}

/** Greatest difference of a time zone, in minutes. */
const FARTHEST = 14 * 60;

/**
 * `DateTime.Parse`: ISO 8601, the culture's order of day, month and year with any separator, month names, and a time with or without AM/PM.
 * An offset is brought to Greenwich and gives a local date. `today` gives the year of a text without one, `dateless` the date of one that has
 * only a time. Throws FormatException.
 */
export function parseDateTime(text: string, culture: Culture, today: () => DateTime, dateless = today): DateTime {
  const trimmed = text.trim();
  if (trimmed.length > 200) throw invalid();
  const iso = isoDate(trimmed);
  if (iso) return iso;
  const zone = /\s*(?:Z|GMT|([+-])(\d{1,2})(?::?(\d{2}))?)$/iu.exec(trimmed);
  if (!zone) return unzoned(trimmed, culture, today, dateless);
  const before = trimmed.slice(0, zone.index);
  if (!/\d:\d\d|\d\s*[ap]m$/iu.test(before)) {
    // Behind a date stands the end of the date, or else a zone when the date has a year.
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

/** Reads a text without a time zone. */
function unzoned(text: string, culture: Culture, today: () => DateTime, dateless: () => DateTime): DateTime {
  const { rest, time } = takeTime(text, culture.dates);
  const date = rest === '' && time !== undefined ? dateOf(dateless()) : calendarDate(rest, culture, today);
  return withKind(time === undefined ? date : addTicks(date, time), UNSPECIFIED);
}

function isoDate(text: string): DateTime | undefined {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/u.exec(
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
  if (fraction !== undefined) value = addTicks(value, Number(fraction.padEnd(7, '0').slice(0, 7)));
  if (zone === undefined) return value;
  if (zone === 'Z') return withKind(value, LOCAL);
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return withKind(addUnits(value, zone.startsWith('-') ? minutes : -minutes, MINUTE), LOCAL);
}

/** Takes the time off a text; in ticks since midnight. */
function takeTime(text: string, dates: DateSymbols): { rest: string; time: number | undefined } {
  const marks = [dates.am, dates.pm, 'AM', 'PM'].filter((mark) => mark !== '').map((mark) => escapeText(mark));
  const pattern = new RegExp(
    String.raw`(?:^|[\sT,])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,7}))?)?(?:\s*(${marks.join('|')}))?$|(?:^|\s)(\d{1,2})\s*(${marks.join('|')})$`,
    'iu',
  );
  const match = pattern.exec(text);
  if (!match) return { rest: text, time: undefined };
  const mark = (match[5] ?? match[7] ?? '').toLowerCase();
  let hour = Number(match[1] ?? match[6]);
  if (mark !== '') {
    if (hour > 12) throw invalid();
    const afternoon = mark === 'pm' || mark === dates.pm.toLowerCase();
    hour = (hour % 12) + (afternoon ? 12 : 0);
  }
  const minute = Number(match[2] ?? 0);
  const second = Number(match[3] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) throw notInCalendar(text);
  const fraction = Number((match[4] ?? '').padEnd(7, '0'));
  return {
    rest: text.slice(0, match.index).trim().replace(/,$/u, ''),
    time: ((hour * 60 + minute) * 60 + second) * 10_000_000 + fraction,
  };
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}

function monthNumber(word: string, culture: Culture): number {
  const wanted = word.toLowerCase().replace(/\.$/u, '');
  for (const { dates } of [culture, invariantCulture]) {
    for (const names of [
      dates.monthNames,
      dates.genitiveMonthNames,
      dates.genitiveShortMonthNames,
      dates.shortMonthNames,
    ]) {
      const index = names.findIndex((name) => name.toLowerCase().replace(/\.$/u, '') === wanted);
      if (index >= 0) return index + 1;
    }
  }
  return wanted === 'sep' || wanted === 'sept' ? 9 : 0;
}

/** Numbers of the days that a word is the name of, in the culture or without one. */
function daysNamed(word: string, culture: Culture): readonly number[] {
  const wanted = word.toLowerCase().replace(/\.$/u, '');
  return [culture, invariantCulture].flatMap(({ dates }) =>
    [...dates.dayNames, ...dates.shortDayNames].flatMap((name, index) =>
      name.toLowerCase().replace(/\.$/u, '') === wanted ? [index % 7] : [],
    ),
  );
}

function fullYear(text: string): number {
  return text.length > 2 ? Number(text) : fourDigitYear(Number(text));
}

/** A year written with two digits is one from 1930 to 2029. */
export function fourDigitYear(year: number): number {
  return year + (year < 30 ? 2000 : 1900);
}

/**
 * Returns true when the number beside the name of a month is a year: the culture writes the day on the other side of the name, and the year on
 * this one.
 */
function isYear({ monthDay, yearMonth }: DateSymbols, isNameFirst: boolean): boolean {
  const isDayFirst = monthDay.indexOf('d') < monthDay.indexOf('M');
  const isYearFirst = yearMonth.indexOf('y') < yearMonth.indexOf('M');
  return isNameFirst ? isDayFirst && !isYearFirst : !isDayFirst && isYearFirst;
}

/** Reads a date; the day of the week it names has to be its own. */
function calendarDate(text: string, culture: Culture, today: () => DateTime): DateTime {
  const weekdays: (readonly number[])[] = [];
  const words = text.split(/[\s,/.-]+/u).filter((word) => {
    const days = daysNamed(word, culture);
    if (days.length > 0) weekdays.push(days);
    return days.length === 0;
  });
  const date = dateOfWords(words, text, culture, today);
  const { dayOfWeek } = datePartsOf(date);
  if (!weekdays.every((days) => days.includes(dayOfWeek))) throw invalid();
  return date;
}

function dateOfWords(words: readonly string[], text: string, culture: Culture, today: () => DateTime): DateTime {
  let month = 0;
  let isNameFirst = false;
  const numbers: string[] = [];
  for (const word of words) {
    if (/^\d{1,4}$/u.test(word)) numbers.push(word);
    else if (/^\d{1,2}(?:st|nd|rd|th)$/iu.test(word)) numbers.push(word.slice(0, -2));
    else if (word !== '') {
      const found = monthNumber(word, culture);
      if (found === 0 || month !== 0) throw invalid();
      month = found;
      isNameFirst = numbers.length === 0;
    }
  }
  const [first = '', second = '', third = ''] = numbers;
  try {
    if (month !== 0) {
      if (numbers.length === 1 && first.length === 4) return dateTime(Number(first), month, 1);
      if (numbers.length === 1 && isYear(culture.dates, isNameFirst)) return dateTime(fullYear(first), month, 1);
      if (numbers.length === 1) return dateTime(datePartsOf(today()).year, month, Number(first));
      if (numbers.length !== 2) throw invalid();
      if (first.length === 4) return dateTime(Number(first), month, Number(second));
      return dateTime(fullYear(second), month, Number(first));
    }
    const monthFirst = culture.dates.shortDate.indexOf('M') < culture.dates.shortDate.indexOf('d');
    // Two numbers are a date only where a sign parts them.
    if (numbers.length === 2 && !/\d\s+\d/u.test(text)) {
      if (first.length === 4) return dateTime(Number(first), Number(second), 1);
      if (second.length === 4) return dateTime(Number(second), Number(first), 1);
      const { year } = datePartsOf(today());
      return monthFirst ? dateTime(year, Number(first), Number(second)) : dateTime(year, Number(second), Number(first));
    }
    if (numbers.length !== 3) throw invalid();
    if (first.length === 4) return dateTime(Number(first), Number(second), Number(third));
    return monthFirst
      ? dateTime(fullYear(third), Number(first), Number(second))
      : dateTime(fullYear(third), Number(second), Number(first));
  } catch (error) {
    if (error instanceof NetException) throw invalid();
    throw error;
  }
}
