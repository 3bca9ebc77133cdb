import { addTicks, datePartsOf, dateTime, withKind } from '../values/calendar.ts';
import type { Culture, DateSymbols } from '../cultures/culture.ts';
import { invariantCulture } from '../cultures/cultures.ts';
import { standardPattern } from '../formats/dateFormat.ts';
import { NetException } from '../errors.ts';
import { fourDigitYear, notInCalendar } from './parseDate.ts';
import { LOCAL } from '../values/values.ts';
import type { DateTime } from '../values/values.ts';

const MINUTE = 600_000_000;

/** The parsed parts of a text; a repeated part must have the same value. */
interface Found {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  fraction?: number;
  dayOfWeek?: number;
  /** 0 before noon, 1 after. */
  mark?: number;
  /** Offset from UTC in minutes. */
  offset?: number;
}

/** Reads a text from a position. */
class Reader {
  at = 0;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  takes(wanted: string): boolean {
    if (wanted === '' || this.text.slice(this.at, this.at + wanted.length).toLowerCase() !== wanted.toLowerCase())
      return false;
    this.at += wanted.length;
    return true;
  }
  digits(least: number, most: number): string {
    let end = this.at;
    while (end < this.text.length && end - this.at < most && /[0-9]/u.test(this.text.charAt(end))) end++;
    if (end - this.at < least) throw invalid();
    const digits = this.text.slice(this.at, end);
    this.at = end;
    return digits;
  }
  /** Index of the longest name at the current position. */
  name(names: readonly string[]): number {
    let best = -1;
    for (const [index, name] of names.entries()) {
      const here = this.text.slice(this.at, this.at + name.length).toLowerCase();
      if (name !== '' && here === name.toLowerCase() && name.length > (names[best]?.length ?? 0)) best = index;
    }
    if (best < 0) throw invalid();
    this.at += names[best]?.length ?? 0;
    return best;
  }
}

function invalid(): NetException {
  return new NetException('FormatException', 'String was not recognized as a valid DateTime.');
}

/**
 * `DateTime.ParseExact` with one format, a standard letter or a custom pattern. A missing date is that of `now`; a moment with an
 * offset is converted to UTC and becomes a local date. Throws FormatException.
 */
export function parseExactDateTime(
  text: string,
  format: string,
  culture: Culture,
  now: () => DateTime,
  dateless = now,
): DateTime {
  if (format === '') throw new NetException('FormatException', "Format specifier '' was invalid.");
  if (text === '' || format.length > 100 || text.length > 100) throw invalid();
  const [pattern, symbols] = format.length === 1 ? standardPattern(format, culture.dates) : [format, culture.dates];
  const reader = new Reader(text);
  const found: Found = {};
  readPattern(pattern, reader, found, symbols);
  if (reader.at < text.length) throw invalid();
  return momentOf(found, now, dateless, text);
}

function put(found: Found, part: keyof Found, value: number): void {
  if (found[part] !== undefined && found[part] !== value) throw invalid();
  found[part] = value;
}

function readPattern(pattern: string, reader: Reader, found: Found, dates: DateSymbols): void {
  for (let at = 0; at < pattern.length;) {
    const letter = pattern.charAt(at);
    let end = at + 1;
    if ('dMyHhmsfFtgz'.includes(letter)) while (pattern.charAt(end) === letter) end++;
    const count = end - at;
    at = end;
    if ('dMyHhmsfFtgzK'.includes(letter)) readPart(letter, count, reader, found, dates);
    else if (letter === "'" || letter === '"') {
      const close = pattern.indexOf(letter, at);
      if (close < 0) throw invalid();
      if (close > at && !reader.takes(pattern.slice(at, close))) throw invalid();
      at = close + 1;
    } else if (letter === '\\') {
      if (!reader.takes(pattern.charAt(at))) throw invalid();
      at++;
    } else if (letter === ':' || letter === '/') {
      if (!reader.takes(letter) && !reader.takes(letter === ':' ? dates.timeSeparator : dates.dateSeparator))
        throw invalid();
    } else if (letter === '.' && !reader.takes('.')) {
      if (pattern.charAt(at) !== 'F') throw invalid();
      while (pattern.charAt(at) === 'F') at++;
    } else if (letter === 'Z') {
      // The letter of UTC is not literal text: the date becomes a local one.
      if (!reader.takes('GMT') && !reader.takes('Z')) throw invalid();
      put(found, 'offset', 0);
    } else if (letter !== '%' && letter !== '.' && !reader.takes(letter)) throw invalid();
  }
}

