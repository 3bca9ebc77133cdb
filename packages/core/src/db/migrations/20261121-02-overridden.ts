/** What an edit replaced without having seen it, and where to find both kinds of overridden change at once. */
export const name = '20261121-02-overridden';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    'alter table "change" add column "overrodeJson" text',
    `create index "change_overridden" on "change" ("scopeId", "seq")
      where "lostJson" is not null or "overrodeJson" is not null`,
  ];
}
