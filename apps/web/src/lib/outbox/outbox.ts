/**
 * Sends saves one after the other, in the order they were made, until each is acknowledged or refused (data decision 28). A save that gets no answer is
 * sent again with its key after a while; one that is refused stays, marked, until the user decides. Saves with bytes go in a queue of their own, so
 * that a photo on a poor connection holds up no answer.
 */
import type { ProblemDetails } from '@holdfast/contract';
import { type Call, CallError, type CallOptions, retryPause } from '@holdfast/contract/client';
import { isPassing, reasonOf } from '../failures.ts';
import type { Conflict, Content, Journal, Refusal, Save, SaveParts } from './journal.ts';
import type { ContentOperation, SavedInput, SavedOperation, SavedOutput } from './saveKinds.ts';

/** Parts of a save that a page gives beside the operation and its input. */
type GivenParts<K> = Pick<SaveParts, 'subject' | 'row' | 'ifMatch' | 'about' | 'words'> &
  (K extends ContentOperation ? { content: Content } : { content?: never });

/** A save as a page requests it: an operation of the contract with its own input. */
export type NewSave<N extends SavedOperation = SavedOperation> = {
  [K in N]: GivenParts<K> & { operation: K; input: SavedInput<K> };
}[N];

/** A save with bytes. */
export type ContentSave = Save<ContentOperation> & { content: Content };

/** Options for sending bytes. */
export interface SendOptions extends CallOptions {
  signal: AbortSignal;
  /** Called with the share that is sent, 0 to 1. */
  onProgress(share: number): void;
}

