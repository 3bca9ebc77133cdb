/**
 * Sends saves one after the other, in the order they were made, until each is acknowledged or refused (data decision 28). A save that gets no answer is
 * sent again with its key after a while; one that is refused stays, marked, until the user decides. Saves with bytes go in a queue of their own, so
 * that a photo on a poor connection holds up no answer.
 */
import type { Content, Save, SaveParts } from './journal.ts';
import { createSaveList } from './saveList.ts';
import type { ContentOperation, SavedInput, SavedOperation } from './saveKinds.ts';
import { createSender, type SenderParts } from './sender.ts';

/** Parts of a save that a page gives beside the operation and its input. */
type GivenParts<K> = Pick<SaveParts, 'subject' | 'row' | 'ifMatch' | 'about' | 'words'> &
  (K extends ContentOperation ? { content: Content } : { content?: never });

/** A save as a page requests it: an operation of the contract with its own input. */
export type NewSave<N extends SavedOperation = SavedOperation> = {
  [K in N]: GivenParts<K> & { operation: K; input: SavedInput<K> };
}[N];

/** Dependencies of an outbox. */
export interface OutboxParts extends SenderParts {
  host: string;
  now(): number;
  newKey(): string;
}

/** The saves of the person who is signed in. */
export interface Outbox {
  /** Takes up what this person left behind, and starts sending. */
  begin(userId: string): Promise<void>;
  /** Stops sending; what waits stays in the browser for this person. */
  end(): void;
  add(save: NewSave): void;
  /** Sends a refused save again, overwriting the other user's value that was shown; or everything that waits, at once. */
  retry(key?: string): void;
  /** Discards a save that was refused, or whose bytes are not sent yet. */
  discard(key: string): void;
  /** Resolves when nothing waits any more, or after `limitMs`. */
  drained(limitMs: number): Promise<void>;
  /** Resolves when every save so far lies in the journal, or could not be put there. */
  kept(): Promise<void>;
  /** Returns true when the last save of a subject was acknowledged while this page was open. */
  wasSaved(subject: string): boolean;
  /** Returns waiting saves, oldest first. The same array until something changes. */
  saves(): readonly Save[];
  /** The share of a save's bytes that is sent, 0 to 1. */
  progress(key: string): number;
  subscribe(listener: () => void): () => void;
}

/** An outbox over a journal. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { journal, host } = parts;
  const list = createSaveList(parts);
  const sender = createSender(parts, list);
  let userId: string | null = null;
  const writes = new Set<Promise<void>>();
  const isIdle = (): boolean => list.all().every(({ refusal }) => refusal !== null);

  return {
    async begin(id) {
      userId = id;
      sender.begin(id);
      const left = await journal.read(id, host);
      // Another user may have signed in meanwhile.
      if (userId !== id) return;
      const known = new Set(list.all().map(({ key }) => key));
      list.show([...left.filter(({ key }) => !known.has(key)), ...list.all()]);
      sender.retry();
    },
    end() {
      userId = null;
      sender.end();
      for (const { key } of list.all()) list.setProgress(key, null);
      list.show([]);
    },
    add(given) {
      if (userId === null) return;
      const save: Save = {
        ...given,
        // A screen that has not yet drawn what our own save became is no other person.
        ifMatch: sender.versionOf(given.row, given.ifMatch),
        content: given.content ?? null,
        key: parts.newKey(),
        userId,
        host,
        at: parts.now(),
        attempts: 0,
        refusal: null,
      };
      // What was never sent, or was refused, is overtaken by a later word on the same subject.
      const overtaken = list
        .all()
        .filter(
          (known) =>
            known.subject === save.subject &&
            !sender.isSending(known.key) &&
            (known.attempts === 0 || known.refusal !== null),
        );
      for (const { key } of overtaken) list.remove(key);
      list.show([...list.all(), save]);
      const written = journal
        .add(save)
        .catch(() => parts.notKept(save))
        .finally(() => writes.delete(written));
      writes.add(written);
      sender.startWith(save);
    },
    retry(key) {
      const save = list.all().find((known) => known.key === key);
      if (save !== undefined) list.replace({ ...save, refusal: null, ifMatch: save.refusal?.conflict?.clock ?? null });
      sender.retry();
    },
    discard(key) {
      list.remove(key);
      sender.abort(key);
    },
    drained(limitMs) {
      if (isIdle()) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = (): void => {
          clearTimeout(limit);
          unsubscribe();
          resolve();
        };
        const unsubscribe = list.subscribe(() => {
          if (isIdle()) stop();
        });
        const limit = setTimeout(stop, limitMs);
      });
    },
    async kept() {
      await Promise.all(writes);
    },
    wasSaved: sender.wasAcknowledged,
    saves: list.all,
    progress: list.progress,
    subscribe: list.subscribe,
  };
}
