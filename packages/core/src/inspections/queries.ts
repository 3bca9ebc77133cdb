import {
  CONDITIONS,
  type InstallationInspection,
  type InstallationInspectionSummary,
  type OpenInspection,
  Problem,
} from '@holdfast/contract';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { answersOf } from '../fields/index.ts';
import { latestVersion, versionOf } from '../present.ts';

/** The counts of an inspection. Locations count only once a condition was set on them (product decision 12). */
type Counts = Pick<
  InstallationInspectionSummary,
  'totalItems' | 'fitForPurpose' | 'needsAttention' | 'defective' | 'notApplicable'
>;

const NO_ITEMS: Counts = { totalItems: 0, fitForPurpose: 0, needsAttention: 0, defective: 0, notApplicable: 0 };

const COUNTED: Readonly<Record<string, keyof Counts>> = {
  [CONDITIONS.fitForPurpose.id]: 'fitForPurpose',
  [CONDITIONS.needsAttention.id]: 'needsAttention',
  [CONDITIONS.defective.id]: 'defective',
  [CONDITIONS.notApplicable.id]: 'notApplicable',
};

/** An inspection of an installation with the names of both. */
export async function installationInspectionById(
  db: ScopedDb,
  id: string,
): Promise<Database['installationInspection'] & { inspectionName: string; installationName: string }> {
  const row = await db
    .from('installationInspection')
    .innerJoin('inspection', 'inspection.id', 'installationInspection.inspectionId')
    .innerJoin('installation', 'installation.id', 'installationInspection.installationId')
    .selectAll('installationInspection')
    .select(['inspection.name as inspectionName', 'installation.name as installationName'])
    .where('installationInspection.id', '=', id)
    .where('installation.deletedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('notFound');
  return row;
}

/** The inspections of some installations with their counts, newest first; grouped by installation. */
export async function summariesOf(
  db: ScopedDb,
  installationIds: readonly string[],
): Promise<Map<string, InstallationInspectionSummary[]>> {
  const grouped = new Map<string, InstallationInspectionSummary[]>(installationIds.map((id) => [id, []]));
  if (installationIds.length === 0) return grouped;
  const inspections = await db
    .from('installationInspection')
    .innerJoin('inspection', 'inspection.id', 'installationInspection.inspectionId')
    .select([
      'installationInspection.id',
      'installationInspection.installationId',
      'installationInspection.inspectionId',
      'installationInspection.startDate',
      'installationInspection.expectedEndDate',
      'inspection.name as inspectionName',
    ])
    .where('installationInspection.installationId', 'in', installationIds as string[])
    .orderBy('installationInspection.startDate', 'desc')
    .orderBy('installationInspection.id')
    .execute();
  const counts = await countsOf(
    db,
    inspections.map((inspection) => inspection.id),
  );
  for (const inspection of inspections) {
    grouped.get(inspection.installationId)!.push({ ...inspection, ...(counts.get(inspection.id) ?? NO_ITEMS) });
  }
  return grouped;
}

/** Returns the counts of conditions of some inspections. */
async function countsOf(db: ScopedDb, ids: readonly string[]): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>();
  if (ids.length === 0) return counts;
  const found = await db
    .from('installationInspection')
    .innerJoin('conditionCount', 'conditionCount.installationInspectionId', 'installationInspection.id')
    .select(['installationInspection.id', 'conditionCount.conditionId', 'conditionCount.count'])
    .where('installationInspection.id', 'in', ids as string[])
    // In the view of a desktop, so that only these are counted.
    .where('conditionCount.installationInspectionId', 'in', ids as string[])
    .execute();
  for (const { id, conditionId, count } of found) {
    const counted = counts.get(id) ?? { ...NO_ITEMS };
    counted.totalItems += count;
    const key = COUNTED[conditionId];
    if (key !== undefined) counted[key] += count;
    counts.set(id, counted);
  }
  return counts;
}

const DAY_SECONDS = 86_400;
/** Days after its expected end for which an unfinished inspection is listed. */
const OVERDUE_DAYS = 365;
/** The most unfinished inspections that are listed, and the most that are counted for it. */
const OPEN_LIMIT = 200;
const OPEN_CANDIDATES = 2_000;

