import { NetException } from '../errors.ts';
import type { TimeSpan } from '../values/values.ts';

/** A TimeSpan in parts, each with its sign. */
export interface TimeSpanParts {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
  readonly milliseconds: number;
  /** 100 ns ticks within the second. */
  readonly fraction: number;
}

/** Ticks as a 64-bit integer, clamped to the greatest and least TimeSpan. */
export function wholeTicks(value: TimeSpan): bigint {
  const ticks = BigInt(Math.trunc(value.ticks));
  return ticks >= 1n << 63n ? (1n << 63n) - 1n : ticks;
}

export function timeSpanParts(value: TimeSpan): TimeSpanParts {
  const ticks = wholeTicks(value);
  const seconds = Number(ticks / 10_000_000n);
  const fraction = Number(ticks % 10_000_000n);
  return {
    days: Math.trunc(seconds / 86_400),
    hours: Math.trunc(seconds / 3600) % 24,
    minutes: Math.trunc(seconds / 60) % 60,
    seconds: seconds % 60,
    milliseconds: Math.trunc(fraction / 10_000),
    fraction,
  };
}

function two(value: number): string {
  return String(Math.abs(value)).padStart(2, '0');
}

/** Writes a TimeSpan with a .NET format string: `c` (also t, T, empty), `g`, `G`, or a custom one. Throws FormatException. */
export function formatTimeSpan(value: TimeSpan, format: string, decimalSeparator: string): string {
  const parts = timeSpanParts(value);
  const sign = value.ticks < 0 ? '-' : '';
  const days = String(Math.abs(parts.days));
  const fraction = String(Math.abs(parts.fraction)).padStart(7, '0');
  const time = `${two(parts.minutes)}:${two(parts.seconds)}`;
  switch (format) {
    case '':
    case 'c':
    case 't':
    case 'T':
      return `${sign}${parts.days === 0 ? '' : `${days}.`}${two(parts.hours)}:${time}${parts.fraction === 0 ? '' : `.${fraction}`}`;
    case 'g': {
      const rest = parts.fraction === 0 ? '' : decimalSeparator + fraction.replace(/(?<!0)0+$/u, '');
      return `${sign}${parts.days === 0 ? '' : `${days}:`}${String(Math.abs(parts.hours))}:${time}${rest}`;
    }
    case 'G':
      return `${sign}${days}:${two(parts.hours)}:${time}${decimalSeparator}${fraction}`;
    default:
      return custom(parts, format);
  }
}

/** Maximum number of letters of a part in a row, where it is not two. */
const MAX_LETTERS: Readonly<Record<string, number>> = { d: 8, f: 7, F: 7 };

function unread(): NetException {
  return new NetException('FormatException', 'Input string was not in a correct format.');
}

function custom(parts: TimeSpanParts, format: string): string {
  // One character alone names a standard format.
  if (format.length === 1) throw unread();
  let text = '';
  let at = 0;
  while (at < format.length) {
    const letter = format[at] ?? '';
    let end = at + 1;
    if ((letter === '\\' || letter === '%') && end === format.length) throw unread();
    if (letter === '\\') {
      text += format[end] ?? '';
      at += 2;
    } else if (letter === "'" || letter === '"') {
      const close = format.indexOf(letter, end);
      if (close < 0) throw unread();
      text += format.slice(end, close);
      at = close + 1;
    } else if (letter === '%') {
      if (format[end] === '%') throw unread();
      at++;
    } else if ('dhmsfF'.includes(letter)) {
      while (format[end] === letter) end++;
      if (end - at > (MAX_LETTERS[letter] ?? 2)) throw unread();
      text += customPart(parts, letter, end - at);
      at = end;
    } else throw unread();
  }
  return text;
}

function customPart(parts: TimeSpanParts, letter: string, count: number): string {
  if (letter === 'f') return String(Math.abs(parts.fraction)).padStart(7, '0').slice(0, count);
  if (letter === 'F')
    return String(Math.abs(parts.fraction))
      .padStart(7, '0')
      .slice(0, count)
      .replace(/(?<!0)0+$/u, '');
  const value =
    letter === 'd' ? parts.days : letter === 'h' ? parts.hours : letter === 'm' ? parts.minutes : parts.seconds;
  return String(Math.abs(value)).padStart(Math.min(count, 8), '0');
}
