/** Draws mutants at random, repeatably, and orders tests by their distance from a source. */

/**
 * Draws without replacement; the same seed and list give the same result.
 *
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 * @param {number} seed
 * @returns {T[]}
 */
export function drawn(all, count, seed) {
  const left = [...all];
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < Math.min(count, left.length); i++) {
    const other = i + Math.floor(random() * (left.length - i));
    [left[i], left[other]] = [/** @type {T} */ (left[other]), /** @type {T} */ (left[i])];
  }
  return left.slice(0, count);
}

/**
 * Returns how near a test is to a source: the number of leading parts of the path they share, the file's own name counted.
 *
 * @param {string} test
 * @param {string} file
 */
export function nearness(test, file) {
  const parts = test.replace(/\.test\.tsx?$/, '').split('/');
  const others = file.replace(/\.tsx?$/, '').split('/');
  let shared = 0;
  while (shared < parts.length && parts[shared] === others[shared]) shared += 1;
  return shared;
}
