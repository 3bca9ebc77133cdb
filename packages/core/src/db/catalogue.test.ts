import { columnTests, LogEntry, RowStamps, type TableDefinition } from '@holdfast/sync';
import type { Kysely, TableMetadata } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestDatabase, testEngines, testPostgres } from '../testing/index.ts';
import { describeColumn } from './describe.ts';
import { localTables } from './localTables.ts';
import type { Host } from './migrate.ts';
import { registry } from './registry.ts';
import type { Database } from './schema.ts';

/** Declaration of a column in an engine: the kind of its values, and whether it is nullable. */
type Stored = [kind: 'text' | 'whole' | 'real', nullable: boolean];

/** The columns of a table by name, as the engine's catalogue has them. */
function inCatalogue({ columns, isView }: TableMetadata): Record<string, Stored> {
  const kindOf = (type: string): Stored[0] => (/char|text/i.test(type) ? 'text' : /int/i.test(type) ? 'whole' : 'real');
  // The catalogues have only the names of a view's columns.
  if (isView) return Object.fromEntries(columns.map(({ name }) => [name, ['text', true]]));
  return Object.fromEntries(columns.map(({ name, dataType, isNullable }) => [name, [kindOf(dataType), isNullable]]));
}

function inSchema(schema: z.ZodObject): Record<string, Stored> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, column]) => {
      const { kind, nullable } = describeColumn(column);
      return [name, [kind, nullable]];
    }),
  );
}

/** The stamps and own columns of a synced table. */
function ofTable({ columns }: TableDefinition): Record<string, Stored> {
  return { ...inSchema(WHOLE_STAMPS), ...inSchema(columns) };
}

/** Moments are numbers in JSON and stored as whole ones. */
const WHOLE_STAMPS = RowStamps.extend({
  createdAt: z.int(),
  updatedAt: z.int(),
  deletedAt: z.int().nullable(),
});
const WHOLE_ENTRY = LogEntry.extend({ editedAt: z.int(), storedAt: z.int() });

/** Tables of Kysely itself. */
const MIGRATIONS = ['migration', 'migrationLock'];

async function tablesOf(db: Kysely<Database>): Promise<Map<string, TableMetadata>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.filter(({ name }) => !MIGRATIONS.includes(name)).map((table) => [table.name, table]));
}

/** The columns of a catalogued table. SQLite's catalogue does not list primary keys as `not null`, so keys are treated as not nullable. */
function own(table: TableMetadata, schema: Record<string, Stored>): Record<string, Stored> {
  const catalogued = inCatalogue(table);
  for (const [name, [, nullable]] of Object.entries(schema))
    if (!nullable && catalogued[name] !== undefined && isKey(table.name, name))
      catalogued[name] = [catalogued[name][0], false];
  return catalogued;
}

/** Keys of one column that SQLite's catalogue calls nullable. */
function isKey(table: string, column: string): boolean {
  return column === (KEYS[table] ?? 'id');
}

const KEYS: Readonly<Record<string, string>> = {
  scopeHead: 'scopeId',
  passwordReset: 'hash',
  recoveryCode: 'hash',
  auditEntry: 'seq',
  fieldsTemplateDraft: 'fieldsTemplateId',
  signInAttempt: 'key',
  weatherReading: 'place',
  instance: 'key',
  subscription: 'scopeId',
  stageMark: 'scopeId',
  outbox: 'n',
};

const hosts: readonly (readonly [Host, (typeof testEngines)[number]])[] = [
  ['server', 'sqlite'],
  ['server', 'postgres'],
  ['device', 'sqlite'],
];

for (const [host, engine] of hosts) {
  const suite = engine === 'postgres' && testPostgres === undefined ? describe.skip : describe;
  suite(`The catalogue of a ${host} on ${engine}`, () => {
    it('has every table as its schema declares it, column by column, and no other', async () => {
      const database = await openTestDatabase(engine, host);
      const tables = await tablesOf(database.db);
      const declared = new Map<string, Record<string, Stored>>();
      for (const definition of registry.values()) {
        declared.set(definition.name, ofTable(definition));
        expect([...columnTests(definition).keys()]).toEqual(Object.keys(definition.columns.shape));
      }
      for (const [name, schema] of Object.entries(localTables[host])) declared.set(name, inSchema(schema));
      declared.set('change', inSchema(WHOLE_ENTRY));
      expect([...tables.keys()].toSorted()).toEqual([...declared.keys()].toSorted());
      for (const [name, schema] of declared) {
        const table = tables.get(name)!;
        const expected = table.isView ? withoutKinds(schema) : schema;
        expect({ [name]: own(table, schema) }).toEqual({ [name]: expected });
      }
      await database.close();
    });
  });
}

function withoutKinds(schema: Record<string, Stored>): Record<string, Stored> {
  return Object.fromEntries(Object.keys(schema).map((name) => [name, ['text', true]]));
}
