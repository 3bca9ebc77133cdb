/** Bounds of the pause before a retry, in ms. */
export interface RetryBounds {
  first: number;
  longest: number;
}

/** Returns the pause before a retry, in ms: it doubles with each failure up to the longest. @param failures number of earlier failures */
export function retryPause(failures: number, { first, longest }: RetryBounds): number {
  return Math.min(longest, first * 2 ** failures);
}
