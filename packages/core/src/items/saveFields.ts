/** Saves one answer: to an own question of an item, or to a result question. */
import * as contract from '@holdfast/contract';
import { presentAnswer, saveAnswer } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { memberToWrite } from '../inspections/index.ts';
import { itemRow } from './queries.ts';

/** Stores the answer to one of an item's own questions (FLDS-25). */
export const saveItemField = handler(contract.saveItemField, async (ctx, { itemId, ...answer }) => {
  const item = await itemRow(ctx.db, itemId);
  return presentAnswer(await saveAnswer(ctx, { ownerTable: 'item', ownerId: item.id }, answer));
});

/** Stores the answer to a result question of an item in one inspection (FLDS-26). */
export const saveInstallationInspectionItemField = handler(
  contract.saveInstallationInspectionItemField,
  async (ctx, { installationInspectionId, itemId, ...answer }) => {
    const member = await memberToWrite(ctx, installationInspectionId, itemId);
    const owner = { ownerTable: 'installationInspectionItem', ownerId: member.id } as const;
    return presentAnswer(await saveAnswer(ctx, owner, answer), itemId);
  },
);
