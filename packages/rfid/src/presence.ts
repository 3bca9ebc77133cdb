import type { TagRead } from './types.ts';

/** Lets each tag through once while it stays in the field. */
export interface Presence {
  /** Returns true when the tag came into the field with this reading, rather than being there already. */
  isNew(read: TagRead, now: number): boolean;
  /** Forgets what is in the field, as when the trigger is pressed again. */
  reset(): void;
}

/** Greatest number of tags kept; the one seen longest ago is removed. */
const REMEMBERED = 10_000;

/** Opens the memory of one reader's field. @param quietMs after which silence a tag counts as gone */
export function openPresence(quietMs: number): Presence {
  const seen = new Map<string, number>();
  return {
    isNew({ kind, tag }, now) {
      const key = `${kind} ${tag}`;
      const last = seen.get(key);
      // Taken out and put in again, so that the first entry is the one seen longest ago.
      seen.delete(key);
      seen.set(key, now);
      if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!);
      return last === undefined || now - last >= quietMs;
    },
    reset: () => seen.clear(),
  };
}
