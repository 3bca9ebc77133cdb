/** Versions and drafts of templates, in tables of the server alone. */
import { type FieldsTemplate, Problem, TemplateContent, type TemplateDraft } from '@holdfast/contract';
import { parseClock } from '@holdfast/sync';
import type { ReadCtx, WriteCtx } from '../../calls/ctx.ts';
import type { ScopedDb } from '../../db/scoped.ts';
import type { Database } from '../../db/schema.ts';
import { isoTime, latestVersion } from '../../present.ts';
import { contentOf } from '../content.ts';
import { keepPast } from './pastTemplates.ts';
import { isWorkedOnSince } from '../queries.ts';
import { templateById } from './templates.ts';
import { storedJson } from '../../storedJson.ts';

type VersionRow = Database['fieldsTemplateVersion'];

/**
 * Called before a change of a template. Once answers were recorded by the version in use, its content is kept and the next version begins;
 * until then a change becomes part of it. The same is done for a draft that is published, answered or not.
 * @param note reason of the change
 */
export async function keepVersion(
  ctx: WriteCtx,
  fieldsTemplateId: string,
  { note = '', always = false }: { note?: string; always?: boolean } = {},
): Promise<void> {
  const row = await ctx.lookup.row('fieldsTemplate', fieldsTemplateId);
  if (row === undefined || row.deletedAt !== null) throw new Problem('notFound');
  const template = await templateById(ctx.db, fieldsTemplateId);
  if (!always && !(await isRecordedBy(ctx.db, fieldsTemplateId, row.version))) {
    // An inspection may have been finished without an answer to it.
    if (await isWorkedOnSince(ctx.db, changedAt(template))) await keepPast(ctx, template, row.version - 1);
    return;
  }
  await keepPast(ctx, template, row.version);
  const contentJson = JSON.stringify(contentOf(template));
  const begun = { at: row.createdAt, userId: row.createdByUserId, note: '' };
  await ctx.local
    .insertInto('fieldsTemplateVersion')
    .values({ fieldsTemplateId, number: row.version, ...begun, contentJson })
    .onConflict((conflict) => conflict.columns(['fieldsTemplateId', 'number']).doUpdateSet({ contentJson }))
    .execute();
  const number = row.version + 1;
  await ctx.local
    .insertInto('fieldsTemplateVersion')
    .values({ fieldsTemplateId, number, at: ctx.now, userId: ctx.actor.userId, note, contentJson: null })
    .execute();
  await ctx.mutate('fieldsTemplate', { op: 'upd', id: fieldsTemplateId, set: { version: number } });
}

/** The time of the last change of a template and its questions, in milliseconds UTC. */
function changedAt({ clock, fields }: FieldsTemplate): number {
  return parseClock(latestVersion(clock, ...fields.map((field) => field.clock)))![0];
}

/** Returns true when an answer was recorded by a version of a template, in any company, including answers that were removed again. */
async function isRecordedBy(db: ScopedDb, fieldsTemplateId: string, version: number): Promise<boolean> {
  const answer = await db
    .fromWithDeleted('fieldResponse')
    .select('fieldResponse.id')
    .where('fieldResponse.templateVersion', '=', version)
    .where('fieldResponse.fieldId', 'in', fieldIdsOf(db, fieldsTemplateId))
    .limit(1)
    .executeTakeFirst();
  return answer !== undefined;
}

/** Selects the ids of a template's questions, deleted ones too. */
function fieldIdsOf(db: ScopedDb, fieldsTemplateId: string) {
  return db.fromWithDeleted('field').select('field.id').where('field.fieldsTemplateId', '=', fieldsTemplateId);
}

/** The versions of a template, latest first; one that was never changed since its creation has a single one. */
export async function versionsOf(
  { db, local }: Pick<ReadCtx, 'db' | 'local'>,
  template: Database['fieldsTemplate'],
): Promise<(VersionRow & { answers: number })[]> {
  const rows = await local
    .selectFrom('fieldsTemplateVersion')
    .selectAll()
    .where('fieldsTemplateId', '=', template.id)
    .orderBy('number', 'desc')
    .execute();
  const counted = await db
    .from('fieldResponse')
    .select(['fieldResponse.templateVersion as number'])
    .select((eb) => eb.fn.countAll<number>().as('answers'))
    .where('fieldResponse.value', '!=', '')
    .where('fieldResponse.fieldId', 'in', fieldIdsOf(db, template.id))
    .groupBy('fieldResponse.templateVersion')
    .execute();
  const answers = new Map(counted.map((row) => [row.number, row.answers]));
  const { id: fieldsTemplateId, createdAt: at, createdByUserId: userId } = template;
  const first = { fieldsTemplateId, number: 1, at, userId, note: '', contentJson: null };
  return (rows.length === 0 ? [first] : rows).map((row) => ({ ...row, answers: answers.get(row.number) ?? 0 }));
}

/** The content of a version of a template. @throws {Problem} `notFound` */
export async function contentOfVersion(
  { db, local }: Pick<ReadCtx, 'db' | 'local'>,
  fieldsTemplateId: string,
  number: number,
): Promise<TemplateContent> {
  const template = await templateById(db, fieldsTemplateId);
  if (template.version === number) return contentOf(template);
  const row = await local
    .selectFrom('fieldsTemplateVersion')
    .select('contentJson')
    .where('fieldsTemplateId', '=', fieldsTemplateId)
    .where('number', '=', number)
    .executeTakeFirst();
  if (row === undefined || row.contentJson === null) throw new Problem('notFound');
  const content = storedJson(TemplateContent, row.contentJson);
  if (content === undefined) throw new Problem('notFound');
  return content;
}

/** The draft of a template; null when there is none. */
export async function draftOf({ local }: Pick<ReadCtx, 'local'>, id: string): Promise<TemplateDraft | null> {
  const row = await local
    .selectFrom('fieldsTemplateDraft')
    .selectAll()
    .where('fieldsTemplateId', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const content = storedJson(TemplateContent, row.contentJson);
  return content === undefined
    ? null
    : { content, baseVersion: row.baseVersion, savedAt: isoTime(row.savedAt), by: row.userId };
}

/** Stores the draft of a template in place of the one there is. */
export async function storeDraft(
  ctx: WriteCtx,
  id: string,
  { content, baseVersion }: Pick<TemplateDraft, 'content' | 'baseVersion'>,
): Promise<void> {
  const values = { baseVersion, savedAt: ctx.now, userId: ctx.actor.userId, contentJson: JSON.stringify(content) };
  await ctx.local
    .insertInto('fieldsTemplateDraft')
    .values({ fieldsTemplateId: id, ...values })
    .onConflict((conflict) => conflict.column('fieldsTemplateId').doUpdateSet(values))
    .execute();
}

/** Removes the draft of a template. */
export async function removeDraft({ local }: WriteCtx, id: string): Promise<void> {
  await local.deleteFrom('fieldsTemplateDraft').where('fieldsTemplateId', '=', id).execute();
}
