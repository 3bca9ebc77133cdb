/** Operations on several items: one transaction, one undo. */
import * as contract from '@holdfast/contract';
import type { BulkResult } from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import type { WriteCtx } from '../calls/ctx.ts';
import { conditionOf } from '../db/constants.ts';
import { saveAnswer } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { fillFrom, installationInspectionById, membersToWrite } from '../inspections/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { undoGroup } from '../calls/undo.ts';
import { resultTemplates } from './askingTemplates.ts';
import { itemRow } from './queries.ts';

/** Sets one condition on several items. */
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

/** Records one answer to a result question on several items; items without the question are not changed. */
export const setAnswerOfItems = handler(
  contract.setAnswerOfItems,
  async (ctx, { installationInspectionId, itemIds, ...answer }) => {
    const members = await membersToWrite(ctx, installationInspectionId, itemIds);
    const { inspectionId } = await installationInspectionById(ctx.db, installationInspectionId);
    const field = await ctx.lookup.row('field', answer.fieldId);
    if (field === undefined || field.deletedAt !== null) throw new contract.Problem('notFound');
    const items = await Promise.all(members.map(({ itemId }) => itemRow(ctx.db, itemId)));
    const templatesOf = await resultTemplates(ctx.db, inspectionId, items);
    let changed = 0;
    for (const [index, member] of members.entries()) {
      const isAsked = templatesOf(items[index]!).some((one) => one.fieldsTemplateId === field.fieldsTemplateId);
      if (!isAsked) continue;
      const owner = { ownerTable: 'installationInspectionItem', ownerId: member.id } as const;
      const before = await ctx.lookup.row('fieldResponse', derivedId(member.id, answer.fieldId, null));
      const was = before?.deletedAt === null ? before.value : '';
      if (was === answer.value) continue;
      await saveAnswer(ctx, owner, { ...answer, parentFieldOptionId: null });
      changed += 1;
    }
    return resultOf(ctx, changed);
  },
);

/** Moves several items to one location. */
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

/** Adds the same note to several items. */
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

/** Adds several items of the installation to an inspection; items that are in it already are not changed. */
export const addItemsFromInstallation = handler(
  contract.addItemsFromInstallation,
  async (ctx, { installationInspectionId, ...from }) => {
    const inspection = await installationInspectionById(ctx.db, installationInspectionId);
    return resultOf(ctx, await fillFrom(ctx, inspection, from));
  },
);

/** Undoes the changes of one call of the same person. */
export const undoChanges = handler(contract.undoChanges, async (ctx, { installationId, undo }) => {
  await mustExist(ctx.db, 'installation', installationId);
  return { undone: await undoGroup(ctx, undo, ctx.actor.userId) };
});

function resultOf({ groupId }: WriteCtx, changed: number): BulkResult {
  return { changed, undo: changed === 0 ? null : groupId };
}
