/** Items and their types, for pickers and for tags that were read. */
import * as contract from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { inspectionsOfItem } from './itemInspections.ts';
import { itemTypeChoices, typesLookedAt } from './itemTypes.ts';
import { itemById, itemByTag, itemsWithKind, summaryOf } from './queries.ts';
import { inTreeOrder } from './rules.ts';

/** Returns an item with the data that belong to it in all inspections. */
export const getItem = handler(contract.getItem, async ({ db }, { itemId }) => itemById(db, itemId));

/** All items of an installation, each after its parent. */
export const getItemsForInstallation = handler(contract.getItemsForInstallation, async ({ db }, { installationId }) => {
  await mustExist(db, 'installation', installationId);
  const rows = (await itemsWithKind(db, installationId)).filter(({ isQuestion }) => isQuestion === 0);
  return inTreeOrder(rows, byName).map(summaryOf);
});

/** The types of item and of question of an inspection type (ADDI-02). */
export const getItemTypesForInspection = handler(contract.getItemTypesForInspection, {
  reach: 'library',
  async commit({ db }, { inspectionId }) {
    await mustExist(db, 'inspection', inspectionId);
    const links = await typesLookedAt(db, inspectionId);
    const choices = await itemTypeChoices(
      db,
      links.map((link) => link.itemTypeId),
    );
    return links
      .map(({ itemTypeId, fieldsTemplateId }) => ({ ...choices.get(itemTypeId)!, fieldsTemplateId }))
      .toSorted(byName);
  },
});

/** The item of the company that has a tag, and the inspections that contain it (RFID-06). */
export const findItemByTag = handler(contract.findItemByTag, async ({ db, scopes }, { tag, tagKind }) => {
  const item = await itemByTag(db, scopes, { tag, tagKind });
  if (item === undefined) return null;
  const { id: itemId, name, installationId } = item;
  return { itemId, name, installationId, inspections: await inspectionsOfItem(db, itemId) };
});
