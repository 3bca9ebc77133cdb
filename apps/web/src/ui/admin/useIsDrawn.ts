import { useDeferredValue } from 'react';

/**
 * Returns true when loaded data are to be drawn. An answer reaches the page in one render, and a large editor drawn in the same render
 * would block the page; a moment later it is drawn in slices.
 */
export function useIsDrawn(data: unknown): boolean {
  return useDeferredValue(data !== undefined);
}
