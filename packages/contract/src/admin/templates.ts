/** Administration of templates, their questions and choices. */
import { z } from 'zod';
import { Field, FieldsTemplate, FieldType } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, Name, text } from '../base/values.ts';
import { FieldRules, NamingRule } from '../rules/schema.ts';

/** Maximum size in bytes of a template with its questions and choices. The largest templates in use have some hundred questions with some dozen choices. */
const WHOLE_TEMPLATE_BYTES = 8 * 1024 * 1024;
/** Maximum number of choices of one question. */
const OPTION_LIMIT = 1_000;
/** A position in a list. */
const Order = z.number().int().min(0).max(1_000_000);

export const getFieldTypes = operation({
  name: 'getFieldTypes',
  method: 'GET',
  path: '/admin/field-types',
  summary: 'The eight kinds of answer, by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(FieldType),
  problems: [],
});

export const getFieldsTemplates = operation({
  name: 'getFieldsTemplates',
  method: 'GET',
  path: '/admin/fieldsTemplate',
  summary: 'The templates of a type, by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({
    fieldsTemplateTypeId: idOf('fieldsTemplateType').optional().describe('Absent: of every type.'),
  }),
  output: z.array(FieldsTemplate),
  problems: [],
});

export const createFieldsTemplate = operation({
  name: 'createFieldsTemplate',
  method: 'POST',
  path: '/admin/fieldsTemplate',
  summary: 'Makes a template without questions.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    name: Name,
    fieldsTemplateTypeId: idOf('fieldsTemplateType'),
    id: idOf('fieldsTemplate').optional().describe('Id for the new template, made by the caller.'),
  }),
  output: FieldsTemplate,
  problems: ['notFound', 'alreadyExists'],
});

export const getFieldsTemplate = operation({
  name: 'getFieldsTemplate',
  method: 'GET',
  path: '/admin/fieldsTemplate/{id}',
  summary: 'One template with its questions.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('fieldsTemplate') }),
  output: FieldsTemplate,
  problems: ['notFound'],
});

export const updateFieldsTemplate = operation({
  name: 'updateFieldsTemplate',
  method: 'PUT',
  path: '/admin/fieldsTemplate/{id}',
  summary: 'Saves the name of a template. The body is the complete template; its questions have separate operations.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: WHOLE_TEMPLATE_BYTES,
  input: z.strictObject({
    id: idOf('fieldsTemplate'),
    name: Name,
    fieldsTemplateTypeId: idOf('fieldsTemplateType').optional().describe('Ignored: never changes.'),
    version: z.number().optional().describe('Ignored: counted by the server.'),
    fields: z.array(z.unknown()).max(5_000).optional().describe('Ignored: has separate operations.'),
    evidence: z.array(z.unknown()).max(1_000).optional().describe('Ignored: changed by drafts.'),
    clock: z.string().max(200).optional().describe('Ignored: the version is in If-Match.'),
  }),
  output: FieldsTemplate,
  problems: ['notFound', 'changedMeanwhile'],
});

/** Maximum number of questions of one template. */
const FIELD_LIMIT = 5_000;

export const duplicateFieldsTemplate = operation({
  name: 'duplicateFieldsTemplate',
  method: 'POST',
  path: '/ext/admin/fields-templates/{id}/duplicate',
  summary:
    'Makes a copy of a template with its questions, choices and pictures. Choices of the copy open the same further templates as those of the original: these stay one, kept in one place.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('fieldsTemplate'),
    name: Name.optional().describe('Absent: that of the original with " (copy)".'),
  }),
  output: FieldsTemplate,
  problems: ['notFound'],
});

export const sortFields = operation({
  name: 'sortFields',
  method: 'PUT',
  path: '/ext/admin/fields-templates/{id}/sort',
  summary: 'Puts the questions of a template into the order sent, numbered from 0.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: WHOLE_TEMPLATE_BYTES,
  input: z.strictObject({
    id: idOf('fieldsTemplate'),
    fieldIds: z.array(idOf('field')).max(FIELD_LIMIT).describe('In order; questions it does not name come after them.'),
  }),
  output: FieldsTemplate,
  problems: ['notFound'],
});

export const sortFieldOptions = operation({
  name: 'sortFieldOptions',
  method: 'PUT',
  path: '/ext/admin/fields/{id}/sort-options',
  summary: 'Puts the choices of a question into the order sent, numbered from 0.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('field'),
    optionIds: z
      .array(idOf('fieldOption'))
      .max(OPTION_LIMIT)
      .describe('In order; choices it does not name come after them.'),
  }),
  output: Field,
  problems: ['notFound'],
});

export const createField = operation({
  name: 'createField',
  method: 'POST',
  path: '/admin/field',
  summary: 'Adds a question to a template.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    name: Name,
    fieldTypeId: idOf('fieldType'),
    fieldsTemplateId: idOf('fieldsTemplate'),
    order: Order.describe('Ascending place in the template.'),
    id: idOf('field').optional().describe('Id for the new question, made by the caller.'),
  }),
  output: Field,
  problems: ['notFound', 'alreadyExists'],
});

