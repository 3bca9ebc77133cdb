import * as contract from '@holdfast/contract';
import { copyName } from '../lists/copyName.ts';
import type { WriteCtx } from '../calls/ctx.ts';
import { type AnswerOwner, saveAnswer } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { addMember, memberOf } from '../inspections/index.ts';
import { idForNew } from '../calls/newRow.ts';
import { askedAnswersOf, itemById, itemRow } from './queries.ts';

/**
 * Makes a copy of an item beside it, with name, type, place and the answers of the item and of this inspection; never with tag, condition, notes,
 * photos or files (product decision 9). The reference to its default item is copied, because it determines the questions of the item.
 */
export const duplicateItem = handler(
  contract.duplicateItem,
  async (ctx, { installationInspectionId, itemId, ...input }) => {
    const member = await memberOf(ctx.db, installationInspectionId, itemId);
    const { installationId, itemTypeId, parentItemId, name, isLocation, defaultItemId } = await itemRow(ctx.db, itemId);
    const id = await idForNew(ctx, 'item', input.id);
    await ctx.mutate('item', {
      op: 'ins',
      id,
      set: {
        installationId,
        itemTypeId,
        parentItemId,
        name: copyName(name),
        isLocation,
        tagKind: null,
        tag: null,
        defaultItemId,
      },
    });
    const copy = await addMember(ctx, installationInspectionId, id, member.order);
    await copyAnswers(ctx, itemId, { ownerTable: 'item', ownerId: id });
    await copyAnswers(ctx, member.id, { ownerTable: 'installationInspectionItem', ownerId: copy.id });
    return itemById(ctx.db, id);
  },
);

/** Copies the answers of a row, except those to questions that are no longer asked. */
async function copyAnswers(ctx: WriteCtx, from: string, to: AnswerOwner): Promise<void> {
  for (const answer of await askedAnswersOf(ctx.db, from)) await saveAnswer(ctx, to, answer);
}
