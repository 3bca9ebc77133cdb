/** A promise of docs/sync.md that did not hold. */
export class Broken extends Error {}
