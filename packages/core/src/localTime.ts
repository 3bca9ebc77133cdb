const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A moment as the clock at a place shows it.
 * @param ms milliseconds UTC
 * @returns milliseconds of the same date and time of day in UTC
 */
export function localTime(ms: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
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
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type)!;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The moment at which the clock at a place shows a date and time. Where the clock shows it twice or never, one of the moments around the change.
 * @param local milliseconds of the same date and time of day in UTC
 * @returns milliseconds UTC
 */
export function momentOfLocalTime(local: number, timeZone: string): number {
  const guess = local - (localTime(local, timeZone) - local);
  return guess - (localTime(guess, timeZone) - local);
}
