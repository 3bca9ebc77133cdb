/** The outbox as components see it. */
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { Save } from './journal.ts';
import type { NewSave, Outbox } from './outbox.ts';

/** Provided once, around everything that saves. */
export const OutboxContext = createContext<Outbox | null>(null);

/** The outbox of this page. */
export function useOutbox(): Outbox {
  const outbox = useContext(OutboxContext);
  if (outbox === null) throw new Error('There is no outbox around this component.');
  return outbox;
}

/** Everything that waits, oldest first. */
export function useSaves(): readonly Save[] {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, outbox.saves);
}

/** Hands a save over. */
export function useSave(): (save: NewSave) => void {
  const outbox = useOutbox();
  return useCallback((save) => outbox.add(save), [outbox]);
}

/** The share of a save's bytes that is sent, 0 to 1. */
export function useProgress(key: string): number {
  const outbox = useOutbox();
  return useSyncExternalStore(outbox.subscribe, () => outbox.progress(key));
}

/** How a value stands with the server. `waiting`: sent without an answer, and sent again by itself. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'waiting' | 'refused';

/** How the value of a subject stands with the server, and its newest save while there is one. */
export function useSaveState(subject: string): { state: SaveState; save: Save | undefined } {
  const outbox = useOutbox();
  const save = useSaves().findLast((known) => known.subject === subject);
  if (save === undefined) return { state: outbox.wasSaved(subject) ? 'saved' : 'idle', save };
  return { state: stateOf(save), save };
}

/** How a save stands with the server. */
export function stateOf({ refusal, attempts }: Save): 'saving' | 'waiting' | 'refused' {
  if (refusal !== null) return 'refused';
  return attempts > 0 ? 'waiting' : 'saving';
}
