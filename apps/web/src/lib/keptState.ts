/** State of a form that is saved as a whole: it survives a reload, a crash and the end of the session in this browser. */
import { useCallback, useContext, useState } from 'react';
import { ViewerContext } from './views.ts';

const PREFIX = 'holdfast:draft:';

/** By address; storage may be full or forbidden, then the page alone remembers. */
const remembered = new Map<string, unknown>();

/** State of the person who is signed in, kept in the browser until it is dropped. */
export interface KeptState<T> {
  value: T;
  /** Returns the value, including a change that is not rendered yet. */
  latest(): T;
  /** Returns true when something was changed, including a change that is not rendered yet. */
  isKept(): boolean;
  change(next: (before: T) => T): void;
  /** Forgets it, because it was saved or given up. */
  drop(): void;
}

/**
 * State that is written to the browser's storage with every change, also one that comes when the screen is already being left.
 * @param key what it is about; every person has their own
 * @param initial what it begins with where nothing is kept
 */
export function useKeptState<T>(key: string, initial: T): KeptState<T> {
  const address = `${PREFIX}${useContext(ViewerContext)}:${key}`;
  const [, redraw] = useState({});
  const change = useCallback(
    (next: (before: T) => T) => {
      const value = next(read(address, initial));
      remembered.set(address, value);
      try {
        localStorage.setItem(address, JSON.stringify(value));
      } catch {
        // Storage is full or forbidden: the value is kept in this page.
      }
      redraw({});
    },
    [address, initial],
  );
  const drop = useCallback(() => {
    remembered.delete(address);
    localStorage.removeItem(address);
    redraw({});
  }, [address]);
  return {
    value: read(address, initial),
    latest: () => read(address, initial),
    isKept: () => isKept(address),
    change,
    drop,
  };
}

function isKept(address: string): boolean {
  return remembered.has(address) || localStorage.getItem(address) !== null;
}

function read<T>(address: string, initial: T): T {
  if (!remembered.has(address)) {
    const text = localStorage.getItem(address);
    if (text === null) return initial;
    remembered.set(address, JSON.parse(text));
  }
  return remembered.get(address) as T;
}
