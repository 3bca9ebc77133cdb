import { MOST_COUNTER } from '@holdfast/contract/sync';

/**
 * Hybrid logical clock: the time of an edit, ordered after all edits that its author had seen. `[milliseconds UTC, counter, device]`; compared from
 * left to right (docs/sync.md, "What is promised").
 */
export type Clock = readonly [ms: number, counter: number, device: string];

/** The clocks of a row: `*` of its creation, `$del` of its deletion or revival, and one per field or group that changed later. */
export type Clocks = { readonly [field: string]: Clock };

/** Key of the clock of creation, which applies to every field that was not changed later. */
export const CREATED = '*';
/** Key of the clock of deletion, restoration or revival. */
export const DELETED = '$del';

/** Negative when `a` is earlier than `b`, positive when later, 0 when the same. */
export function compareClocks(a: Clock, b: Clock): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);
}

/** Returns the next clock of a device: never before `now`, always after the last one that it issued or received. */
export function tick(last: Clock | null, now: number, device: string): Clock {
  if (last === null || now > last[0]) return [now, 0, device];
  return successor(last, device);
}

/** Returns the earliest clock of a device that is later than a given one. After the highest counter it continues in the next millisecond. */
export function successor([ms, counter]: Clock, device: string): Clock {
  return counter < MOST_COUNTER ? [ms, counter + 1, device] : [ms + 1, 0, device];
}

/** Returns the clock of one field or group: its own, or that of creation. */
export function clockOf(clocks: Clocks, field: string): Clock | undefined {
  return clocks[field] ?? clocks[CREATED];
}

/** Returns the latest clock of a row, which is its version. */
export function latestClock(clocks: Clocks): Clock {
  return Object.values(clocks).reduce((latest, clock) => (compareClocks(clock, latest) > 0 ? clock : latest));
}

/** Formats a clock as sent in `clock` and `If-Match`. */
export function formatClock([ms, counter, device]: Clock): string {
  return `${ms}.${counter}.${device}`;
}

/** Parses a clock written by `formatClock`; null for anything else. */
export function parseClock(text: string): Clock | null {
  const match = /^(\d{1,16})\.(\d{1,9})\.([\w:-]{1,80})$/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2]), match[3]!];
}
