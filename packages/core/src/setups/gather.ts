/** Collects everything that an inspection type needs. */
import { SETUP_PARTS, type SetupPart } from '@holdfast/contract';
import type { Columns, StoredRow } from '@holdfast/sync';
import type { ScopedDb } from '../db/scoped.ts';
import { columnsOfPart, type SetupRow } from './file.ts';

/** The rows of a setup, without the bytes of its pictures. */
export type SetupRows = Record<SetupPart, SetupRow[]>;

/** Collects the rows of a setup. */
function gathering(db: ScopedDb) {
  const rows = Object.fromEntries(SETUP_PARTS.map((part): [SetupPart, SetupRow[]] => [part, []])) as SetupRows;
  const read = async (part: SetupPart, column: string, values: Iterable<unknown>): Promise<StoredRow[]> => {
    const wanted = [...new Set(values)].filter((value) => value !== null && value !== undefined);
    if (wanted.length === 0) return [];
    // Sound because every table of the library has the columns that are queried here, with these types.
    const found = await db
      .from(part as 'field')
      .selectAll()
      .where(column as 'id', 'in', wanted as string[])
      .execute();
    return found;
  };
  const keep = (part: SetupPart, found: readonly StoredRow[]): void => {
    const known = new Set(rows[part].map(({ id }) => id));
    rows[part].push(...found.filter(({ id }) => !known.has(id)).map((row) => rowOf(part, row)));
  };
  /** Adds templates with their questions, and those that their choices open. */
  const keepTemplates = async (ids: readonly unknown[]): Promise<void> => {
    const asked = new Set<unknown>([null]);
    let templates = ids;
    while (templates.length > 0) {
      for (const id of templates) asked.add(id);
      const found = await read('fieldsTemplate', 'id', templates);
      keep('fieldsTemplate', found);
      const fields = await read(
        'field',
        'fieldsTemplateId',
        found.map(({ id }) => id),
      );
      keep('field', fields);
      const fieldIds = fields.map(({ id }) => id);
      const options = await read('fieldOption', 'fieldId', fieldIds);
      keep('fieldOption', options);
      keep('fieldImage', await read('fieldImage', 'fieldId', fieldIds));
      templates = options.map((option) => option['fieldsTemplateId']).filter((id) => !asked.has(id));
    }
    // References to templates that were deleted are left out.
    const known = new Set<unknown>([null, ...rows.fieldsTemplate.map(({ id }) => id)]);
    rows.fieldOption = rows.fieldOption.map((option) =>
      known.has(option['fieldsTemplateId']) ? option : { ...option, fieldsTemplateId: null },
    );
  };
  return { rows, read, keep, keepTemplates };
}

/** Reads the rows of a template, and of those its choices open. */
export async function collectTemplate(db: ScopedDb, fieldsTemplateId: string): Promise<SetupRows> {
  const { rows, keepTemplates } = gathering(db);
  await keepTemplates([fieldsTemplateId]);
  return rows;
}

/** Reads the rows of an inspection type, and of everything that it refers to. */
export async function collectSetup(db: ScopedDb, inspectionId: string): Promise<SetupRows> {
  const { rows, read, keep, keepTemplates } = gathering(db);
  keep('inspection', await read('inspection', 'id', [inspectionId]));
  const types = await read('inspectionItemType', 'inspectionId', [inspectionId]);
  const details = await read('inspectionFieldsTemplate', 'inspectionId', [inspectionId]);
  const defaults = await read('inspectionDefaultItem', 'inspectionId', [inspectionId]);

  // Item types with all their possible ancestors.
  const askedTypes = new Set<unknown>();
  let wanted: unknown[] = [...types, ...defaults].map((row) => row['itemTypeId']);
  while (wanted.length > 0) {
    for (const id of wanted) askedTypes.add(id);
    keep('itemType', await read('itemType', 'id', wanted));
    const links = await read('itemTypeParent', 'itemTypeId', wanted);
    keep('itemTypeParent', links);
    wanted = links.map((link) => link['parentItemTypeId']).filter((id) => !askedTypes.has(id));
  }
  const typeIds = new Set<unknown>(rows.itemType.map(({ id }) => id));
  const own = await read('itemTypeFieldsTemplate', 'itemTypeId', typeIds);

  await keepTemplates([
    ...[...types, ...details, ...own].map((row) => row['fieldsTemplateId']),
    ...defaults.flatMap((row) => [row['fieldsTemplateId'], row['itemFieldsTemplateId']]),
  ]);

  // References to rows that were deleted are left out.
  const templateIds = new Set<unknown>([null, ...rows.fieldsTemplate.map(({ id }) => id)]);
  const orNone = (row: StoredRow, ...columns: string[]): StoredRow => {
    const gone = columns.filter((column) => !templateIds.has(row[column]));
    return { ...row, ...Object.fromEntries(gone.map((column) => [column, null])) };
  };
  const isHere = (row: StoredRow): boolean => templateIds.has(row['fieldsTemplateId']);
  const hasType = (row: StoredRow): boolean => typeIds.has(row['itemTypeId']);
  rows.itemTypeParent = rows.itemTypeParent.filter((link) => typeIds.has(link['parentItemTypeId']));
  keep('itemTypeFieldsTemplate', own.filter(isHere));
  keep(
    'inspectionItemType',
    types.filter(hasType).map((row) => orNone(row, 'fieldsTemplateId')),
  );
  keep('inspectionFieldsTemplate', details.filter(isHere));
  const standing = defaults.filter(hasType);
  const standingIds = new Set<unknown>([null, ...standing.map(({ id }) => id)]);
  keep(
    'inspectionDefaultItem',
    standing.map((row) => {
      const kept = orNone(row, 'fieldsTemplateId', 'itemFieldsTemplateId');
      return standingIds.has(kept['parentDefaultItemId']) ? kept : { ...kept, parentDefaultItemId: null };
    }),
  );
  return rows;
}

/** The id and own columns of a row, without the version of a template and former short names, which belong to one server. */
export function rowOf(part: SetupPart, row: StoredRow): SetupRow {
  const columns: Columns = {};
  for (const column of columnsOfPart(part)) columns[column] = row[column] ?? null;
  return { id: row.id, ...columns };
}
