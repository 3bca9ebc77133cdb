/** Sends the saves of an outbox from two queues, those without bytes and those with bytes. Each queue sends one save at a time. */
import type { ProblemDetails } from '@holdfast/contract';
import { type Call, CallError, type CallOptions, retryPause } from '@holdfast/contract/client';
import { isPassing, reasonOf } from '../calls/failures.ts';
import type { Conflict, Content, Refusal, Save } from './journal.ts';
import type { SaveList, SaveListParts } from './saveList.ts';
import type { ContentOperation, SavedOperation, SavedOutput } from './saveKinds.ts';

/** A save with bytes. */
export type ContentSave = Save<ContentOperation> & { content: Content };

/** Options for sending bytes. */
export interface SendOptions extends CallOptions<AbortSignal> {
  signal: AbortSignal;
  /** Called with the share that is sent, 0 to 1. */
  onProgress(share: number): void;
}

/** Dependencies of a sender. */
export interface SenderParts extends SaveListParts {
  call: Call<AbortSignal>;
  /** Returns the token with which a call would be sent now. */
  token(): string | null;
  /** Calls the operation of a save with its bytes. */
  send(save: ContentSave, options: SendOptions): Promise<SavedOutput<ContentOperation>>;
  /**
   * Called when the server accepted a save. Resolves once the readers of its answer were notified; until then the save itself must be
   * shown.
   */
  saved(save: Save, output: SavedOutput<SavedOperation>): Promise<void>;
  /** Called when the server refused a save. Returns true when the save stays on screen, marked, for the user to decide. */
  refused(save: Save, refusal: Refusal): boolean;
}

/** Sends the saves of one user at a time. */
export interface Sender {
  /** Starts sending the saves of a user. */
  begin(userId: string): void;
  /** Stops sending, and clears the list of acknowledged saves. */
  end(): void;
  /** Retries waiting saves before their time, because the connection may be restored. */
  retry(): void;
  /** Starts sending a new save unless its queue waits for a retry. */
  startWith(save: Save): void;
  isSending(key: string): boolean;
  /** Stops sending a save. */
  abort(key: string): void;
  /**
   * Returns the version on which a save of a row is based: the version made by the user's own last save if the screen does not show it
   * yet.
   */
  versionOf(row: string, ifMatch: string | null): string | null;
  /** Returns true when a save of a subject was acknowledged. */
  wasAcknowledged(subject: string): boolean;
}

const RETRY_MS = { first: 1_000, longest: 30_000 };
/** Time in ms without an answer after which a save without bytes is aborted and sent again. */
const ANSWER_MS = 45_000;

/** Saves that are sent one after another. */
interface SendQueue {
  takes(save: Save): boolean;
  sending: { key: string; stop: AbortController } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of consecutive failed tries at the scheduled time; the wait grows with it. */
  failures: number;
}

