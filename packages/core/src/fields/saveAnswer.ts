import { type FieldAnswer, Problem } from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import type { WriteCtx } from '../ctx.ts';
import type { Database } from '../db/schema.ts';

/** The row to which an answer belongs. */
export type AnswerOwner = Pick<Database['fieldResponse'], 'ownerTable' | 'ownerId'>;

/**
 * Stores one answer with the words of its question and the version of its template. The same answer again changes nothing, not even the time
 * it was given.
 */
export async function saveAnswer(
  ctx: WriteCtx,
  owner: AnswerOwner,
  { fieldId, value, displayValue, parentFieldOptionId }: FieldAnswer,
): Promise<Database['fieldResponse']> {
  const stored = await ctx.look.row('fieldResponse', derivedId(owner.ownerId, fieldId, parentFieldOptionId));
  if (stored?.deletedAt === null && stored.value === value && stored.displayValue === displayValue) return stored;
  const asked = await askedNow(ctx, fieldId);
  return ctx.mutate('fieldResponse', {
    op: 'ins',
    set: { ...owner, fieldId, parentFieldOptionId, value, displayValue, recordedDate: ctx.now, ...asked },
  });
}

/**
 * Returns the words of a question and the version of its template, as they are kept with an answer.
 * @throws {Problem} `notFound`
 */
async function askedNow(
  { look }: WriteCtx,
  fieldId: string,
): Promise<Pick<Database['fieldResponse'], 'question' | 'templateVersion'>> {
  const field = await look.row('field', fieldId);
  const template = field && (await look.row('fieldsTemplate', field.fieldsTemplateId));
  if (template === undefined) throw new Problem('notFound');
  return { question: field!.name, templateVersion: template.version };
}

/** Stores the answers of a form. A blank answer to a question never answered is none. */
export async function saveAnswers(ctx: WriteCtx, owner: AnswerOwner, answers: readonly FieldAnswer[]): Promise<void> {
  for (const answer of answers) {
    const id = derivedId(owner.ownerId, answer.fieldId, answer.parentFieldOptionId);
    if (answer.value === '' && (await ctx.look.row('fieldResponse', id)) === undefined) continue;
    await saveAnswer(ctx, owner, answer);
  }
}
