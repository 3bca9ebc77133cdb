/** Columns for the values that an edit replaced without its author having seen them, and indexes that find both kinds of overridden change. */
export const name = '20261121-02-overridden';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    'alter table "change" add column "overrodeJson" text',
    `create index "change_overridden" on "change" ("scopeId", "seq")
      where "lostJson" is not null or "overrodeJson" is not null`,
  ];
}
