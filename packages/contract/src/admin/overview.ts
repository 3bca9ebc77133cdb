/** Work in progress over all companies, for the overview of administrators. */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { UnixDay } from '../base/values.ts';

/** An inspection that is not finished. */
export const OpenInspection = z
  .strictObject({
    id: idOf('installationInspection'),
    inspectionName: z.string(),
    installationId: idOf('installation'),
    installationName: z.string(),
    companyId: idOf('company'),
    companyName: z.string(),
    startDate: UnixDay,
    expectedEndDate: UnixDay,
    totalItems: z.number().int(),
    fitForPurpose: z.number().int(),
    needsAttention: z.number().int(),
    defective: z.number().int(),
    notApplicable: z.number().int(),
  })
  .meta({ id: 'OpenInspection' });

/** An inspection that is not finished. */
export type OpenInspection = z.infer<typeof OpenInspection>;

export const getOpenInspections = operation({
  name: 'getOpenInspections',
  method: 'GET',
  path: '/ext/admin/open-inspections',
  summary:
    'Unfinished inspections of every company that have begun and were to end within the last year or are to end later, the earliest end first.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(OpenInspection).describe('At most 200.'),
  problems: [],
});
