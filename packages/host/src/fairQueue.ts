/** Limits of a queue. */
export interface QueueLimits {
  /** Tasks that run at a time; one more is allowed when a single group runs all of them and another group has a task. */
  atOnce: number;
  /** Maximum number of running and queued tasks. */
  total: number;
  /** Maximum number of running and queued tasks of one user. */
  perUser: number;
}

/** A place in a queue. */
export interface Ticket {
  /** Position in the queue, from 1; 0 once the task started. */
  place(): number;
  /** Resolves when the task may start, with a function to call at its end; null when the place was given up before. */
  turn: Promise<(() => void) | null>;
}

/** Queue that starts work within limits. */
export interface FairQueue {
  /**
   * Takes a place in the queue, which is given up when `gone` is aborted. @returns null when the queue is full
   * @param group the company the work is for: no group keeps the others from working, however long its own work takes
   */
  take(userId: string, gone: AbortSignal, group: string): Ticket | null;
  /** Returns the numbers of running and of queued tasks. */
  load(): { running: number; waiting: number };
}

/** Delay in the order of the queue for each task of the same user that is running or queued. */
const BEHIND_OWN_MS = 30_000;

/** Creates a queue for heavy work that shares the machine between companies and users. */
export function fairQueue({ atOnce, total, perUser }: QueueLimits): FairQueue {
  const held = new Map<string, number>();
  /** Running tasks by group. */
  const running = new Map<string, number>();
  /** Queued tasks, in the order in which they start. */
  const waiting: { next: () => void; due: number; group: string }[] = [];
  let runningTotal = 0;
  let count = 0;

  function leave(userId: string): void {
    count -= 1;
    decrease(held, userId);
  }

  function mayBegin(group: string): boolean {
    if (runningTotal < atOnce) return true;
    return runningTotal === atOnce && running.size === 1 && !running.has(group);
  }

  function begin(userId: string, group: string): () => void {
    let ended = false;
    runningTotal += 1;
    running.set(group, (running.get(group) ?? 0) + 1);
    return () => {
      if (ended) return;
      ended = true;
      runningTotal -= 1;
      decrease(running, group);
      leave(userId);
      waiting.find((one) => mayBegin(one.group))?.next();
    };
  }

  return {
    load: () => ({ running: runningTotal, waiting: waiting.length }),
    take(userId, gone, group) {
      if (gone.aborted || count >= total || (held.get(userId) ?? 0) >= perUser) return null;
      const own = held.get(userId) ?? 0;
      count += 1;
      held.set(userId, own + 1);
      if (mayBegin(group)) return { place: () => 0, turn: Promise.resolve(begin(userId, group)) };
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const place = { next, due: Date.now() + own * BEHIND_OWN_MS, group };
      waiting.push(place);
      waiting.sort((a, b) => a.due - b.due);
      gone.addEventListener('abort', giveUp, { once: true });
      return { place: () => waiting.indexOf(place) + 1, turn: promise };

      function next(): void {
        waiting.splice(waiting.indexOf(place), 1);
        gone.removeEventListener('abort', giveUp);
        resolve(begin(userId, group));
      }
      function giveUp(): void {
        waiting.splice(waiting.indexOf(place), 1);
        leave(userId);
        resolve(null);
      }
    },
  };
}

function decrease(counts: Map<string, number>, key: string): void {
  const left = counts.get(key)! - 1;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
