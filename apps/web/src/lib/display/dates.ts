/** Dates as they are stored, as date pickers accept them ("2026-01-15" or "2026-01-15 13:05:00"), and as they are displayed. */
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { knownZone } from './knownZone.ts';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(customParseFormat);

/** Displayed format of a day (FLDS-14). */
export const DAY_FORMAT = 'DD/MM/YYYY';
/** Displayed format of a moment. */
export const MOMENT_FORMAT = 'DD/MM/YYYY hh:mm a';
const PICKED_DAY = 'YYYY-MM-DD';
const PICKED_MOMENT = 'YYYY-MM-DD HH:mm:ss';

/** Converts a stored day for a picker; null for none. */
export function pickedDay(stored: string): string | null {
  const day = dayjs.utc(stored);
  return stored !== '' && day.isValid() ? day.format(PICKED_DAY) : null;
}

/** Converts the value of a picker into the stored and the displayed value: UTC midnight of the written day (data decision 21). */
export function dayAnswer(picked: string | null): { value: string; displayValue: string } {
  if (picked === null) return { value: '', displayValue: '' };
  const day = dayjs.utc(picked, PICKED_DAY);
  return { value: day.toISOString(), displayValue: day.format(DAY_FORMAT) };
}

/** Converts a day typed as DD/MM/YYYY for a picker; null while the text is not a day. */
export function typedDay(text: string): string | null {
  const readings = [DAY_FORMAT, 'D/M/YYYY'].map((format) => dayjs.utc(text.trim(), format, true));
  return readings.find((day) => day.isValid())?.format(PICKED_DAY) ?? null;
}

/** The largest distance of local time from UTC, in minutes. */
const MOST_OFFSET = 15 * 60;

/**
 * Converts a stored moment for a picker; null for none. Its local time is that of the display value, whatever the time zone of the installation is
 * now; where that is no local time around the moment, that of a zone.
 */
export function pickedMoment(
  { value, displayValue }: { value: string; displayValue: string },
  timeZone: string,
): string | null {
  const moment = dayjs.utc(value);
  if (value === '' || !moment.isValid()) return null;
  const shown = dayjs.utc(displayValue, MOMENT_FORMAT, true);
  const isShown = shown.isValid() && Math.abs(shown.diff(moment, 'minute')) <= MOST_OFFSET;
  return (isShown ? shown : moment.tz(knownZone(timeZone))).format(PICKED_MOMENT);
}

/** Converts the value of a picker, read in a zone, into the UTC instant (data decision 21). */
export function momentAnswer(picked: string | null, timeZone: string): { value: string; displayValue: string } {
  if (picked === null) return { value: '', displayValue: '' };
  const moment = dayjs.tz(picked, PICKED_MOMENT, knownZone(timeZone));
  return { value: moment.toISOString(), displayValue: moment.format(MOMENT_FORMAT) };
}
