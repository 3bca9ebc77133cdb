/** Required questions that have no answer. Pure. */
import type { Field } from '@holdfast/contract';

/** Returns the stored answer, at the top (`null`) or under an option; empty when there is none. */
export type ValueOf = (fieldId: string, parentFieldOptionId: string | null) => string;

/**
 * The required questions that are blank, with those that a chosen option opens. What stands under an option that is not chosen is not asked
 * (product decision 17), and a Checkbox is blank until it was answered (product decision 16).
 */
export function requiredBlank(
  fields: readonly Field[],
  valueOf: ValueOf,
  parentFieldOptionId: string | null = null,
): Field[] {
  return fields.flatMap((field) => {
    const value = valueOf(field.id, parentFieldOptionId);
    const opened = field.options.find((option) => option.id === value);
    return [
      ...(field.required && isBlank(value) ? [field] : []),
      ...requiredBlank(opened?.fieldsTemplate?.fields ?? [], valueOf, opened?.id ?? null),
    ];
  });
}

/** Returns true when any of some questions, or of those their options open, requires an answer. */
export function asksRequired(fields: readonly Field[]): boolean {
  return fields.some(
    ({ required, options }) =>
      required || options.some(({ fieldsTemplate }) => asksRequired(fieldsTemplate?.fields ?? [])),
  );
}

function isBlank(value: string): boolean {
  return value.trim() === '' || value === '[]';
}