/** Dependencies of an outbox. */
export interface OutboxParts {
  journal: Journal;
  call: Call;
  /** Calls the operation of a save with its bytes. */
  send(save: ContentSave, options: SendOptions): Promise<SavedOutput<ContentOperation>>;
  host: string;
  now(): number;
  newKey(): string;
  /** The server took a save; resolves when the screen may stop showing it as waiting. */
  saved(save: Save, output: SavedOutput<SavedOperation>): void;
  /** The server refused a save. Answers whether it stays on screen, marked, for the user to decide. */
  refused(save: Save, refusal: Refusal): boolean;
  /** Called when the browser has no space to keep a save over a reload; it is sent all the same. */
  notKept(save: Save): void;
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

const RETRY_MS = { first: 1_000, longest: 30_000 };
/** Time in ms after which a save without bytes and without an answer is ended and sent again. */
const ANSWER_MS = 45_000;

/** Saves that are sent one after the other. */
interface SendQueue {
  takes(save: Save): boolean;
  sending: { key: string; stop: AbortController } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Tries in a row that failed when their turn came; the wait grows with it. */
  failures: number;
}

/** An outbox over a journal. */
export function createOutbox(parts: OutboxParts): Outbox {
  let userId: string | null = null;
  let saves: readonly Save[] = [];
  const queues: readonly SendQueue[] = [
    { takes: ({ content }) => content === null, sending: null, timer: undefined, failures: 0 },
    { takes: ({ content }) => content !== null, sending: null, timer: undefined, failures: 0 },
  ];
  const acknowledged = new Set<string>();
  // By row: the version our last save was made on, and the one it became.
  const overwritten = new Map<string, { from: string; to: string }>();
  const shares = new Map<string, number>();
  const listeners = new Set<() => void>();
  const writes = new Set<Promise<void>>();

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function show(next: readonly Save[]): void {
    saves = next;
    notify();
  }

  function replace(save: Save): void {
    show(saves.map((known) => (known.key === save.key ? save : known)));
    void parts.journal.put(save).catch(() => parts.notKept(save));
  }

  function remove(key: string): void {
    shares.delete(key);
    show(saves.filter((known) => known.key !== key));
    void parts.journal.remove(key).catch(() => undefined);
  }

  /** @param isEarly whether this is a try before its time, because the connection may be back; such a one does not lengthen the wait */
  async function send(queue: SendQueue, isEarly = false): Promise<void> {
    clearTimeout(queue.timer);
    queue.timer = undefined;
    const save = saves.find((waiting) => waiting.refusal === null && queue.takes(waiting));
    if (queue.sending !== null || userId === null || save === undefined) return;
    const stop = new AbortController();
    queue.sending = { key: save.key, stop };
    const sender = userId;
    try {
      const output = await deliver(save, stop.signal);
      if (sender !== userId) return void parts.journal.remove(save.key);
      queue.failures = 0;
      parts.saved(save, output);
      acknowledged.add(save.subject);
      const clock = clockOf(output);
      if (clock !== null && save.ifMatch !== null) overwritten.set(save.row, { from: save.ifMatch, to: clock });
      remove(save.key);
      passOn(save, clock);
    } catch (error) {
      if (sender === userId && saves.some(({ key }) => key === save.key)) take(queue, save, error, isEarly);
    } finally {
      queue.sending = null;
      if (queue.timer === undefined) void send(queue);
    }
  }

  function deliver(save: Save, signal: AbortSignal): Promise<SavedOutput<SavedOperation>> {
    const { key, ifMatch } = save;
    const options = { idempotencyKey: key, ...(ifMatch === null ? {} : { ifMatch }) };
    if (!hasContent(save))
      return answered((late) => parts.call(save.operation, save.input, { ...options, signal: late }));
    const onProgress = (share: number): void => {
      shares.set(key, share);
      notify();
    };
    return parts.send(save, { ...options, signal, onProgress });
  }

  /** A save that did not get through: it waits for another try, or is refused. */
  function take(queue: SendQueue, save: Save, error: unknown, isEarly: boolean): void {
    const attempts = save.attempts + 1;
    shares.delete(save.key);
    if (isPassing(error) || (error instanceof CallError && error.status === 401)) {
      if (!isEarly || queue.failures === 0) queue.failures += 1;
      replace({ ...save, attempts });
      schedule(queue, retryPause(queue.failures - 1, RETRY_MS));
      return;
    }
    const conflict = conflictOf(error);
    const refusal = {
      code: error instanceof CallError ? (error.problem?.code ?? null) : null,
      reason: reasonOf(error),
      ...(conflict === null ? {} : { conflict }),
    };
    // A later save of the same subject is being sent, and has an answer of its own.
    const isOvertaken = saves.findLast((known) => known.subject === save.subject)?.key !== save.key;
    if (parts.refused(save, refusal) && !isOvertaken) replace({ ...save, attempts, refusal });
    else remove(save.key);
  }

  /** Saves to the same row that were made before this answer came were made on top of it. */
  function passOn(save: Save, clock: string | null): void {
    if (clock === null) return;
    for (const later of saves) {
      if (later.row === save.row && later.ifMatch !== null && later.refusal === null)
        replace({ ...later, ifMatch: clock });
    }
  }

  function schedule(queue: SendQueue, ms: number): void {
    clearTimeout(queue.timer);
    queue.timer = setTimeout(() => {
      queue.timer = undefined;
      void send(queue);
    }, ms);
  }

  return {
    async begin(id) {
      userId = id;
      const left = await parts.journal.read(id, parts.host);
      const known = new Set(saves.map(({ key }) => key));
      show([...left.filter(({ key }) => !known.has(key)), ...saves]);
      for (const queue of queues) void send(queue, true);
    },
    end() {
      userId = null;
      for (const queue of queues) {
        clearTimeout(queue.timer);
        queue.timer = undefined;
        queue.failures = 0;
        queue.sending?.stop.abort();
      }
      acknowledged.clear();
      overwritten.clear();
      shares.clear();
      show([]);
    },
    add(given) {
      if (userId === null) return;
      // A screen that has not yet drawn what our own save became is no other person.
      const own = overwritten.get(given.row);
      const save: Save = {
        ...given,
        ifMatch: own !== undefined && own.from === given.ifMatch ? own.to : given.ifMatch,
        content: given.content ?? null,
        key: parts.newKey(),
        userId,
        host: parts.host,
        at: parts.now(),
        attempts: 0,
        refusal: null,
      };
      // What was never sent, or was refused, is overtaken by a later word on the same subject.
      const overtaken = saves.filter(
        (known) =>
          known.subject === save.subject &&
          queues.every(({ sending }) => sending?.key !== known.key) &&
          (known.attempts === 0 || known.refusal !== null),
      );
      for (const { key } of overtaken) remove(key);
      show([...saves, save]);
      const written = parts.journal
        .add(save)
        .catch(() => parts.notKept(save))
        .finally(() => writes.delete(written));
      writes.add(written);
      for (const queue of queues) if (queue.takes(save) && queue.timer === undefined) void send(queue);
    },
    retry(key) {
      const save = saves.find((known) => known.key === key);
      if (save !== undefined) replace({ ...save, refusal: null, ifMatch: save.refusal?.conflict?.clock ?? null });
      for (const queue of queues) void send(queue, true);
    },
    discard(key) {
      remove(key);
      for (const { sending } of queues) if (sending?.key === key) sending.stop.abort();
    },
    drained(limitMs) {
      if (saves.every(({ refusal }) => refusal !== null)) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = (): void => {
          clearTimeout(limit);
          listeners.delete(look);
          resolve();
        };
        const look = (): void => {
          if (saves.every(({ refusal }) => refusal !== null)) stop();
        };
        const limit = setTimeout(stop, limitMs);
        listeners.add(look);
      });
    },
    async kept() {
      await Promise.all(writes);
    },
    wasSaved: (subject) => acknowledged.has(subject),
    saves: () => saves,
    progress: (key) => shares.get(key) ?? 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function hasContent(save: Save): save is ContentSave {
  return save.content !== null;
}

/** Makes a call and gives it up when no answer comes: a link can be dead without an error, and the saves behind would wait for ever. */
async function answered<T>(start: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = setTimeout(() => late.abort(new DOMException('No answer came in time.', 'TimeoutError')), ANSWER_MS);
  try {
    return await start(late.signal);
  } finally {
    clearTimeout(limit);
  }
}

/** Returns the value another user saved, when that is the reason of a refusal. */
function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof CallError && error.is('changedMeanwhile'))) return null;
  const { theirs, byName, at, clock } = error.problem!.details as ProblemDetails<'changedMeanwhile'>;
  return { theirs, by: byName, at, clock };
}

function clockOf(output: unknown): string | null {
  if (typeof output !== 'object' || output === null || !('clock' in output)) return null;
  return typeof output.clock === 'string' ? output.clock : null;
}
