import { useDeferredValue } from 'react';

/**
 * Whether what was read is to be drawn by now. An answer is told to the page in one go, and a large editor drawn in the same go would hold up
 * whatever else the page has to do; a moment later it is drawn in slices.
 */
export function useIsDrawn(data: unknown): boolean {
  return useDeferredValue(data !== undefined);
}
