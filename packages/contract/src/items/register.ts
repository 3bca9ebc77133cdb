/** Export and import of the items of an installation as a spreadsheet. */
import { z } from 'zod';
import { BulkResult } from './bulk.ts';
import { Download } from '../media/downloads.ts';
import { base64Length, base64Of } from '../base/base64.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, text } from '../base/values.ts';

/** Maximum size of a spreadsheet in bytes. */
export const SPREADSHEET_BYTES = 10 * 1024 * 1024;
/** Maximum number of rows below the headings. */
export const REGISTER_ROWS = 20_000;
/** The most columns. */
export const REGISTER_COLUMNS = 200;
/** File formats of a register. */
export const SPREADSHEET_FORMATS = ['xlsx', 'csv'] as const;

/** Bytes of a body allowed for its other keys. */
const REST_OF_BODY = 16 * 1024;

/** Comparison of a file's contents with the stored data. */
const sheet = {
  filename: text(NAME_LIMIT).describe('Ignored: the type is detected from the content.'),
  base64File: base64Of(
    SPREADSHEET_BYTES,
    'An Excel workbook (.xlsx, its first sheet) or a CSV. The first row names the columns: Id, Location, Item type, Name, Tag, and the questions of the item types. ',
  ),
};

/** Verdict on a row of a register, or on one cell of it. */
export const RegisterVerdict = z.enum(['new', 'changed', 'unchanged', 'wrong']);

/** Verdict on a row of a register. */
export type RegisterVerdict = z.infer<typeof RegisterVerdict>;

/** Finding about one cell. */
export const RegisterMark = z
  .strictObject({
    column: z.number().int().describe('Place of its column, from 0.'),
    verdict: RegisterVerdict.describe('Never "unchanged": such a cell has no mark.'),
    was: z.string().describe('What is known now; empty: nothing.'),
    reason: z.string().describe('Why it is wrong, in words for people; empty otherwise.'),
  })
  .meta({ id: 'RegisterMark' });

/** Finding about one cell. */
export type RegisterMark = z.infer<typeof RegisterMark>;

/** One row of a register. */
export const RegisterRow = z
  .strictObject({
    row: z.number().int().describe('Its number in the spreadsheet, from 1.'),
    verdict: RegisterVerdict,
    cells: z.array(z.string()).describe('As the sheet has them, in the order of the columns.'),
    marks: z.array(RegisterMark).describe('Of the cells that are not as known.'),
  })
  .meta({ id: 'RegisterRow' });

/** One row of a register. */
export type RegisterRow = z.infer<typeof RegisterRow>;

/** Effects of importing a register. */
export const RegisterPreview = z
  .strictObject({
    columns: z.array(
      z.strictObject({
        name: z.string().describe('As it is headed.'),
        isKnown: z.boolean().describe('false: no question has this name, and the column is ignored.'),
      }),
    ),
    rows: z.array(RegisterRow).describe('In the order of the sheet.'),
    counts: z.strictObject({
      new: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      wrong: z.number().int(),
    }),
    plan: z.string().describe('Identifies exactly these changes; sent with the import.'),
  })
  .meta({ id: 'RegisterPreview' });

/** Effects of importing a register. */
export type RegisterPreview = z.infer<typeof RegisterPreview>;

export const previewItemRegister = operation({
  name: 'previewItemRegister',
  method: 'POST',
  path: '/ext/admin/installations/{id}/register/preview',
  summary:
    'What the import of a spreadsheet would make new, change and leave, and what is wrong in it, cell by cell. Nothing is changed.',
  effect: 'read',
  right: 'manage',
  offline: false,
  bodyBytes: base64Length(SPREADSHEET_BYTES) + 2 * REST_OF_BODY,
  input: z.strictObject({ id: idOf('installation'), ...sheet }),
  output: RegisterPreview,
  problems: ['notFound', 'badInput', 'tooLarge', 'unsupportedMedia', 'unavailable'],
});

export const importItemRegister = operation({
  name: 'importItemRegister',
  method: 'POST',
  path: '/ext/admin/installations/{id}/register',
  summary:
    'Takes the items of a spreadsheet into an installation: all of it or nothing. Empty cells change nothing, and items the sheet does not name stay as they are.',
  effect: 'write',
  right: 'manage',
  audit: 'company',
  offline: false,
  bodyBytes: base64Length(SPREADSHEET_BYTES) + 2 * REST_OF_BODY,
  input: z.strictObject({
    id: idOf('installation'),
    ...sheet,
    plan: z
      .string()
      .max(100)
      .optional()
      .describe('Of the preview: the import is refused if its effects would differ from the preview by now.'),
  }),
  output: BulkResult,
  problems: [
    'notFound',
    'badInput',
    'tooLarge',
    'unsupportedMedia',
    'unavailable',
    'registerRefused',
    'importOutdated',
  ],
});

export const exportItemRegister = operation({
  name: 'exportItemRegister',
  kind: 'download',
  method: 'GET',
  path: '/ext/admin/installations/{id}/register',
  summary:
    'The items of an installation with what is known of them, in the columns the import takes. Answers to questions that are not asked any more follow in columns of their own, which the import leaves alone.',
  effect: 'read',
  right: 'manage',
  audit: 'export',
  offline: false,
  input: z.strictObject({ id: idOf('installation'), format: z.enum(SPREADSHEET_FORMATS).default('xlsx') }),
  output: Download,
  problems: ['notFound', 'unavailable', 'unsupportedMedia'],
});
