import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import type { SyncedTable } from '../db/schema.ts';
import { handler } from '../calls/handler.ts';
import { undoGroup } from '../calls/undo.ts';
import { conflictsOf, overriddenColumns } from './conflicts.ts';

/** Chooses the overridden side of a conflict. */
export const chooseOtherValue = handler(contract.chooseOtherValue, async (ctx, { id }) => {
  const [scopeId, seq] = id.split('.');
  if (scopeId !== ctx.scopeId) throw new Problem('notFound');
  const conflicts = await conflictsOf(ctx.local, [scopeId]);
  const conflict = conflicts.find(({ change }) => change.seq === Number(seq));
  if (conflict === undefined) throw new Problem('notFound');
  const { kind, change, other } = conflict;
  if (kind === 'deleted') {
    const restored = await undoGroup(ctx, other!.groupId, null);
    return { undo: restored > 0 ? ctx.groupId : null };
  }
  const row = await ctx.lookup.row(change.tableName as SyncedTable, change.rowId);
  if (row === undefined || row.deletedAt !== null) throw new Problem('notFound');
  const set = overriddenColumns(change);
  const now: Readonly<Record<string, unknown>> = row;
  if (Object.entries(set).every(([column, value]) => now[column] === value)) return { undo: null };
  await ctx.replay({ table: change.tableName as SyncedTable, op: 'upd', id: change.rowId, scopeId, set });
  return { undo: ctx.groupId };
});
