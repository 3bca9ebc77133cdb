/** The last moment that a date can state, in milliseconds UTC (ECMAScript, time values and time range); the first is its negative. */
const LAST_MS = 8_640_000_000_000_000;

/**
 * Returns a stored moment that a date can state: one from before moments had bounds is the first or the last, and one that is not a number is the
 * beginning of 1970.
 * @param ms milliseconds UTC
 */
export function storedMoment(ms: number): number {
  return Number.isNaN(ms) ? 0 : Math.max(-LAST_MS, Math.min(ms, LAST_MS));
}
