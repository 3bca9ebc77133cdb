import { derivedId } from '@holdfast/sync';
import type { ScopedDb } from '../db/scoped.ts';
import { wasAnswered } from '../fields/index.ts';
import type { Setup, SetupRow } from './file.ts';

/** A setup with new questions in place of those that were answered here with another type. */
export interface RetypedSetup {
  setup: Setup;
  /** The answered question by the id of the new one. */
  replaces: ReadonlyMap<string, string>;
}

/**
 * Gives every question that has another type here and was answered an id of its own, with its choices and pictures: recorded answers stay with
 * the question they were given to (product decision 41). The same setup always gives the same ids.
 */
export async function retypedSetup(db: ScopedDb, setup: Setup): Promise<RetypedSetup> {
  const newIds = new Map<string, string>();
  for (const { id, fieldTypeId } of setup.rows.field) {
    const stored = await db
      .fromWithDeleted('field')
      .select('field.fieldTypeId')
      .where('field.id', '=', id)
      .executeTakeFirst();
    if (stored === undefined || stored.fieldTypeId === fieldTypeId || !(await wasAnswered(db, id))) continue;
    newIds.set(id, derivedId(id, String(fieldTypeId)));
  }
  if (newIds.size === 0) return { setup, replaces: new Map() };
  const below = (row: SetupRow): SetupRow => {
    const fieldId = newIds.get(String(row['fieldId']));
    return fieldId === undefined ? row : { ...row, id: derivedId(row.id, fieldId), fieldId };
  };
  const rows = {
    ...setup.rows,
    field: setup.rows.field.map((row) => ({ ...row, id: newIds.get(row.id) ?? row.id })),
    fieldOption: setup.rows.fieldOption.map(below),
    fieldImage: setup.rows.fieldImage.map(below),
  };
  return { setup: { ...setup, rows }, replaces: new Map([...newIds].map(([from, to]) => [to, from])) };
}