/** Creates a sender of a list. */
export function createSender(parts: SenderParts, list: SaveList): Sender {
  let userId: string | null = null;
  // Of the user's session. Another tab may sign another user in before this page is notified, and its calls would then be in the name of that user.
  let ownToken: string | null = null;
  const queues: readonly SendQueue[] = [
    { takes: ({ content }) => content === null, sending: null, timer: undefined, failures: 0 },
    { takes: ({ content }) => content !== null, sending: null, timer: undefined, failures: 0 },
  ];
  const acknowledged = new Set<string>();
  // By row: the version on which the last save was based, and the version that it made.
  const overwritten = new Map<string, { from: string; to: string }>();

  /** @param isEarly true for a try before its time, because the connection may be restored; it does not lengthen the wait */
  async function send(queue: SendQueue, isEarly = false): Promise<void> {
    clearTimeout(queue.timer);
    queue.timer = undefined;
    const save = list.all().find((waiting) => waiting.refusal === null && queue.takes(waiting));
    if (queue.sending !== null || userId === null || save === undefined || parts.token() !== ownToken) return;
    const stop = new AbortController();
    queue.sending = { key: save.key, stop };
    const sender = userId;
    try {
      const output = await deliver(save, stop.signal);
      if (sender !== userId) return void parts.journal.remove(save.key);
      queue.failures = 0;
      acknowledged.add(save.subject);
      const clock = clockOf(output);
      if (clock !== null && save.ifMatch !== null) overwritten.set(save.row, { from: save.ifMatch, to: clock });
      await parts.saved(save, output);
      list.remove(save.key);
      passOn(save, clock);
    } catch (error) {
      if (sender === userId && list.all().some(({ key }) => key === save.key))
        handleFailure(queue, save, error, isEarly);
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
      list.setProgress(key, share);
    };
    return parts.send(save, { ...options, signal, onProgress });
  }

  /** Handles a save that failed: it waits for another try, or is refused. */
  function handleFailure(queue: SendQueue, save: Save, error: unknown, isEarly: boolean): void {
    const attempts = save.attempts + 1;
    list.setProgress(save.key, null);
    if (isPassing(error) || (error instanceof CallError && error.status === 401)) {
      if (!isEarly || queue.failures === 0) queue.failures += 1;
      list.replace({ ...save, attempts });
      schedule(queue, retryPause(queue.failures - 1, RETRY_MS));
      return;
    }
    const refusal = refusalOf(error, save.userId);
    // A later save of the same subject is being sent, and gets its own answer.
    const isOvertaken = list.all().findLast((known) => known.subject === save.subject)?.key !== save.key;
    if (parts.refused(save, refusal) && !isOvertaken) list.replace({ ...save, attempts, refusal });
    else list.remove(save.key);
  }

  /** Passes a new version on: saves of the same row that were made before this answer arrived are based on it. */
  function passOn(save: Save, clock: string | null): void {
    if (clock === null) return;
    for (const later of list.all()) {
      if (later.row === save.row && later.ifMatch !== null && later.refusal === null)
        list.replace({ ...later, ifMatch: clock });
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
    begin(id) {
      userId = id;
      ownToken = parts.token();
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
    },
    retry() {
      for (const queue of queues) void send(queue, true);
    },
    startWith(save) {
      for (const queue of queues) if (queue.takes(save) && queue.timer === undefined) void send(queue);
    },
    isSending: (key) => queues.some(({ sending }) => sending?.key === key),
    abort(key) {
      for (const { sending } of queues) if (sending?.key === key) sending.stop.abort();
    },
    versionOf(row, ifMatch) {
      const own = overwritten.get(row);
      return own !== undefined && own.from === ifMatch ? own.to : ifMatch;
    },
    wasAcknowledged: (subject) => acknowledged.has(subject),
  };
}

function hasContent(save: Save): save is ContentSave {
  return save.content !== null;
}

/**
 * Makes a call and aborts it when no answer arrives: a connection can be dead without an error, and the saves behind it would wait for
 * ever.
 */
async function answered<T>(start: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const limit = setTimeout(() => late.abort(new DOMException('No answer came in time.', 'TimeoutError')), ANSWER_MS);
  try {
    return await start(late.signal);
  } finally {
    clearTimeout(limit);
  }
}

function refusalOf(error: unknown, userId: string): Refusal {
  const conflict = conflictOf(error, userId);
  return {
    code: error instanceof CallError ? (error.problem?.code ?? null) : null,
    reason: reasonOf(error),
    ...(conflict === null ? {} : { conflict }),
  };
}

/** Returns the value another user saved, or the same one elsewhere, when that is the reason of a refusal. */
function conflictOf(error: unknown, userId: string): Conflict | null {
  if (!(error instanceof CallError && error.is('changedMeanwhile'))) return null;
  const { theirs, by, byName, at, clock } = error.problem!.details as ProblemDetails<'changedMeanwhile'>;
  return { theirs, by: byName, at, clock, ...(by === userId && { isOwn: true }) };
}

function clockOf(output: unknown): string | null {
  if (typeof output !== 'object' || output === null || !('clock' in output)) return null;
  return typeof output.clock === 'string' ? output.clock : null;
}
