import type { TagRead } from './types.ts';

/** Reports each tag once while it stays in the field. */
export interface Presence {
  /** Returns true when the tag was not in the field before this reading. */
  isNew(read: TagRead, now: number): boolean;
  /** Clears the list of tags in the field, for example when the trigger is pressed again. */
  reset(): void;
}

/** Greatest number of tags kept; the one seen longest ago is removed. */
const REMEMBERED = 10_000;

/** Tracks the tags in the field of one reader. @param quietMs time without a reading after which a tag counts as removed */
export function openPresence(quietMs: number): Presence {
  const seen = new Map<string, number>();
  return {
    isNew({ kind, tag }, now) {
      const key = `${kind} ${tag}`;
      const last = seen.get(key);
      // Removed and added again, so that the first entry of the map is always the tag seen longest ago.
      seen.delete(key);
      seen.set(key, now);
      if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value!);
      return last === undefined || now - last >= quietMs;
    },
    reset: () => seen.clear(),
  };
}
