import { REPORT_TYPES } from '@holdfast/contract';
import { z } from 'zod';
import * as c from '../db/columns.ts';
import { table } from '@holdfast/sync';

/** A report template. One for every company lies in the library, one for a single company in that company's scope (data decision 1). */
export const report = table({
  name: 'report',
  columns: z.strictObject({
    title: c.name,
    companyId: c.id.nullable(),
    inspectionId: c.id.nullable(),
    reportTypeId: c.constant(REPORT_TYPES),
    sha256: c.hash,
    size: c.count,
    published: c.flag,
  }),
  scopeKind: 'either',
  rights: { insert: 'author', update: 'author', delete: 'author', restore: 'administer' },
  references: { companyId: 'company', inspectionId: 'inspection' },
  fixed: ['companyId'],
  blob: 'sha256',
});
