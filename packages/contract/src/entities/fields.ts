/** Questions and answers, as sent over the API. */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { Instant } from '../base/values.ts';
import { EvidenceRules, FieldRules } from '../rules/schema.ts';

/** A kind of answer. */
export const FieldType = z
  .strictObject({
    id: idOf('fieldType'),
    name: z.string().describe('One of the eight names of FLDS-01, e.g. "Select with subfields".'),
  })
  .meta({ id: 'FieldType' });

/** A picture that explains a question, e.g. an acceptable beside a rejectable split pin. */
export const FieldImage = z
  .strictObject({
    id: idOf('fieldImage'),
    filename: z.string().describe('As uploaded; its extension completes the address /field-images/{id}{ext}.'),
    order: z.number().int().describe('Ascending place among the images of the field.'),
  })
  .meta({ id: 'FieldImage' });

/** One choice of a Select, Multi-select or Select with subfields. */
export const FieldOption = z
  .strictObject({
    id: idOf('fieldOption'),
    name: z.string().describe('As inspectors read it.'),
    order: z.number().int().describe('Ascending place among the options.'),
    fieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe('The further questions this choice opens; null: "No further questions".'),
    get fieldsTemplate() {
      return FieldsTemplate.nullable().describe(
        'Those further questions, fields sorted by order; null when there are none.',
      );
    },
  })
  .meta({ id: 'FieldOption' });

/** A question. */
export const Field = z
  .strictObject({
    id: idOf('field'),
    name: z.string().describe('The question as inspectors read it.'),
    shortName: z.string().describe('Column name in reports; may be empty.'),
    description: z.string().describe('Help under the question; may be empty.'),
    fieldType: FieldType.describe('What kind of answer it takes.'),
    fieldTypeId: idOf('fieldType').describe('The same by id.'),
    required: z.boolean().describe('A blank answer is marked, never refused.'),
    order: z.number().int().describe('Ascending place in the template.'),
    showInList: z.boolean().describe('Offered as a column of the inspection list.'),
    get options() {
      return z.array(FieldOption).describe('Choices by ascending order; empty for other types.');
    },
    images: z.array(FieldImage).describe('Explaining pictures by ascending order.'),
    rules: FieldRules.nullable().describe('When it is asked, what calculates or proposes its answer; null: no rules.'),
    fieldsTemplateId: idOf('fieldsTemplate').describe('The template this question belongs to.'),
    clock: z.string().describe('Version of the question and its choices; sent back as If-Match.'),
  })
  .meta({ id: 'Field' });

/** A set of questions. */
export const FieldsTemplate = z
  .strictObject({
    id: idOf('fieldsTemplate'),
    name: z.string().describe('As administrators read it.'),
    fieldsTemplateTypeId: idOf('fieldsTemplateType').describe('What the template is for.'),
    version: z.number().int().describe('Of its questions: counts changes made after answers had been recorded.'),
    fields: z.array(Field).describe('Questions by ascending order.'),
    evidence: EvidenceRules.describe('Photos, notes and files that answers and conditions need.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'FieldsTemplate' });

/** An answer. */
export const FieldResponse = z
  .strictObject({
    id: z.string().describe('Derived from owner, field and option, so that one question has one answer everywhere.'),
    fieldId: idOf('field').describe('The question.'),
    value: z
      .string()
      .describe(
        'What is stored: the text, the number as written, ISO date-time, "true"/"false", option ids as JSON list or one id. Empty: unset.',
      ),
    displayValue: z.string().describe('The same for people; option names, as they were when it was answered.'),
    parentFieldOptionId: idOf('fieldOption')
      .nullable()
      .describe('The option under which this sub-question was answered; null at the top.'),
    itemId: idOf('item').nullable().describe('The item, when the answer belongs to one (in or outside an inspection).'),
    question: z
      .string()
      .describe('The words of the question when it was answered; empty for answers of earlier versions.'),
    templateVersion: z.number().int().describe('The version of the template by which it was asked.'),
    recordedDate: Instant.describe('When the answer was given, on the device it was given on.'),
    createdAt: Instant.describe('When it was first stored.'),
    updatedAt: Instant.describe('When it was last changed.'),
    createdByUserID: idOf('user').describe('Who gave it first.'),
    updatedByUserID: idOf('user').describe('Who changed it last.'),
    deletedAt: Instant.nullable().describe('When it was taken away; null while it stands.'),
    clock: z.string().describe('Version of the answer; sent back as If-Match.'),
  })
  .meta({ id: 'FieldResponse' });

/** An answer to be stored, as sent when records are created and updated (data decision 15). */
export const FieldAnswer = z
  .strictObject({
    fieldId: idOf('field'),
    value: z.string().max(20_000),
    displayValue: z.string().max(20_000),
    parentFieldOptionId: idOf('fieldOption').nullable().default(null),
  })
  .meta({ id: 'FieldAnswer' });

/** Types of these entities. */
export type FieldType = z.infer<typeof FieldType>;
export type FieldImage = z.infer<typeof FieldImage>;
export type FieldOption = z.infer<typeof FieldOption>;
export type Field = z.infer<typeof Field>;
export type FieldsTemplate = z.infer<typeof FieldsTemplate>;
export type FieldResponse = z.infer<typeof FieldResponse>;
export type FieldAnswer = z.infer<typeof FieldAnswer>;
