/** Queries of records by their names. */
import { type FoundAdministered, FOUND_LIMIT, type FoundRecord } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { LocalDb } from '../calls/ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';

/** A condition that columns together contain every word of a text. The database folds the case of both, because engines fold differently. */
function contains(columns: readonly string[], text: string): RawBuilder<boolean> {
  const folded = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  );
  const words = text.split(/\s+/).filter((word) => word !== '');
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`lower(${folded}) like lower(${`%${escaped(word)}%`}) escape '\\'`),
    sql` and `,
  )})`;
}

/** Order of names: those that begin with a text first. */
function startsFirst(column: string, text: string): RawBuilder<number> {
  return sql<number>`case when ${startsWith(column, text)} then 0 else 1 end`;
}

function startsWith(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) like lower(${`${escaped(text)}%`}) escape '\\'`;
}

/** A text in which no character stands for others. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

/** Installations by name, with their companies. */
export async function installationsNamed(db: ScopedDb, text: string): Promise<FoundRecord[]> {
  const rows = await db
    .from('installation')
    .innerJoin('company', 'company.id', 'installation.scopeId')
    .select(['installation.id', 'installation.name', 'company.name as company'])
    .where(contains(['installation.name'], text))
    .orderBy(startsFirst('installation.name', text))
    .orderBy('installation.name')
    .orderBy('installation.id')
    .limit(FOUND_LIMIT)
    .execute();
  return rows.map(({ id, name, company }) => ({
    kind: 'installation',
    id,
    name,
    within: company,
    installationId: id,
    installationInspectionId: null,
    startDate: null,
  }));
}

/** Inspections by the names of their type and installation, newest first. */
export async function inspectionsNamed(db: ScopedDb, text: string): Promise<FoundRecord[]> {
  const rows = await db
    .from('installationInspection')
    .innerJoin('inspection', 'inspection.id', 'installationInspection.inspectionId')
    .innerJoin('installation', 'installation.id', 'installationInspection.installationId')
    .select(['installationInspection.id', 'inspection.name', 'installation.name as installation'])
    .select(['installationInspection.installationId', 'installationInspection.startDate'])
    .where('installation.deletedAt', 'is', null)
    .where(contains(['inspection.name', 'inspection.shortName', 'installation.name'], text))
    // An installation is found by itself: its inspections only where their type is named, too.
    .where((eb) =>
      eb.or([
        eb.not(contains(['installation.name'], text)),
        contains(['inspection.name', 'inspection.shortName'], text),
      ]),
    )
    .orderBy('installationInspection.startDate', 'desc')
    .orderBy('installationInspection.id')
    .limit(FOUND_LIMIT)
    .execute();
  return rows.map(({ id, name, installation, installationId, startDate }) => ({
    kind: 'installationInspection',
    id,
    name,
    within: installation,
    installationId,
    installationInspectionId: id,
    startDate,
  }));
}

/** Items by name, or by the beginning of their tag; questions of inspections are not among them. */
export async function itemsNamed(db: ScopedDb, text: string): Promise<FoundRecord[]> {
  const tag = text.replace(/[\s:-]/g, '');
  const isTag = /^[0-9a-f]{4,}$/i.test(tag);
  const rows = await db
    .from('item')
    .innerJoin('itemType', 'itemType.id', 'item.itemTypeId')
    .innerJoin('installation', 'installation.id', 'item.installationId')
    .leftJoin('item as parent', 'parent.id', 'item.parentItemId')
    .select(['item.id', 'item.name', 'item.installationId', 'installation.name as installation'])
    .select('parent.name as parent')
    .where('itemType.isQuestion', '=', 0)
    .where('installation.deletedAt', 'is', null)
    .where((eb) => eb.or([contains(['item.name'], text), ...(isTag ? [startsWith('item.tag', tag)] : [])]))
    .orderBy(startsFirst('item.name', text))
    .orderBy('item.name')
    .orderBy('item.id')
    .limit(FOUND_LIMIT)
    .execute();
  const newest = await newestInspections(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, installationId, installation, parent }) => ({
    kind: 'item',
    id,
    name,
    within: parent === null ? installation : `${parent}, ${installation}`,
    installationId,
    installationInspectionId: newest.get(id) ?? null,
    startDate: null,
  }));
}

