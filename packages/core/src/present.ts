/** Converts stored values into those of the API: moments to ISO text, flags to booleans, versions to clocks. */
import { type Clock, compareClocks, formatClock, parseClock } from '@holdfast/sync';
import { storedMoment } from './storedDate.ts';
import { storedClocks } from './storedJson.ts';

/** The clock of a row whose clocks cannot be read: earlier than any other. */
const UNKNOWN: Clock = [0, 0, '-'];

/** Stored milliseconds UTC as ISO 8601. */
export function isoTime(ms: number): string {
  return new Date(storedMoment(ms)).toISOString();
}

/** The version of a row, or of rows that are saved together, as entities carry it in `clock`. */
export function versionOf(...rows: readonly { _clk: string }[]): string {
  const clocks = rows.flatMap((row) => Object.values(storedClocks(row._clk)));
  return formatClock(clocks.reduce((latest, clock) => (compareClocks(clock, latest) > 0 ? clock : latest), UNKNOWN));
}

/** The version of things that are saved together, from the versions of each. */
export function latestVersion(...versions: readonly string[]): string {
  const clocks = versions.map((version) => parseClock(version)!);
  return formatClock(clocks.reduce((latest, clock) => (compareClocks(clock, latest) > 0 ? clock : latest)));
}
