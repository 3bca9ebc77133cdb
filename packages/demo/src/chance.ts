/** Deterministic pseudorandom choices, which depend only on the name of a thing. */

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the number in [0, 1) of a name. */
export function roll(name: string): number {
  let hash = FNV_OFFSET;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Returns a number between two others, rounded to a number of decimals. */
export function between(name: string, [least, most]: readonly [number, number], decimals = 0): number {
  return Number((least + roll(name) * (most - least)).toFixed(decimals));
}

/** Picks one of several values. */
export function oneOf<T>(name: string, choices: readonly T[]): T {
  return choices[Math.floor(roll(name) * choices.length)]!;
}

/** Returns things in a pseudorandom order, the same each time. */
export function shuffled<T extends { key: string }>(name: string, things: readonly T[]): T[] {
  return things
    .map((thing) => ({ thing, place: roll(`${name}/${thing.key}`) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}
