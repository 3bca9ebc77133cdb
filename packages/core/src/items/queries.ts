import {
  type InspectionRow,
  type InstallationInspectionItem,
  type Item,
  type ItemSummary,
  Problem,
  type Usage,
} from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { LocalDb } from '../calls/ctx.ts';
import { conditionOf } from '../db/constants.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { answersOf } from '../fields/index.ts';
import type { Member } from '../inspections/index.ts';
import { filesOf, imagesOf } from '../media/index.ts';
import { notesOf } from '../notes/index.ts';
import { versionOf } from '../present.ts';
import { presentItemTypes } from './itemTypes.ts';
import { inListOrder } from './rules.ts';

/** Records on an item in one inspection, and the files of the item. */
type Recorded = Pick<InstallationInspectionItem, 'fieldResponses' | 'images' | 'notes' | 'files'>;

/**
 * Reads the records on an item in one inspection.
 * @param id of the item's row in the inspection
 */
export async function recordedOn(db: ScopedDb, id: string, itemId: string): Promise<Recorded> {
  const [answers, images, notes, files] = await Promise.all([
    answersOf(db, [id]),
    imagesOf(db, id),
    notesOf(db, id),
    filesOf(db, itemId),
  ]);
  return { fieldResponses: answers.get(id)!.map((answer) => ({ ...answer, itemId })), images, notes, files };
}

/** An item as one inspection has it, with everything recorded on it. */
export async function presentInspectionItem(
  db: ScopedDb,
  row: Member,
  recorded?: Recorded,
): Promise<InstallationInspectionItem> {
  return {
    id: row.id,
    installationInspectionId: row.installationInspectionId,
    itemId: row.itemId,
    conditionId: row.conditionId,
    condition: conditionOf(row.conditionId) ?? null,
    order: row.order,
    ...(recorded ?? (await recordedOn(db, row.id, row.itemId))),
    clock: versionOf(row),
  };
}

