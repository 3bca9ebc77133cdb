/** Conflicts that the person at this browser left as they are. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryOf } from '../../lib/queries.ts';

const KEY = 'holdfast.keptConflicts';
/** Conflicts leave the list after 90 days; more than these are not remembered. */
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

/** Leaves a conflict as it is, or takes that back. */
export function keepAsItIs(id: string, isKept: boolean): void {
  const next = new Set(kept);
  if (isKept) next.add(id);
  else next.delete(id);
  kept = next;
  try {
    localStorage.setItem(KEY, JSON.stringify([...next].slice(-LIMIT)));
  } catch {
    // Without storage it is kept as long as the page lives.
  }
  for (const listener of listeners) listener();
}

/** The conflicts that were left as they are, by id. */
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
