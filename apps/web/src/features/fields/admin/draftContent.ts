/** The draft of a template in the form that the editor shows, as pure functions. */
import type { Field, FieldsTemplate, FieldType, TemplateContent } from '@holdfast/contract';
import { type FieldEdit, fieldValuesOf, type FieldValues, fittingOptions } from './fieldEdits.ts';

/** A question of a draft. */
export type ContentField = TemplateContent['fields'][number];

/** Returns the content of the version in use of a template. */
export function contentOf({ name, fields, evidence }: FieldsTemplate): TemplateContent {
  return { name, evidence, fields: fields.map((field) => contentField(field.id, fieldValuesOf(field))) };
}

/** Creates a question of a draft from the values of its form. */
export function contentField(id: string, values: FieldValues): ContentField {
  const { options: _given, ...own } = values;
  const options = fittingOptions(values).map((option) => ({
    id: option.id,
    name: option.name,
    fieldsTemplateId: option.fieldsTemplateId,
  }));
  return { id, ...own, options };
}

/**
 * Converts a question of a draft to a field, with the pictures of the question in use.
 * @param live the question in use; undefined for a new one
 */
export function fieldOfContent(
  { options, ...content }: ContentField,
  order: number,
  { live, types, template }: { live: Field | undefined; types: readonly FieldType[]; template: FieldsTemplate },
): Field {
  return {
    ...content,
    order,
    fieldType: types.find(({ id }) => id === content.fieldTypeId) ??
      live?.fieldType ?? { id: content.fieldTypeId, name: '' },
    options: options.map((option, place) => ({ ...option, order: place, fieldsTemplate: null })),
    images: live?.images ?? [],
    fieldsTemplateId: template.id,
    clock: live?.clock ?? template.clock,
  };
}

/** Returns the values of a draft's question in the form that the panel of a question edits. */
export function editOf(field: Field): FieldEdit {
  return { base: field, values: fieldValuesOf(field), conflict: null, failure: null };
}
