import type { Report } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { LocalDb } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime, versionOf } from '../present.ts';

/** A report as sent over the API, without its template (data decision 22). */
export function presentReport(row: Database['report']): Report {
  return {
    id: row.id,
    title: row.title,
    frx: '',
    companyId: row.companyId,
    inspectionId: row.inspectionId,
    reportTypeId: row.reportTypeId,
    published: row.published === 1,
    updatedAt: isoTime(row.updatedAt),
    clock: versionOf(row),
  };
}

/** Reports by title. */
export function presentReports(rows: readonly Database['report'][]): Report[] {
  return rows.map(presentReport).toSorted((a, b) => byName({ name: a.title, id: a.id }, { name: b.title, id: b.id }));
}

/**
 * Published reports of some types that fit a type of inspection, by title.
 * @param inspectionId null: those for certain types of inspection come too
 */
export async function reportsOfTypes(
  db: ScopedDb,
  reportTypes: readonly { id: string }[],
  inspectionId: string | null,
): Promise<Report[]> {
  const rows = await db
    .from('report')
    .selectAll()
    .where(
      'report.reportTypeId',
      'in',
      reportTypes.map((type) => type.id),
    )
    .execute();
  return presentReports(
    rows.filter(
      (row) =>
        row.published === 1 &&
        (inspectionId === null || row.inspectionId === null || row.inspectionId === inspectionId),
    ),
  );
}

/** The templates a report had, the one in use first. */
export function versionsOf(local: LocalDb, reportId: string): Promise<Database['reportVersion'][]> {
  return local
    .selectFrom('reportVersion')
    .selectAll()
    .where('reportId', '=', reportId)
    .orderBy('number', 'desc')
    .execute();
}

/** Remembers a template that a report gets. */
export async function addVersion(local: LocalDb, row: Database['reportVersion']): Promise<void> {
  await local.insertInto('reportVersion').values(row).execute();
}

/** The names of all accounts by id. */
export async function accountNames(local: LocalDb): Promise<Map<string, string>> {
  const people = await local.selectFrom('user').select(['id', 'name']).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** A counted item of an inspection: places are counted once a condition was set on them (product decision 12). */
export interface Counted extends Pick<Database['item'], 'itemTypeId' | 'defaultItemId'> {
  /** Of the item. */
  id: string;
  memberId: string;
  conditionId: string | null;
  isQuestion: boolean;
}

/** Returns the items that a report counts: all of an inspection except locations without a condition. */
export async function countedItems(db: ScopedDb, installationInspectionId: string): Promise<Counted[]> {
  const rows = await db
    .from('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .select(['item.id', 'item.itemTypeId', 'item.defaultItemId', 'item.isLocation', 'itemType.isQuestion'])
    .select(['installationInspectionItem.id as memberId', 'installationInspectionItem.conditionId'])
    .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
    .where('item.deletedAt', 'is', null)
    .execute();
  return rows
    .filter(({ isLocation, conditionId }) => isLocation === 0 || conditionId !== null)
    .map((row) => ({ ...row, isQuestion: row.isQuestion === 1 }));
}

/** The links of an inspection type to the templates of its detail questions, in their order. */
export function detailTemplates(db: ScopedDb, inspectionId: string): Promise<Database['inspectionFieldsTemplate'][]> {
  return db
    .from('inspectionFieldsTemplate')
    .selectAll()
    .where('inspectionFieldsTemplate.inspectionId', '=', inspectionId)
    .orderBy('inspectionFieldsTemplate.order')
    .orderBy('inspectionFieldsTemplate.id')
    .execute();
}

/** A photo of an inspection's item, by its content. */
export type Photo = Pick<Database['image'], 'scopeId' | 'sha256'> & { itemId: string };

/** Returns the photos taken of living items in an inspection. */
export function photosOf(db: ScopedDb, installationInspectionId: string): Promise<Photo[]> {
  return db
    .from('image')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'image.installationInspectionItemId')
    .innerJoin('item', 'item.id', 'holder.itemId')
    .select(['image.scopeId', 'image.sha256', 'holder.itemId'])
    .where('holder.installationInspectionId', '=', installationInspectionId)
    .where('holder.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .execute();
}

/** The ids of items with a note in an inspection. */
export async function notedItems(db: ScopedDb, installationInspectionId: string): Promise<Set<string>> {
  const rows = await db
    .from('note')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'note.installationInspectionItemId')
    .select('holder.itemId')
    .distinct()
    .where('holder.installationInspectionId', '=', installationInspectionId)
    .where('holder.deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}

/** The ids of items of an inspection that have a file. */
export async function filedItems(db: ScopedDb, installationInspectionId: string): Promise<Set<string>> {
  const rows = await db
    .from('file')
    .innerJoin('installationInspectionItem as holder', 'holder.itemId', 'file.itemId')
    .select('file.itemId')
    .distinct()
    .where('holder.installationInspectionId', '=', installationInspectionId)
    .where('holder.deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}

/** The answers about some rows. */
export function answersOfOwners(
  db: ScopedDb,
  ownerIds: readonly string[],
): Promise<
  Pick<Database['fieldResponse'], 'ownerId' | 'fieldId' | 'parentFieldOptionId' | 'value' | 'displayValue'>[]
> {
  return db
    .from('fieldResponse')
    .select(['ownerId', 'fieldId', 'parentFieldOptionId', 'value', 'displayValue'])
    .where('ownerId', 'in', ownerIds)
    .execute();
}

/** Returns the scopes in which contents with these hashes are stored. */
export function storedContents(
  local: LocalDb,
  hashes: readonly string[],
): Promise<Pick<Database['blob'], 'scopeId' | 'sha256'>[]> {
  return local
    .selectFrom('blob')
    .select(['scopeId', 'sha256'])
    .where('state', '=', 'stored')
    .where('sha256', 'in', hashes)
    .execute();
}
