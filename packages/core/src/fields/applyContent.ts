import { storedEvidence, type TemplateContent } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import { addField, changeField } from './changeField.ts';

/**
 * Gives a template the name, evidence rules, questions and choices of a content: questions it lacks are deleted, new ones created, and all others changed in
 * place, so that recorded answers keep their questions.
 * @throws {Problem} `wouldLoop` when a choice opens a template that leads back
 */
export async function applyContent(
  ctx: WriteCtx,
  id: string,
  { name, fields, evidence }: TemplateContent,
): Promise<void> {
  await ctx.mutate('fieldsTemplate', { op: 'upd', id, set: { name, evidence: storedEvidence(evidence) } });
  const wanted = new Set(fields.map((field) => field.id));
  const present = await ctx.lookup.find('field', { fieldsTemplateId: id });
  const known = new Set(present.map((field) => field.id));
  for (const field of present) if (!wanted.has(field.id)) await ctx.mutate('field', { op: 'del', id: field.id });
  for (const [order, { id: fieldId, ...field }] of fields.entries()) {
    if (!known.has(fieldId)) {
      const { name: question, fieldTypeId } = field;
      await addField(ctx, { id: fieldId, name: question, fieldTypeId, fieldsTemplateId: id, order });
    }
    await changeField(ctx, fieldId, { ...field, order });
  }
}
