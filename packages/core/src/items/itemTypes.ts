import type { ItemType, ListedItemType } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { presentTemplates } from '../fields/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { versionOf } from '../present.ts';

/** An item type without its questions. */
type TypeInShort = Omit<ItemType, 'itemTypeFieldsTemplates'>;

/** Item types without their questions, by id. Includes deleted types that are requested, because their items stay readable. */
export async function itemTypeChoices(db: ScopedDb, ids: readonly string[]): Promise<Map<string, TypeInShort>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const typeRows = db.fromWithDeleted('itemType').selectAll().where('itemType.id', 'in', wanted);
  const linkRows = db
    .from('itemTypeParent')
    .innerJoin('itemType as child', 'child.id', 'itemTypeParent.itemTypeId')
    .innerJoin('itemType as parent', 'parent.id', 'itemTypeParent.parentItemTypeId')
    .select(['child.id as childId', 'child.name as childName', 'parent.id as parentId', 'parent.name as parentName'])
    .where((eb) => eb.or([eb('child.id', 'in', wanted), eb('parent.id', 'in', wanted)]))
    .where('child.deletedAt', 'is', null)
    .where('parent.deletedAt', 'is', null);
  const [types, links] = await Promise.all([typeRows.execute(), linkRows.execute()]);
  return new Map(
    types.map(({ id, name, isQuestion, isLocation, _clk }) => [
      id,
      {
        id,
        name,
        isQuestion: isQuestion === 1,
        isLocation: isLocation === 1,
        parentItemTypes: links
          .filter((link) => link.childId === id)
          .map((link) => ({ id: link.parentId, name: link.parentName }))
          .toSorted(byName)
          .map((parent) => ({ parentItemTypeId: parent.id, name: parent.name })),
        childItemTypes: links
          .filter((link) => link.parentId === id)
          .map((link) => ({ id: link.childId, name: link.childName }))
          .toSorted(byName),
        clock: versionOf({ _clk }),
      },
    ]),
  );
}

/** Item types with their questions, by id. */
export async function presentItemTypes(db: ScopedDb, ids: readonly string[]): Promise<Map<string, ItemType>> {
  if (ids.length === 0) return new Map();
  const templateLinks = db
    .from('itemTypeFieldsTemplate')
    .selectAll()
    .where('itemTypeFieldsTemplate.itemTypeId', 'in', [...new Set(ids)])
    .orderBy('itemTypeFieldsTemplate.order')
    .orderBy('itemTypeFieldsTemplate.id');
  const [choices, links] = await Promise.all([itemTypeChoices(db, ids), templateLinks.execute()]);
  const templates = await presentTemplates(
    db,
    links.map((link) => link.fieldsTemplateId),
  );
  return new Map(
    [...choices].map(([typeId, choice]) => [
      typeId,
      {
        ...choice,
        itemTypeFieldsTemplates: links.flatMap(({ id, itemTypeId, fieldsTemplateId, order }) => {
          const fieldsTemplate = templates.get(fieldsTemplateId);
          if (itemTypeId !== typeId || fieldsTemplate === undefined) return [];
          return [{ id, itemTypeId, fieldsTemplateId, order, fieldsTemplate }];
        }),
      },
    ]),
  );
}

/** The item types of an inspection type, by name, with its settings for each. */
export async function typesOfInspection(db: ScopedDb, inspectionId: string): Promise<ListedItemType[]> {
  await mustExist(db, 'inspection', inspectionId);
  const links = await typesLookedAt(db, inspectionId);
  const types = await presentItemTypes(
    db,
    links.map((link) => link.itemTypeId),
  );
  return links
    .map(({ id, itemTypeId, fieldsTemplateId }) => ({
      ...types.get(itemTypeId)!,
      inspectionItemTypeId: id,
      fieldsTemplateId,
    }))
    .toSorted(byName);
}

/** The ids of the item types of an inspection type. */
export function typesLookedAt(
  db: ScopedDb,
  inspectionId: string,
): Promise<Pick<Database['inspectionItemType'], 'id' | 'itemTypeId' | 'fieldsTemplateId'>[]> {
  return db
    .from('inspectionItemType')
    .innerJoin('itemType', 'itemType.id', 'inspectionItemType.itemTypeId')
    .select(['inspectionItemType.id', 'inspectionItemType.itemTypeId', 'inspectionItemType.fieldsTemplateId'])
    .where('inspectionItemType.inspectionId', '=', inspectionId)
    .where('itemType.deletedAt', 'is', null)
    .execute();
}
