/** Yields a list in slices of a size; the last one may be shorter. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
