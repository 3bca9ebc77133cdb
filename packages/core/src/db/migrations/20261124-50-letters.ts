/** Mails of the server: queued mails survive a restart, and administrators see the state of the others. */
export const name = '20261124-50-letters';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "letter" (
      "id" text primary key, "kind" text not null, "userId" text not null, "name" text not null, "email" text not null,
      "invitedBy" text not null, "secret" text, "expiresAt" bigint not null, "state" text not null, "attempts" integer not null,
      "reason" text, "createdAt" bigint not null, "dueAt" bigint not null)`,
    `create index "letter_due" on "letter" ("state", "dueAt")`,
  ];
}
