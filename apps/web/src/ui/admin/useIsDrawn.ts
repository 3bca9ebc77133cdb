import { useDeferredValue } from 'react';

/**
 * Returns true when loaded data should be rendered. An answer reaches the page in one render, and a large editor in the same render would
 * block the page; a moment later it is rendered in slices.
 */
export function useIsDrawn(data: unknown): boolean {
  return useDeferredValue(data !== undefined);
}
