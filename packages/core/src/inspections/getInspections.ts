import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { inspectionType, presentInspectionTypes } from './types.ts';

/** The types of inspection the company may start (NINS-01). */
export const getInspections = handler(contract.getInspections, async ({ db }) => {
  const rows = await db
    .from('companyInspection')
    .innerJoin('inspection', 'inspection.id', 'companyInspection.inspectionId')
    .selectAll('inspection')
    .where('inspection.deletedAt', 'is', null)
    .execute();
  return presentInspectionTypes(db, rows);
});

/** One type of inspection. */
export const getInspection = handler(contract.getInspection, {
  reach: 'library',
  commit: ({ db }, { inspectionId }) => inspectionType(db, inspectionId),
});
