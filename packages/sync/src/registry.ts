import { type ChangeOp, predicateOf, type RowStamps } from '@holdfast/contract/sync';
import type { z } from 'zod';

/** A value as both engines keep it. Booleans are 0 and 1, moments are milliseconds UTC (data decision 13). */
export type Value = string | number | null;

/** The own columns of a row. */
export type Columns = Record<string, Value>;

/** The own columns of a table with what each may hold. */
export type ColumnSchemas = z.ZodObject<Readonly<Record<string, z.ZodType<Value, Value>>>>;

/** Columns that every synced row has beside its own. */
export type Stamps = RowStamps;

/** A row of a synced table. */
export type StoredRow = Stamps & Columns;

/** Looks at rows from inside the transaction of a change. */
export interface Lookup {
  /** A row by id, deleted or not; undefined when it never was. */
  row(table: string, id: string): Promise<StoredRow | undefined>;
  /** The living rows whose columns have these values. */
  find(table: string, where: Columns): Promise<StoredRow[]>;
}

/** One line of history: what changed from what to what, in words frozen at the time. */
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
  /** The inspection the change belongs to; absent: it shows in every inspection of the item. */
  installationInspectionId?: string | null;
}

/** A change that is about to be made, as a rule sees it. */
export interface Intent {
  table: string;
  op: Operation;
  /** The row as it stands; null when it is new. */
  before: StoredRow | null;
  /** The row as it will stand. */
  after: StoredRow;
  look: Lookup;
}

/** Kind of a change. `ins` on a deleted row revives it and on a living one updates it; `upd` never revives; `restore` undoes a deletion. */
export type Operation = ChangeOp;

/** A rule for every writer: web, push, import or demo. Throws a `Problem` when the change would break it. */
type Invariant = (intent: Intent) => Promise<void> | void;

/** A right that a change of a row can need. */
export type WriteRight = 'inspect' | 'author' | 'manage' | 'administer';

/**
 * The rights that changes of a table need, by operation and column; null: people cannot make such a change, only the application itself.
 * They hold for every way in: operations of the contract, pushed changes, undo and restore.
 */
export interface TableRights<Column extends string = string> {
  insert: WriteRight | null;
  /** One right for every column, or one for each column that can be changed; a column that is left out cannot be changed. */
  update: WriteRight | null | { readonly [C in Column]?: WriteRight };
  delete: WriteRight | null;
  restore: WriteRight | null;
}

/** The schema of a table as the registry holds it: everything that follows from it at run time. */
export interface TableDefinition {
  name: string;
  /** Own columns with what they may hold. */
  columns: ColumnSchemas;
  /** Scopes of its rows: company scopes, the library, or (reports) either. */
  scopeKind: 'company' | 'library' | 'either';
  rights: TableRights;
  /** Columns that name rows of other synced tables: they must exist, live, and lie in the same scope or in the library. */
  references: Readonly<Record<string, string>>;
  /** The column that names a row of one of several tables, as an answer's does. */
  owner?: string;
  /** Columns from which the id is derived; the first one names the parent. */
  naturalKey?: readonly string[];
  /** Columns that never change once the row exists. */
  fixed?: readonly string[];
  /** Columns that are one value and share a clock, e.g. latitude and longitude. */
  groups?: Readonly<Record<string, readonly string[]>>;
  /** The column with the hash of the blob the row refers to. */
  blob?: string;
  /** Version of the tables that added this one; absent: it was there from the first. */
  since?: number;
  /** Columns that later versions added, with the value they have in rows of programs that do not know them. */
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
 * Gathers table definitions.
 * @throws {Error} when two share a name, a column is read by a schema that changes values, or a reference, group or key names what does not exist.
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

/** The clock key of a column: the group it belongs to, or itself. */
export function clockKey({ groups }: TableDefinition, column: string): string {
  for (const group in groups) if (groups[group]!.includes(column)) return group;
  return column;
}

/** The column by which rows of a table stand in one another: the one that names a row of the same table; undefined where they do not. */
export function treeColumn({ name, references }: TableDefinition): string | undefined {
  for (const column in references) if (references[column] === name) return column;
  return undefined;
}

/** Tables that others refer to. Their deleted rows stay known everywhere, because what refers to them stays. */
export function referredTables(registry: TableRegistry): ReadonlySet<string> {
  const known = referred.get(registry);
  if (known !== undefined) return known;
  const tables = new Set([...registry.values()].flatMap(({ references }) => Object.values(references)));
  referred.set(registry, tables);
  return tables;
}

const referred = new WeakMap<TableRegistry, ReadonlySet<string>>();
