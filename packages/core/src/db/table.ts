import type { Stamps, TableDefinition } from '@holdfast/sync';
import type { z } from 'zod';

/** A table definition that remembers the type of its columns. */
export interface Table<Name extends string, C extends z.ZodObject> extends TableDefinition {
  name: Name;
  columns: C;
}

/** The row of a table: stamps and own columns. */
export type RowOf<T> = T extends Table<string, infer C> ? Stamps & z.output<C> : never;

/** Declares a synced table. */
export function table<Name extends string, C extends z.ZodObject>(definition: Table<Name, C>): Table<Name, C> {
  return definition;
}
