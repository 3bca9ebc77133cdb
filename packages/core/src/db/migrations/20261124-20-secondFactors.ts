/** Second factors of accounts, recovery codes, steps that wait for an answer, and the confirmation of sessions. */
export const name = '20261124-20-secondFactors';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "secondFactor" (
      "id" text primary key, "userId" text not null references "user" ("id") deferrable initially deferred, "kind" text not null,
      "name" text not null, "secret" text not null, "credentialId" text unique, "counter" bigint not null, "createdAt" bigint not null,
      "lastUsedAt" bigint)`,
    `create index "secondFactor_userId" on "secondFactor" ("userId")`,
    `create table "recoveryCode" (
      "hash" text primary key, "userId" text not null references "user" ("id") deferrable initially deferred, "createdAt" bigint not null,
      "usedAt" bigint)`,
    `create index "recoveryCode_userId" on "recoveryCode" ("userId")`,
    `create table "factorChallenge" (
      "id" text primary key, "userId" text not null references "user" ("id") deferrable initially deferred, "kind" text not null,
      "secret" text not null, "expiresAt" bigint not null)`,
    `create index "factorChallenge_userId" on "factorChallenge" ("userId")`,
    `alter table "token" add column "secondFactorAt" bigint`,
  ];
}
