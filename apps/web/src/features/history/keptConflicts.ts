/** Conflicts that the user of this browser decided to keep as they are. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryOf } from '../../lib/calls/queries.ts';

const KEY = 'holdfast.keptConflicts';
/** Conflicts are removed from the list after 90 days; only this many decisions are stored. */
const LIMIT = 1_000;

const listeners = new Set<() => void>();
let kept: ReadonlySet<string> = read();

function read(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Keeps a conflict as it is, or undoes that. */
export function keepConflict(id: string, isKept: boolean): void {
  const next = new Set(kept);
  if (isKept) next.add(id);
  else next.delete(id);
  kept = next;
  try {
    localStorage.setItem(KEY, JSON.stringify([...next].slice(-LIMIT)));
  } catch {
    // Without storage the decision is kept until the page is closed.
  }
  for (const listener of listeners) listener();
}

/** The ids of conflicts that are kept as they are. */
export function useKept(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => kept);
}

/** Returns the number of the user's conflicts that wait for a decision. */
export function useOpenConflicts(): number {
  const decided = useKept();
  const { data = [] } = useQuery(queryOf('getOverriddenChanges', {}));
  return data.filter(({ id, isOpen, isOwn }) => isOpen && isOwn && !decided.has(id)).length;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
