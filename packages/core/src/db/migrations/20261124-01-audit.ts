/** The audit log: entries chained by their hashes, and the end of the chain, which is locked by an append. */
export const name = '20261124-01-audit';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "auditEntry" (
      "seq" bigint primary key, "at" bigint not null, "area" text not null, "action" text not null, "outcome" text not null, "userId" text,
      "userName" text not null, "companyId" text, "address" text, "device" text not null, "subject" text not null, "detailJson" text not null,
      "previousHash" text not null, "hash" text not null)`,
    `create index "auditEntry_userId" on "auditEntry" ("userId", "seq")`,
    `create index "auditEntry_companyId" on "auditEntry" ("companyId", "seq")`,
    `create index "auditEntry_at" on "auditEntry" ("at")`,
    `create table "auditHead" ("id" text primary key, "seq" bigint not null, "hash" text not null)`,
    `insert into "auditHead" ("id", "seq", "hash") values ('head', 0, '')`,
  ];
}
