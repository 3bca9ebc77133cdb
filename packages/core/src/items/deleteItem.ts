/** Deletion of an item from an inspection: its effects, the deletion, and its undo. */
import * as contract from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import type { ScopedDb } from '../db/scoped.ts';
import { handler } from '../calls/handler.ts';
import { itemsBelow, memberOf } from '../inspections/index.ts';
import { undoGroup } from '../calls/undo.ts';
import { type DeletionPlan, planDeletion } from './deletionPlan.ts';
import { heldItems, itemRow, lastDeletion } from './queries.ts';

/** Returns the effects of deleting an item for its confirmation (product decision 8). */
export const previewDeleteItem = handler(
  contract.previewDeleteItem,
  async ({ db }, { installationInspectionId, itemId }) => inNumbers(await plan(db, installationInspectionId, itemId)),
);

/** Removes an item and its descendants from an inspection; those that no other inspection uses are deleted completely. */
export const deleteItem = handler(contract.deleteItem, async (ctx, { installationInspectionId, itemId }) => {
  const planned = await plan(ctx.db, installationInspectionId, itemId);
  for (const { id, parentItemId } of planned.move) await ctx.mutate('item', { op: 'upd', id, set: { parentItemId } });
  for (const id of planned.remove)
    await ctx.mutate('installationInspectionItem', { op: 'del', id: derivedId(installationInspectionId, id) });
  for (const id of planned.delete) await ctx.mutate('item', { op: 'del', id });
  return inNumbers(planned);
});

/** Undoes the last deletion of an item from an inspection, with everything that was deleted along with it. */
export const restoreItem = handler(contract.restoreItem, async (ctx, { installationInspectionId, itemId }) => {
  const memberId = derivedId(installationInspectionId, itemId);
  const inspection = await ctx.db.row('installationInspection', installationInspectionId);
  const item = await ctx.lookup.row('item', itemId);
  if (inspection === undefined || item?.installationId !== inspection.installationId)
    throw new contract.Problem('notFound');
  const rows = [await ctx.lookup.row('installationInspectionItem', memberId), item];
  const gone = rows.flatMap((row) => (row === undefined || row.deletedAt === null ? [] : [row.id]));
  if (gone.length === 0) throw new contract.Problem('notFound');
  const deletion = await lastDeletion(ctx.local, ctx.scopeId, gone);
  if (deletion === undefined) throw new contract.Problem('notFound');
  return { restored: await undoGroup(ctx, deletion, null) };
});

async function plan(db: ScopedDb, installationInspectionId: string, itemId: string): Promise<DeletionPlan> {
  await memberOf(db, installationInspectionId, itemId);
  const { installationId } = await itemRow(db, itemId);
  const items = await db.rows('item', { installationId });
  const held = await heldItems(db, installationId);
  const members = new Set(held.filter(({ id }) => id === installationInspectionId).map((row) => row.itemId));
  const elsewhere = new Set(held.filter(({ id }) => id !== installationInspectionId).map((row) => row.itemId));
  const below = itemsBelow(items, [itemId]);
  const standing = items
    .filter((item) => below.has(item.id))
    .map(({ id, parentItemId, isLocation }) => ({
      id,
      parentItemId,
      isLocation,
      member: members.has(id),
      usedElsewhere: elsewhere.has(id),
    }));
  return planDeletion(standing, itemId);
}

function inNumbers(planned: DeletionPlan): contract.DeletionPreview {
  return {
    removed: planned.remove.length,
    deleted: planned.delete.length,
    kept: planned.kept,
    moved: planned.move.length,
  };
}
