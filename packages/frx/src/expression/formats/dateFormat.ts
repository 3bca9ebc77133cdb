import { datePartsOf } from '../values/calendar.ts';
import type { DateParts } from '../values/calendar.ts';
import type { DateSymbols } from '../cultures/culture.ts';
import { invariantCulture } from '../cultures/cultures.ts';
import { NetException } from '../errors.ts';
import { LOCAL, UTC } from '../values/values.ts';
import type { DateKind, DateTime } from '../values/values.ts';

const invariant = invariantCulture.dates;
/** Maximum length of a pattern. */
const MAX_PATTERN = 1000;

/** The custom pattern of a standard letter, and the symbols: of the culture or invariant. */
export function standardPattern(letter: string, dates: DateSymbols): [pattern: string, symbols: DateSymbols] {
  switch (letter) {
    case 'd':
      return [dates.shortDate, dates];
    case 'D':
      return [dates.longDate, dates];
    case 'f':
      return [`${dates.longDate} ${dates.shortTime}`, dates];
    case 'F':
    case 'U':
      return [`${dates.longDate} ${dates.longTime}`, dates];
    case 'g':
      return [`${dates.shortDate} ${dates.shortTime}`, dates];
    case 'G':
      return [`${dates.shortDate} ${dates.longTime}`, dates];
    case 'm':
    case 'M':
      return [dates.monthDay, dates];
    case 'o':
    case 'O':
      return ["yyyy'-'MM'-'dd'T'HH':'mm':'ss.fffffffK", invariant];
    case 'r':
    case 'R':
      return ["ddd, dd MMM yyyy HH':'mm':'ss 'GMT'", invariant];
    case 's':
      return ["yyyy'-'MM'-'dd'T'HH':'mm':'ss", invariant];
    case 't':
      return [dates.shortTime, dates];
    case 'T':
      return [dates.longTime, dates];
    case 'u':
      return ["yyyy'-'MM'-'dd HH':'mm':'ss'Z'", invariant];
    case 'y':
    case 'Y':
      return [dates.yearMonth, dates];
    default:
      throw new NetException('FormatException', 'Input string was not in a correct format.');
  }
}

/** Writes a date with a .NET format string; empty means `G`. Throws FormatException. */
export function formatDateTime(value: DateTime, format: string, dates: DateSymbols): string {
  if (format.length > MAX_PATTERN) throw new NetException('FormatException', 'The format is too long.');
  const parts = datePartsOf(value);
  if (format.length > 1) return writePattern(parts, tokensOf(format), dates, value.dateKind);
  const { tokens, symbols } = standardFormat(format === '' ? 'G' : format, dates);
  return writePattern(parts, tokens, symbols, value.dateKind);
}

interface StandardFormat {
  readonly tokens: Pattern;
  readonly symbols: DateSymbols;
}

const standardFormats = new WeakMap<DateSymbols, Map<string, StandardFormat>>();

function standardFormat(letter: string, dates: DateSymbols): StandardFormat {
  let known = standardFormats.get(dates);
  if (!known) {
    known = new Map();
    standardFormats.set(dates, known);
  }
  let format = known.get(letter);
  if (!format) {
    const [pattern, symbols] = standardPattern(letter, dates);
    format = { tokens: tokensOf(pattern), symbols };
    known.set(letter, format);
  }
  return format;
}

type Token = { readonly letter: string; readonly count: number } | { readonly text: string };

interface Pattern {
  readonly tokens: readonly Token[];
  /** The month is beside a day. */
  readonly genitive: boolean;
}

const patterns = new Map<string, Pattern>();

function tokensOf(text: string): Pattern {
  let pattern = patterns.get(text);
  if (!pattern) {
    const tokens = readTokens(text);
    const genitive = tokens.some((token) => 'letter' in token && token.letter === 'd' && token.count <= 2);
    pattern = { tokens, genitive };
    if (patterns.size > 500) patterns.clear();
    patterns.set(text, pattern);
  }
  return pattern;
}

function unread(): NetException {
  return new NetException('FormatException', 'Input string was not in a correct format.');
}

function readTokens(pattern: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern[at] ?? '';
    if (character === '\\') {
      if (at + 1 >= pattern.length) throw unread();
      tokens.push({ text: pattern[at + 1] ?? '' });
      at += 2;
    } else if (character === "'" || character === '"') {
      let text = '';
      at++;
      while (at < pattern.length && pattern[at] !== character) {
        if (pattern[at] === '\\') at++;
        text += pattern[at++] ?? '';
      }
      if (at >= pattern.length)
        throw new NetException(
          'FormatException',
          `Cannot find a matching quote character for the character '${character}'.`,
        );
      at++;
      tokens.push({ text });
    } else if (character === '%') {
      if (at + 1 >= pattern.length || pattern[at + 1] === '%') throw unread();
      at++;
    } else if ('dfFghHKmMstyz:/'.includes(character)) {
      let end = at + 1;
      if (character !== ':' && character !== '/') while (pattern[end] === character) end++;
      if ('fF'.includes(character) && end - at > 7) throw unread();
      tokens.push({ letter: character, count: end - at });
      at = end;
    } else {
      tokens.push({ text: character });
      at++;
    }
  }
  return tokens;
}

function writePattern(parts: DateParts, { tokens, genitive }: Pattern, dates: DateSymbols, kind: DateKind): string {
  let text = '';
  for (const token of tokens) {
    if ('text' in token) text += token.text;
    else if (token.letter === 'K') text += kind === UTC ? 'Z' : kind === LOCAL ? '+00:00' : '';
    else if (token.letter === 'F') {
      const fraction = fractionDigits(parts, token.count).replace(/(?<!0)0+$/u, '');
      if (fraction === '' && text.endsWith('.')) text = text.slice(0, -1);
      text += fraction;
    } else text += writeToken(parts, token.letter, token.count, dates, genitive);
  }
  return text;
}

function padded(value: number, count: number): string {
  return value < 10 && count > 1 ? `0${String(value)}` : String(value);
}

function fractionDigits(parts: DateParts, count: number): string {
  return String(parts.fraction).padStart(7, '0').slice(0, count);
}

function writeToken(parts: DateParts, letter: string, count: number, dates: DateSymbols, genitive: boolean): string {
  switch (letter) {
    case 'd':
      if (count <= 2) return padded(parts.day, count);
      return (count === 3 ? dates.shortDayNames : dates.dayNames)[parts.dayOfWeek] ?? '';
    case 'M':
      if (count <= 2) return padded(parts.month, count);
      if (count === 3) return (genitive ? dates.genitiveShortMonthNames : dates.shortMonthNames)[parts.month - 1] ?? '';
      return (genitive ? dates.genitiveMonthNames : dates.monthNames)[parts.month - 1] ?? '';
    case 'y':
      if (count <= 2) return padded(parts.year % 100, count);
      return String(parts.year).padStart(Math.min(count, 20), '0');
    case 'h':
      return padded(parts.hour % 12 || 12, count);
    case 'H':
      return padded(parts.hour, count);
    case 'm':
      return padded(parts.minute, count);
    case 's':
      return padded(parts.second, count);
    case 'f':
      return fractionDigits(parts, count);
    case 't': {
      const mark = parts.hour < 12 ? dates.am : dates.pm;
      return count === 1 ? mark.slice(0, 1) : mark;
    }
    case 'g':
      return dates.era;
    case 'z':
      return count === 1 ? '+0' : count === 2 ? '+00' : '+00:00';
    case ':':
      return dates.timeSeparator;
    case '/':
      return dates.dateSeparator;
    default:
      return '';
  }
}
