/** How much work is taken on. */
export interface TurnLimits {
  /** Pieces of work at a time. */
  atOnce: number;
  /** Pieces under way and in line, in total. */
  total: number;
  /** Pieces under way and in line for one user. */
  perUser: number;
}

/** A place in line. */
export interface Ticket {
  /** How many are let in before it, itself included; 0 once it was. */
  place(): number;
  /** Resolves when it is its turn, with what ends the turn; null when it was given up before. */
  turn: Promise<(() => void) | null>;
}

/** Lets somebody work. */
export interface Turns {
  /** A place in the line, which is left when `gone` is aborted; null when there is too much in line. */
  take(userId: string, gone: AbortSignal): Ticket | null;
}

/** Each piece of one's own that is under way or in line counts as if this one had been asked for so much later. */
const BEHIND_OWN_MS = 30_000;

/** A line for work that is heavy, so that neither a crowd nor one user's impatience takes the machine. */
export function turns({ atOnce, total, perUser }: TurnLimits): Turns {
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const waiting: { next: () => void; due: number }[] = [];
  let running = 0;
  let count = 0;

  function leave(userId: string): void {
    count -= 1;
    const left = held.get(userId)! - 1;
    if (left === 0) held.delete(userId);
    else held.set(userId, left);
  }

  function begin(userId: string): () => void {
    let ended = false;
    running += 1;
    return () => {
      if (ended) return;
      ended = true;
      running -= 1;
      leave(userId);
      waiting[0]?.next();
    };
  }

  return {
    take(userId, gone) {
      if (gone.aborted || count >= total || (held.get(userId) ?? 0) >= perUser) return null;
      const own = held.get(userId) ?? 0;
      count += 1;
      held.set(userId, own + 1);
      if (running < atOnce) return { place: () => 0, turn: Promise.resolve(begin(userId)) };
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const place = { next, due: Date.now() + own * BEHIND_OWN_MS };
      waiting.push(place);
      waiting.sort((a, b) => a.due - b.due);
      gone.addEventListener('abort', giveUp, { once: true });
      return { place: () => waiting.indexOf(place) + 1, turn: promise };

      function next(): void {
        waiting.splice(waiting.indexOf(place), 1);
        gone.removeEventListener('abort', giveUp);
        resolve(begin(userId));
      }
      function giveUp(): void {
        waiting.splice(waiting.indexOf(place), 1);
        leave(userId);
        resolve(null);
      }
    },
  };
}
