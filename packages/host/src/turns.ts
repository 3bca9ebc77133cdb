/** How much work is taken on. */
export interface TurnLimits {
  /** Pieces of work at a time. */
  atOnce: number;
  /** Pieces under way and in line, in total. */
  total: number;
  /** Pieces under way and in line for one user. */
  perUser: number;
}

/** Lets somebody work. */
export interface Turns {
  /** Resolves when it is one's turn, with what ends it; null when there is too much in line. A place in line is left when `gone` is aborted. */
  take(userId: string, gone: AbortSignal): Promise<(() => void) | null>;
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

  /** Waits for a turn; false when it was given up. */
  function turn(gone: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const next = (): void => {
        waiting.delete(next);
        gone.removeEventListener('abort', giveUp);
        running += 1;
        resolve(true);
      };
      const giveUp = (): void => {
        waiting.delete(next);
        resolve(false);
      };
      if (gone.aborted) resolve(false);
      else if (running < atOnce) next();
      else {
        waiting.add(next);
        gone.addEventListener('abort', giveUp, { once: true });
      }
    });
  }

  return {
    async take(userId, gone) {
      if (count >= total || (held.get(userId) ?? 0) >= perUser) return null;
      count += 1;
      held.set(userId, (held.get(userId) ?? 0) + 1);
      const isMine = await turn(gone);
      if (!isMine) {
        leave(userId);
        return null;
      }
      let ended = false;
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
    },
  };
}
