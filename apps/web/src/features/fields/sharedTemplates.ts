/** Templates of questions, the same object for every item that has the same questions. */
import type { FieldsTemplate } from '@holdfast/contract';
import { replaceEqualDeep } from '@tanstack/react-query';

const known = new Map<string, FieldsTemplate>();
const shared = new WeakMap<FieldsTemplate, FieldsTemplate>();

/**
 * Returns the template that was shown before where both are equal: rules are not compiled again and controls are not rendered again on the way from
 * item to item.
 */
export function sharedTemplate(template: FieldsTemplate): FieldsTemplate {
  const held = shared.get(template);
  if (held !== undefined) return held;
  const result = replaceEqualDeep<FieldsTemplate>(known.get(template.id), template);
  known.set(template.id, result);
  shared.set(template, result);
  return result;
}
