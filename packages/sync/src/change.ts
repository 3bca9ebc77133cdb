import { Problem } from '@holdfast/contract';
import { CREATED, DELETED, type Clock, type Clocks } from './clock.ts';
import { derivedId } from './ids.ts';
import {
  clockKey,
  type Columns,
  columnTests,
  type Lookup,
  type Operation,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
} from './registry.ts';

/** A requested change, without metadata. Stamps, clocks, log and digest are added by the writer. */
export interface Change {
  table: string;
  op: Operation;
  /** Id of the row; may be omitted in an `ins` into a table with a natural key. */
  id?: string;
  /** Required for `ins`: the scope of the new row. */
  scopeId?: string;
  /** The columns to set; for `ins` all of them. */
  set?: Columns;
  /** Id of the user who recorded it, when another one accepts it; history names both. */
  recordedBy?: string;
}

/** Returns the id of the changed row: given, or derived from the natural key. @throws {Problem} when there is none or the two differ */
export function idOfChange(definition: TableDefinition, { id, set = {} }: Change): string {
  if (definition.naturalKey === undefined) {
    if (id === undefined) throw new Problem('ruleBroken', { rule: `${definition.name} needs an id` });
    return id;
  }
  if (id !== undefined && !definition.naturalKey.every((column) => column in set)) return id;
  const [parent, ...rest] = definition.naturalKey.map((column) => set[column] ?? null);
  const derived = derivedId(String(parent), ...rest.map((part) => (part === null ? null : String(part))));
  if (id !== undefined && id !== derived)
    throw new Problem('ruleBroken', { rule: `the id of a ${definition.name} follows from its key` });
  return derived;
}

/** Parses column values for a table. @throws {Problem} when it has no such column or a value is invalid */
export function parseColumns(definition: TableDefinition, set: Columns, which: 'all' | 'some'): Columns {
  const tests = columnTests(definition);
  const parsed: Columns = {};
  for (const extra of Object.keys(set))
    if (!tests.has(extra)) throw new Problem('ruleBroken', { rule: `${definition.name} has no ${extra}` });
  for (const column of which === 'all' ? tests.keys() : Object.keys(set)) {
    const value = set[column];
    if (value === undefined || !tests.get(column)!(value))
      throw new Problem('ruleBroken', { rule: `${definition.name}.${column} does not hold such a value` });
    parsed[column] = value;
  }
  return parsed;
}

/** Checks the kind of a scope. @throws {Problem} when rows of this table cannot belong to it */
export function checkScopeKind({ scopeKind, name }: TableDefinition, scopeId: string): void {
  const inLibrary = scopeId === 'library';
  if ((scopeKind === 'library' && !inLibrary) || (scopeKind === 'company' && inLibrary)) {
    throw new Problem('ruleBroken', { rule: `${name} does not lie in this scope` });
  }
}

/** The given columns of a row. */
export function pick(row: StoredRow, columns: readonly string[]): Columns {
  const picked: Columns = {};
  for (const column of columns) picked[column] = row[column]!;
  return picked;
}

/** @throws {Problem} when one of the columns can never change once the row exists */
export function checkFixed(definition: TableDefinition, columns: readonly string[]): void {
  for (const column of columns) {
    if (definition.fixed?.includes(column) || definition.naturalKey?.includes(column))
      throw new Problem('ruleBroken', { rule: `${definition.name}.${column} never changes` });
  }
}

/**
 * Checks the references of a row: the referenced rows exist in the same scope or in the library, and with `living` they are not deleted.
 * @throws {Problem} `notFound`
 */
export async function checkReferences(
  registry: TableRegistry,
  definition: TableDefinition,
  after: StoredRow,
  columns: readonly string[],
  lookup: Lookup,
  living: boolean,
): Promise<void> {
  for (const column of columns) {
    const target = definition.references[column];
    const id = after[column];
    if (target === undefined || id === null || id === undefined) continue;
    const row = await lookup.row(target, String(id));
    const reachable =
      row !== undefined && (row.scopeId === after.scopeId || registry.get(target)!.scopeKind !== 'company');
    if (!reachable || (living && row.deletedAt !== null)) throw new Problem('notFound');
    if (row.scopeId !== after.scopeId && row.scopeId !== 'library') throw new Problem('notFound');
  }
}

/** Effect of a change. */
export interface Step {
  op: Operation | 'revive';
  /** Columns whose value differs from before. */
  columns: string[];
  after: StoredRow;
}

/**
 * Returns the effect of a change on a row: the resulting row and the columns that differ; null when nothing differs.
 * @throws {Problem} when the row does not exist, or a value is invalid
 */
export function planChange(
  definition: TableDefinition,
  change: Change,
  id: string,
  before: StoredRow | null,
  { now, userId }: { now: number; userId: string },
): Step | null {
  const set = change.set ?? {};
  if (before === null) {
    if (change.op !== 'ins') throw new Problem('notFound');
    return { op: 'ins', columns: Object.keys(set), after: newRow(definition, change, id, now, userId) };
  }
  if (before.deletedAt !== null && change.op === 'upd') throw new Problem('notFound');
  if (change.op === 'ins' && change.scopeId !== undefined && change.scopeId !== before.scopeId)
    throw new Problem('notFound');
  const values = parseColumns(definition, set, 'some');
  const columns = Object.keys(values).filter((column) => values[column] !== before[column]);
  checkFixed(definition, columns);
  const dies = change.op === 'del' && before.deletedAt === null;
  const revives = (change.op === 'ins' || change.op === 'restore') && before.deletedAt !== null;
  if (columns.length === 0 && !dies && !revives) return null;
  const after = { ...before, ...values } as StoredRow;
  if (dies) after.deletedAt = now;
  if (revives) after.deletedAt = null;
  return { op: revives && change.op === 'ins' ? 'revive' : change.op === 'ins' ? 'upd' : change.op, columns, after };
}

/**
 * Returns a new row, stamped with author and time. Columns that an older program did not know get the default with which they were added.
 * @throws {Problem} when it lacks a scope or a column
 */
export function newRow(
  definition: TableDefinition,
  change: Change,
  id: string,
  now: number,
  userId: string,
): StoredRow {
  if (change.scopeId === undefined) throw new Problem('ruleBroken', { rule: 'a new row needs a scope' });
  const later = Object.entries(definition.added ?? {}).map(([column, { value }]) => [column, value]);
  return {
    ...parseColumns(definition, { ...Object.fromEntries(later), ...change.set }, 'all'),
    id,
    scopeId: change.scopeId,
    _seq: 0,
    _clk: '{}',
    createdAt: now,
    updatedAt: now,
    createdByUserId: userId,
    updatedByUserId: userId,
    deletedAt: null,
  };
}

/** Returns the clocks of a row after a change, with one clock for all changed fields. */
export function stampClocks(definition: TableDefinition, { op, columns, after }: Step, clock: Clock): Clocks {
  if (op === 'ins') return { [CREATED]: clock };
  const clocks: Record<string, Clock> = { ...(JSON.parse(after._clk) as Clocks) };
  for (const column of columns) clocks[clockKey(definition, column)] = clock;
  if (op !== 'upd') clocks[DELETED] = clock;
  return clocks;
}
