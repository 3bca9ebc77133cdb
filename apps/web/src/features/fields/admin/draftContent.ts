/** The draft of a template in the form that the editor shows, as pure functions. */
import type { Field, FieldOption, FieldsTemplate, FieldType, TemplateContent } from '@holdfast/contract';
import { t } from '../../../lib/texts/administration.ts';
import type { Difference } from '../../../ui/admin/ConflictNotice.tsx';
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

/** Applies changed values of a form to a question as it is now, so that two changes of one moment both remain. */
export function withChanges({ id, options, ...own }: ContentField, part: Partial<FieldValues>): ContentField {
  return contentField(id, { ...own, options: fieldOptions(options), ...part });
}

/** Converts the options of a draft's question to those of a field. */
function fieldOptions(options: ContentField['options']): FieldOption[] {
  return options.map((option, order) => ({ ...option, order, fieldsTemplate: null }));
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
    options: fieldOptions(options),
    images: live?.images ?? [],
    fieldsTemplateId: template.id,
    clock: live?.clock ?? template.clock,
  };
}

/** Returns the values of a draft's question in the form that the panel of a question edits. */
export function editOf(field: Field): FieldEdit {
  return { base: field, values: fieldValuesOf(field), conflict: null, failure: null };
}

/** Properties of a question whose values a comparison shows, with their labels; of the others it shows that they differ. */
const COMPARED = {
  name: 'admin.name',
  shortName: 'admin.shortName',
  description: 'adminFields.description',
  required: 'adminFields.required',
} as const;

/** Returns the questions, and the name, that two contents of a template have differently, with what distinguishes them. */
export function differencesOfContent(yours: TemplateContent, theirs: TemplateContent): Difference[] {
  const found: Difference[] = [];
  if (yours.name !== theirs.name) found.push({ name: t('admin.name'), yours: yours.name, theirs: theirs.name });
  const ids = new Set([...theirs.fields, ...yours.fields].map(({ id }) => id));
  for (const id of ids) {
    const mine = yours.fields.find((field) => field.id === id);
    const other = theirs.fields.find((field) => field.id === id);
    if (JSON.stringify(mine) === JSON.stringify(other)) continue;
    const name = other?.name ?? mine?.name ?? '';
    found.push({ name, yours: textOf(mine, other), theirs: textOf(other, mine) });
  }
  return found;
}

/** Returns in what a question differs from another version of it. */
function textOf(field: ContentField | undefined, other: ContentField | undefined): string {
  if (field === undefined) return t('adminVersions.notInIt');
  if (other === undefined) return field.name;
  const keys = (Object.keys(COMPARED) as (keyof typeof COMPARED)[]).filter((key) => field[key] !== other[key]);
  if (keys.length === 0) return t('adminVersions.otherSettings');
  return keys.map((key) => `${t(COMPARED[key])}: ${plainText(field[key]) || t('admin.empty')}`).join('; ');
}

function plainText(value: string | boolean): string {
  return typeof value === 'string' ? value : t(value ? 'admin.yes' : 'admin.no');
}
