import type { FieldResponse, FieldsForm, FieldsTemplate } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { asShownFinished, type Assigned, type Finish, judgeOf } from './judging.ts';
import { presentFields } from './templates/templates.ts';

/**
 * The form of some templates over the answers of one row. Questions that were answered here but are no longer asked are listed separately, so that they
 * stay readable (product decision 19).
 * @param answers of the row
 * @param itemId the item they belong to
 * @param clock version of the row
 * @param finish of the inspection that the row belongs to; null: none, or not finished
 */
export async function presentForm(
  db: ScopedDb,
  assigned: readonly Assigned[],
  {
    answers,
    itemId,
    clock,
    finish = null,
  }: { answers: readonly FieldResponse[]; itemId: string; clock: string; finish?: Finish | null },
): Promise<FieldsForm> {
  const shown = await judgeOf(db, { assigned, finish, view: asShownFinished });
  const once = new Map(assigned.map((each) => [each.fieldsTemplateId, each]));
  const fieldsTemplates = [...once.values()].flatMap(shown);
  const fieldResponses = answers.map((answer) => ({ ...answer, itemId }));
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
