/** Times of the next run: after a failure to reach the server, and without one. */
import { retryPause } from '@holdfast/contract/client';

const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;

/**
 * Milliseconds until the next attempt: random, up to a bound that doubles with each failure from 5 s to 5 min, so that many devices do not all return
 * to a restarted server at once.
 * @param failures number of consecutive failures, at least 1
 * @param random at least 0, less than 1
 * @param retryAfter delay that the server requested, milliseconds
 */
export function retryDelay(failures: number, random: number, retryAfter = 0): number {
  return Math.max(retryAfter, Math.ceil(random * retryPause(failures - 1, { first: FIRST_MS, longest: LONGEST_MS })));
}

/** Milliseconds until the next run of a device that is up to date: five minutes ± 20 %. */
export function idleDelay(random: number): number {
  return Math.round(LONGEST_MS * (0.8 + 0.4 * random));
}
