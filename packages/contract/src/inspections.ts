import { z } from 'zod';
import { FieldAnswer, InstallationInspection, InstallationInspectionSummary } from './entities.ts';
import { idOf } from './id.ts';
import { operation } from './operation.ts';
import { UnixDay } from './values.ts';

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

export const createInstallationInspection = operation({
  name: 'createInstallationInspection',
  method: 'POST',
  path: '/api/create-installation-inspection',
  summary: "Starts an inspection, filled with its type's default items.",
  effect: 'write',
  right: 'inspect',
  offline: true,
  input: z.strictObject({
    installationId: idOf('installation'),
    inspectionId: idOf('inspection'),
    startDate: UnixDay,
    endDate: UnixDay,
    fields: z.array(FieldAnswer).max(500).default([]).describe('Answers to the detail questions.'),
    id: idOf('installationInspection').optional().describe('Id for the new inspection, made by the caller.'),
  }),
  output: InstallationInspection,
  problems: ['notFound', 'inspectionNotAllowed'],
});
