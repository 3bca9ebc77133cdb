import { z } from 'zod';
import { Installation } from './entities.ts';
import { idOf } from './id.ts';
import { operation } from './operation.ts';

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
