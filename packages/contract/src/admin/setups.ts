/** An inspection type with everything it needs, as one file, for export from one server and import into another. */
import { z } from 'zod';
import { Download } from '../media/downloads.ts';
import { Inspection } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';

/** Maximum length of a setup; most of it is pictures. */
export const SETUP_LENGTH = 40 * 1024 * 1024;

/** Maximum size of a body. It contains the text as a JSON string, in which quotation marks are escaped. */
const BODY_BYTES = 60 * 1024 * 1024;

/** Parts of a setup, in the order of their import. */
export const SETUP_PARTS = [
  'itemType',
  'itemTypeParent',
  'fieldsTemplate',
  'field',
  'fieldOption',
  'fieldImage',
  'itemTypeFieldsTemplate',
  'inspection',
  'inspectionItemType',
  'inspectionFieldsTemplate',
  'inspectionDefaultItem',
] as const;

/** Kind of a part of a setup. */
export type SetupPart = (typeof SETUP_PARTS)[number];

/** One record that a setup creates or changes. */
export const SetupChange = z
  .strictObject({
    part: z.enum(SETUP_PARTS),
    verdict: z.enum(['new', 'changed']),
    name: z.string().describe('Its name; for a link, the names of the linked records.'),
    differences: z
      .array(z.strictObject({ column: z.string(), was: z.string(), is: z.string() }))
      .describe('For a changed record; ids are shown as names if these are known.'),
  })
  .meta({ id: 'SetupChange' });

/** One record that a setup creates or changes. */
export type SetupChange = z.infer<typeof SetupChange>;

/** Effects of importing a setup. */
export const SetupPreview = z
  .strictObject({
    name: z.string().describe('Of the type of inspection, or of the template.'),
    counts: z.strictObject({ new: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
    changes: z.array(SetupChange),
    plan: z.string().describe('Identifies exactly these changes; sent with the import.'),
  })
  .meta({ id: 'SetupPreview' });

/** Effects of importing a setup. */
export type SetupPreview = z.infer<typeof SetupPreview>;

const setup = z.string().min(1).max(SETUP_LENGTH).describe('The text of the file, as it was exported.');

export const exportSetup = operation({
  name: 'exportSetup',
  kind: 'download',
  method: 'GET',
  path: '/ext/admin/inspections/{id}/setup',
  summary:
    'A type of inspection with everything it needs: item types, templates and those their choices open, default items, pictures.',
  effect: 'read',
  right: 'administer',
  audit: 'export',
  offline: false,
  input: z.strictObject({ id: idOf('inspection') }),
  output: Download,
  problems: ['notFound'],
});

export const exportFieldsTemplate = operation({
  name: 'exportFieldsTemplate',
  kind: 'download',
  method: 'GET',
  path: '/ext/admin/fields-templates/{id}/setup',
  summary: 'A template with those its choices open, their rules and pictures, as a setup without a type of inspection.',
  effect: 'read',
  right: 'administer',
  audit: 'export',
  offline: false,
  input: z.strictObject({ id: idOf('fieldsTemplate') }),
  output: Download,
  problems: ['notFound'],
});

/** A setup that comes with Holdfast. */
export const Starter = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    templates: z.number().int().describe('Number of templates in it.'),
    itemTypes: z.number().int().describe('Number of item types in it.'),
  })
  .meta({ id: 'Starter' });

/** A setup that comes with Holdfast. */
export type Starter = z.infer<typeof Starter>;

export const getStarters = operation({
  name: 'getStarters',
  method: 'GET',
  path: '/ext/admin/starters',
  summary: 'The setups that come with Holdfast, by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Starter),
  problems: [],
});

export const getStarter = operation({
  name: 'getStarter',
  method: 'GET',
  path: '/ext/admin/starters/{id}',
  summary: 'The text of a setup that comes with Holdfast; it is previewed and imported like any other.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: z.string().max(100) }),
  output: z.strictObject({ setup: z.string() }).meta({ id: 'StarterSetup' }),
  problems: ['notFound'],
});

export const previewSetup = operation({
  name: 'previewSetup',
  method: 'POST',
  path: '/ext/admin/setups/preview',
  summary: 'The records that the import of a setup would create, change and leave unchanged. Nothing is changed.',
  effect: 'read',
  right: 'administer',
  offline: false,
  bodyBytes: BODY_BYTES,
  input: z.strictObject({ setup }),
  output: SetupPreview,
  problems: ['badInput', 'unsupportedMedia', 'unavailable'],
});

export const importSetup = operation({
  name: 'importSetup',
  method: 'POST',
  path: '/ext/admin/setups',
  summary:
    'Takes a setup in, all of it or nothing. What has the same id is changed to what the setup says; nothing is deleted. Taking the same setup in again changes nothing.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: BODY_BYTES,
  input: z.strictObject({
    setup,
    plan: z
      .string()
      .max(100)
      .optional()
      .describe('Of the preview: the import is refused if its effects would differ from the preview by now.'),
  }),
  output: z
    .strictObject({
      inspection: Inspection.nullable().describe('null: the setup contains only a template.'),
      fieldsTemplate: z
        .strictObject({ id: idOf('fieldsTemplate'), fieldsTemplateTypeId: idOf('fieldsTemplateType') })
        .nullable()
        .describe('The template, if the setup contains no inspection type.'),
      new: z.number().int(),
      changed: z.number().int(),
    })
    .meta({ id: 'ImportedSetup' }),
  problems: [
    'badInput',
    'unsupportedMedia',
    'storageFull',
    'unavailable',
    'notFound',
    'wouldLoop',
    'rulesBroken',
    'importOutdated',
  ],
});
