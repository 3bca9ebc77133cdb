import { LogEntry } from '@holdfast/contract/sync';
import { columnTests, RowStamps, type TableDefinition } from '@holdfast/sync';
import type { TableMetadata } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { onEachDatabase } from '../testing/index.ts';
import { describeColumn } from './describe.ts';
import { registry } from './registry.ts';

/** What a column is to an engine: its kind of value, and whether it may be empty. */
type Stored = [kind: 'text' | 'whole' | 'real', nullable: boolean];

/** The columns of a table by name, as the engine's catalogue has them. */
function inCatalogue(table: TableMetadata): Record<string, Stored> {
  const kindOf = (type: string): Stored[0] => (/char|text/i.test(type) ? 'text' : /int/i.test(type) ? 'whole' : 'real');
  return Object.fromEntries(
    table.columns.map(({ name, dataType, isNullable }) => [name, [kindOf(dataType), isNullable]]),
  );
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

/** Moments are told as numbers on the wire and kept as whole ones. */
const WHOLE_STAMPS = RowStamps.extend({
  createdAt: z.int(),
  updatedAt: z.int(),
  deletedAt: z.int().nullable(),
});
const WHOLE_ENTRY = LogEntry.extend({ editedAt: z.int(), storedAt: z.int() });

onEachDatabase('The catalogue', (fixture) => {
  it('has every synced table and the log as their schemas declare them, column by column', async () => {
    const tables = new Map(
      (await fixture.application.read.introspection.getTables()).map((table) => [table.name, table]),
    );
    const own = (name: string): Record<string, Stored> => {
      const catalogued = inCatalogue(tables.get(name)!);
      // A primary key of SQLite is no `not null` to its catalogue.
      if (catalogued['id'] !== undefined) catalogued['id'] = [catalogued['id'][0], false];
      return catalogued;
    };
    for (const definition of registry.values()) {
      expect({ [definition.name]: own(definition.name) }).toEqual({ [definition.name]: ofTable(definition) });
      expect([...columnTests(definition).keys()]).toEqual(Object.keys(definition.columns.shape));
    }
    expect(own('change')).toEqual(inSchema(WHOLE_ENTRY));
  });
});
