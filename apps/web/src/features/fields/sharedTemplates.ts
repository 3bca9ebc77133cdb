/** Shared templates: items with the same questions use the same object. */
import type { FieldsTemplate } from '@holdfast/contract';
import { replaceEqualDeep } from '@tanstack/react-query';

const known = new Map<string, FieldsTemplate>();
const shared = new WeakMap<FieldsTemplate, FieldsTemplate>();

/**
 * Returns the previously shown template when both are equal, so that moving from item to item neither compiles rules nor renders controls
 * again.
 */
export function sharedTemplate(template: FieldsTemplate): FieldsTemplate {
  const held = shared.get(template);
  if (held !== undefined) return held;
  const result = replaceEqualDeep<FieldsTemplate>(known.get(template.id), template);
  known.set(template.id, result);
  shared.set(template, result);
  return result;
}
