/** Templates with questions about an item (data decision 15). */
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { type Assigned, assignedBy } from '../fields/index.ts';

/** Properties of an item that decide which questions it has. */
type AskedItem = Pick<Database['item'], 'id' | 'itemTypeId' | 'defaultItemId'>;

/** The templates with questions about an item: its own questions, and its result questions in one inspection. */
interface AskingTemplates {
  own: Assigned[];
  result: Assigned[];
}

/** The templates with questions about some items in an inspection type, by item. */
export async function askingTemplates(
  db: ScopedDb,
  inspectionId: string,
  items: readonly AskedItem[],
): Promise<Map<string, AskingTemplates>> {
  if (items.length === 0) return new Map();
  const [own, result] = await Promise.all([ownTemplates(db, items), resultTemplates(db, inspectionId, items)]);
  return new Map(items.map((item) => [item.id, { own: own(item), result: result(item) }]));
}

/** The default items from which some items were created. A deleted one still decides the questions, because they were answered. */
async function defaultItemsOf(
  db: ScopedDb,
  items: readonly AskedItem[],
): Promise<(item: AskedItem) => Database['inspectionDefaultItem'] | undefined> {
  const ids = new Set(items.flatMap(({ defaultItemId }) => defaultItemId ?? []));
  if (ids.size === 0) return () => undefined;
  const rows = await db
    .fromWithDeleted('inspectionDefaultItem')
    .selectAll()
    .where('inspectionDefaultItem.id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ({ defaultItemId }) => byId.get(defaultItemId ?? '');
}

/** The templates of an item's type, unless its default item names one of its own (data decision 15). */
export async function ownTemplates(
  db: ScopedDb,
  items: readonly AskedItem[],
): Promise<(item: AskedItem) => Assigned[]> {
  const typeLinks = db
    .from('itemTypeFieldsTemplate')
    .select(['itemTypeFieldsTemplate.itemTypeId', 'itemTypeFieldsTemplate.fieldsTemplateId'])
    .select(['itemTypeFieldsTemplate._clk', 'itemTypeFieldsTemplate.deletedAt'])
    .where('itemTypeFieldsTemplate.itemTypeId', 'in', typesOf(items))
    .orderBy('itemTypeFieldsTemplate.order')
    .orderBy('itemTypeFieldsTemplate.id');
  const [defaultItem, links] = await Promise.all([defaultItemsOf(db, items), typeLinks.execute()]);
  const byType = Map.groupBy(links, (link) => link.itemTypeId);
  return (item) => {
    const made = defaultItem(item);
    const own = made?.itemFieldsTemplateId ?? null;
    if (own !== null) return [assignedBy(made!, 'itemFieldsTemplateId', own)];
    return (byType.get(item.itemTypeId) ?? []).map((link) =>
      assignedBy(link, 'fieldsTemplateId', link.fieldsTemplateId),
    );
  };
}

/** The result template of an item's type in a type of inspection, unless its default item there names one of its own. */
export async function resultTemplates(
  db: ScopedDb,
  inspectionId: string,
  items: readonly AskedItem[],
): Promise<(item: AskedItem) => Assigned[]> {
  const typeLinks = db
    .from('inspectionItemType')
    .select(['inspectionItemType.itemTypeId', 'inspectionItemType.fieldsTemplateId'])
    .select(['inspectionItemType._clk', 'inspectionItemType.deletedAt'])
    .where('inspectionItemType.inspectionId', '=', inspectionId)
    .where('inspectionItemType.itemTypeId', 'in', typesOf(items));
  const [defaultItem, links] = await Promise.all([defaultItemsOf(db, items), typeLinks.execute()]);
  const byType = new Map(links.map((link) => [link.itemTypeId, link]));
  return (item) => {
    const made = defaultItem(item);
    const link = byType.get(item.itemTypeId);
    const assigned = made?.inspectionId === inspectionId && made.fieldsTemplateId !== null ? made : link;
    if (assigned === undefined || assigned.fieldsTemplateId === null) return [];
    return [assignedBy(assigned, 'fieldsTemplateId', assigned.fieldsTemplateId)];
  };
}

function typesOf(items: readonly AskedItem[]): string[] {
  return [...new Set(items.map((item) => item.itemTypeId))];
}
