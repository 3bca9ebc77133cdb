/** What is asked of an item: its own questions, and those of one inspection (ITEM-18). */
import * as contract from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { presentForm } from '../fields/index.ts';
import { handler } from '../handler.ts';
import { installationInspectionById, memberOf } from '../inspections/index.ts';
import { versionOf } from '../present.ts';
import { itemRow } from './queries.ts';

/** An item's own questions and answers. */
export const getFieldsForItem = handler(contract.getFieldsForItem, async ({ db }, { itemId }) => {
  const item = await itemRow(db, itemId);
  return presentForm(db, await ownTemplates(db, item), { ownerId: itemId, itemId, clock: versionOf(item) });
});

/** What one inspection asks of an item, and the answers given in it. */
export const getFieldsForInstallationInspection = handler(
  contract.getFieldsForInstallationInspection,
  async ({ db }, { installationInspectionId, itemId }) => {
    const member = await memberOf(db, installationInspectionId, itemId);
    const { inspectionId } = await installationInspectionById(db, installationInspectionId);
    const templates = await resultTemplates(db, inspectionId, await itemRow(db, itemId));
    return presentForm(db, templates, { ownerId: member.id, itemId, clock: versionOf(member) });
  },
);

/** The default item an item was made from. A deleted one still says what is asked: answers were given to it. */
async function defaultItemOf(
  db: ScopedDb,
  { defaultItemId }: Database['item'],
): Promise<Database['inspectionDefaultItem'] | undefined> {
  if (defaultItemId === null) return undefined;
  return db
    .fromWithDeleted('inspectionDefaultItem')
    .selectAll()
    .where('inspectionDefaultItem.id', '=', defaultItemId)
    .executeTakeFirst();
}

/** The templates of an item's type, unless its default item names one of its own (data.md 15). */
async function ownTemplates(db: ScopedDb, item: Database['item']): Promise<string[]> {
  const own = (await defaultItemOf(db, item))?.itemFieldsTemplateId ?? null;
  if (own !== null) return [own];
  const links = await db
    .from('itemTypeFieldsTemplate')
    .select('fieldsTemplateId')
    .where('itemTypeFieldsTemplate.itemTypeId', '=', item.itemTypeId)
    .orderBy('itemTypeFieldsTemplate.order')
    .orderBy('itemTypeFieldsTemplate.id')
    .execute();
  return links.map((link) => link.fieldsTemplateId);
}

/** The result template of an item's type in a type of inspection, unless its default item there names one of its own. */
async function resultTemplates(db: ScopedDb, inspectionId: string, item: Database['item']): Promise<string[]> {
  const made = await defaultItemOf(db, item);
  if (made !== undefined && made.inspectionId === inspectionId && made.fieldsTemplateId !== null)
    return [made.fieldsTemplateId];
  const link = await db
    .from('inspectionItemType')
    .select('fieldsTemplateId')
    .where('inspectionItemType.inspectionId', '=', inspectionId)
    .where('inspectionItemType.itemTypeId', '=', item.itemTypeId)
    .executeTakeFirst();
  return link === undefined || link.fieldsTemplateId === null ? [] : [link.fieldsTemplateId];
}
