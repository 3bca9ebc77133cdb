/** Who may make which change: what the rights of a table come to for one change. */
import type { Operation, StoredRow, TableDefinition, WriteRight } from './registry.ts';

/** What somebody who uses a device may do in a scope. */
export interface Membership {
  userId: string;
  scopeId: string;
  /** New each time the scope is granted. */
  grantId: string;
  /** Empty: read only. */
  rights: readonly WriteRight[];
}

/** Whether the person a change is made for has a right. */
export type Holds = (right: WriteRight) => boolean;

/** The right to change a column of rows that exist; null: nobody has it. */
export function columnRight({ rights: { update } }: TableDefinition, column: string): WriteRight | null {
  if (update === null || typeof update === 'string') return update;
  return (Object.hasOwn(update, column) ? update[column] : null) ?? null;
}

/** The right to an operation on a whole row; null: nobody has it. */
export function rowRight({ rights }: TableDefinition, op: Exclude<Operation, 'upd'>): WriteRight | null {
  return { ins: rights.insert, del: rights.delete, restore: rights.restore }[op];
}

/**
 * Whether somebody may make a change. An insertion of a row whose id follows from its columns may meet the same row made elsewhere and needs
 * the right to insert alone; any other change of a row that exists needs the right to each column in which it differs.
 * @param columns that differ from before
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

/** Whether somebody may make such a change of any row at all, as far as can be told before the row is read. */
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
