/** Counts of requests, uploads and prints of users, desktops, companies and network addresses. */
export const name = '20261124-42-usage';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "usage" (
      "subjectKind" text not null, "subjectId" text not null, "kind" text not null, "since" bigint not null, "amount" bigint not null,
      primary key ("subjectKind", "subjectId", "kind"))`,
    `create index "usage_kind" on "usage" ("kind", "since")`,
  ];
}
