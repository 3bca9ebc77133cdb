/** Contents of templates, and the differences between two of them. Pure. */
import { type FieldsTemplate, NO_RULES, type TemplateContent, type TemplateDifference } from '@holdfast/contract';
import { fieldTypeOf } from './optionRules.ts';

type ContentField = TemplateContent['fields'][number];

/** The current content of a template. */
export function contentOf({ name, fields, evidence }: FieldsTemplate): TemplateContent {
  return {
    name,
    evidence,
    fields: fields.map(
      ({ id, name: question, shortName, description, fieldTypeId, required, showInList, options, rules }) => ({
        id,
        name: question,
        shortName,
        description,
        fieldTypeId,
        required,
        showInList,
        rules,
        options: options.map((option) => ({
          id: option.id,
          name: option.name,
          fieldsTemplateId: option.fieldsTemplateId,
        })),
      }),
    ),
  };
}

/**
 * Returns the differences between two contents, in the order of the later one, removed questions last.
 * @param names of templates that choices open, by id
 */
export function contentDifferences(
  before: TemplateContent,
  after: TemplateContent,
  names: ReadonlyMap<string, string>,
): TemplateDifference[] {
  const differences: TemplateDifference[] = [];
  const own = changesBetween(textOfTemplate(before), textOfTemplate(after));
  if (own.length > 0) differences.push({ kind: 'changed', fieldId: null, name: after.name, changes: own });
  const earlier = new Map(before.fields.map((field) => [field.id, field]));
  const later = new Set(after.fields.map(({ id }) => id));
  const keptBefore = before.fields.filter(({ id }) => later.has(id)).map(({ id }) => id);
  const keptAfter = after.fields.filter(({ id }) => earlier.has(id)).map(({ id }) => id);
  const moved = movedBetween(keptBefore, keptAfter);
  for (const field of after.fields) {
    const { id: fieldId, name } = field;
    const known = earlier.get(fieldId);
    if (known === undefined) {
      differences.push({ kind: 'added', fieldId, name, changes: [] });
      continue;
    }
    const changes = changesOf(known, field, names);
    if (changes.length > 0) differences.push({ kind: 'changed', fieldId, name, changes });
    if (moved.has(fieldId)) differences.push({ kind: 'moved', fieldId, name, changes: [] });
  }
  for (const { id: fieldId, name } of before.fields)
    if (!later.has(fieldId)) differences.push({ kind: 'removed', fieldId, name, changes: [] });
  return differences;
}

/** Descriptions of the properties of a template itself. */
function textOfTemplate({ name, evidence }: TemplateContent): Record<string, string> {
  return { name, evidence: evidence.map(({ when, needs }) => `${when}: ${needs}`).join('; ') };
}

/** The rules of a question, in words. */
function textOfRules({ rules, options }: ContentField): Record<string, string> {
  const { showWhen, calculation, unit, minimum, maximum, default: origin, fixed } = rules ?? NO_RULES;
  const isRanged = minimum !== null || maximum !== null;
  return {
    showWhen,
    calculation,
    unit,
    range: isRanged ? `${minimum ?? ''} – ${maximum ?? ''}` : '',
    default:
      origin === 'none' ? '' : origin === 'fixed' ? (options.find(({ id }) => id === fixed)?.name ?? fixed) : origin,
  };
}

/** The entries in which two sets of texts differ. */
function changesBetween(was: Record<string, string>, is: Record<string, string>): TemplateDifference['changes'] {
  return Object.keys(is)
    .filter((property) => was[property] !== is[property])
    .map((property) => ({ property, was: was[property]!, is: is[property]! }));
}

/** The properties in which two states of a question differ, in words. */
function changesOf(
  before: ContentField,
  after: ContentField,
  names: ReadonlyMap<string, string>,
): TemplateDifference['changes'] {
  const words = (field: ContentField): Record<string, string> => ({
    name: field.name,
    fieldType: fieldTypeOf(field.fieldTypeId)?.name ?? '',
    shortName: field.shortName,
    description: field.description,
    required: field.required ? 'Yes' : 'No',
    showInList: field.showInList ? 'Yes' : 'No',
    options: field.options
      .map(({ name, fieldsTemplateId }) =>
        // In quotation marks, because a name may contain a comma.
        fieldsTemplateId === null ? `“${name}”` : `“${name}” → ${names.get(fieldsTemplateId) ?? ''}`,
      )
      .join(', '),
    ...textOfRules(field),
  });
  const [was, is] = [words(before), words(after)];
  const changes = changesBetween(was, is);
  const ids = ({ options }: ContentField): string => options.map(({ id }) => id).join(' ');
  // Different choices with the same names: recorded answers refer to the earlier ones.
  if (was['options'] === is['options'] && ids(before) !== ids(after))
    changes.push({ property: 'options', was: was['options']!, is: is['options']! });
  return changes;
}

/** The smallest set of entries to move from one order to the other: all except a longest common subsequence. */
function movedBetween(before: readonly string[], after: readonly string[]): Set<string> {
  const place = new Map(before.map((id, index) => [id, index]));
  const places = after.map((id) => place.get(id)!);
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, value] of places.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const kept = new Set<string>();
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at]!) kept.add(after[at]!);
  return new Set(after.filter((id) => !kept.has(id)));
}
