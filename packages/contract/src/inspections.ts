import { z } from 'zod';
import { FieldAnswer, Inspection, InstallationInspection, InstallationInspectionSummary } from './entities.ts';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { Instant, UnixDay } from './base/values.ts';

export const getInspections = operation({
  name: 'getInspections',
  method: 'GET',
  path: '/api/get-inspections',
  summary: 'The types of inspection the company may start, by name, with their detail questions.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    companyId: idOf('company').optional().describe('For staff: whose. Without it staff see an empty list.'),
  }),
  output: z.array(Inspection),
  problems: [],
});

export const getInspection = operation({
  name: 'getInspection',
  method: 'POST',
  path: '/api/get-inspection',
  summary: 'One type of inspection with its detail questions and list columns.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ inspectionId: idOf('inspection') }),
  output: Inspection,
  problems: ['notFound'],
});

export const getInstallationInspections = operation({
  name: 'getInstallationInspections',
  method: 'POST',
  path: '/api/get-installation-inspections',
  summary: 'The inspections of an installation, newest first, with their counts.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationId: idOf('installation') }),
  output: z.array(InstallationInspectionSummary),
  problems: ['notFound'],
});

/** A version of a template by which answers of an inspection were recorded. */
export const RecordedTemplate = z
  .strictObject({
    fieldsTemplateId: idOf('fieldsTemplate'),
    fieldsTemplateTypeId: idOf('fieldsTemplateType'),
    name: z.string().describe('Of the template today.'),
    version: z.number().int(),
    inUse: z
      .number()
      .int()
      .nullable()
      .describe('Version by which questions are asked today; null: the template is deleted.'),
    answers: z.number().int().describe('Answers recorded by it.'),
    from: Instant.describe('The first of them.'),
    until: Instant.describe('The last of them.'),
  })
  .meta({ id: 'RecordedTemplate' });

/** A version of a template by which answers of an inspection were recorded. */
export type RecordedTemplate = z.infer<typeof RecordedTemplate>;

export const getRecordedTemplates = operation({
  name: 'getRecordedTemplates',
  method: 'GET',
  path: '/ext/installation-inspections/{installationInspectionId}/templates',
  summary:
    'The versions of the templates by which the answers of an inspection were recorded: those about the inspection and about its items in it. By name, earliest version first.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: z.array(RecordedTemplate),
  problems: ['notFound'],
});

export const getInstallationInspection = operation({
  name: 'getInstallationInspection',
  method: 'POST',
  path: '/api/get-installation-inspection',
  summary: 'One inspection of an installation.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: InstallationInspection,
  problems: ['notFound'],
});

/**
 * Existing items with which an inspection starts (data decision 17): those of an earlier inspection, and those in some locations, of some types, or
 * both. Question items are excluded, because each inspection has its own.
 */
export const startFrom = {
  fromInstallationInspectionId: idOf('installationInspection')
    .optional()
    .describe('An earlier inspection of the same installation, whose items are copied without their results.'),
  fromLocationIds: z
    .array(idOf('item'))
    .max(1_000)
    .optional()
    .describe('Locations, with all items in them at any depth. Absent: anywhere, if types are given.'),
  fromItemTypeIds: z
    .array(idOf('itemType'))
    .max(1_000)
    .optional()
    .describe('Types of item. Absent: every type, if locations are given.'),
};

export const createInstallationInspection = operation({
  name: 'createInstallationInspection',
  method: 'POST',
  path: '/api/create-installation-inspection',
  summary: "Starts an inspection, filled with its type's default items and, if asked, with items there are already.",
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationId: idOf('installation'),
    inspectionId: idOf('inspection'),
    startDate: UnixDay,
    endDate: UnixDay,
    fields: z.array(FieldAnswer).max(500).default([]).describe('Answers to the detail questions.'),
    id: idOf('installationInspection').optional().describe('Id for the new inspection, made by the caller.'),
    ...startFrom,
  }),
  output: InstallationInspection,
  problems: ['notFound', 'inspectionNotAllowed', 'alreadyExists', 'answerRefused'],
});

export const updateInstallationInspection = operation({
  name: 'updateInstallationInspection',
  method: 'POST',
  path: '/api/update-installation-inspection/{id}',
  summary: 'Saves the dates of an inspection and the answers to its detail questions.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    id: idOf('installationInspection'),
    startDate: UnixDay,
    endDate: UnixDay,
    fields: z.array(FieldAnswer).max(500).default([]),
  }),
  output: InstallationInspection,
  problems: ['notFound', 'answerRefused', 'changedMeanwhile'],
});
