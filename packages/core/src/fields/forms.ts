import type { FieldsForm, FieldsTemplate } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { answersOf } from './answers.ts';
import { presentFields, presentTemplates } from './templates.ts';

/**
 * The form of some templates over the answers of one row. Questions that were answered here but are no longer asked come apart, so that they
 * stay readable (product decision 19).
 * @param itemId the item the answers belong to
 * @param clock version of the row they hang on
 */
export async function presentForm(
  db: ScopedDb,
  templateIds: readonly string[],
  { ownerId, itemId, clock }: { ownerId: string; itemId: string; clock: string },
): Promise<FieldsForm> {
  const templates = await presentTemplates(db, templateIds);
  const fieldsTemplates = [...new Set(templateIds)].flatMap((id) => templates.get(id) ?? []);
  const fieldResponses = (await answersOf(db, [ownerId])).get(ownerId)!.map((answer) => ({ ...answer, itemId }));
  const asked = new Set(fieldsTemplates.flatMap(fieldIdsOf));
  const removed = fieldResponses.filter((answer) => answer.value !== '' && !asked.has(answer.fieldId));
  const removedFields = await presentFields(
    db,
    removed.map((answer) => answer.fieldId),
  );
  return { fieldsTemplates, fieldResponses, removedFields, clock };
}

/** The questions of a template and of those its choices open. */
function fieldIdsOf(template: FieldsTemplate): string[] {
  return template.fields.flatMap((field) => [
    field.id,
    ...field.options.flatMap(({ fieldsTemplate }) => (fieldsTemplate === null ? [] : fieldIdsOf(fieldsTemplate))),
  ]);
}
