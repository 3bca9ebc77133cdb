/** Reports for inspectors: which there are for what they look at. */
import { z } from 'zod';
import { Report } from './entities.ts';
import { idOf } from './id.ts';
import { operation } from './operation.ts';

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
    'The reports over one inspection of an installation, and those over one of its items; by title, told apart by `reportTypeId`.',
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