/** An item. @throws {Problem} `notFound` */
export async function itemRow(db: ScopedDb, id: string): Promise<Database['item']> {
  const row = await db.from('item').selectAll().where('item.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Problem('notFound');
  return row;
}

/** A summary of an item, as sent over the API. */
export function summaryOf(row: Database['item']): ItemSummary {
  return {
    id: row.id,
    itemId: row.id,
    name: row.name,
    parentItemId: row.parentItemId,
    itemTypeId: row.itemTypeId,
    installationId: row.installationId,
    tag: row.tag,
    isLocation: row.isLocation === 1,
    clock: versionOf(row),
  };
}

/** An item with its answers, files and the questions of its type. @throws {Problem} `notFound` */
export function itemById(db: ScopedDb, id: string): Promise<Item> {
  return db.together(async (at) => {
    const [row, children, answers, files] = await Promise.all([
      itemRow(at, id),
      at.from('item').select(['item.id', 'item.name']).where('item.parentItemId', '=', id).execute(),
      answersOf(at, [id]),
      filesOf(at, id),
    ]);
    const types = await presentItemTypes(at, [row.itemTypeId]);
    return {
      ...summaryOf(row),
      childItems: children.toSorted(byName),
      fieldResponses: answers.get(id)!,
      files,
      itemType: types.get(row.itemTypeId)!,
    };
  });
}

/**
 * The working list of an inspection: its items, and their ancestors that are not members as context (data decision 18).
 * @param fieldNames the list-view fields whose display values the rows carry
 */
export async function inspectionRows(
  db: ScopedDb,
  inspection: { id: string; installationId: string },
  fieldNames: readonly string[],
): Promise<InspectionRow[]> {
  const itemRows = db
    .from('item')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .leftJoin('installationInspectionItem as member', (join) =>
      join
        .onRef('member.itemId', '=', 'item.id')
        .on('member.installationInspectionId', '=', inspection.id)
        .on('member.deletedAt', 'is', null),
    )
    .select([
      'item.id as itemId',
      'item.name',
      'item.parentItemId',
      'item.itemTypeId',
      'item.isLocation',
      'itemType.isQuestion',
      'member.id as memberId',
      'member.conditionId',
      'member.order',
      'member._clk',
    ])
    .where('item.installationId', '=', inspection.installationId);
  const [items, values, images, notes] = await Promise.all([
    itemRows.execute(),
    listValues(db, inspection.id, fieldNames),
    countPerMember(db, 'image', inspection.id),
    countPerMember(db, 'note', inspection.id),
  ]);
  const rows = items.map((item): InspectionRow => {
    const id = item.memberId ?? item.itemId;
    return {
      id,
      itemId: item.itemId,
      name: item.name,
      parentItemId: item.parentItemId,
      itemTypeId: item.itemTypeId,
      isLocation: item.isLocation === 1,
      isQuestion: item.isQuestion === 1,
      context: item.memberId === null || (item.isLocation === 1 && item.conditionId === null),
      conditionId: item.conditionId,
      clock: item._clk === null ? null : versionOf({ _clk: item._clk }),
      order: item.order ?? 0,
      values: values.get(item.itemId) ?? {},
      images: images.get(id) ?? 0,
      notes: notes.get(id) ?? 0,
    };
  });
  const members = new Set(items.filter((item) => item.memberId !== null).map((item) => item.itemId));
  return inListOrder(rows, members);
}

/** Display values of the list-view fields by item: answers of the item itself and of its row in the inspection. */
async function listValues(
  db: ScopedDb,
  installationInspectionId: string,
  fieldNames: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  const values = new Map<string, Record<string, string>>();
  if (fieldNames.length === 0) return values;
  // Includes deleted questions, whose recorded answers stay in the list (product decision 19).
  const fields = await db
    .fromWithDeleted('field')
    .select(['id', 'name', 'deletedAt'])
    .where('field.name', 'in', fieldNames as string[])
    .execute();
  if (fields.length === 0) return values;
  const fieldById = new Map(fields.map((field) => [field.id, field]));
  // One statement for each kind of owner: with both in one statement, joined by "or", SQLite would read every answer for every item.
  const answersBy = (owner: 'itemId' | 'id') =>
    db
      .from('installationInspectionItem')
      .innerJoin('fieldResponse', 'fieldResponse.ownerId', `installationInspectionItem.${owner}`)
      .select(['installationInspectionItem.itemId', 'fieldResponse.fieldId', 'fieldResponse.displayValue'])
      .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
      .where('fieldResponse.deletedAt', 'is', null)
      .where('fieldResponse.fieldId', 'in', [...fieldById.keys()])
      .where('fieldResponse.parentFieldOptionId', 'is', null)
      .execute();
  const answers = (await Promise.all([answersBy('itemId'), answersBy('id')])).flat();
  for (const { itemId, fieldId, displayValue } of answers) {
    const row = values.get(itemId) ?? {};
    const { name, deletedAt } = fieldById.get(fieldId)!;
    // A current question takes precedence over a deleted one of the same name.
    if (deletedAt === null || (row[name] ?? '') === '') row[name] = displayValue;
    values.set(itemId, row);
  }
  return values;
}

async function countPerMember(
  db: ScopedDb,
  table: 'image' | 'note',
  installationInspectionId: string,
): Promise<Map<string, number>> {
  const counts = await db
    .from('installationInspectionItem')
    // Sound because both tables have the columns of the join, with the same types.
    .innerJoin(`${table as 'note'} as counted`, (join) =>
      join
        .onRef('counted.installationInspectionItemId', '=', 'installationInspectionItem.id')
        .on('counted.deletedAt', 'is', null),
    )
    .select(({ fn }) => ['installationInspectionItem.id', fn.countAll<number>().as('count')])
    .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
    .groupBy('installationInspectionItem.id')
    .execute();
  return new Map(counts.map(({ id, count }) => [id, count]));
}

/**
 * The row of an item in the last inspection before another one: of the same type if there is one, otherwise of any type. Inspections that
 * began on the same day are ordered by their creation.
 */
export async function previousMember(
  db: ScopedDb,
  current: Pick<Database['installationInspection'], 'id' | 'inspectionId' | 'startDate' | 'createdAt'>,
  item: Database['item'],
): Promise<
  | (Member &
      Pick<Database['installationInspection'], 'inspectionId' | 'startDate' | 'expectedEndDate'> & {
        inspectionName: string;
      })
  | undefined
> {
  return db
    .from('installationInspectionItem')
    .innerJoin('installationInspection as held', 'held.id', 'installationInspectionItem.installationInspectionId')
    .innerJoin('inspection', 'inspection.id', 'held.inspectionId')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .selectAll('installationInspectionItem')
    .select(['held.inspectionId', 'held.startDate', 'held.expectedEndDate', 'inspection.name as inspectionName'])
    .where((eb) =>
      eb.or([
        eb('item.id', '=', item.id),
        eb.and([
          eb('itemType.isQuestion', '=', 1),
          eb('item.installationId', '=', item.installationId),
          eb('item.defaultItemId', '=', item.defaultItemId),
        ]),
      ]),
    )
    .where('held.id', '!=', current.id)
    .where('held.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('held.startDate', '<', current.startDate),
        eb.and([eb('held.startDate', '=', current.startDate), eb('held.createdAt', '<', current.createdAt)]),
      ]),
    )
    .orderBy((eb) => eb.case().when('held.inspectionId', '=', current.inspectionId).then(0).else(1).end())
    .orderBy('held.startDate', 'desc')
    .orderBy('held.createdAt', 'desc')
    .orderBy('held.id', 'desc')
    .executeTakeFirst();
}

