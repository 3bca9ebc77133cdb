/** Search of records by their names. */
import { z } from 'zod';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { patternOfTexts, text, UnixDay } from './base/values.ts';

/** Maximum number of records of one kind that a search finds. */
export const FOUND_LIMIT = 8;

/** Search text: all its words have to occur, in any order and case. */
const SearchText = text(100)
  .trim()
  .min(2)
  .meta({ pattern: patternOfTexts(2) });

/** An installation, inspection or item that a search found. */
export const FoundRecord = z
  .strictObject({
    kind: z.enum(['installation', 'installationInspection', 'item']),
    id: z.string(),
    name: z.string().describe('Of an inspection that of its type.'),
    within: z
      .string()
      .describe('Installation of an inspection; what an item stands in, and its installation. May be empty.'),
    installationId: idOf('installation'),
    installationInspectionId: idOf('installationInspection')
      .nullable()
      .describe('Of an item its newest inspection; null: none.'),
    startDate: UnixDay.nullable().describe('Of an inspection.'),
  })
  .meta({ id: 'FoundRecord' });

/** An installation, inspection or item that a search found. */
export type FoundRecord = z.infer<typeof FoundRecord>;

export const findRecords = operation({
  name: 'findRecords',
  method: 'GET',
  path: '/ext/records',
  summary: `Installations, inspections and items of the company by name, items by the beginning of their tag too; at most ${FOUND_LIMIT} of each, those that begin with the text first.`,
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    text: SearchText,
    companyId: idOf('company').optional().describe('For staff: whose records.'),
  }),
  output: z.array(FoundRecord),
  problems: [],
});

/** A record of the administration that a search found. */
export const FoundAdministered = z
  .strictObject({
    kind: z.enum(['installation', 'company', 'user', 'inspection', 'itemType', 'fieldsTemplate', 'report']),
    id: z.string(),
    name: z.string(),
    within: z.string().describe('Company of an installation, address of a user. May be empty.'),
    fieldsTemplateTypeId: idOf('fieldsTemplateType').nullable().describe('Of a template.'),
  })
  .meta({ id: 'FoundAdministered' });

/** A record of the administration that a search found. */
export type FoundAdministered = z.infer<typeof FoundAdministered>;

export const findAdministered = operation({
  name: 'findAdministered',
  method: 'GET',
  path: '/ext/admin/records',
  summary: `Records of the administration by name, users by address too, of the kinds that the caller may open; at most ${FOUND_LIMIT} of each, those that begin with the text first.`,
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({ text: SearchText }),
  output: z.array(FoundAdministered),
  problems: [],
});
