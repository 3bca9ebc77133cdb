/** State of a form with a save button. It survives a reload, a crash and the end of the session in this browser. */
import { useCallback, useContext, useState } from 'react';
import { ViewerContext } from '../navigation/views.ts';

const PREFIX = 'holdfast:draft:';

/** Values by storage key. Where storage is full or forbidden, the values are kept here only. */
const remembered = new Map<string, unknown>();

/** State of the user who is signed in, kept in the browser until it is dropped. */
export interface PersistedState<T> {
  value: T;
  /** Returns the value, including a change that is not rendered yet. */
  latest(): T;
  /** Returns true when something was changed, including a change that is not rendered yet. */
  isChanged(): boolean;
  change(next: (before: T) => T): void;
  /** Deletes the state, because it was saved or discarded. */
  drop(): void;
}

/**
 * State that is written to the browser's storage with every change, even a change made while the screen is being left.
 * @param key the subject of the state; it is stored separately for each user
 * @param initial the value when nothing is stored
 */
export function usePersistedState<T>(key: string, initial: T): PersistedState<T> {
  const address = `${PREFIX}${useContext(ViewerContext)}:${key}`;
  const [, redraw] = useState({});
  const change = useCallback(
    (next: (before: T) => T) => {
      const value = next(read(address, initial));
      remembered.set(address, value);
      try {
        localStorage.setItem(address, JSON.stringify(value));
      } catch {
        // Storage is full or forbidden: the value is kept in memory only.
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
    isChanged: () => isChanged(address),
    change,
    drop,
  };
}

function isChanged(address: string): boolean {
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
