/** How stored values travel: moments as ISO text, flags as booleans, versions as clocks. */
import { type Clock, formatClock, latestClock } from '@holdfast/sync';

/** Milliseconds UTC as ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The version of a row, as entities carry it in `clock`. */
export function versionOf(row: { _clk: string }): string {
  return formatClock(latestClock(JSON.parse(row._clk) as Record<string, Clock>));
}
