import { type ChangeOp, predicateOf, type RowStamps } from '@holdfast/contract/sync';
import type { z } from 'zod';

/** A value in the form that both database engines store. Booleans are 0 and 1, moments are milliseconds UTC (data decision 13). */
export type Value = string | number | null;

/** The own columns of a row. */
export type Columns = Record<string, Value>;

/** The own columns of a table with the schemas of their values. */
export type ColumnSchemas = z.ZodObject<Readonly<Record<string, z.ZodType<Value, Value>>>>;

/** Columns that every synced row has in addition to its own. */
export type Stamps = RowStamps;

/** A row of a synced table. */
export type StoredRow = Stamps & Columns;

/** Reads rows inside the transaction of a change. */
export interface Lookup {
  /** Returns a row by id, deleted or not; undefined when it never existed. */
  row(table: string, id: string): Promise<StoredRow | undefined>;
  /** Returns the living rows whose columns have these values. */
  find(table: string, where: Columns): Promise<StoredRow[]>;
}

/** One line of history: a field with its old and new value, in the words of the time of the change. */
export interface HistoryLine {
  field: string;
  from: string;
  to: string;
}

/** Description of a change in history, with the item and inspection under which it is listed. */
export interface HistoryEntry {
  /** Kind of record that changed, in the words of users: "Item", "Note". */
  what: string;
  lines: HistoryLine[];
  itemId?: string | null;
  /** The inspection of the change; absent: it is shown in every inspection of the item. */
  installationInspectionId?: string | null;
}

/** A change that is about to be made, as passed to a rule. */
export interface Intent {
  table: string;
  op: Operation;
  /** The row before the change; null when it is new. */
  before: StoredRow | null;
  /** The row after the change. */
  after: StoredRow;
  lookup: Lookup;
}

/** Kind of a change. `ins` on a deleted row revives it and on a living one updates it; `upd` never revives; `restore` undoes a deletion. */
export type Operation = ChangeOp;

/** A rule for all writers: web, push, import and demo. Throws a `Problem` when a change violates it. */
type Invariant = (intent: Intent) => Promise<void> | void;

/** A right that a change of a row can need. */
export type WriteRight = 'inspect' | 'author' | 'manage' | 'administer';

/**
 * The rights required to change a table, by operation and column; null: only the application itself can make the change. They apply to operations of
 * the contract, pushed changes, undo and restore alike.
 */
export interface TableRights<Column extends string = string> {
  insert: WriteRight | null;
  /** One right for all columns, or one for each column that can be changed; an omitted column cannot be changed. */
  update: WriteRight | null | { readonly [C in Column]?: WriteRight };
  delete: WriteRight | null;
  restore: WriteRight | null;
}

/** The definition of a table in the registry, with everything that is needed at run time. */
export interface TableDefinition {
  name: string;
  /** Own columns with the schemas of their values. */
  columns: ColumnSchemas;
  /** Scopes of its rows: company scopes, the library, or (reports) either. */
  scopeKind: 'company' | 'library' | 'either';
  rights: TableRights;
  /** Columns with ids of rows of other synced tables, which must exist, live, and belong to the same scope or the library. */
  references: Readonly<Record<string, string>>;
  /** The column with the id of a row of one of several tables, as in answers. */
  owner?: string;
  /** Columns from which the id is derived; the first one is the id of the parent. */
  naturalKey?: readonly string[];
  /** Columns that never change once the row exists. */
  fixed?: readonly string[];
  /** Columns that form one value and share a clock, such as latitude and longitude. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** The column with the hash of the blob the row refers to. */
  blob?: string;
  /** Version of the tables that added this one; absent: the first one. */
  since?: number;
  /** Columns that later versions added, with their value in rows of older programs. */
  added?: Readonly<Record<string, { since: number; value: Value }>>;
  invariants?: readonly Invariant[];
  /** Describes a change for history; null: it is not shown there. */
  history?: (intent: Intent) => Promise<HistoryEntry | null> | HistoryEntry | null;
}

const compiled = new WeakMap<TableDefinition, ReadonlyMap<string, (value: unknown) => boolean>>();

/** Predicates for the values of each own column, compiled once. */
export function columnTests(definition: TableDefinition): ReadonlyMap<string, (value: unknown) => boolean> {
  const known = compiled.get(definition);
  if (known !== undefined) return known;
  const columns = Object.entries(definition.columns.shape);
  const tests = new Map(columns.map(([column, schema]) => [column, predicateOf(schema)]));
  compiled.set(definition, tests);
  return tests;
}

/** The synced tables by name. */
export type TableRegistry = ReadonlyMap<string, TableDefinition>;

/**
 * Collects table definitions.
 * @throws {Error} when two share a name, the schema of a column changes values, or a reference, group or key names something that does not exist.
 */
export function tableRegistry(definitions: readonly TableDefinition[]): TableRegistry {
  const registry = new Map<string, TableDefinition>();
  for (const definition of definitions) {
    if (registry.has(definition.name)) throw new Error(`Two tables are named ${definition.name}.`);
    registry.set(definition.name, definition);
    columnTests(definition);
  }
  for (const {
    name,
    columns,
    references,
    naturalKey = [],
    groups = {},
    fixed = [],
    blob,
    owner,
    added = {},
  } of definitions) {
    const used = [
      ...Object.keys(references),
      ...naturalKey,
      ...Object.values(groups).flat(),
      ...fixed,
      ...Object.keys(added),
      ...(blob ? [blob] : []),
      ...(owner ? [owner] : []),
    ];
    for (const column of used) {
      if (!(column in columns.shape)) throw new Error(`Table ${name} has no column ${column}.`);
    }
    for (const target of Object.values(references)) {
      if (!registry.has(target)) throw new Error(`Table ${name} refers to ${target}, which is not registered.`);
    }
  }
  return registry;
}

/** Returns the clock key of a column: its group, or itself. */
export function clockKey({ groups }: TableDefinition, column: string): string {
  for (const group in groups) if (groups[group]!.includes(column)) return group;
  return column;
}

/** Returns the column that makes a table a tree, because it refers to rows of the same table; undefined for other tables. */
export function treeColumn({ name, references }: TableDefinition): string | undefined {
  for (const column in references) if (references[column] === name) return column;
  return undefined;
}

/** Returns the tables that others refer to. Their deleted rows are kept everywhere, because the rows that refer to them are kept. */
export function referredTables(registry: TableRegistry): ReadonlySet<string> {
  const known = referred.get(registry);
  if (known !== undefined) return known;
  const tables = new Set([...registry.values()].flatMap(({ references }) => Object.values(references)));
  referred.set(registry, tables);
  return tables;
}

const referred = new WeakMap<TableRegistry, ReadonlySet<string>>();
