/** Index of deletions, for finding edits of records that another user had deleted. */
export const name = '20261123-12-deletions';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [`create index "change_deletion" on "change" ("scopeId", "seq") where "op" = 'del'`];
}
