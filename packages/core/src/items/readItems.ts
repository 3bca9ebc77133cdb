/** Items and their types, for pickers and for the reader of tags. */
import * as contract from '@holdfast/contract';
import { byName } from '../byName.ts';
import { handler } from '../handler.ts';
import { inspectionsOfItem } from './itemInspections.ts';
import { itemTypeChoices } from './itemTypes.ts';
import { itemRow, presentItem, summaryOf } from './queries.ts';
import { inTreeOrder } from './rules.ts';

/** Returns an item with the data that belong to it in all inspections. */
export const getItem = handler(contract.getItem, async ({ db }, { itemId }) =>
  presentItem(db, await itemRow(db, itemId)),
);

/** Everything an installation has, each item below what it stands in. */
export const getItemsForInstallation = handler(contract.getItemsForInstallation, async ({ db }, { installationId }) => {
  const installation = await db
    .from('installation')
    .select('id')
    .where('installation.id', '=', installationId)
    .executeTakeFirst();
  if (installation === undefined) throw new contract.Problem('notFound');
  const rows = await db
    .from('item')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .selectAll('item')
    .where('item.installationId', '=', installationId)
    .where('itemType.isQuestion', '=', 0)
    .execute();
  return inTreeOrder(rows, byName).map(summaryOf);
});

/** The types of item, and of question, that a type of inspection looks at (ADDI-02). */
export const getItemTypesForInspection = handler(contract.getItemTypesForInspection, {
  reach: 'library',
  async commit({ db }, { inspectionId }) {
    const inspection = await db
      .from('inspection')
      .select('id')
      .where('inspection.id', '=', inspectionId)
      .executeTakeFirst();
    if (inspection === undefined) throw new contract.Problem('notFound');
    const links = await db
      .from('inspectionItemType')
      .innerJoin('itemType', 'itemType.id', 'inspectionItemType.itemTypeId')
      .select(['inspectionItemType.itemTypeId', 'inspectionItemType.fieldsTemplateId'])
      .where('inspectionItemType.inspectionId', '=', inspectionId)
      .where('itemType.deletedAt', 'is', null)
      .execute();
    const choices = await itemTypeChoices(
      db,
      links.map((link) => link.itemTypeId),
    );
    return links
      .map(({ itemTypeId, fieldsTemplateId }) => ({ ...choices.get(itemTypeId)!, fieldsTemplateId }))
      .toSorted(byName);
  },
});

/** The item of the company that carries a tag, and where it is inspected (RFID-06). */
export const findItemByTag = handler(contract.findItemByTag, async ({ db, scopes }, { tag, tagKind }) => {
  const item = await db
    .from('item')
    .select(['item.id', 'item.name', 'item.installationId'])
    .where('item.scopeId', 'in', scopes as string[])
    .where('item.tag', '=', tag)
    .where('item.tagKind', '=', tagKind)
    .executeTakeFirst();
  if (item === undefined) return null;
  const { id: itemId, name, installationId } = item;
  return { itemId, name, installationId, inspections: await inspectionsOfItem(db, itemId) };
});
