/** Assignment of DOM elements to the rows of a long list, of which only the visible ones are rendered. */

/**
 * Returns a number for each row. A row that stays keeps its number, and a new row gets the number of a removed one, so that scrolling
 * updates existing elements instead of creating others.
 * @param known the previous assignment
 * @param keys keys of the rendered rows, each once
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
