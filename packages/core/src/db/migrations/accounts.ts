/** Tables of accounts and sessions: of all users on the server, on a desktop of those who signed in on it. */
export const ACCOUNTS = [
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
];

/** Answers of repeated calls, and what is known of the weather. */
export const KEPT_ANSWERS = [
  `create table "savedAnswer" (
      "userId" text not null, "key" text not null, "operation" text not null, "inputHash" text not null, "answer" text not null,
      "createdAt" bigint not null, primary key ("userId", "key"))`,
  `create index "savedAnswer_createdAt" on "savedAnswer" ("createdAt")`,
  `create table "weatherReading" ("place" text primary key, "fetchedAt" bigint not null, "reading" text not null)`,
];
