/** Changes on screen that are saved only on request. */
import { useEffect } from 'react';

const holders = new Set<symbol>();

/** Returns true when leaving the screen would lose changes. */
export function hasUnsaved(): boolean {
  return holders.size > 0;
}

/** Registers whether the mounted component has unsaved changes. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    const holder = Symbol('unsaved');
    holders.add(holder);
    return () => void holders.delete(holder);
  }, [isChanged]);
}
