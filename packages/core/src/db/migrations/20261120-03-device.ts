import { ACCOUNTS, KEPT_ANSWERS } from './accounts.ts';

/** Tables of a desktop beside rows: changes waiting to be sent, its subscriptions, its runs, and the accounts of its users. */
export const name = '20261120-03-device';

/** The statements, in order. */
export function statements(): string[] {
  return [
    ...ACCOUNTS,
    ...KEPT_ANSWERS,
    `create table "outbox" (
      "n" bigint primary key, "groupId" text not null, "atomic" bigint not null, "tableName" text not null, "rowId" text not null,
      "scopeId" text not null, "userId" text not null, "op" text not null, "setJson" text not null, "oldJson" text not null,
      "baseJson" text not null, "clock" text not null, "at" bigint not null, "historyJson" text, "itemId" text,
      "installationInspectionId" text, "chain" text not null, "sentAt" bigint)`,
    `create index "outbox_row" on "outbox" ("tableName", "rowId")`,
    `create index "outbox_sentAt" on "outbox" ("sentAt", "n")`,
    `create table "confirmed" (
      "tableName" text not null, "rowId" text not null, "scopeId" text not null, "rowJson" text, primary key ("tableName", "rowId"))`,
    `create table "stage" (
      "scopeId" text not null, "tableName" text not null, "rowId" text not null, "json" text not null,
      primary key ("scopeId", "tableName", "rowId"))`,
    `create table "stageMark" (
      "scopeId" text primary key, "grantId" text not null, "epoch" text not null, "fromCursor" bigint not null, "mark" bigint not null)`,
    `create table "subscription" (
      "scopeId" text primary key, "grantId" text not null, "cursor" bigint not null, "epoch" text not null, "headRows" bigint not null,
      "headDigest" text not null)`,
    `create table "blobQueue" (
      "scopeId" text not null, "sha256" text not null, "direction" text not null, "offset" bigint not null, "state" text not null,
      "attempts" bigint not null, "nextAt" bigint not null, "error" text not null, primary key ("scopeId", "sha256", "direction"))`,
    `create table "setAside" (
      "id" text primary key, "n" bigint not null, "kind" text not null, "change" text not null, "reason" text not null, "serverRow" text, "at" bigint not null)`,
    `create table "syncRun" (
      "id" text primary key, "target" text not null, "trigger" text not null, "recordsIn" bigint not null, "recordsOut" bigint not null,
      "bytesIn" bigint not null, "bytesOut" bigint not null, "startTime" bigint not null, "endTime" bigint, "status" text,
      "message" text not null)`,
    `create table "blob" (
      "scopeId" text not null, "sha256" text not null, "size" bigint not null, "mimeType" text not null, "state" text not null,
      "createdAt" bigint not null, primary key ("scopeId", "sha256"))`,
    `create table "instance" ("key" text primary key, "value" text not null)`,
  ];
}
