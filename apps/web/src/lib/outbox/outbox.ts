/**
 * Sends saves one after another, in the order they were made, until each is acknowledged or refused (data decision 28). A save that gets
 * no answer is sent again later with the same key. A refused save stays, marked, until the user decides. Saves with bytes have a separate
 * queue, so that a photo on a poor connection does not delay answers.
 */
import type { Content, Save, SaveParts } from './journal.ts';
import { createSaveList } from './saveList.ts';
import type { ContentOperation, SavedInput, SavedOperation } from './saveKinds.ts';
import { createSender, type SenderParts } from './sender.ts';

/** Parts of a save that a page passes beside the operation and its input. */
type GivenParts<K> = Pick<SaveParts, 'subject' | 'row' | 'ifMatch' | 'about' | 'words'> &
  (K extends ContentOperation ? { content: Content } : { content?: never });

/** A save as a page passes it: an operation of the contract with its input. */
export type NewSave<N extends SavedOperation = SavedOperation> = {
  [K in N]: GivenParts<K> & { operation: K; input: SavedInput<K> };
}[N];

/** Dependencies of an outbox. */
export interface OutboxParts extends SenderParts {
  host: string;
  now(): number;
  newKey(): string;
  /** Returns the name of the item in the input of a save; undefined when it is unknown. */
  itemOf(input: object): string | undefined;
}

/** The saves of the signed-in user. */
export interface Outbox {
  /** Reads the saves that an earlier page of this user left in the journal, and starts sending. */
  begin(userId: string): Promise<void>;
  /** Stops sending. Waiting saves stay in the browser for this user. */
  end(): void;
  add(save: NewSave): void;
  /** Sends a refused save again, overwriting the other user's value that was shown. Without a key, sends everything that waits at once. */
  retry(key?: string): void;
  /** Discards a save that was refused, or whose bytes are not sent yet. */
  discard(key: string): void;
  /** Resolves when nothing is waiting any more, or after `limitMs`. */
  drained(limitMs: number): Promise<void>;
  /** Resolves when every save so far is stored in the journal, or could not be stored. */
  kept(): Promise<void>;
  /** Returns true when the last save of a subject was acknowledged while this page was open. */
  wasSaved(subject: string): boolean;
  /** Returns waiting saves, oldest first. Returns the same array until something changes. */
  saves(): readonly Save[];
  /** The share of a save's bytes that is sent, 0 to 1. */
  progress(key: string): number;
  subscribe(listener: () => void): () => void;
}

/** Creates an outbox over a journal. */
export function createOutbox(parts: OutboxParts): Outbox {
  const { journal, host } = parts;
  const list = createSaveList(parts);
  const sender = createSender(parts, list);
  let userId: string | null = null;
  const writes = new Set<Promise<void>>();
  const isIdle = (): boolean => list.all().every(({ refusal }) => refusal !== null);

  // The user discarded it on another page, or decided about it there. A save that is only waiting is sent from here too, so that its answer is
  // shown here; its key prevents that it is applied twice.
  journal.onRemoved((key) => {
    const save = list.all().find((known) => known.key === key);
    if (save === undefined || (save.refusal === null && save.content === null)) return;
    list.show(list.all().filter((known) => known !== save));
    sender.abort(key);
  });

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
      const item = parts.itemOf(given.input);
      const save: Save = {
        ...given,
        // The screen may not show the result of the user's own last save yet. That must not count as a change by another user.
        ifMatch: sender.versionOf(given.row, given.ifMatch),
        content: given.content ?? null,
        // Recorded, because a page that is reloaded without a connection cannot read it.
        ...(item === undefined ? {} : { item }),
        key: parts.newKey(),
        userId,
        host,
        at: parts.now(),
        attempts: 0,
        refusal: null,
      };
      // A later save of the same subject replaces one that was never sent or was refused.
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
