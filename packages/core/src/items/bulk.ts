/** Work on many items at once: one transaction, one undo. */
import * as contract from '@holdfast/contract';
import type { BulkResult } from '@holdfast/contract';
import type { WriteCtx } from '../ctx.ts';
import { conditionOf } from '../db/constants.ts';
import { handler } from '../handler.ts';
import { fillFrom, installationInspectionById, membersToWrite } from '../inspections/index.ts';
import { mustExist } from '../mustExist.ts';
import { undoGroup } from '../undo.ts';
import { itemRow } from './queries.ts';

/** Records how several items were found. */
export const setConditionOfItems = handler(
  contract.setConditionOfItems,
  async (ctx, { installationInspectionId, itemIds, conditionId }) => {
    if (conditionOf(conditionId) === undefined) throw new contract.Problem('unknownCondition');
    const members = await membersToWrite(ctx, installationInspectionId, itemIds);
    const other = members.filter((member) => member.conditionId !== conditionId);
    for (const { id } of other) await ctx.mutate('installationInspectionItem', { op: 'upd', id, set: { conditionId } });
    return resultOf(ctx, other.length);
  },
);

/** Moves several items to one place. */
export const setParentOfItems = handler(
  contract.setParentOfItems,
  async (ctx, { installationId, itemIds, newParentId }) => {
    let changed = 0;
    for (const itemId of new Set(itemIds)) {
      const item = await itemRow(ctx.db, itemId);
      if (item.installationId !== installationId) throw new contract.Problem('notFound');
      if (item.parentItemId === newParentId) continue;
      await ctx.mutate('item', { op: 'upd', id: itemId, set: { parentItemId: newParentId } });
      changed += 1;
    }
    return resultOf(ctx, changed);
  },
);

/** Writes the same note on several items. */
export const addNoteToItems = handler(
  contract.addNoteToItems,
  async (ctx, { installationInspectionId, itemIds, content }) => {
    const members = await membersToWrite(ctx, installationInspectionId, itemIds);
    for (const { id } of members) {
      const set = { installationInspectionItemId: id, content };
      await ctx.mutate('note', { op: 'ins', id: ctx.newId(), set });
    }
    return resultOf(ctx, members.length);
  },
);

/** Takes many items of the installation into an inspection; those in it already stay as they are. */
export const addItemsFromInstallation = handler(
  contract.addItemsFromInstallation,
  async (ctx, { installationInspectionId, ...from }) => {
    const inspection = await installationInspectionById(ctx.db, installationInspectionId);
    return resultOf(ctx, await fillFrom(ctx, inspection, from));
  },
);

/** Takes back what one call of the same person changed. */
export const undoChanges = handler(contract.undoChanges, async (ctx, { installationId, undo }) => {
  await mustExist(ctx.db, 'installation', installationId);
  return { undone: await undoGroup(ctx, undo, ctx.actor.userId) };
});

function resultOf({ groupId }: WriteCtx, changed: number): BulkResult {
  return { changed, undo: changed === 0 ? null : groupId };
}
