import { Problem } from '@holdfast/contract';
import type { Intent } from '@holdfast/sync';

/** A sub-answer stands under an option that opens the template of its question; any other pair would never be shown. */
export async function answerBelongs({ before, after, look }: Intent): Promise<void> {
  const optionId = after['parentFieldOptionId'];
  if (before !== null || optionId === null || optionId === undefined) return;
  const field = await look.row('field', String(after['fieldId']));
  const option = await look.row('fieldOption', String(optionId));
  if (field === undefined || option === undefined || option['fieldsTemplateId'] !== field['fieldsTemplateId']) {
    throw new Problem('ruleBroken', { rule: 'this option does not open the template of this question' });
  }
}
