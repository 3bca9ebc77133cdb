import { type Inspection, Problem } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { presentTemplates } from '../fields/index.ts';
import { versionOf } from '../present.ts';
import { defaultItemCounts } from './queries.ts';

/** Types of inspection as sent over the API, by name, with their item types and detail questions. */
export async function presentInspectionTypes(
  db: ScopedDb,
  rows: readonly Database['inspection'][],
): Promise<Inspection[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const types = await db
    .from('inspectionItemType')
    .innerJoin('itemType', 'itemType.id', 'inspectionItemType.itemTypeId')
    .selectAll('inspectionItemType')
    .select('itemType.name')
    .where('inspectionItemType.inspectionId', 'in', ids)
    .where('itemType.deletedAt', 'is', null)
    .execute();
  const links = await db
    .from('inspectionFieldsTemplate')
    .selectAll()
    .where('inspectionFieldsTemplate.inspectionId', 'in', ids)
    .orderBy('inspectionFieldsTemplate.order')
    .orderBy('inspectionFieldsTemplate.id')
    .execute();
  const defaults = await defaultItemCounts(db, ids);
  const templates = await presentTemplates(
    db,
    links.map((link) => link.fieldsTemplateId),
  );
  return rows.toSorted(byName).map((row) => ({
    id: row.id,
    name: row.name,
    shortName: row.shortName,
    itemTypes: types
      .filter((type) => type.inspectionId === row.id)
      .toSorted(byName)
      .map(({ id, itemTypeId, fieldsTemplateId }) => ({ id, itemTypeId, fieldsTemplateId })),
    inspectionFieldsTemplates: links.flatMap(({ id, inspectionId, fieldsTemplateId, order }) => {
      const fieldsTemplate = templates.get(fieldsTemplateId);
      if (inspectionId !== row.id || fieldsTemplate === undefined) return [];
      return [{ id, fieldsTemplateId, order, fieldsTemplate }];
    }),
    itemTypeListViewFieldNames: row.itemTypeListViewFieldNames,
    inspectionItemTypeListViewFieldNames: row.inspectionItemTypeListViewFieldNames,
    defaultItems: defaults.get(row.id) ?? 0,
    clock: versionOf(row),
  }));
}

/**
 * One type of inspection as sent over the API.
 * @throws {Problem} `notFound`
 */
export async function inspectionType(db: ScopedDb, id: string): Promise<Inspection> {
  const rows = await db.from('inspection').selectAll().where('inspection.id', '=', id).execute();
  const [found] = await presentInspectionTypes(db, rows);
  if (found === undefined) throw new Problem('notFound');
  return found;
}
