/** Formats of dates, numbers and sizes for display, in British English (docs/acceptance.md, CNST). */

import { knownZone } from './knownZone.ts';

const LOCALE = 'en-GB';

const utcDay = new Intl.DateTimeFormat(LOCALE, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat(LOCALE, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
});
const hour = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const DAY_SECONDS = 86_400;
/** The last day that a date can state, in Unix seconds; the first is its negative. Days stored before there were bounds may lie beyond. */
const LAST_DAY = 8_640_000_000_000;

/** DD/MM/YYYY of the UTC day of an inspection date, independent of the viewer's time zone (product decision 7). */
export function formatDay(unixSeconds: number): string {
  return utcDay.format(Math.max(-LAST_DAY, Math.min(unixSeconds, LAST_DAY)) * 1000);
}

/** `start – end` of an inspection. */
export function formatDayRange(start: number, end: number): string {
  return `${formatDay(start)} – ${formatDay(end)}`;
}

/** A moment (ISO) in the viewer's time zone, in the format of answers: "15/01/2026 01:00 pm" (FLDS-17). */
export function formatMoment(iso: string): string {
  return moment.format(new Date(iso)).replace(', ', ' ');
}

/** DD/MM/YYYY of the day of a moment (ISO) in a time zone. */
export function formatInstantDay(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: knownZone(timeZone),
  }).format(new Date(iso));
}

/** The hour of a local time without zone, the format of weather data: "2026-01-15T13:00" is "13:00". */
export function formatLocalHour(isoWithoutZone: string): string {
  return hour.format(new Date(`${isoWithoutZone}Z`));
}

/** Returns the local time in an IANA zone: "13:05". */
export function formatTimeIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', timeZone: knownZone(timeZone) }).format(
    now,
  );
}

/** Midnight UTC of the current day in an IANA zone, in seconds, for comparison with inspection dates. */
export function todayIn(timeZone: string, now: Date): number {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: knownZone(timeZone) }).format(now);
  return Date.parse(`${day}T00:00:00Z`) / 1000;
}

/** Number of days from one inspection date to another. */
export function daysBetween(from: number, to: number): number {
  return Math.round((to - from) / DAY_SECONDS);
}

/** Formats a coordinate with its hemisphere: 57.9312 north is "57.9312° N". */
export function formatCoordinates(latitude: number, longitude: number): string {
  const part = (value: number, positive: string, negative: string): string =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}

const SIZES = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map(
  (unit) =>
    new Intl.NumberFormat(LOCALE, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: 1,
    }),
);

/** Formats a number of bytes: 1,572,864 is "1.5 MB". */
export function formatSize(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(bytes) / 10));
  return SIZES[power]!.format(bytes / 1024 ** power);
}

/** Share of checked items in per cent, floored; 0 when there is nothing to check (CNST-04). */
export function progressOf(counts: {
  totalItems: number;
  fitForPurpose: number;
  needsAttention: number;
  defective: number;
  notApplicable: number;
}): number {
  const checked = counts.fitForPurpose + counts.needsAttention + counts.defective + counts.notApplicable;
  return counts.totalItems === 0 ? 0 : Math.floor((checked / counts.totalItems) * 100);
}
