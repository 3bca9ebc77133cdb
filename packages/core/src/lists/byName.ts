const collator = new Intl.Collator('en-GB', { numeric: true });

/** The order of every list of named things: natural order, "Girt 9" before "Girt 10"; equal names are ordered by id. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  return collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);
}
