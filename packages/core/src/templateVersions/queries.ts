/** Queries of the records affected by versions of templates. */
import type { TemplateTrial, Usage } from '@holdfast/contract';
import type { LocalDb } from '../calls/ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { answersOf, usageOfAnswers } from '../fields/index.ts';

/** Number of records offered to try a template on. */
const TRIALS = 20;
/** Number of newest answers that are searched for them. */
const RECENT_ANSWERS = 1_000;

/** The names of all templates by id. */
export async function templateNames(db: ScopedDb): Promise<Map<string, string>> {
  const rows = await db.fromWithDeleted('fieldsTemplate').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Counts the rows with answers to some questions. */
export async function usageOfFields(db: ScopedDb, fieldIds: readonly string[]): Promise<Usage> {
  if (fieldIds.length === 0) return { answers: 0, items: 0, inspections: 0 };
  return usageOfAnswers(db, fieldIds);
}

/** Counts the desktops in use. */
export async function activeDevices(local: LocalDb): Promise<number> {
  const { count } = await local
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The records with the newest answers to a template, with their answers. */
export async function trialsOf(db: ScopedDb, fieldsTemplateId: string): Promise<TemplateTrial[]> {
  const recent = await db
    .from('fieldResponse')
    .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
    .select(['fieldResponse.ownerId', 'fieldResponse.ownerTable'])
    .where('field.fieldsTemplateId', '=', fieldsTemplateId)
    .where('fieldResponse.value', '!=', '')
    .orderBy('fieldResponse.recordedDate', 'desc')
    .orderBy('fieldResponse.id', 'desc')
    .limit(RECENT_ANSWERS)
    .execute();
  const owners = [...new Map(recent.map((row) => [row.ownerId, row.ownerTable]))].slice(0, TRIALS);
  const answers = await answersOf(
    db,
    owners.map(([ownerId]) => ownerId),
  );
  const trials: TemplateTrial[] = [];
  for (const [ownerId, ownerTable] of owners) {
    const named = await nameOf(db, ownerTable, ownerId);
    if (named !== null) trials.push({ ownerId, ...named, fieldResponses: answers.get(ownerId) ?? [] });
  }
  return trials;
}

async function nameOf(
  db: ScopedDb,
  ownerTable: string,
  ownerId: string,
): Promise<Pick<TemplateTrial, 'name' | 'within'> | null> {
  if (ownerTable === 'item') {
    const item = await db.row('item', ownerId);
    const installation = item && (await db.row('installation', item.installationId));
    return installation === undefined ? null : { name: item!.name, within: installation.name };
  }
  if (ownerTable === 'installation') {
    const installation = await db.row('installation', ownerId);
    return installation === undefined ? null : { name: installation.name, within: '' };
  }
  const member =
    ownerTable === 'installationInspectionItem' ? await db.row('installationInspectionItem', ownerId) : undefined;
  const held = await db.row('installationInspection', member?.installationInspectionId ?? ownerId);
  const type = held && (await db.row('inspection', held.inspectionId));
  const installation = held && (await db.row('installation', held.installationId));
  if (type === undefined || installation === undefined) return null;
  if (member === undefined) return { name: type.name, within: installation.name };
  const item = await db.row('item', member.itemId);
  return item === undefined ? null : { name: item.name, within: `${type.name}, ${installation.name}` };
}
