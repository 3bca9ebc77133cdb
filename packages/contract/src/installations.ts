import { z } from 'zod';
import { FieldAnswer, FieldsTemplate, Installation } from './entities.ts';
import { idOf } from './base/id.ts';
import { operation } from './base/operation.ts';
import { Name, NAME_LIMIT } from './base/values.ts';

export const getInstallations = operation({
  name: 'getInstallations',
  method: 'GET',
  path: '/api/get-installations',
  summary: "The company's installations by name, each with its inspections.",
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    companyId: idOf('company')
      .optional()
      .describe('For staff: whose installations. Without it staff see an empty list.'),
  }),
  output: z.array(Installation),
  problems: [],
});

export const getInstallation = operation({
  name: 'getInstallation',
  method: 'POST',
  path: '/api/get-installation',
  summary: 'One installation with its answers, inspections and weather.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationId: idOf('installation') }),
  output: Installation,
  problems: ['notFound'],
});

export const getInstallationFieldsTemplate = operation({
  name: 'getInstallationFieldsTemplate',
  method: 'GET',
  path: '/api/get-installation-fields-template',
  summary: 'The questions the company asks of its installations; nothing when it asks none.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    companyId: idOf('company').optional().describe('For staff: whose. Without it staff get nothing.'),
  }),
  output: FieldsTemplate.nullable(),
  problems: [],
});

export const updateInstallation = operation({
  name: 'updateInstallation',
  method: 'POST',
  path: '/api/update-installation/{id}',
  summary:
    'Saves where an installation lies, for administrators also its name, and the answers to the questions of its company.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    id: idOf('installation'),
    updatedInstallation: z
      .object({
        name: Name.optional().describe('Absent: unchanged. Another name is for administrators.'),
        latitude: z.number().min(-90).max(90).describe('Degrees, north positive.'),
        longitude: z.number().min(-180).max(180).describe('Degrees, east positive.'),
        timeZone: z.string().max(NAME_LIMIT).optional().describe('IANA name. Absent: unchanged.'),
      })
      .describe('May be the whole installation as it was read; other keys are ignored.'),
    fields: z.array(FieldAnswer).max(500).default([]),
  }),
  output: Installation,
  problems: ['notFound', 'answerRefused', 'changedMeanwhile'],
});
