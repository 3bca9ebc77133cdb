/** Unsaved changes to the questions of a template, as pure functions. */
import type { Field, FieldOption, FieldsTemplate, FieldType } from '@holdfast/contract';
import { changedKeys, type Conflict, type Edit } from '../../../lib/drafts/recordDraft.ts';
import { optionListOf } from '../templateTypes.ts';

/** Editable properties of a question. */
export type FieldValues = Pick<
  Field,
  'name' | 'shortName' | 'description' | 'fieldTypeId' | 'required' | 'showInList' | 'rules'
> & { options: FieldOption[] };

/** Changes to one question, and the result of its last save. */
export interface FieldEdit extends Edit<Field, FieldValues> {
  conflict: Conflict<FieldValues> | null;
  failure: unknown;
}

/** The version of a question that is not stored. */
const NOT_STORED = '';

interface NewField {
  name: string;
  fieldsTemplateId: string;
  /** The questions before it. */
  fields: readonly Field[];
  types: readonly FieldType[];
}

/** Changes by the id of the question. */
export type FieldEdits = ReadonlyMap<string, FieldEdit>;

/** Returns the editable properties of a question. */
export function fieldValuesOf(field: Field): FieldValues {
  const { name, shortName, description, fieldTypeId, required, showInList, options, rules } = field;
  return { name, shortName, description, fieldTypeId, required, showInList, options, rules };
}

/** Returns a new question at the end of a template, of the type Text where there is one; undefined while the types are not loaded. */
export function newField(id: string, { fields, types, ...named }: NewField): Field | undefined {
  const fieldType = types.find(({ name }) => name === 'Text') ?? types[0];
  if (fieldType === undefined) return undefined;
  return {
    ...named,
    id,
    shortName: '',
    description: '',
    fieldTypeId: fieldType.id,
    fieldType,
    required: false,
    showInList: false,
    order: orderOfNew(fields),
    options: [],
    images: [],
    rules: null,
    clock: NOT_STORED,
  };
}

/** Returns true for a question that was added in the editor and is not known to be stored. */
export function isNewField({ clock }: Pick<Field, 'clock'>): boolean {
  return clock === NOT_STORED;
}

/** Returns true when there are changes to a question. */
export function isFieldChanged(field: Field, edit: FieldEdit | undefined): boolean {
  return edit !== undefined && changedKeys(edit.values, fieldValuesOf(field)).length > 0;
}

/**
 * Returns the options that a question will have: none when its type has no options, without further templates when its type does not
 * support them.
 */
export function fittingOptions({ fieldTypeId, options }: FieldValues): FieldOption[] {
  const list = optionListOf(fieldTypeId);
  if (list === undefined) return [];
  return options.map((option, order) => ({
    ...option,
    order,
    ...(list.subfields ? {} : { fieldsTemplateId: null, fieldsTemplate: null }),
  }));
}

/** Returns true when a question can be saved: it and its options have names, and the names of the options differ. */
export function isFieldComplete({ name, options }: FieldValues): boolean {
  return name.trim() !== '' && options.every((_, index) => optionProblem(options, index) === null);
}

/** Returns the error in the name of an option; null when there is none. */
export function optionProblem(options: readonly FieldOption[], index: number): 'nameNeeded' | 'nameTaken' | null {
  const name = options[index]!.name.trim().toLowerCase();
  if (name === '') return 'nameNeeded';
  const first = options.findIndex((option) => option.name.trim().toLowerCase() === name);
  return first < index ? 'nameTaken' : null;
}

/** Returns a question as it will be once its changes are saved. */
export function withEdit(field: Field, edit: FieldEdit | undefined, types: readonly FieldType[]): Field {
  if (edit === undefined) return field;
  const values = { ...fieldValuesOf(field), ...edit.values };
  const fieldType = types.find(({ id }) => id === values.fieldTypeId) ?? field.fieldType;
  return { ...field, ...values, fieldType, options: fittingOptions(values) };
}

/** Returns the form that inspectors will see: changed questions in the chosen order, with the further templates of their options. */
export function previewOf(
  template: FieldsTemplate,
  fields: readonly Field[],
  templates: readonly FieldsTemplate[],
): FieldsTemplate {
  const further = new Map(templates.map((one) => [one.id, one]));
  return {
    ...template,
    fields: fields.map((field) => (field.options.length === 0 ? field : withFurther(field, further))),
  };
}

/** Returns the identical object when its options open nothing, so that it is not rendered again. */
function withFurther(field: Field, further: ReadonlyMap<string, FieldsTemplate>): Field {
  const opened = ({ fieldsTemplateId, fieldsTemplate }: FieldOption): FieldsTemplate | null =>
    fieldsTemplateId === null ? null : (further.get(fieldsTemplateId) ?? fieldsTemplate);
  if (field.options.every((option) => option.fieldsTemplate === opened(option))) return field;
  return { ...field, options: field.options.map((option) => ({ ...option, fieldsTemplate: opened(option) })) };
}

/** Sorts questions by a chosen order; returns the same list when it is already in order. Questions missing from the order stay last. */
export function inOrder(fields: readonly Field[], wanted: readonly string[] | null): readonly Field[] {
  if (wanted === null) return fields;
  const place = new Map(wanted.map((id, index) => [id, index]));
  const sorted = fields.toSorted((a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity));
  return sorted.every((field, index) => field === fields[index]) ? fields : sorted;
}

/** Returns the position of a new question: after the last one, or 0 (CNST-08). */
export function orderOfNew(fields: readonly Field[]): number {
  const last = fields.at(-1);
  return last === undefined ? 0 : last.order + 1;
}

/** Returns the proposed short name for the name of a question: its words without spaces, in the style of column names. */
export function proposedShortName(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => word.charAt(0).toLocaleUpperCase('en-GB') + word.slice(1)).join('');
}

/** Returns true when a change renames a question or its options, which rules follow. */
export function isRenamed(field: Field, edit: FieldEdit | undefined): boolean {
  const keys = edit === undefined ? [] : changedKeys(edit.values, fieldValuesOf(field));
  return keys.some((key) => key === 'name' || key === 'shortName' || key === 'options');
}

/** Sorts questions for saving: new names before the rules that use them. */
export function namesFirst(fields: readonly Field[], edits: FieldEdits): Field[] {
  const renamed = (field: Field): number => (isRenamed(field, edits.get(field.id)) ? 0 : 1);
  return fields.toSorted((a, b) => renamed(a) - renamed(b));
}

/**
 * Returns a change to save after renamed questions were saved and the server adapted the rules.
 * @param before the question before the first save, `field` the currently stored question, `rules` the wanted rules
 */
export function withFollowedRules(
  edit: FieldEdit | undefined,
  { before, field, rules }: { before: Field; field: Field; rules: Field['rules'] },
): FieldEdit | undefined {
  if (edit === undefined) return undefined;
  const values = edit.values.rules === undefined ? edit.values : { ...edit.values, rules };
  const others = (one: Field): FieldValues => ({ ...fieldValuesOf(one), rules: null });
  // Only the rules differ, because the server adapted them when the name was saved: that is no change by another user.
  const isFollowed = field !== before && changedKeys(others(field), others(before)).length === 0;
  return { ...edit, values, base: isFollowed && edit.base.clock === before.clock ? field : edit.base };
}

/** Returns the typed texts of a change to a question: its name, short name and description. */
export function changedTexts({ values: { name, shortName, description } }: FieldEdit): string[] {
  return [name, shortName, description].filter((text): text is string => text !== undefined && text !== '');
}
