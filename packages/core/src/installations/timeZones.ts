/** Time zones that an installation had: what was recorded then keeps the time of day that was shown. Pure. */
import { z } from 'zod';

const FormerTimeZone = z.strictObject({ timeZone: z.string(), until: z.int() });

/** A time zone of an installation, and the moment in milliseconds UTC until which it had it. */
export type FormerTimeZone = z.infer<typeof FormerTimeZone>;

const FormerTimeZones = z.array(FormerTimeZone);

/** The time zones of an installation as they are stored. */
export interface ZonedInstallation {
  timeZone: string;
  formerTimeZones: string;
}

/** Result of the last read, since the rows of a report read those of one installation again and again. */
let lastRead: { stored: string; zones: readonly FormerTimeZone[] | undefined } = { stored: '', zones: [] };

/** Reads stored former time zones, earliest first; undefined for a text that is none. */
export function readFormerTimeZones(stored: string): readonly FormerTimeZone[] | undefined {
  if (lastRead.stored !== stored) lastRead = { stored, zones: parsed(stored) };
  return lastRead.zones;
}

function parsed(stored: string): readonly FormerTimeZone[] | undefined {
  if (stored === '') return [];
  try {
    return FormerTimeZones.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined;
  }
}

/** Returns the former time zones of an installation once it has another time zone, as stored. @param now milliseconds UTC */
export function formerTimeZonesAfter(
  { timeZone, formerTimeZones }: ZonedInstallation,
  changed: string | undefined,
  now: number,
): string {
  if (changed === undefined || changed === timeZone) return formerTimeZones;
  return JSON.stringify([...(readFormerTimeZones(formerTimeZones) ?? []), { timeZone, until: now }]);
}

/** Returns the time zone that an installation had at a moment. @param ms milliseconds UTC */
export function timeZoneAt({ timeZone, formerTimeZones }: ZonedInstallation, ms: number): string {
  return readFormerTimeZones(formerTimeZones)?.find(({ until }) => ms < until)?.timeZone ?? timeZone;
}

const DISPLAYED = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2}) (am|pm)$/;
const MINUTE_MS = 60_000;
/** The largest distance of local time from UTC, in milliseconds. */
const MOST_OFFSET_MS = 15 * 60 * MINUTE_MS;

/**
 * Returns the time of day at which a Datetime was recorded: that of its display value, whatever the time zone of the installation is now. Where that is
 * no time of day around the recorded moment, the local time in a zone.
 * @returns milliseconds of the same date and time of day in UTC
 */
export function recordedLocalTime(
  { value, displayValue }: { value: string; displayValue: string },
  localTimeOf: (ms: number) => number,
): number {
  const ms = Date.parse(value);
  const shown = displayedTime(displayValue);
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS;
  if (shown === null || Math.abs(shown - minute) > MOST_OFFSET_MS) return localTimeOf(ms);
  return shown + (ms - minute);
}

function displayedTime(text: string): number | null {
  const found = DISPLAYED.exec(text);
  if (found === null) return null;
  const [, day, month, year, hour, minute, half] = found;
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute));
}
