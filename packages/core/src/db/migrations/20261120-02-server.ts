/** What the server alone keeps: accounts, tokens, devices, blobs, answers of repeated writes. */
export const name = '20261120-02-server';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `create table "user" (
      "id" text primary key, "email" text not null, "emailKey" text not null unique, "name" text not null, "role" text not null,
      "companyId" text, "passwordHash" text, "disabledAt" bigint, "createdAt" bigint not null, "updatedAt" bigint not null)`,
    `create index "user_companyId" on "user" ("companyId")`,
    `create table "token" (
      "id" text primary key, "hash" text not null unique, "userId" text not null references "user" ("id") deferrable initially deferred, "device" text not null,
      "createdAt" bigint not null, "lastUsedAt" bigint not null, "expiresAt" bigint not null, "revokedAt" bigint)`,
    `create index "token_userId" on "token" ("userId")`,
    `create table "passwordReset" (
      "hash" text primary key, "userId" text not null references "user" ("id") deferrable initially deferred, "createdAt" bigint not null, "expiresAt" bigint not null,
      "usedAt" bigint)`,
    `create table "signInAttempt" ("key" text primary key, "failures" bigint not null, "since" bigint not null)`,
    `create table "device" (
      "id" text primary key, "tokenHash" text not null unique, "name" text not null, "lastN" bigint not null, "chain" text not null,
      "lastSeenAt" bigint, "appVersion" text not null, "schema" bigint not null, "waiting" bigint not null, "createdAt" bigint not null,
      "revokedAt" bigint, "revokeMode" text)`,
    `create table "verdict" (
      "deviceId" text not null, "n" bigint not null, "verdict" text not null, "reason" text, "scopeId" text not null, "tableName" text not null,
      "rowId" text not null, "seq" bigint, "chain" text not null, primary key ("deviceId", "n"))`,
    `create table "deviceUser" (
      "deviceId" text not null references "device" ("id") deferrable initially deferred, "userId" text not null references "user" ("id") deferrable initially deferred, "enrolledAt" bigint not null,
      primary key ("deviceId", "userId"))`,
    `create table "scopeGrant" (
      "userId" text not null references "user" ("id") deferrable initially deferred, "scopeId" text not null, "grantId" text not null, primary key ("userId", "scopeId"))`,
    `create table "blob" (
      "scopeId" text not null, "sha256" text not null, "size" bigint not null, "mimeType" text not null, "state" text not null,
      "createdAt" bigint not null, primary key ("scopeId", "sha256"))`,
    `create table "savedAnswer" (
      "userId" text not null, "key" text not null, "operation" text not null, "inputHash" text not null, "answer" text not null,
      "createdAt" bigint not null, primary key ("userId", "key"))`,
    `create index "savedAnswer_createdAt" on "savedAnswer" ("createdAt")`,
    `create table "instance" ("key" text primary key, "value" text not null)`,
    `create table "weatherReading" ("place" text primary key, "fetchedAt" bigint not null, "reading" text not null)`,
  ];
}
