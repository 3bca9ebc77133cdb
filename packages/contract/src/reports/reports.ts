/** Reports for inspectors: the available ones, and the data that an inspection still lacks. */
import { z } from 'zod';
import { Report } from '../entities.ts';
import { Id, idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { EVIDENCE } from '../rules/schema.ts';

const ofCompany = idOf('company')
  .optional()
  .describe('For staff: whose reports beside those for every company. Without it staff see the latter alone.');

export const getReportsForCompany = operation({
  name: 'getReportsForCompany',
  method: 'POST',
  path: '/api/get-reports-for-company',
  summary: 'The reports over a whole company, by title.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ companyId: ofCompany }),
  output: z.array(Report),
  problems: [],
});

export const getReportsForInspectionType = operation({
  name: 'getReportsForInspectionType',
  method: 'POST',
  path: '/api/get-reports-for-inspection-type',
  summary: "The reports over a company's inspections of one type, by title.",
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ inspectionId: idOf('inspection'), companyId: ofCompany }),
  output: z.array(Report),
  problems: ['notFound'],
});

export const getReportsForInstallationInspection = operation({
  name: 'getReportsForInstallationInspection',
  method: 'POST',
  path: '/api/get-reports-for-installation-inspection',
  summary:
    'The reports over one inspection of an installation, and those over one of its items; by title, distinguished by `reportTypeId`.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: z.array(Report),
  problems: ['notFound'],
});

export const getReportsForInstallation = operation({
  name: 'getReportsForInstallation',
  method: 'POST',
  path: '/api/get-reports-for-installation',
  summary: 'The reports over installations, by title.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationId: idOf('installation') }),
  output: z.array(Report),
  problems: ['notFound'],
});

/** Count of something missing on items of an inspection. */
export const ItemGap = z
  .strictObject({
    count: z.number().int().min(0).describe('How many are missing; of one item several can be.'),
    itemIds: z.array(Id).describe('The items they are missing on, each once.'),
  })
  .meta({ id: 'ItemGap' });

/** Count of something missing on items of an inspection. */
export type ItemGap = z.infer<typeof ItemGap>;

/** Evidence that the rules of templates need and items lack. */
export const EvidenceGap = z
  .strictObject({
    needs: z.enum(EVIDENCE),
    reason: z.string().describe('As the rule states it; may be empty.'),
    itemIds: z.array(idOf('item')).describe('Items without it.'),
  })
  .meta({ id: 'EvidenceGap' });

/** Counts of what is missing in an inspection. */
export const InspectionGaps = z
  .strictObject({
    notChecked: z.number().int().min(0).describe('Items without a condition, counted as the inspection counts them.'),
    requiredFields: ItemGap.describe(
      'Required questions without an answer, on items that were checked and are applicable: their own and those of this inspection.',
    ),
    detailFields: z
      .array(z.string())
      .describe('Names of the required questions about the inspection itself without an answer.'),
    photos: ItemGap.describe('Items that are defective or need attention and have no photo in this inspection.'),
    evidence: z
      .array(EvidenceGap)
      .describe('Photos, notes and files that rules of templates need on items that were checked and are applicable.'),
    absentPhotos: ItemGap.describe('Photos whose bytes have not come here yet: a report shows an empty frame.'),
  })
  .meta({ id: 'InspectionGaps' });

/** Evidence that the rules of templates need and items lack. */
export type EvidenceGap = z.infer<typeof EvidenceGap>;

/** Counts of what is missing in an inspection. */
export type InspectionGaps = z.infer<typeof InspectionGaps>;

export const getInspectionGaps = operation({
  name: 'getInspectionGaps',
  method: 'GET',
  path: '/ext/installation-inspections/{installationInspectionId}/gaps',
  summary: 'What an inspection still lacks for a complete report. Nothing is refused for it.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: InspectionGaps,
  problems: ['notFound'],
});
