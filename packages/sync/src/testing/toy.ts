/** Small tables for tests of the writer: places that form a tree, and marks with a natural key. */
import { Problem } from '@holdfast/contract';
import { z } from 'zod';
import { tableRegistry } from '../registry.ts';

const id = z.string();

/** The toy's tables. `place` is a tree; `mark` is one per place and kind; `label` lies in the library. */
export const toyRegistry = tableRegistry([
  {
    name: 'label',
    columns: z.strictObject({ text: z.string() }),
    scopeKind: 'library',
    rights: { insert: 'administer', update: 'administer', delete: 'administer', restore: 'administer' },
    references: {},
  },
  {
    name: 'place',
    columns: z.strictObject({
      name: z.string().min(1).max(50),
      parentId: id.nullable(),
      labelId: id.nullable(),
      x: z.number(),
      y: z.number(),
      kind: z.string(),
    }),
    scopeKind: 'company',
    rights: { insert: 'inspect', update: 'inspect', delete: 'inspect', restore: 'inspect' },
    references: { parentId: 'place', labelId: 'label' },
    fixed: ['kind'],
    added: { kind: { since: 2, value: 'area' } },
    groups: { position: ['x', 'y'] },
    invariants: [
      async ({ after, lookup }) => {
        let parentId = after['parentId'];
        while (typeof parentId === 'string') {
          if (parentId === after.id) throw new Problem('wouldLoop');
          parentId = (await lookup.row('place', parentId))?.['parentId'] ?? null;
        }
      },
    ],
    history: ({ before, after }) => ({
      what: 'Place',
      lines: [{ field: 'Name', from: String(before?.['name'] ?? ''), to: String(after['name']) }],
      itemId: after.id,
    }),
  },
  {
    name: 'mark',
    columns: z.strictObject({ placeId: id, kind: z.string(), value: z.string() }),
    scopeKind: 'company',
    rights: { insert: 'inspect', update: 'inspect', delete: 'inspect', restore: 'inspect' },
    naturalKey: ['placeId', 'kind'],
    references: { placeId: 'place' },
  },
]);

/** Checked at the end of a transaction, as in the product's tables, because rows arrive in any order. */
const to = (table: string): string => `references "${table}" ("id") deferrable initially deferred`;

const STAMPS = `"id" text primary key, "scopeId" text not null, "_seq" bigint not null, "_clk" text not null, "createdAt" bigint not null,
  "updatedAt" bigint not null, "createdByUserId" text not null, "updatedByUserId" text not null, "deletedAt" bigint`;

/** The database engine itself refuses an unlogged write, as in the product's tables. */
const unlogged = 'new."_seq" = old."_seq" and new."_clk" = old."_clk"';
const GUARDS = {
  sqlite: (table: string): string => `create trigger "${table}_logged" before update on "${table}" when ${unlogged}
    begin select raise(abort, 'unlogged write to ${table}'); end`,
  postgres: (table: string): string => `create trigger "${table}_logged" before update on "${table}" for each row
    when (${unlogged}) execute function refuse_unlogged_write()`,
};

/** Makes the toy's tables with their guards. */
export function toyStatements(engine: 'sqlite' | 'postgres'): string[] {
  const refuse = `create function refuse_unlogged_write() returns trigger language plpgsql as
    $$ begin raise exception 'unlogged write to %', tg_table_name; end $$`;
  const guards = [...toyRegistry.keys()].map(GUARDS[engine]);
  return [...(engine === 'postgres' ? [refuse] : []), ...TABLES, ...guards];
}

/** Valid in both engines. */
const TABLES: readonly string[] = [
  `create table "label" (${STAMPS}, "text" text not null)`,
  `create table "place" (${STAMPS}, "name" text not null, "parentId" text ${to('place')}, "labelId" text ${to('label')}, "x" double precision not null,
    "y" double precision not null, "kind" text not null default 'area')`,
  `create table "mark" (${STAMPS}, "placeId" text not null ${to('place')}, "kind" text not null, "value" text not null)`,
  `create table "scopeHead" ("scopeId" text primary key, "seq" bigint not null, "rows" bigint not null, "digest" text not null)`,
  `create table "change" ("scopeId" text not null, "seq" bigint not null, "groupId" text not null, "deviceId" text not null, "n" bigint,
    "userId" text not null, "tableName" text not null, "rowId" text not null, "op" text not null, "setJson" text not null,
    "oldJson" text not null, "lostJson" text, "overrodeJson" text, "historyJson" text, "itemId" text, "installationInspectionId" text,
    "editedAt" bigint not null, "storedAt" bigint not null, primary key ("scopeId", "seq"))`,
  `create table "device" ("id" text primary key, "lastN" bigint not null, "chain" text not null, "lastSeenAt" bigint,
    "schema" bigint not null, "waiting" bigint not null, "revokedAt" bigint, "revokeMode" text)`,
  `create table "verdict" (
    "deviceId" text not null, "n" bigint not null, "verdict" text not null, "reason" text, "scopeId" text not null,
    "tableName" text not null, "rowId" text not null, "seq" bigint, "chain" text not null, primary key ("deviceId", "n"))`,
  `create table "outbox" (
    "n" bigint primary key, "groupId" text not null, "atomic" bigint not null, "tableName" text not null, "rowId" text not null,
    "scopeId" text not null, "userId" text not null, "op" text not null, "setJson" text not null, "oldJson" text not null,
    "baseJson" text not null, "clock" text not null, "at" bigint not null, "historyJson" text, "itemId" text,
    "installationInspectionId" text, "chain" text not null, "sentAt" bigint)`,
  `create table "subscription" ("scopeId" text primary key, "grantId" text not null, "cursor" bigint not null, "epoch" text not null,
    "headRows" bigint not null, "headDigest" text not null)`,
  `create table "confirmed" ("tableName" text not null, "rowId" text not null, "scopeId" text not null, "rowJson" text,
    primary key ("tableName", "rowId"))`,
  `create table "stage" ("scopeId" text not null, "mark" bigint not null, "part" text not null, primary key ("scopeId", "mark"))`,
  `create table "stageMark" ("scopeId" text primary key, "grantId" text not null, "epoch" text not null, "fromCursor" bigint not null,
    "beganAt" bigint not null, "mark" bigint not null)`,
  `create table "setAside" ("id" text primary key, "n" bigint not null, "kind" text not null, "change" text not null,
    "reason" text not null, "at" bigint not null)`,
  `create table "syncRun" ("id" text primary key, "target" text not null, "trigger" text not null, "recordsIn" bigint not null,
    "recordsOut" bigint not null, "bytesIn" bigint not null, "bytesOut" bigint not null, "startTime" bigint not null, "endTime" bigint,
    "status" text, "message" text not null)`,
  `create table "instance" ("key" text primary key, "value" text not null)`,
];
