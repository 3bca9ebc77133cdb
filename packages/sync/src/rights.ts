/** Rights needed for one change, derived from the rights of its table. */
import type { Operation, StoredRow, TableDefinition, WriteRight } from './registry.ts';

/** Rights of a user of a device in a scope. */
export interface Membership {
  userId: string;
  scopeId: string;
  /** New each time the scope is granted. */
  grantId: string;
  /** Empty: read only. */
  rights: readonly WriteRight[];
}

/** Returns true when the author of a change has a right. */
export type Holds = (right: WriteRight) => boolean;

/** Returns the right required to change a column of an existing row; null: no user has it. */
export function columnRight({ rights: { update } }: TableDefinition, column: string): WriteRight | null {
  if (update === null || typeof update === 'string') return update;
  return (Object.hasOwn(update, column) ? update[column] : null) ?? null;
}

/** Returns the right required for an operation on a row; null: no user has it. */
export function rowRight({ rights }: TableDefinition, op: Exclude<Operation, 'upd'>): WriteRight | null {
  return { ins: rights.insert, del: rights.delete, restore: rights.restore }[op];
}

/**
 * Returns true when a user may make a change. An insertion whose id is derived from its columns may find the same row, created elsewhere; it needs
 * only the right to insert. Any other change of an existing row needs the right to each changed column.
 * @param columns the changed columns
 */
export function mayChange(
  definition: TableDefinition,
  { op, before, columns }: { op: Operation; before: StoredRow | null; columns: readonly string[] },
  holds: Holds,
): boolean {
  if (op !== 'upd' && !has(rowRight(definition, op), holds)) return false;
  if (op === 'ins' && (before === null || definition.naturalKey !== undefined)) return true;
  return columns.every((column) => has(columnRight(definition, column), holds));
}

/** Returns true when a user may make such a change of some row, as far as this is known before the row is read. */
export function mayAttempt(
  definition: TableDefinition,
  { op, columns }: { op: Operation; columns: readonly string[] },
  holds: Holds,
): boolean {
  if (op !== 'upd') return has(rowRight(definition, op), holds);
  return columns.length === 0 || columns.some((column) => has(columnRight(definition, column), holds));
}

function has(right: WriteRight | null, holds: Holds): boolean {
  return right !== null && holds(right);
}
