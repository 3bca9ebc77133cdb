/** Hooks that give components access to the outbox. */
import { createContext, useCallback, useContext, useState, useSyncExternalStore } from 'react';
import type { Save } from './journal.ts';
import type { NewSave, Outbox } from './outbox.ts';
import type { SavedOperation } from './saveKinds.ts';

/** Provided once, around everything that saves. */
export const OutboxContext = createContext<Outbox | null>(null);

/** The outbox of this page. */
export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (outbox === null) throw new Error('There is no outbox around this component.');
  return outbox;
}

/** All waiting saves, oldest first. */
export function useSaves(): readonly Save[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.saves);
}

/**
 * Returns the waiting saves of some operations, oldest first. The component is rendered again only when one of these changes.
 * @param operations the same in every render
 */
export function useSavesOf(operations: readonly SavedOperation[]): readonly Save[] {
  const outbox = useOutbox();
  const [read] = useState(() =>
    unchanged(() => outbox.saves().filter(({ operation }) => operations.includes(operation))),
  );
  return useSyncExternalStore(outbox.subscribe, read);
}

/** Returns a reader that returns the same array as long as it has the same elements. */
export function unchanged<T>(read: () => readonly T[]): () => readonly T[] {
  let known: readonly T[] = [];
  return () => {
    const now = read();
    if (now.length !== known.length || now.some((each, at) => each !== known[at])) known = now;
    return known;
  };
}

/** Returns a function that adds a save to the outbox. */
export function useSave(): (save: NewSave) => void {
  const outbox = useOutbox();
  return useCallback((save) => outbox.add(save), [outbox]);
}

/** The share of a save's bytes that is sent, 0 to 1. */
export function useProgress(key: string): number {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, () => outbox.progress(key));
}

/** State of the synchronisation of a value with the server. `waiting`: sent without an answer, and sent again automatically. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'queued' | 'waiting' | 'refused';

/** Returns the state of a subject's value, and its newest save if there is one. */
export function useSaveState(subject: string): { state: SaveState; save: Save | undefined } {
  const outbox = useOutbox();
  const saves = useSaves();
  const save = saves.findLast((known) => known.subject === subject);
  if (save === undefined) return { state: outbox.wasSaved(subject) ? 'saved' : 'idle', save };
  return { state: stateOf(save, saves), save };
}

/**
 * Returns the state of a save: `waiting` when it got no answer and is sent again, `queued` behind such a save.
 * @param saves all waiting saves, oldest first; saves with bytes have a separate queue
 */
export function stateOf(save: Save, saves: readonly Save[]): 'saving' | 'queued' | 'waiting' | 'refused' {
  if (save.refusal !== null) return 'refused';
  const head = saves.find(({ refusal, content }) => refusal === null && (content === null) === (save.content === null));
  if (save.attempts > 0) return 'waiting';
  return head !== undefined && head.attempts > 0 ? 'queued' : 'saving';
}