/** The newest inspection that holds each of some items. */
async function newestInspections(db: ScopedDb, itemIds: readonly string[]): Promise<Map<string, string>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .from('installationInspectionItem')
    .innerJoin('installationInspection as held', 'held.id', 'installationInspectionItem.installationInspectionId')
    .select(['installationInspectionItem.itemId', 'held.id'])
    .where('installationInspectionItem.itemId', 'in', itemIds as string[])
    .where('held.deletedAt', 'is', null)
    .orderBy('held.startDate')
    .orderBy('held.id')
    .execute();
  return new Map(rows.map(({ itemId, id }) => [itemId, id]));
}

/** Companies by name or short name. */
export async function companiesNamed(db: ScopedDb, text: string): Promise<FoundAdministered[]> {
  const rows = await db
    .from('company')
    .select(['company.id', 'company.name', 'company.shortName'])
    .where(contains(['company.name', 'company.shortName'], text))
    .orderBy(startsFirst('company.name', text))
    .orderBy('company.name')
    .orderBy('company.id')
    .limit(FOUND_LIMIT)
    .execute();
  return rows.map(({ id, name }) => ({ kind: 'company', id, name, within: '', fieldsTemplateTypeId: null }));
}

/** Accounts by name or address; erased ones are not among them. @param companyId null: of every company */
export async function accountsNamed(
  local: LocalDb,
  text: string,
  companyId: string | null,
): Promise<FoundAdministered[]> {
  let query = local
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('erasedAt', 'is', null)
    .where(contains(['name', 'email'], text));
  if (companyId !== null) query = query.where('companyId', '=', companyId);
  const rows = await query
    .orderBy(startsFirst('name', text))
    .orderBy('name')
    .orderBy('id')
    .limit(FOUND_LIMIT)
    .execute();
  return rows.map(({ id, name, email }) => ({ kind: 'user', id, name, within: email, fieldsTemplateTypeId: null }));
}

/** Types of inspection, item types and templates by name. */
export async function libraryNamed(db: ScopedDb, text: string): Promise<FoundAdministered[]> {
  const named = async (kind: 'inspection' | 'itemType'): Promise<FoundAdministered[]> => {
    // Sound because both tables have the columns that are read, with the same types.
    const table = kind as 'itemType';
    const rows = await db
      .from(table)
      .select(['id', 'name'])
      .where(contains([`${table}.name`], text))
      .orderBy(startsFirst(`${table}.name`, text))
      .orderBy(`${table}.name`)
      .orderBy(`${table}.id`)
      .limit(FOUND_LIMIT)
      .execute();
    return rows.map(({ id, name }) => ({ kind, id, name, within: '', fieldsTemplateTypeId: null }));
  };
  const templates = async (): Promise<FoundAdministered[]> => {
    const rows = await db
      .from('fieldsTemplate')
      .select(['fieldsTemplate.id', 'fieldsTemplate.name', 'fieldsTemplate.fieldsTemplateTypeId'])
      .where(contains(['fieldsTemplate.name'], text))
      .orderBy(startsFirst('fieldsTemplate.name', text))
      .orderBy('fieldsTemplate.name')
      .orderBy('fieldsTemplate.id')
      .limit(FOUND_LIMIT)
      .execute();
    return rows.map((row) => ({ kind: 'fieldsTemplate', within: '', ...row }));
  };
  return (await Promise.all([named('inspection'), named('itemType'), templates()])).flat();
}

/** Reports by title. */
export async function reportsNamed(db: ScopedDb, text: string): Promise<FoundAdministered[]> {
  const rows = await db
    .from('report')
    .select(['report.id', 'report.title as name'])
    .where(contains(['report.title'], text))
    .orderBy(startsFirst('report.title', text))
    .orderBy('report.title')
    .orderBy('report.id')
    .limit(FOUND_LIMIT)
    .execute();
  return rows.map(({ id, name }) => ({ kind: 'report', id, name, within: '', fieldsTemplateTypeId: null }));
}
