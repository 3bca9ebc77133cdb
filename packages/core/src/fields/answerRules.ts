import { Problem } from '@holdfast/contract';
import type { Intent } from '@holdfast/sync';
import { misfit } from './valueRules.ts';

/** Checks that a sub-answer is under an option that opens the template of its question; any other answer would never be shown. */
export async function answerBelongs({ before, after, lookup }: Intent): Promise<void> {
  const optionId = after['parentFieldOptionId'];
  if (before !== null || optionId === null || optionId === undefined) return;
  const field = await lookup.row('field', String(after['fieldId']));
  const option = await lookup.row('fieldOption', String(optionId));
  if (field === undefined || option === undefined || option['fieldsTemplateId'] !== field['fieldsTemplateId']) {
    throw new Problem('ruleBroken', { rule: 'this option does not open the template of this question' });
  }
}

/**
 * Checks that an answer has the type of its question (docs/acceptance.md, FLDS). A stored answer stays as it is, and a choice that was
 * taken away may still be named: templates change under recorded answers, and under those that a device has not sent yet
 * (product decision 19).
 */
export async function answerFits({ before, after, lookup }: Intent): Promise<void> {
  const value = String(after['value']);
  if (value === '' || value === before?.['value']) return;
  const field = await lookup.row('field', String(after['fieldId']));
  if (field === undefined) throw new Problem('notFound');
  const expected = await misfit(String(field['fieldTypeId']), value, async (id) => {
    const option = await lookup.row('fieldOption', id);
    return option?.['fieldId'] === field.id;
  });
  if (expected !== null)
    throw new Problem('answerRefused', { fieldId: field.id, fieldName: String(field['name']), expected });
}
