/** Forms of an item: its own questions, and those of one inspection (ITEM-18). */
import * as contract from '@holdfast/contract';
import { presentForm } from '../fields/index.ts';
import { handler } from '../handler.ts';
import { installationInspectionById, memberOf } from '../inspections/index.ts';
import { versionOf } from '../present.ts';
import { ownTemplates, resultTemplates } from './askingTemplates.ts';
import { itemRow } from './queries.ts';

/** An item's own questions and answers. */
export const getFieldsForItem = handler(contract.getFieldsForItem, async ({ db }, { itemId }) => {
  const item = await itemRow(db, itemId);
  return presentForm(db, (await ownTemplates(db, [item]))(item), { ownerId: itemId, itemId, clock: versionOf(item) });
});

/** Returns the questions of one inspection about an item, and the answers given in it. */
export const getFieldsForInstallationInspection = handler(
  contract.getFieldsForInstallationInspection,
  async ({ db }, { installationInspectionId, itemId }) => {
    const member = await memberOf(db, installationInspectionId, itemId);
    const { inspectionId } = await installationInspectionById(db, installationInspectionId);
    const item = await itemRow(db, itemId);
    const templates = (await resultTemplates(db, inspectionId, [item]))(item);
    return presentForm(db, templates, { ownerId: member.id, itemId, clock: versionOf(member) });
  },
);
