/** The draft of a template as the editor shows it, as pure functions. */
import type { Field, FieldsTemplate, FieldType, TemplateContent } from '@holdfast/contract';
import { type FieldEdit, fieldValuesOf, type FieldValues, fittingOptions } from './fieldEdits.ts';

/** A question of a draft. */
export type ContentField = TemplateContent['fields'][number];

/** The content of a template as it is in use. */
export function contentOf({ name, fields, evidence }: FieldsTemplate): TemplateContent {
  return { name, evidence, fields: fields.map((field) => contentField(field.id, fieldValuesOf(field))) };
}

/** A question of a draft from the values of its form. */
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
 * A question of a draft as a field, with the pictures of the one in use.
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

/** The values of a draft's question as the form of a question takes them. */
export function editOf(field: Field): FieldEdit {
  return { base: field, values: fieldValuesOf(field), conflict: null, failure: null };
}
