import { addTicks, addUnits, dateOf, dateTime } from './calendar.ts';
import type { Culture, DateSymbols } from './culture.ts';
import { invariantCulture } from './cultures.ts';
import { NetException } from './errors.ts';
import type { DateTime } from './values.ts';

const MINUTE = 60_000;

function invalid(): NetException {
  return new NetException('FormatException', 'String was not recognized as a valid DateTime.');
}

/**
 * `DateTime.Parse`: ISO 8601, the culture's order of day, month and year with any separator, month names, and a time with or without AM/PM.
 * A time zone offset is brought to UTC. `today` is the date of a text that has only a time. Throws FormatException.
 */
export function parseDateTime(text: string, culture: Culture, today: () => DateTime): DateTime {
  const trimmed = text.trim();
  if (trimmed.length > 200) throw invalid();
  const iso = isoDate(trimmed);
  if (iso) return iso;
  const { rest, time } = takeTime(trimmed, culture.dates);
  const date = rest === '' && time !== undefined ? dateOf(today()) : calendarDate(rest, culture);
  return time === undefined ? date : addTicks(date, time);
}

function isoDate(text: string): DateTime | undefined {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/u.exec(
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
  if (zone === undefined || zone === 'Z') return value;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return addUnits(value, zone.startsWith('-') ? minutes : -minutes, MINUTE);
}

/** Takes the time off a text; in ticks since midnight. */
function takeTime(text: string, dates: DateSymbols): { rest: string; time: number | undefined } {
  const marks = [dates.am, dates.pm, 'AM', 'PM'].filter((mark) => mark !== '').map((mark) => escapeText(mark));
  const pattern = new RegExp(
    String.raw`(?:^|[\sT,])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,7}))?)?(?:\s*(${marks.join('|')}))?$|(?:^|\s)(\d{1,2})\s*(${marks.join('|')})$`,
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
  if (hour > 23 || minute > 59 || second > 59) throw invalid();
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
    for (const names of [dates.monthNames, dates.genitiveMonthNames, dates.shortMonthNames]) {
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
  const year = Number(text);
  if (text.length > 2) return year;
  return year + (year < 50 ? 2000 : 1900);
}

function calendarDate(text: string, culture: Culture): DateTime {
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
      if (numbers.length !== 2) throw invalid();
      if (first.length === 4) return dateTime(Number(first), month, Number(second));
      return dateTime(fullYear(second), month, Number(first));
    }
    if (numbers.length !== 3) throw invalid();
    if (first.length === 4) return dateTime(Number(first), Number(second), Number(third));
    const monthFirst = culture.dates.shortDate.indexOf('M') < culture.dates.shortDate.indexOf('d');
    return monthFirst
      ? dateTime(fullYear(third), Number(first), Number(second))
      : dateTime(fullYear(third), Number(second), Number(first));
  } catch (error) {
    if (error instanceof NetException) throw invalid();
    throw error;
  }
}

const exactPieces: ReadonlyMap<string, string> = new Map([
  ['d', String.raw`(?<day>\d{1,2})`],
  ['dd', String.raw`(?<day>\d{2})`],
  ['M', String.raw`(?<month>\d{1,2})`],
  ['MM', String.raw`(?<month>\d{2})`],
  ['MMM', String.raw`(?<name>\p{L}+\.?)`],
  ['MMMM', String.raw`(?<name>\p{L}+\.?)`],
  ['ddd', String.raw`\p{L}+\.?`],
  ['dddd', String.raw`\p{L}+\.?`],
  ['yy', String.raw`(?<year>\d{2})`],
  ['yyyy', String.raw`(?<year>\d{4})`],
  ['H', String.raw`(?<hour>\d{1,2})`],
  ['HH', String.raw`(?<hour>\d{2})`],
  ['h', String.raw`(?<hour>\d{1,2})`],
  ['hh', String.raw`(?<hour>\d{2})`],
  ['m', String.raw`(?<minute>\d{1,2})`],
  ['mm', String.raw`(?<minute>\d{2})`],
  ['s', String.raw`(?<second>\d{1,2})`],
  ['ss', String.raw`(?<second>\d{2})`],
  ['tt', String.raw`(?<mark>\p{L}\.?\p{L}\.?)`],
]);

/** `DateTime.ParseExact` with a custom pattern of the letters d M y H h m s t. Throws FormatException. */
export function parseExactDateTime(text: string, pattern: string, culture: Culture): DateTime {
  if (pattern.length > 100 || text.length > 100) throw invalid();
  let expression = '';
  let dayNames = 0;
  for (const [token] of pattern.matchAll(/d+|M+|y+|H+|h+|m+|s+|t+|'[^']*'|\\.|[\s\S]/gu)) {
    const piece = exactPieces.get(token);
    if (token.startsWith('ddd') && ++dayNames > 1) throw invalid();
    if (piece !== undefined) expression += piece;
    else if (token.startsWith("'") && token.length > 1) expression += escapeText(token.slice(1, -1));
    else expression += escapeText(token.startsWith('\\') ? token.slice(1) : token);
  }
  let groups: Record<string, string | undefined>;
  try {
    groups = new RegExp(`^${expression}$`, 'u').exec(text)?.groups ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid();
    throw error;
  }
  if (Object.keys(groups).length === 0) throw invalid();
  let hour = Number(groups['hour'] ?? 0);
  if (groups['mark'] !== undefined) hour = (hour % 12) + (/^p/iu.test(groups['mark']) ? 12 : 0);
  const month = groups['name'] === undefined ? Number(groups['month'] ?? 1) : monthNumber(groups['name'], culture);
  try {
    return dateTime(
      fullYear(groups['year'] ?? '2000'),
      month,
      Number(groups['day'] ?? 1),
      hour,
      Number(groups['minute'] ?? 0),
      Number(groups['second'] ?? 0),
    );
  } catch (error) {
    if (error instanceof NetException) throw invalid();
    throw error;
  }
}
