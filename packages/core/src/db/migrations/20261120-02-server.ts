import { ACCOUNTS, KEPT_ANSWERS } from './accounts.ts';

/** Tables of the server alone: accounts, tokens, devices, blobs, answers of repeated writes. */
export const name = '20261120-02-server';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    ...ACCOUNTS,
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
    `create table "instance" ("key" text primary key, "value" text not null)`,
    ...KEPT_ANSWERS,
  ];
}
