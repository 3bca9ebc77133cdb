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
  /** A place at the end of the line, which is left when `gone` is aborted; null when there is too much in line. */
  take(userId: string, gone: AbortSignal): Ticket | null;
}

/** A line for work that is heavy, so that neither a crowd nor one user's impatience takes the machine. */
export function turns({ atOnce, total, perUser }: TurnLimits): Turns {
  const held = new Map<string, number>();
  const waiting = new Set<() => void>();
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
      for (const next of waiting) {
        next();
        break;
      }
    };
  }

  return {
    take(userId, gone) {
      if (gone.aborted || count >= total || (held.get(userId) ?? 0) >= perUser) return null;
      count += 1;
      held.set(userId, (held.get(userId) ?? 0) + 1);
      if (running < atOnce) return { place: () => 0, turn: Promise.resolve(begin(userId)) };
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const next = (): void => {
        waiting.delete(next);
        gone.removeEventListener('abort', giveUp);
        resolve(begin(userId));
      };
      const giveUp = (): void => {
        waiting.delete(next);
        leave(userId);
        resolve(null);
      };
      waiting.add(next);
      gone.addEventListener('abort', giveUp, { once: true });
      return { place: () => [...waiting].indexOf(next) + 1, turn: promise };
    },
  };
}
