/** Pseudorandom numbers that are the same for the same seed. */
export interface Prng {
  /** At least 0, less than 1. */
  (): number;
}

/** Mulberry32 over a seed and the number of a step, so that the numbers of a step do not depend on earlier steps. */
export function prng(seed: number, place = 0): Prng {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an entry of a list. */
export function pickOne<T>(random: Prng, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}