/** Selects answers to questions that are still asked; callers narrow them to the rows they are about. */
function askedAnswers(db: ScopedDb) {
  return (
    db
      .from('fieldResponse')
      .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
      .leftJoin('fieldOption', 'fieldOption.id', 'fieldResponse.parentFieldOptionId')
      .selectAll('fieldResponse')
      .where('fieldResponse.value', '!=', '')
      .where('field.deletedAt', 'is', null)
      .where('fieldOption.deletedAt', 'is', null)
      // An option may have stopped opening the template of the question since.
      .where((eb) =>
        eb.or([
          eb('fieldResponse.parentFieldOptionId', 'is', null),
          eb('fieldOption.fieldsTemplateId', '=', eb.ref('field.fieldsTemplateId')),
        ]),
      )
      .orderBy('fieldResponse.id')
  );
}

/** Answers about an installation and its items to questions that are still asked. */
export function answersToCopy(db: ScopedDb, installationId: string): Promise<Database['fieldResponse'][]> {
  const owners = db.from('item').select('item.id').where('item.installationId', '=', installationId);
  return askedAnswers(db)
    .where((eb) => eb.or([eb('fieldResponse.ownerId', '=', installationId), eb('fieldResponse.ownerId', 'in', owners)]))
    .execute();
}

/** Returns the files of an installation's living items. */
export function filesToCopy(db: ScopedDb, installationId: string): Promise<Database['file'][]> {
  return db
    .from('file')
    .innerJoin('item', 'item.id', 'file.itemId')
    .selectAll('file')
    .where('item.installationId', '=', installationId)
    .where('item.deletedAt', 'is', null)
    .orderBy('file.id')
    .execute();
}

/** The action that last deleted one of some rows; undefined when none did. */
export async function lastDeletion(
  local: LocalDb,
  scopeId: string,
  rowIds: readonly string[],
): Promise<string | undefined> {
  const deletion = await local
    .selectFrom('loggedChange')
    .select('groupId')
    .where('scopeId', '=', scopeId)
    .where('rowId', 'in', rowIds)
    .where('op', '=', 'del')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return deletion?.groupId;
}

/** The items of each inspection of an installation. */
export function heldItems(db: ScopedDb, installationId: string): Promise<{ itemId: string; id: string }[]> {
  return db
    .from('installationInspectionItem')
    .innerJoin('installationInspection as holder', 'holder.id', 'installationInspectionItem.installationInspectionId')
    .select(['installationInspectionItem.itemId', 'holder.id'])
    .where('holder.installationId', '=', installationId)
    .where('holder.deletedAt', 'is', null)
    .execute();
}

