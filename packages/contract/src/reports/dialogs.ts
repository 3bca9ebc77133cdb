/** Dialogs of report templates: what a report asks before it is printed, and the answers. */
import { z } from 'zod';

/** Greatest length of a text that is entered. */
const TEXT_LENGTH = 10_000;
/** Greatest number of options chosen in one field. */
const CHOICES = 5_000;
/** Greatest length of the name of a dialog or field. */
const NAME_LENGTH = 200;

const field = {
  name: z.string(),
  label: z.string(),
  isEnabled: z.boolean(),
  refreshes: z
    .boolean()
    .describe('Something depends on it: when it changes, ask again with the present values and `isOpen`.'),
  error: z.string().optional().describe('Why the last answer was not accepted.'),
};

const DialogPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('note'), text: z.string() }),
  z.strictObject({ kind: z.literal('heading'), text: z.string() }),
  z.strictObject({ kind: z.literal('text'), value: z.string(), isMultiline: z.boolean(), ...field }),
  z.strictObject({
    kind: z.literal('number'),
    value: z.number(),
    minimum: z.number(),
    maximum: z.number(),
    decimals: z.number(),
    ...field,
  }),
  z.strictObject({
    kind: z.literal('date'),
    value: z.string().nullable().describe('Local time, yyyy-MM-ddTHH:mm:ss.'),
    hasTime: z.boolean(),
    isOptional: z.boolean(),
    ...field,
  }),
  z.strictObject({ kind: z.literal('check'), value: z.boolean(), ...field }),
  z.strictObject({
    kind: z.literal('radio'),
    value: z.string().nullable(),
    options: z.array(z.strictObject({ name: z.string(), label: z.string() })).readonly(),
    ...field,
  }),
  z.strictObject({
    kind: z.literal('choice'),
    value: z.string(),
    options: z.array(z.string()).readonly(),
    isFree: z.boolean().describe('Any other text can be entered.'),
    ...field,
  }),
  z.strictObject({
    kind: z.literal('choices'),
    value: z.array(z.string()).readonly(),
    options: z.array(z.string()).readonly(),
    ...field,
  }),
  z.strictObject({ kind: z.literal('button'), ...field }),
]);

/** A dialog that a report shows before it is printed: its parts in reading order. */
export const ReportDialog = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    parts: z.array(DialogPart).readonly(),
    confirm: z.string().describe('Text of the button that confirms it.'),
  })
  .meta({ id: 'ReportDialog' });

/** A dialog that a report shows before it is printed. */
export type ReportDialog = z.infer<typeof ReportDialog>;

/** The value of a field in an answer. */
export const DialogValue = z.union([
  z.string().max(TEXT_LENGTH),
  z.number(),
  z.boolean(),
  z.array(z.string().max(TEXT_LENGTH)).max(CHOICES).readonly(),
  z.null(),
]);

/** The value of a field in an answer. */
export type DialogValue = z.infer<typeof DialogValue>;

const name = z.string().max(NAME_LENGTH);

/** Answers to dialogs, by the names of the dialogs. */
export const DialogAnswers = z
  .record(
    name,
    z.strictObject({
      values: z.record(name, DialogValue).describe('By the names of the fields; others keep what they show.'),
      isOpen: z.boolean().optional().describe('The dialog is still being filled in, and is returned again.'),
      pressed: name.optional().describe('The button that was pressed in an open dialog.'),
    }),
  )
  .meta({ id: 'DialogAnswers' });

/** Answers to the dialogs of a template, an input of all operations that print. */
export const answers = DialogAnswers.optional().describe(
  'Answers to the dialogs of the report. Empty: its first dialog is returned. Absent: no dialog is asked, and its fields have the values of the template.',
);

/** Answers to dialogs, by the names of the dialogs. */
export type DialogAnswers = z.infer<typeof DialogAnswers>;
