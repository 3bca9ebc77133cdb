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

/** An answer of the previous inspection that differs from the current one. */
export interface Repetition {
  answer: FieldAnswer;
  /** The current answer. */
  before: Answer;
  question: string;
}

/**
 * Returns the answers of the previous inspection that can be repeated, a choice before the questions under it. Dates are excluded, since
 * they record when something was done. Options that are no longer offered, and questions that were not answered then, do not change the
 * current answer.
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

/** Returns true when at least one previous answer can be repeated on an empty form. */
export function canRepeat(templates: readonly FieldsTemplate[], lastTime: readonly FieldResponse[]): boolean {
  return repetitions(templates, lastTime, () => UNANSWERED).length > 0;
}

/** Returns an answer as it would be given today; blank when it cannot be repeated. */
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
