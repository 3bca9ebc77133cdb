/** Answers of the previous inspection, and those that can be repeated, as pure functions. */
import type { Field, FieldAnswer, FieldResponse, FieldsTemplate } from '@holdfast/contract';
import {
  type Answer,
  answerTo,
  choiceAnswer,
  choicesAnswer,
  chosenIds,
  type FieldTypeName,
  UNANSWERED,
} from './answers.ts';

/** An answer of last time that differs from the present one. */
export interface Repetition {
  answer: FieldAnswer;
  /** The present answer. */
  before: Answer;
  question: string;
}

/**
 * The answers of last time that can be given again, a choice before what it asks further. Dates are excluded, since they record when something was done. A
 * choice that is no longer offered, and a question that was not answered then, leave the present answer alone.
 */
export function repetitions(
  templates: readonly FieldsTemplate[],
  lastTime: readonly FieldResponse[],
  now: (fieldId: string, parentFieldOptionId: string | null) => Answer,
): Repetition[] {
  const visit = (field: Field, parentFieldOptionId: string | null): Repetition[] => {
    const again = repeated(field, answerTo(lastTime, field.id, parentFieldOptionId));
    if (again.value === '') return [];
    const before = now(field.id, parentFieldOptionId);
    const answer = { fieldId: field.id, parentFieldOptionId, ...again };
    const own = again.value === before.value ? [] : [{ answer, before, question: field.name }];
    const further = field.options.find(({ id }) => id === again.value)?.fieldsTemplate?.fields ?? [];
    return [...own, ...further.flatMap((question) => visit(question, again.value))];
  };
  return templates.flatMap(({ fields }) => fields.flatMap((field) => visit(field, null)));
}

/** Returns true when any previous answer can be repeated on an empty form. */
export function canRepeat(templates: readonly FieldsTemplate[], lastTime: readonly FieldResponse[]): boolean {
  return repetitions(templates, lastTime, () => UNANSWERED).length > 0;
}

/** An answer as it would be given today; empty when it cannot be given any more. */
function repeated(field: Field, { value, displayValue }: Answer): Answer {
  switch (field.fieldType.name as FieldTypeName) {
    case 'Date':
    case 'Datetime':
      return { value: '', displayValue: '' };
    case 'Select':
    case 'Select with subfields':
      return choiceAnswer(field.options, value);
    case 'Multi-select':
      return choicesAnswer(
        field.options,
        chosenIds(value).filter((id) => field.options.some((option) => option.id === id)),
      );
    default:
      return { value, displayValue };
  }
}
