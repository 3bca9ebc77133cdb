/** Columns of the lists of inspections that follow the names of questions. */
import type { ListViewField } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { storedListViewFields } from '../storedJson.ts';

const COLUMNS = ['itemTypeListViewFieldNames', 'inspectionItemTypeListViewFieldNames'] as const;

/**
 * Gives the lists of inspections the new name of a question. The column of the former name is kept as long as another question, which may
 * be deleted, has that name.
 * @param field the question after its change
 * @param was its former name
 */
export async function letListsFollow(
  { db, follow }: Pick<WriteCtx, 'db' | 'follow'>,
  field: Pick<Database['field'], 'name' | 'fieldsTemplateId'>,
  was: string,
): Promise<void> {
  if (field.name === was) return;
  const listing = (await db.rows('inspection', {})).filter((inspection) =>
    COLUMNS.some((column) => storedListViewFields(inspection[column]).some(({ name }) => name === was)),
  );
  if (listing.length === 0) return;
  const other = await db.fromWithDeleted('field').select('id').where('name', '=', was).limit(1).executeTakeFirst();
  const isShared = other !== undefined;
  const asking = isShared ? await inspectionsAsking(db, field.fieldsTemplateId) : null;
  for (const inspection of listing) {
    if (asking !== null && !asking.has(inspection.id)) continue;
    const set: Partial<Database['inspection']> = {};
    for (const column of COLUMNS) {
      const columns = storedListViewFields(inspection[column]);
      const followed = columnsAfter(columns, { was, is: field.name, isShared });
      if (followed !== columns) set[column] = JSON.stringify(followed);
    }
    await follow('inspection', { op: 'upd', id: inspection.id, set });
  }
}

/** Returns columns in which a new name replaces the former one, or follows it while that is shared; the same list when nothing changes. */
function columnsAfter(
  columns: ListViewField[],
  { was, is, isShared }: { was: string; is: string; isShared: boolean },
): ListViewField[] {
  const place = columns.findIndex(({ name }) => name === was);
  if (place < 0) return columns;
  const isListed = columns.some(({ name }) => name === is);
  const added = isListed ? [] : [{ ...columns[place]!, name: is }];
  if (isShared) return isListed ? columns : columns.toSpliced(place + 1, 0, ...added);
  return columns.toSpliced(place, 1, ...added);
}

/** The inspection types that ask the questions of a template: of items, of their results, or by a default item. */
async function inspectionsAsking(db: WriteCtx['db'], fieldsTemplateId: string): Promise<Set<string>> {
  const links = await db.rows('itemTypeFieldsTemplate', { fieldsTemplateId });
  const typeIds = new Set(links.map(({ itemTypeId }) => itemTypeId));
  const types = (await db.rows('inspectionItemType', {})).filter(
    (link) => link.fieldsTemplateId === fieldsTemplateId || typeIds.has(link.itemTypeId),
  );
  const items = (await db.rows('inspectionDefaultItem', {})).filter(
    (item) => item.fieldsTemplateId === fieldsTemplateId || item.itemFieldsTemplateId === fieldsTemplateId,
  );
  return new Set([...types, ...items].map(({ inspectionId }) => inspectionId));
}
