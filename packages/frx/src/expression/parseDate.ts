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
  const zone = /(?<=\d:\d\d.*)\s*(?:Z|GMT|([+-])(\d{1,2}):?(\d{2}))$/iu.exec(trimmed);
  const { rest, time } = takeTime(zone ? trimmed.slice(0, zone.index) : trimmed, culture.dates);
  const date = rest === '' && time !== undefined ? dateOf(dateless()) : calendarDate(rest, culture, today);
  const moment = time === undefined ? date : addTicks(date, time);
  if (!zone) return withKind(moment, UNSPECIFIED);
  const minutes = Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0);
  return withKind(addUnits(moment, zone[1] === '-' ? minutes : -minutes, MINUTE), LOCAL);
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

function isDayName(word: string, culture: Culture): boolean {
  const wanted = word.toLowerCase().replace(/\.$/u, '');
  return [culture, invariantCulture].some(({ dates }) =>
    [...dates.dayNames, ...dates.shortDayNames].some((name) => name.toLowerCase().replace(/\.$/u, '') === wanted),
  );
}

function fullYear(text: string): number {
  return text.length > 2 ? Number(text) : fourDigitYear(Number(text));
}

/** A year written with two digits is one from 1930 to 2029. */
export function fourDigitYear(year: number): number {
  return year + (year < 30 ? 2000 : 1900);
}

function calendarDate(text: string, culture: Culture, today: () => DateTime): DateTime {
  let month = 0;
  const numbers: string[] = [];
  for (const word of text.split(/[\s,/.-]+/u)) {
    if (/^\d{1,4}$/u.test(word)) numbers.push(word);
    else if (/^\d{1,2}(?:st|nd|rd|th)$/iu.test(word)) numbers.push(word.slice(0, -2));
    else if (word !== '' && !isDayName(word, culture)) {
      const found = monthNumber(word, culture);
      if (found === 0 || month !== 0) throw invalid();
      month = found;
    }
  }
  const [first = '', second = '', third = ''] = numbers;
  try {
    if (month !== 0) {
      if (numbers.length === 1 && first.length === 4) return dateTime(Number(first), month, 1);
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