function readPart(letter: string, count: number, reader: Reader, found: Found, dates: DateSymbols): void {
  const short = (): number => Number(reader.digits(count === 1 ? 1 : 2, 2));
  switch (letter) {
    case 'd':
      if (count <= 2) put(found, 'day', short());
      else put(found, 'dayOfWeek', reader.name(count === 3 ? dates.shortDayNames : dates.dayNames));
      return;
    case 'M':
      if (count <= 2) put(found, 'month', short());
      else put(found, 'month', (reader.name(count === 3 ? [...dates.shortMonthNames, ...dates.genitiveShortMonthNames] : [...dates.monthNames, ...dates.genitiveMonthNames]) % 12) + 1); // prettier-ignore
      return;
    case 'y': {
      const digits = count === 1 ? reader.digits(1, 2) : reader.digits(count, count);
      put(found, 'year', count <= 2 ? fourDigitYear(Number(digits)) : Number(digits));
      return;
    }
    case 'H':
    case 'h':
      put(found, 'hour', short() + (letter === 'h' ? 100 : 0));
      return;
    case 'm':
      put(found, 'minute', short());
      return;
    case 's':
      put(found, 'second', short());
      return;
    case 'f':
    case 'F': {
      if (count > 7) throw invalid();
      const digits = reader.digits(letter === 'f' ? count : 0, count);
      put(found, 'fraction', Number(digits.padEnd(7, '0')));
      return;
    }
    case 't':
      put(found, 'mark', reader.name(count === 1 ? [dates.am.slice(0, 1), dates.pm.slice(0, 1)] : [dates.am, dates.pm])); // prettier-ignore
      return;
    case 'g':
      reader.name([dates.era, invariantCulture.dates.era]);
      return;
    default:
      readOffset(letter, count, reader, found);
  }
}

function readOffset(letter: string, count: number, reader: Reader, found: Found): void {
  const sign = reader.text.charAt(reader.at);
  if (letter === 'K' && (sign === 'Z' || sign === 'z')) {
    reader.at++;
    put(found, 'offset', 0);
    return;
  }
  if (sign !== '+' && sign !== '-') {
    if (letter === 'K') return;
    throw invalid();
  }
  reader.at++;
  const hours = Number(reader.digits(count === 1 && letter === 'z' ? 1 : 2, 2));
  let minutes = 0;
  if (letter === 'K' || count > 2) {
    reader.takes(':');
    minutes = Number(reader.digits(2, 2));
  }
  if (minutes > 59 || hours > 14) throw invalid();
  put(found, 'offset', (hours * 60 + minutes) * (sign === '-' ? -1 : 1));
}

/** Hour of the day; hours of a 12-hour clock are stored plus 100. */
function hourOf({ hour = 0, mark }: Found): number {
  if (hour >= 100) {
    const twelve = hour - 100;
    if (twelve > 12) throw invalid();
    return (twelve % 12) + (mark === 1 ? 12 : 0);
  }
  if ((mark === 0 && hour >= 12) || (mark === 1 && hour < 12)) throw invalid();
  return hour;
}

function momentOf(found: Found, now: () => DateTime, dateless: () => DateTime, text: string): DateTime {
  let { year, month, day } = found;
  if (month === undefined && day === undefined) {
    const today = year === undefined ? datePartsOf(dateless()) : undefined;
    month = today?.month ?? 1;
    day = today?.day ?? 1;
    year ??= today?.year;
  }
  year ??= datePartsOf(now()).year;
  let moment: DateTime;
  try {
    moment = dateTime(year, month ?? 1, day ?? 1, hourOf(found), found.minute ?? 0, found.second ?? 0);
    moment = addTicks(moment, found.fraction ?? 0);
  } catch (error) {
    if (error instanceof NetException && error.typeName !== 'FormatException') throw notInCalendar(text);
    throw error;
  }
  if (found.dayOfWeek !== undefined && datePartsOf(moment).dayOfWeek !== found.dayOfWeek)
    throw new NetException(
      'FormatException',
      `String '${text}' was not recognized as a valid DateTime because the day of week was incorrect.`,
    );
  return found.offset === undefined ? moment : withKind(addTicks(moment, -found.offset * MINUTE), LOCAL);
}
