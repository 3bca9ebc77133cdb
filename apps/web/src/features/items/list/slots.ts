/** Assignment of page elements to the rows of a long list, of which only those on screen are rendered. */

/**
 * A number for each row: a row that stays keeps its own, and one that comes in takes that of one that went, so that scrolling writes new words
 * into elements that are there instead of making others.
 * @param known as it was before
 * @param keys of the rows that are drawn, each once
 */
export function slotsOf<K>(known: ReadonlyMap<K, number>, keys: readonly K[]): ReadonlyMap<K, number> {
  const taken = new Set<number>();
  for (const key of keys) {
    const slot = known.get(key);
    if (slot !== undefined) taken.add(slot);
  }
  let next = 0;
  return new Map(
    keys.map((key) => {
      const slot = known.get(key);
      if (slot !== undefined) return [key, slot];
      while (taken.has(next)) next += 1;
      taken.add(next);
      return [key, next];
    }),
  );
}
