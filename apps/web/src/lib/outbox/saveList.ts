/** The displayed saves of an outbox. Each change is written to the journal, and listeners are notified. */
import type { Journal, Save } from './journal.ts';

/** Saves, oldest first, and the share of their bytes that is sent. */
export interface SaveList {
  /** Returns the same array until something changes. */
  all(): readonly Save[];
  show(next: readonly Save[]): void;
  replace(save: Save): void;
  remove(key: string): void;
  /** The share of a save's bytes that is sent, 0 to 1. */
  progress(key: string): number;
  /** Sets the share that is sent; null: none. */
  setProgress(key: string, share: number | null): void;
  subscribe(listener: () => void): () => void;
}

/** Dependencies of a list of saves. */
export interface SaveListParts {
  journal: Journal;
  /** Called when the browser has no space to keep a save over a reload; the save is sent nevertheless. */
  notKept(save: Save): void;
}

/** Creates an empty list over a journal. */
export function createSaveList({ journal, notKept }: SaveListParts): SaveList {
  let saves: readonly Save[] = [];
  const shares = new Map<string, number>();
  const listeners = new Set<() => void>();

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function show(next: readonly Save[]): void {
    saves = next;
    notify();
  }

  return {
    all: () => saves,
    show,
    replace(save) {
      show(saves.map((known) => (known.key === save.key ? save : known)));
      void journal.put(save).catch(() => notKept(save));
    },
    remove(key) {
      shares.delete(key);
      show(saves.filter((known) => known.key !== key));
      void journal.remove(key).catch(() => undefined);
    },
    progress: (key) => shares.get(key) ?? 0,
    setProgress(key, share) {
      if (share === null) {
        shares.delete(key);
        return;
      }
      shares.set(key, share);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
