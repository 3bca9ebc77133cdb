import { retryPause } from '@holdfast/contract/client';
import { idleDelay, retryDelay } from '@holdfast/sync';

/** Delay in ms after the last local change before a run begins (product decision 32). */
export const AFTER_CHANGE_MS = 5_000;
/** Delay in ms after an event of the server before a run begins; several events within it start one run. */
export const AFTER_EVENT_MS = 150;
/**
 * Delay in ms before the next run when the connection broke during the transfer of photos or files, because most connections are restored at once.
 * Doubled each time nothing arrived in between, up to the delay after a change.
 */
const AFTER_CUT_MS = { first: 500, longest: AFTER_CHANGE_MS };

/** Result of a run, as far as the next one depends on it. */
export interface RunEnd {
  /** True when the server was reached. */
  reached: boolean;
  /** True when the connection broke during the transfer of photos or files. */
  cut: boolean;
  /** True when bytes of a photo or file were moved. */
  moved: boolean;
  /** Delay in ms that the server requested; 0: none. */
  retryAfter: number;
}

/** Delays of the next run after failures. */
export interface Pauses {
  ended(end: RunEnd): void;
  /** Resets the count of failures, because the server can be reached. */
  reset(): void;
  isFailing(): boolean;
  /** Milliseconds until the next run, after the last one that ended. */
  next(): number;
  /** Milliseconds until the run that continues the transfer of photos and files; null unless the connection broke during it. */
  afterCut(): number | null;
}

/** Counts consecutive failures. @param random at least 0, less than 1 */
export function openPauses(random: () => number): Pauses {
  let failures = 0;
  let cuts = 0;
  let last: RunEnd | null = null;
  return {
    ended(end) {
      failures = end.reached ? 0 : failures + 1;
      cuts = end.cut && !end.moved ? cuts + 1 : 0;
      last = end;
    },
    reset() {
      failures = 0;
    },
    isFailing: () => failures > 0,
    next: () => (failures === 0 ? idleDelay(random()) : retryDelay(failures, random(), last?.retryAfter ?? 0)),
    afterCut: () => (last?.cut === true ? retryPause(cuts, AFTER_CUT_MS) : null),
  };
}
