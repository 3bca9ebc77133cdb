/** The current day and minute in a time zone, as date pickers accept them: "2026-01-15" and "2026-01-15 13:05:00". */

import { knownZone } from './knownZone.ts';

/** Formats by time zone, cached: creating one takes longer than a form may take for all its controls. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time zone of this device. */
export const DEVICE_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The current day in a zone. */
export function dayNow(timeZone: string): string {
  return momentNow(timeZone).slice(0, 'YYYY-MM-DD'.length);
}

/** The current minute in a zone. */
export function momentNow(timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    // The Swedish date format is the one that pickers accept.
    clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: knownZone(timeZone) });
    clocks.set(timeZone, clock);
  }
  return `${clock.format(Date.now())}:00`;
}
