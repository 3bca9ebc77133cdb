import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';
import { ADMINISTERED } from '../db/rights.ts';
import { DayOrNone, Problem } from '@holdfast/contract';

/** A client. Its row lies in the scope that carries its id. */
export const company = table({
  name: 'company',
  columns: z.strictObject({
    name: c.name,
    shortName: c.label,
    address: c.prose,
    accreditation: c.label,
    installationFieldsTemplateId: c.id.nullable(),
  }),
  scopeKind: 'company',
  rights: { ...ADMINISTERED, update: 'manage' },
  references: { installationFieldsTemplateId: 'fieldsTemplate' },
  added: { address: { since: 2, value: '' }, accreditation: { since: 2, value: '' } },
  invariants: [
    ({ after }) => {
      if (after.id !== after.scopeId) throw new Problem('ruleBroken', { rule: 'a company lies in its own scope' });
    },
  ],
});

/** A type of inspection that a company may start. */
export const companyInspection = table({
  name: 'companyInspection',
  columns: z.strictObject({ companyId: c.id, inspectionId: c.id }),
  scopeKind: 'company',
  rights: ADMINISTERED,
  naturalKey: ['companyId', 'inspectionId'],
  references: { companyId: 'company', inspectionId: 'inspection' },
});

/**
 * An author in a company's history with the particulars that reports print; synchronised to devices, while accounts never are (data
 * decision 2).
 */
export const person = table({
  name: 'person',
  columns: z.strictObject({
    userId: c.id,
    name: c.name,
    qualification: c.label,
    certificateNumber: c.label,
    certificateExpiresOn: DayOrNone,
  }),
  scopeKind: 'either',
  rights: { insert: null, update: null, delete: null, restore: null },
  references: {},
  fixed: ['userId'],
  added: {
    qualification: { since: 4, value: '' },
    certificateNumber: { since: 4, value: '' },
    certificateExpiresOn: { since: 4, value: '' },
  },
});
