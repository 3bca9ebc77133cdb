import { type FieldAnswer, Problem } from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import type { WriteCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { type AnsweredForm, answerWriterOf, storeCalculated } from './calculations.ts';

/** The row to which an answer belongs. */
export type AnswerOwner = Pick<Database['fieldResponse'], 'ownerTable' | 'ownerId'>;

/**
 * Stores one answer with the text of its question and the version of its template, and what is calculated from it. The same answer again
 * changes nothing, not even the time it was given.
 * @returns the answer as it is stored: a calculated one stays what the calculation gives
 */
export async function saveAnswer(
  ctx: WriteCtx,
  owner: AnswerOwner,
  answer: FieldAnswer,
): Promise<Database['fieldResponse']> {
  const { row, form } = await storeAnswer(ctx, owner, answer);
  if (form === null) return row;
  await storeCalculated(answerWriterOf(ctx), form);
  return (await ctx.lookup.row('fieldResponse', row.id)) ?? row;
}

/** Stores one answer. @returns the form it changed; null when the answer was stored already */
async function storeAnswer(
  ctx: WriteCtx,
  owner: AnswerOwner,
  { fieldId, value, displayValue, parentFieldOptionId }: FieldAnswer,
): Promise<{ row: Database['fieldResponse']; form: AnsweredForm | null }> {
  const stored = await ctx.lookup.row('fieldResponse', derivedId(owner.ownerId, fieldId, parentFieldOptionId));
  if (stored?.deletedAt === null && stored.value === value && stored.displayValue === displayValue)
    return { row: stored, form: null };
  const { fieldsTemplateId, ...asked } = await askedNow(ctx, fieldId);
  const row = await ctx.mutate('fieldResponse', {
    op: 'ins',
    set: { ...owner, fieldId, parentFieldOptionId, value, displayValue, recordedDate: ctx.now, ...asked },
  });
  return { row, form: { ...owner, parentFieldOptionId, fieldsTemplateId } };
}

/**
 * Returns the text of a question and the version of its template, as they are stored with an answer, and the template.
 * @throws {Problem} `notFound`
 */
async function askedNow(
  { lookup }: WriteCtx,
  fieldId: string,
): Promise<Pick<Database['fieldResponse'], 'question' | 'templateVersion'> & { fieldsTemplateId: string }> {
  const field = await lookup.row('field', fieldId);
  const template = field && (await lookup.row('fieldsTemplate', field.fieldsTemplateId));
  if (template === undefined) throw new Problem('notFound');
  return { question: field!.name, templateVersion: template.version, fieldsTemplateId: template.id };
}

/** Stores the answers of a form. A blank answer to a question never answered is none. */
export async function saveAnswers(ctx: WriteCtx, owner: AnswerOwner, answers: readonly FieldAnswer[]): Promise<void> {
  const forms = new Map<string, AnsweredForm>();
  for (const answer of answers) {
    const id = derivedId(owner.ownerId, answer.fieldId, answer.parentFieldOptionId);
    if (answer.value === '' && (await ctx.lookup.row('fieldResponse', id)) === undefined) continue;
    const { form } = await storeAnswer(ctx, owner, answer);
    if (form !== null) forms.set(`${form.fieldsTemplateId} ${form.parentFieldOptionId}`, form);
  }
  for (const form of forms.values()) await storeCalculated(answerWriterOf(ctx), form);
}