/** A choice as sent with a save of its question. */
const SavedFieldOption = z.strictObject({
  id: idOf('fieldOption').optional().describe('Of a choice there is, or made by the caller for a new one.'),
  name: Name,
  order: Order.optional().describe('Absent: the place in this list.'),
  fieldsTemplateId: idOf('fieldsTemplate')
    .nullable()
    .default(null)
    .describe('The further questions it opens; null: "No further questions".'),
  fieldsTemplate: z.unknown().optional().describe('Ignored.'),
});

/** All choices of a question. */
const SavedFieldOptions = z
  .array(SavedFieldOption)
  .max(OPTION_LIMIT)
  .refine(namesEachOnce, 'must not name a choice twice')
  .describe('All choices of the question.');

function namesEachOnce(options: readonly { id?: string | undefined }[]): boolean {
  const ids = options.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return new Set(ids).size === ids.length;
}

export const updateField = operation({
  name: 'updateField',
  method: 'PUT',
  path: '/admin/field/{id}',
  summary:
    'Saves a question with its choices. Takes the whole question; keys left out stay as they are. Choices that are not in the list any more are deleted; answers given with them stay. Rules of the template that name the question or its choices follow new names; a choice that rules compare with is not deleted.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: WHOLE_TEMPLATE_BYTES,
  input: z.strictObject({
    id: idOf('field'),
    name: Name.optional(),
    shortName: text(NAME_LIMIT).optional().describe('Column name in reports; may be empty.'),
    description: text().optional().describe('Help under the question; may be empty.'),
    fieldTypeId: idOf('fieldType')
      .optional()
      .describe(
        'A type without choices deletes those there are; one without further questions unlinks them. Another type than that of a question with recorded answers makes a new question, which is answered here; the old one is deleted and keeps its answers.',
      ),
    required: z.boolean().optional(),
    order: Order.optional(),
    showInList: z.boolean().optional(),
    options: SavedFieldOptions.optional(),
    rules: FieldRules.nullable().optional().describe('null: no rules.'),
    fieldType: z.unknown().optional().describe('Ignored: fieldTypeId states it.'),
    images: z.array(z.unknown()).max(1_000).optional().describe('Ignored: has separate operations.'),
    fieldsTemplateId: idOf('fieldsTemplate').optional().describe('Ignored: never changes.'),
    clock: z.string().max(200).optional().describe('Ignored: the version is in If-Match.'),
  }),
  output: Field,
  problems: ['notFound', 'wouldLoop', 'changedMeanwhile', 'rulesBroken', 'namedInRules'],
});

export const deleteField = operation({
  name: 'deleteField',
  method: 'DELETE',
  path: '/admin/field/{id}',
  summary:
    'Deletes a question. Answers to it stay readable in history and on old inspections. One that other rules of the template read is not deleted.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('field') }),
  output: z.null(),
  problems: ['notFound', 'namedInRules'],
});

/** Number of records that a deletion affects, shown in its confirmation (product decision 19). */
export const Usage = z
  .strictObject({
    answers: z.number().int().describe('Answers that were given.'),
    items: z.number().int().describe('Items they were given on.'),
    inspections: z.number().int().describe('Inspections of installations they were given in.'),
  })
  .meta({ id: 'Usage' });

/** Number of records that a deletion affects. */
export type Usage = z.infer<typeof Usage>;

/** Number of records that the deletion of a question affects, and the rules that prevent it. */
export const FieldUsage = z
  .strictObject({
    ...Usage.shape,
    rules: z
      .array(NamingRule)
      .describe('Other rules of the template that read the answer: the question cannot be deleted.'),
    reports: z.array(z.string()).describe('Titles of reports that name its short name.'),
  })
  .meta({ id: 'FieldUsage' });

export const getFieldUsage = operation({
  name: 'getFieldUsage',
  method: 'GET',
  path: '/ext/admin/fields/{id}/usage',
  summary:
    'How many answers, items and inspections the deletion of a question touches, the rules that prevent it, and the reports that name it.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('field') }),
  output: FieldUsage,
  problems: ['notFound'],
});

export const getFieldsTemplateUsage = operation({
  name: 'getFieldsTemplateUsage',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/usage',
  summary: 'How many answers, items and inspections it touches when the questions of a template are asked no longer.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('fieldsTemplate') }),
  output: Usage,
  problems: ['notFound'],
});

export const getFieldOptionUsage = operation({
  name: 'getFieldOptionUsage',
  method: 'GET',
  path: '/ext/admin/field-options/{id}/usage',
  summary:
    'How many answers, items and inspections the deletion of a choice touches: those that chose it, and answers to what it opened.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('fieldOption') }),
  output: Usage,
  problems: ['notFound'],
});