/**
 * Unfinished inspections that have begun, of installations that are not archived; the earliest expected end first.
 * @param now milliseconds UTC
 */
export async function openInspections(db: ScopedDb, now: number): Promise<OpenInspection[]> {
  const today = Math.floor(now / 1000);
  const rows = await db
    .from('installationInspection')
    .innerJoin('inspection', 'inspection.id', 'installationInspection.inspectionId')
    .innerJoin('installation', 'installation.id', 'installationInspection.installationId')
    .innerJoin('company', 'company.id', 'installationInspection.scopeId')
    .select(['installationInspection.id', 'inspection.name as inspectionName', 'installationInspection.installationId'])
    .select(['installation.name as installationName', 'company.id as companyId', 'company.name as companyName'])
    .select(['installationInspection.startDate', 'installationInspection.expectedEndDate'])
    .where('installation.deletedAt', 'is', null)
    .where('installation.archivedAt', 'is', null)
    .where('installationInspection.startDate', '<=', today)
    .where('installationInspection.expectedEndDate', '>=', today - OVERDUE_DAYS * DAY_SECONDS)
    .orderBy('installationInspection.expectedEndDate')
    .orderBy('installationInspection.id')
    .limit(OPEN_CANDIDATES)
    .execute();
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows
    .map((row) => ({ ...row, ...(counts.get(row.id) ?? NO_ITEMS) }))
    .filter(({ totalItems, fitForPurpose, needsAttention, defective, notApplicable }) => {
      const found = fitForPurpose + needsAttention + defective + notApplicable;
      return totalItems === 0 || found < totalItems;
    })
    .slice(0, OPEN_LIMIT);
}

/** An inspection of an installation, as sent over the API. */
export async function presentInstallationInspection(db: ScopedDb, id: string): Promise<InstallationInspection> {
  const row = await installationInspectionById(db, id);
  const [counts, answers] = await Promise.all([countsOf(db, [id]), answersOf(db, [id])]);
  return {
    id,
    installationId: row.installationId,
    inspectionId: row.inspectionId,
    inspectionName: row.inspectionName,
    installationName: row.installationName,
    startDate: row.startDate,
    expectedEndDate: row.expectedEndDate,
    fieldResponses: answers.get(id)!,
    ...(counts.get(id) ?? NO_ITEMS),
    clock: latestVersion(versionOf(row), ...answers.get(id)!.map((answer) => answer.clock)),
  };
}

/** The default items of a type of inspection in their configured order; those whose item type was deleted are left out. */
export async function defaultItemsOf(
  db: ScopedDb,
  inspectionId: string,
): Promise<(Database['inspectionDefaultItem'] & Pick<Database['itemType'], 'isLocation'>)[]> {
  return db
    .from('inspectionDefaultItem')
    .innerJoin('itemType', 'itemType.id', 'inspectionDefaultItem.itemTypeId')
    .selectAll('inspectionDefaultItem')
    .select('itemType.isLocation')
    .where('inspectionDefaultItem.inspectionId', '=', inspectionId)
    .where('itemType.deletedAt', 'is', null)
    .orderBy('inspectionDefaultItem.order')
    .orderBy('inspectionDefaultItem.id')
    .execute();
}

/**
 * Numbers of default items and questions with which inspections of some types start, by the id of the type. Locations, which are only
 * created in the installation, and those whose item type is gone are not counted.
 */
export async function defaultItemCounts(
  db: ScopedDb,
  inspectionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .from('inspectionDefaultItem')
    .innerJoin('itemType', 'itemType.id', 'inspectionDefaultItem.itemTypeId')
    .select((eb) => ['inspectionDefaultItem.inspectionId', eb.fn.countAll<number | string>().as('count')])
    .where('inspectionDefaultItem.inspectionId', 'in', inspectionIds)
    .where('itemType.isLocation', '=', 0)
    .where('itemType.deletedAt', 'is', null)
    .groupBy('inspectionDefaultItem.inspectionId')
    .execute();
  return new Map(rows.map(({ inspectionId, count }) => [inspectionId, Number(count)]));
}

