/** Reports of desktops on refused changes, unsent work and stored bytes, and the names administrators give desktops. */
export const name = '20261124-31-fleet';

/** The statements, in order; the same in both engines. */
export function statements(): string[] {
  return [
    `alter table "device" add column "label" text`,
    `alter table "device" add column "oldestWaitingAt" bigint`,
    `alter table "device" add column "contentsWaiting" bigint not null default 0`,
    `alter table "device" add column "contentBytes" bigint not null default 0`,
    `alter table "device" add column "reportedAt" bigint`,
    `create table "refusedChange" (
      "deviceId" text not null, "id" text not null, "scopeId" text not null, "userId" text not null, "tableName" text not null,
      "rowId" text not null, "op" text not null, "setJson" text not null, "place" text not null, "what" text not null, "linesJson" text not null,
      "reason" text not null, "at" bigint not null, "decision" text, primary key ("deviceId", "id"))`,
  ];
}
