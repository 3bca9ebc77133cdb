/** Answers and their display values, as pure functions. */
import type { Field, FieldOption, FieldResponse, FIELD_TYPES } from '@holdfast/contract';
import { numberIn } from '../../lib/display/numbers.ts';
import { t } from '../../lib/texts/index.ts';

/** The types of field that this application supports. */
export type FieldTypeName = (typeof FIELD_TYPES)[keyof typeof FIELD_TYPES]['name'];

/** An answer as it is saved: the value and the display value. */
export interface Answer {
  value: string;
  displayValue: string;
}

/** The blank answer. */
export const UNANSWERED: Answer = { value: '', displayValue: '' };

/** Returns the stored answer, outside of options (`null`) or under an option; undefined when there is none. */
export function responseTo(
  responses: readonly FieldResponse[],
  fieldId: string,
  parentFieldOptionId: string | null,
): FieldResponse | undefined {
  return responses.find(
    (response) =>
      response.fieldId === fieldId &&
      response.parentFieldOptionId === parentFieldOptionId &&
      response.deletedAt === null,
  );
}

/** Returns the answer to a question, outside of options (`null`) or under an option. */
export function answerTo(
  responses: readonly FieldResponse[],
  fieldId: string,
  parentFieldOptionId: string | null,
): Answer {
  const found = responseTo(responses, fieldId, parentFieldOptionId);
  return found === undefined ? UNANSWERED : { value: found.value, displayValue: found.displayValue };
}

/** Returns the text of a question as it was when it was answered; '' when it is unknown, or when the answer is blank. */
export function askedText(
  responses: readonly FieldResponse[],
  fieldId: string,
  parentFieldOptionId: string | null,
): string {
  const found = responseTo(responses, fieldId, parentFieldOptionId);
  return found === undefined || found.value === '' ? '' : found.question;
}

/**
 * Returns true when a question requires an answer and has none (product decision 16; this includes a Checkbox that was never answered).
 */
export function isRequiredEmpty(field: Pick<Field, 'required'>, value: string): boolean {
  return field.required && (value.trim() === '' || value === '[]');
}

/** Ids of the options in a Multi-select's answer. */
export function chosenIds(value: string): string[] {
  if (!value.startsWith('[')) return [];
  const list = JSON.parse(value) as unknown[];
  return list.filter((id) => typeof id === 'string');
}

/** The answer of a Select. */
export function choiceAnswer(options: readonly FieldOption[], id: string | null): Answer {
  const option = options.find((known) => known.id === id);
  return option === undefined ? UNANSWERED : { value: option.id, displayValue: option.name };
}

/** The answer of a Multi-select, names in the order of the options. An option that is no longer offered keeps its id. */
export function choicesAnswer(options: readonly FieldOption[], ids: readonly string[]): Answer {
  if (ids.length === 0) return UNANSWERED;
  const chosen = options.filter(({ id }) => ids.includes(id));
  const gone = ids.filter((id) => !options.some((option) => option.id === id));
  return {
    value: JSON.stringify([...chosen.map(({ id }) => id), ...gone]),
    displayValue: chosen.map(({ name }) => name).join(', '),
  };
}

/**
 * Returns the recorded display value of an answer whose options were renamed or deleted since; null where the control shows the same text.
 * A Select shows the recorded name of a deleted option itself.
 */
export function recordedText({ options }: Pick<Field, 'options'>, { value, displayValue }: Answer): string | null {
  if (displayValue === '' || options.length === 0) return null;
  const isList = value.startsWith('[');
  const names = (isList ? chosenIds(value) : [value]).flatMap(
    (id) => options.find((option) => option.id === id)?.name ?? [],
  );
  const isShown = names.join(', ') === displayValue || (!isList && names.length === 0);
  return isShown ? null : displayValue;
}

/** The answer of a Yes/no question. */
export function yesNoAnswer(yes: boolean): Answer {
  return { value: String(yes), displayValue: yes ? t('fields.yes') : t('fields.no') };
}

/** The answer of a Number field; a text that is no number is no answer. */
export function numberAnswer(text: string): Answer {
  const number = numberIn(text);
  return number === null ? UNANSWERED : { value: number, displayValue: number };
}

/** An answer for display. */
export interface DisplayedAnswer {
  key: string;
  question: string;
  answer: string;
}

/**
 * The answers to questions, in the order of the questions, with those under a chosen option after it. Questions without an answer are left
 * out.
 */
export function displayedAnswers(
  fields: readonly Field[],
  responses: readonly FieldResponse[],
  parentFieldOptionId: string | null = null,
): DisplayedAnswer[] {
  return fields.flatMap(({ id, name, options }) => {
    const { value, displayValue } = answerTo(responses, id, parentFieldOptionId);
    if (displayValue === '') return [];
    const asked = askedText(responses, id, parentFieldOptionId);
    const further = options.find((option) => option.id === value)?.fieldsTemplate?.fields ?? [];
    const own = {
      key: `${parentFieldOptionId ?? ''}/${id}`,
      question: asked === '' ? name : asked,
      answer: displayValue,
    };
    return [own, ...displayedAnswers(further, responses, value)];
  });
}
