import { storedMoment } from './storedDate.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of a time zone; that of UTC for a stored one that this system does not know. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return newFormat(timeZone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return newFormat('UTC');
  }
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/**
 * Converts a moment to the local time of a place.
 * @param ms milliseconds UTC
 * @returns milliseconds of the same date and time of day in UTC
 */
export function localTime(ms: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = formatOf(timeZone);
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(storedMoment(ms)).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type)!;
  return storedMoment(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
  );
}

/**
 * Converts a local time of a place to a moment. For a local time that occurs twice or never, returns one of the moments around the change
 * of the clock.
 * @param local milliseconds of the same date and time of day in UTC
 * @returns milliseconds UTC
 */
export function momentOfLocalTime(local: number, timeZone: string): number {
  const guess = local - (localTime(local, timeZone) - local);
  return guess - (localTime(guess, timeZone) - local);
}
