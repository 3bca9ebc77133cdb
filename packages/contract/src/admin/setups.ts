/** A type of inspection with everything it needs, as one file: out of one installation of Holdfast, into another. */
import { z } from 'zod';
import { Download } from '../media/downloads.ts';
import { Inspection } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';

/** The longest text of a setup; its pictures are most of it. */
export const SETUP_LENGTH = 40 * 1024 * 1024;

/** A body carries the text as JSON: each quotation mark of it behind a mark. */
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

/** One kind of what a setup is made of. */
export type SetupPart = (typeof SETUP_PARTS)[number];

/** One thing a setup makes or changes. */
export const SetupChange = z
  .strictObject({
    part: z.enum(SETUP_PARTS),
    verdict: z.enum(['new', 'changed']),
    name: z.string().describe('As people know it; of a link the names of what it joins.'),
    differences: z
      .array(z.strictObject({ column: z.string(), was: z.string(), is: z.string() }))
      .describe('Of something that changes; ids as names where these are known.'),
  })
  .meta({ id: 'SetupChange' });

/** One thing a setup makes or changes. */
export type SetupChange = z.infer<typeof SetupChange>;

/** Effects of importing a setup. */
export const SetupPreview = z
  .strictObject({
    name: z.string().describe('Of the type of inspection, or of the template.'),
    counts: z.strictObject({ new: z.number().int(), changed: z.number().int(), unchanged: z.number().int() }),
    changes: z.array(SetupChange),
    plan: z.string().describe('Stands for exactly these changes; sent with the import.'),
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
    templates: z.number().int().describe('How many templates it holds.'),
    itemTypes: z.number().int().describe('How many item types it holds.'),
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
  summary: 'The text of a setup that comes with Holdfast; it is looked at and imported like any other.',
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
  summary: 'What the import of a setup would make new, change and leave. Nothing is changed.',
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
      .describe('Of the preview that was looked at: the import is refused when it would do anything else by now.'),
  }),
  output: z
    .strictObject({
      inspection: Inspection.nullable().describe('null: the setup holds a template alone.'),
      fieldsTemplate: z
        .strictObject({ id: idOf('fieldsTemplate'), fieldsTemplateTypeId: idOf('fieldsTemplateType') })
        .nullable()
        .describe('The template, where the setup holds no type of inspection.'),
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
