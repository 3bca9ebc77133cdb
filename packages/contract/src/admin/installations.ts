/** Administration of installations, and the lists from which administrators choose the data of a report. */
import { z } from 'zod';
import { InstallationInspectionSummary } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Name } from '../base/values.ts';

/** An installation as administrators see it. */
export const AdministeredInstallation = z
  .strictObject({
    id: idOf('installation'),
    name: z.string(),
    companyId: idOf('company'),
    companyName: z.string(),
    latitude: z.number().nullable().describe('Degrees, north positive; null while unknown.'),
    longitude: z.number().nullable().describe('Degrees, east positive; null while unknown.'),
    timeZone: z.string().describe('IANA name.'),
    archived: z.boolean().describe('No longer offered to inspectors; everything recorded stays.'),
    installationInspections: z.number().int().describe('How many inspections it has had.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'AdministeredInstallation' });

/** An installation as administrators see it. */
export type AdministeredInstallation = z.infer<typeof AdministeredInstallation>;

/** An inspection of an installation in the choices of administrators. */
export const AdministeredInspection = InstallationInspectionSummary.extend({
  installationName: z.string(),
}).meta({ id: 'AdministeredInspection' });

/** An inspection of an installation in the choices of administrators. */
export type AdministeredInspection = z.infer<typeof AdministeredInspection>;

/** An item of an inspection in the choices of administrators. */
export const AdministeredInspectionItem = z
  .strictObject({
    id: idOf('installationInspectionItem'),
    itemId: idOf('item'),
    installationInspectionId: idOf('installationInspection'),
    name: z.string().describe('Of the item.'),
    isLocation: z.boolean(),
    conditionId: idOf('condition').nullable().describe('null: Not Checked.'),
  })
  .meta({ id: 'AdministeredInspectionItem' });

/** An item of an inspection in the choices of administrators. */
export type AdministeredInspectionItem = z.infer<typeof AdministeredInspectionItem>;

export const getAdminInstallations = operation({
  name: 'getAdminInstallations',
  method: 'GET',
  path: '/admin/installations',
  summary: 'The installations of a company, or of every company, by name; archived ones too.',
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({ companyId: idOf('company').optional().describe('Absent: of every company.') }),
  output: z.array(AdministeredInstallation),
  problems: ['notFound'],
});

export const getAdminInstallationInspections = operation({
  name: 'getAdminInstallationInspections',
  method: 'GET',
  path: '/admin/installation-inspections',
  summary: 'The inspections of a company, or of every company, by installation and then newest first.',
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({ companyId: idOf('company').optional().describe('Absent: of every company.') }),
  output: z.array(AdministeredInspection),
  problems: ['notFound'],
});

export const getAdminInstallationInspectionItems = operation({
  name: 'getAdminInstallationInspectionItems',
  method: 'GET',
  path: '/admin/installation-inspection-items',
  summary: 'The items of an inspection of an installation, by name.',
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: z.array(AdministeredInspectionItem),
  problems: ['notFound'],
});

export const createInstallation = operation({
  name: 'createInstallation',
  method: 'POST',
  path: '/ext/admin/installations',
  summary: 'Makes an installation of a company. The company never changes afterwards.',
  effect: 'write',
  right: 'manage',
  audit: 'company',
  offline: false,
  input: z.strictObject({
    companyId: idOf('company'),
    name: Name,
    latitude: z.number().min(-90).max(90).nullable().default(null).describe('Degrees, north positive.'),
    longitude: z.number().min(-180).max(180).nullable().default(null).describe('Degrees, east positive.'),
    timeZone: z.string().max(100).default('UTC').describe('IANA name.'),
    id: idOf('installation').optional().describe('Id for the new installation, made by the caller.'),
  }),
  output: AdministeredInstallation,
  problems: ['notFound', 'alreadyExists'],
});

export const editInstallation = operation({
  name: 'editInstallation',
  method: 'PUT',
  path: '/ext/admin/installations/{id}',
  summary: 'Changes the name of an installation, and its coordinates and time zone where they are given.',
  effect: 'write',
  right: 'manage',
  audit: 'company',
  offline: false,
  input: z.strictObject({
    id: idOf('installation'),
    name: Name,
    latitude: z.number().min(-90).max(90).nullable().optional().describe('Degrees, north positive; null: unknown.'),
    longitude: z.number().min(-180).max(180).nullable().optional().describe('Degrees, east positive; null: unknown.'),
    timeZone: z.string().min(1).max(100).optional().describe('IANA name.'),
  }),
  output: AdministeredInstallation,
  problems: ['notFound', 'changedMeanwhile'],
});

export const archiveInstallation = operation({
  name: 'archiveInstallation',
  method: 'PUT',
  path: '/ext/admin/installations/{id}/archived',
  summary: 'Hides an installation from inspectors, or shows it again.',
  effect: 'write',
  right: 'manage',
  audit: 'company',
  offline: false,
  input: z.strictObject({ id: idOf('installation'), archived: z.boolean() }),
  output: AdministeredInstallation,
  problems: ['notFound', 'changedMeanwhile'],
});

/** Contents of an installation as counts. */
export const InstallationContents = z
  .strictObject({
    items: z.number().int().describe('Items and locations.'),
    answers: z.number().int().describe('Answers about the installation and its items, of all inspections.'),
    files: z.number().int().describe('Files of its items.'),
    inspections: z.number().int().describe('Inspections it has had.'),
  })
  .meta({ id: 'InstallationContents' });

/** Contents of an installation as counts. */
export type InstallationContents = z.infer<typeof InstallationContents>;

export const getInstallationContents = operation({
  name: 'getInstallationContents',
  method: 'GET',
  path: '/ext/admin/installations/{id}/contents',
  summary: 'Numbers of items, answers, files and inspections of an installation.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('installation') }),
  output: InstallationContents,
  problems: ['notFound'],
});

export const copyInstallation = operation({
  name: 'copyInstallation',
  method: 'POST',
  path: '/ext/admin/installations/{id}/copy',
  summary:
    'Copies an installation to a company: its facts, items, their answers and files, and tags that are not in use there. Everything gets new ids. Inspections and their findings stay where they were made.',
  effect: 'write',
  right: 'administer',
  audit: 'company',
  offline: false,
  input: z.strictObject({
    id: idOf('installation'),
    companyId: idOf('company'),
    name: Name.optional().describe('Absent: that of the original.'),
  }),
  output: z
    .strictObject({
      installation: AdministeredInstallation.describe('The copy.'),
      items: z.number().int().describe('Items copied.'),
      answers: z.number().int().describe('Answers copied; those to questions no longer asked stay behind.'),
      files: z.number().int().describe('Files copied; those whose bytes are missing stay behind.'),
      tagsLeft: z
        .number()
        .int()
        .describe('Tags that are not transferred because another item of that company has them.'),
    })
    .meta({ id: 'CopiedInstallation' }),
  problems: ['notFound', 'storageFull'],
});