/** The items that an inspection contains, with their conditions. */
export function membersByInspection(
  db: ScopedDb,
  installationInspectionId: string,
): Promise<
  (Pick<Database['installationInspectionItem'], 'id' | 'itemId' | 'conditionId'> &
    Pick<Database['item'], 'name' | 'isLocation'>)[]
> {
  return db
    .from('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .select([
      'installationInspectionItem.id',
      'installationInspectionItem.itemId',
      'installationInspectionItem.conditionId',
      'item.name',
      'item.isLocation',
    ])
    .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
    .where('item.deletedAt', 'is', null)
    .execute();
}

/** Counts the records of an item type in the inspections of a type. */
export function usageOfType(
  db: ScopedDb,
  place: Pick<Database['inspectionItemType'], 'inspectionId' | 'itemTypeId'>,
): Promise<Usage> {
  return db
    .from('installationInspectionItem')
    .innerJoin(
      'installationInspection',
      'installationInspection.id',
      'installationInspectionItem.installationInspectionId',
    )
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .leftJoin('fieldResponse', (join) =>
      join
        .onRef('fieldResponse.ownerId', '=', 'installationInspectionItem.id')
        .on('fieldResponse.deletedAt', 'is', null),
    )
    .select(({ fn }) => [
      fn.count<number>('fieldResponse.id').as('answers'),
      fn.count<number>('installationInspectionItem.itemId').distinct().as('items'),
      fn.count<number>('installationInspection.id').distinct().as('inspections'),
    ])
    .where('installationInspection.inspectionId', '=', place.inspectionId)
    .where('item.itemTypeId', '=', place.itemTypeId)
    .where('installationInspection.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
}

/** The items of an installation, each with a flag for questions. */
export function itemsWithKind(
  db: ScopedDb,
  installationId: string,
): Promise<(Database['item'] & Pick<Database['itemType'], 'isQuestion'>)[]> {
  return db
    .from('item')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .selectAll('item')
    .select('itemType.isQuestion')
    .where('item.installationId', '=', installationId)
    .execute();
}

/** An inspection that contains an item, with the item's condition in it. */
export type HoldingInspection = Pick<Database['installationInspectionItem'], 'id' | 'conditionId' | '_clk'> &
  Pick<Database['installationInspection'], 'inspectionId' | 'startDate' | 'expectedEndDate'> & {
    installationInspectionId: string;
    inspectionName: string;
  };

/** The inspections that contain an item, newest first. */
export function holdingInspections(db: ScopedDb, itemId: string): Promise<HoldingInspection[]> {
  return db
    .from('installationInspectionItem')
    .innerJoin('installationInspection as held', 'held.id', 'installationInspectionItem.installationInspectionId')
    .innerJoin('inspection', 'inspection.id', 'held.inspectionId')
    .select([
      'installationInspectionItem.id',
      'installationInspectionItem.conditionId',
      'installationInspectionItem._clk',
      'held.id as installationInspectionId',
      'held.inspectionId',
      'held.startDate',
      'held.expectedEndDate',
      'inspection.name as inspectionName',
    ])
    .where('installationInspectionItem.itemId', '=', itemId)
    .where('held.deletedAt', 'is', null)
    .orderBy('held.startDate', 'desc')
    .orderBy('held.id', 'desc')
    .execute();
}

/** The answers about a row to questions that are still asked. */
export function askedAnswersOf(db: ScopedDb, ownerId: string): Promise<Database['fieldResponse'][]> {
  return askedAnswers(db).where('fieldResponse.ownerId', '=', ownerId).execute();
}

/** The item of these scopes that has a tag; undefined when none has it. */
export function itemByTag(
  db: ScopedDb,
  scopes: readonly string[],
  { tag, tagKind }: { tag: string; tagKind: NonNullable<Database['item']['tagKind']> },
): Promise<Pick<Database['item'], 'id' | 'name' | 'installationId'> | undefined> {
  return db
    .from('item')
    .select(['item.id', 'item.name', 'item.installationId'])
    .where('item.scopeId', 'in', scopes as string[])
    .where('item.tag', '=', tag)
    .where('item.tagKind', '=', tagKind)
    .executeTakeFirst();
}
