import { idleDelay, retryDelay } from '@holdfast/sync';

/** How long after the last local change a run begins, in milliseconds (product decision 32). */
export const AFTER_CHANGE_MS = 5_000;
/** How long after an event of the server a run begins; several that come together make one. */
export const AFTER_EVENT_MS = 150;
/**
 * How long after a connection broke under photos or files the next run begins: most are back at once. Doubled, up to the pause after a change,
 * each time that nothing arrived in between.
 */
const AFTER_CUT_MS = 500;

/** How a run ended, as far as the next one depends on it. */
export interface RunEnd {
  /** Whether the server was reached. */
  reached: boolean;
  /** Whether the connection broke under photos or files. */
  cut: boolean;
  /** Whether anything of a photo or file was moved. */
  moved: boolean;
  /** How long the server asked to be left alone, in milliseconds. */
  retryAfter: number;
}

/** How long the next run waits after those that failed. */
export interface Pauses {
  ended(end: RunEnd): void;
  /** The server is within reach: what failed before counts no more. */
  reset(): void;
  isFailing(): boolean;
  /** Milliseconds until the next run, after the last one that ended. */
  next(): number;
  /** Milliseconds until the run that goes on with photos and files; null unless the connection broke under them. */
  afterCut(): number | null;
}

/** Counts failures in a row. @param random at least 0, less than 1 */
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
    afterCut: () => (last?.cut === true ? Math.min(AFTER_CHANGE_MS, AFTER_CUT_MS * 2 ** Math.min(cuts, 10)) : null),
  };
}
