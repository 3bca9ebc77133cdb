import type { DeletableKind, DeletedRecord, RecordUse } from '@holdfast/contract';
import { DELETABLE_KINDS } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import type { ReadCtx } from '../calls/ctx.ts';
import type { SyncedTable } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime } from '../present.ts';

/** A column that refers to records of a kind, and the record that is listed as their user. */
interface Reference {
  table: SyncedTable;
  column: string;
  use: RecordUse['kind'];
  /** Column with the id of that record; absent: its rows are only counted. */
  user?: string;
}

const company = { use: 'company', user: 'companyId' } as const;
const inspection = { use: 'inspection', user: 'inspectionId' } as const;
const itemType = { use: 'itemType', user: 'itemTypeId' } as const;

/** The references that keep a record from being deleted. */
export const REFERENCES: Readonly<Record<DeletableKind, readonly Reference[]>> = {
  company: [
    { table: 'report', column: 'companyId', use: 'report', user: 'id' },
    { table: 'installation', column: 'scopeId', use: 'installation', user: 'id' },
  ],
  installation: [
    { table: 'installationInspection', column: 'installationId', use: 'installationInspection' },
    { table: 'item', column: 'installationId', use: 'item' },
  ],
  inspection: [
    { table: 'installationInspection', column: 'inspectionId', use: 'installationInspection' },
    { table: 'companyInspection', column: 'inspectionId', ...company },
    { table: 'report', column: 'inspectionId', use: 'report', user: 'id' },
  ],
  itemType: [
    { table: 'item', column: 'itemTypeId', use: 'item' },
    { table: 'inspectionItemType', column: 'itemTypeId', ...inspection },
    { table: 'inspectionDefaultItem', column: 'itemTypeId', ...inspection },
    { table: 'itemTypeParent', column: 'parentItemTypeId', ...itemType },
  ],
  fieldsTemplate: [
    { table: 'company', column: 'installationFieldsTemplateId', use: 'company', user: 'id' },
    { table: 'inspectionFieldsTemplate', column: 'fieldsTemplateId', ...inspection },
    { table: 'inspectionItemType', column: 'fieldsTemplateId', ...inspection },
    { table: 'inspectionDefaultItem', column: 'fieldsTemplateId', ...inspection },
    { table: 'inspectionDefaultItem', column: 'itemFieldsTemplateId', ...inspection },
    { table: 'itemTypeFieldsTemplate', column: 'fieldsTemplateId', ...itemType },
  ],
  report: [],
};

/** Number of users of a record that are named. */
const NAMED = 5;

/** Returns the users of a record, deleted ones included: they may be restored and need it then. */
export async function usesOf(
  { db, local }: Pick<ReadCtx, 'db' | 'local'>,
  kind: DeletableKind,
  id: string,
): Promise<RecordUse[]> {
  const uses: RecordUse[] = [];
  const users = new Map<DeletableKind, Set<string>>();
  for (const { table, column, use, user } of REFERENCES[kind]) {
    if (user === undefined || !isDeletable(use)) {
      const count = await countOf(db, table, column, id);
      if (count > 0) uses.push({ kind: use, count, records: [] });
      continue;
    }
    for (const userId of await idsOf(db, table, user, column, id))
      users.set(use, (users.get(use) ?? new Set()).add(userId));
  }
  if (kind === 'fieldsTemplate') {
    const opening = await templatesOpening(db, id);
    if (opening.length > 0) users.set('fieldsTemplate', new Set(opening));
  }
  for (const [use, ids] of users) {
    const records = (await namesOf(db, use, [...ids])).toSorted(byName);
    uses.push({ kind: use, count: records.length, records: records.slice(0, NAMED) });
  }
  if (kind === 'company') {
    const { count } = await local
      .selectFrom('user')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('companyId', '=', id)
      .where('disabledAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (count > 0) uses.push({ kind: 'user', count, records: [] });
  }
  return uses;
}

function isDeletable(kind: RecordUse['kind']): kind is DeletableKind {
  return DELETABLE_KINDS.some((known) => known === kind);
}

async function countOf(db: ScopedDb, table: SyncedTable, column: string, id: string): Promise<number> {
  const { count } = await referring(db, table, column, id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Rows of a table with an id in one of its columns. */
function referring(db: ScopedDb, table: SyncedTable, column: string, id: string) {
  // Sound because every table that is named here has the column, and in it ids.
  return db.from(table as 'item').where(column as 'installationId', '=', id);
}

async function idsOf(db: ScopedDb, table: SyncedTable, user: string, column: string, id: string): Promise<string[]> {
  const rows = await referring(db, table, column, id)
    // Sound because a column that names a row holds its id.
    .select(`${user} as id` as 'id')
    .distinct()
    .execute();
  return rows.map((row) => row.id);
}

/** The templates with an option that opens a template. */
async function templatesOpening(db: ScopedDb, id: string): Promise<string[]> {
  const rows = await db
    .from('fieldOption')
    .innerJoin('field', 'field.id', 'fieldOption.fieldId')
    .select('field.fieldsTemplateId as id')
    .distinct()
    .where('fieldOption.fieldsTemplateId', '=', id)
    .where('field.deletedAt', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

async function namesOf(db: ScopedDb, kind: DeletableKind, ids: readonly string[]): Promise<RecordUse['records']> {
  const rows = await namedRows(db, kind)
    // Sound because every kind has ids.
    .where(`${kind}.id` as 'company.id', 'in', ids as string[])
    .execute();
  return rows.map(({ id, name, deletedAt }) => ({ id, name, deleted: deletedAt !== null }));
}

/** Records of a kind with their names, deleted ones too. */
function namedRows(db: ScopedDb, kind: DeletableKind) {
  const name = kind === 'report' ? 'title' : 'name';
  // Sound because every kind has the stamps, and its name under one of two columns.
  return db
    .fromWithDeleted(kind as 'company')
    .select(['id', `${name} as name` as 'name', 'deletedAt', 'scopeId', 'updatedByUserId']);
}

/** The deleted records of every company, the last deleted first. */
export async function deletedRecords(db: ScopedDb): Promise<DeletedRecord[]> {
  const people = new Map((await db.rows('person', {})).map(({ userId, name }) => [userId, name]));
  const companies = new Map((await namedRows(db, 'company').execute()).map(({ id, name }) => [id, name]));
  const found = await Promise.all(
    DELETABLE_KINDS.map(async (kind) => {
      const rows = await namedRows(db, kind).where('deletedAt', 'is not', null).execute();
      return rows.map((row) => ({ kind, ...row }));
    }),
  );
  return found
    .flat()
    .toSorted((a, b) => Number(b.deletedAt) - Number(a.deletedAt))
    .map(({ kind, id, name, deletedAt, scopeId, updatedByUserId }) => ({
      kind,
      id,
      name,
      companyName: kind === 'company' ? null : (companies.get(scopeId) ?? null),
      deletedAt: isoTime(Number(deletedAt)),
      userName: people.get(updatedByUserId) ?? '',
    }));
}
