/** Error: a promise of docs/sync.md was broken. */
export class Broken extends Error {}