/** The living items an installation has from some default items, by the default item; of several the oldest. */
export async function itemsMadeFrom(
  db: ScopedDb,
  installationId: string,
  defaultItemIds: readonly string[],
): Promise<Map<string, string>> {
  if (defaultItemIds.length === 0) return new Map();
  const rows = await db
    .from('item')
    .select(['item.id', 'item.defaultItemId'])
    .where('item.installationId', '=', installationId)
    .where('item.defaultItemId', 'in', defaultItemIds as string[])
    .orderBy('item.createdAt', 'desc')
    .orderBy('item.id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.defaultItemId!, row.id]));
}

/** The items that an inspection contains, with their locations, without questions. @throws {Problem} `notFound` */
export async function itemsOfInspection(
  db: ScopedDb,
  installationInspectionId: string,
): Promise<{ installationId: string; members: { itemId: string; order: number }[] }> {
  const { installationId } = await installationInspectionById(db, installationInspectionId);
  const members = await db
    .from('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .select(['installationInspectionItem.itemId', 'installationInspectionItem.order'])
    .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
    .where('item.deletedAt', 'is', null)
    .where('itemType.isQuestion', '=', 0)
    .orderBy('installationInspectionItem.order')
    .orderBy('installationInspectionItem.id')
    .execute();
  return { installationId, members };
}

/** Summaries of the items of an installation, without questions. */
export async function itemsOfInstallation(
  db: ScopedDb,
  installationId: string,
): Promise<Pick<Database['item'], 'id' | 'parentItemId' | 'itemTypeId' | 'isLocation'>[]> {
  return db
    .from('item')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .select(['item.id', 'item.parentItemId', 'item.itemTypeId', 'item.isLocation'])
    .where('item.installationId', '=', installationId)
    .where('itemType.isQuestion', '=', 0)
    .orderBy('item.id')
    .execute();
}

/** The types of inspection that the company may start. */
export function inspectionsOfCompany(db: ScopedDb): Promise<Database['inspection'][]> {
  return db
    .from('companyInspection')
    .innerJoin('inspection', 'inspection.id', 'companyInspection.inspectionId')
    .selectAll('inspection')
    .where('inspection.deletedAt', 'is', null)
    .execute();
}

/** The versions of templates by which the answers of an inspection and of its items in it were recorded, by name. */
export function recordedTemplates(db: ScopedDb, id: string) {
  const owners = db
    .from('installationInspectionItem')
    .select('installationInspectionItem.id')
    .where('installationInspectionItem.installationInspectionId', '=', id)
    .unionAll(
      db.from('installationInspection').select('installationInspection.id').where('installationInspection.id', '=', id),
    );
  return (
    db
      .from('fieldResponse')
      // Deleted ones too: answers to them stay recorded (product decision 19).
      .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
      .innerJoin('fieldsTemplate', 'fieldsTemplate.id', 'field.fieldsTemplateId')
      .select(['fieldsTemplate.id as fieldsTemplateId', 'fieldsTemplate.fieldsTemplateTypeId', 'fieldsTemplate.name'])
      .select(['fieldsTemplate.version as inUse', 'fieldsTemplate.deletedAt'])
      .select(['fieldResponse.templateVersion as version'])
      .select(({ fn }) => [
        fn.countAll<number>().as('answers'),
        fn.min('fieldResponse.recordedDate').as('from'),
        fn.max('fieldResponse.recordedDate').as('until'),
      ])
      .where('fieldResponse.value', '!=', '')
      .where('fieldResponse.ownerId', 'in', owners)
      .groupBy(['fieldsTemplate.id', 'fieldsTemplate.fieldsTemplateTypeId', 'fieldsTemplate.name'])
      .groupBy(['fieldsTemplate.version', 'fieldsTemplate.deletedAt', 'fieldResponse.templateVersion'])
      .orderBy('fieldsTemplate.name')
      .orderBy('fieldsTemplate.id')
      .orderBy('fieldResponse.templateVersion')
      .execute()
  );
}
