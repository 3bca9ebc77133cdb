import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { inspectionsOfCompany } from './queries.ts';
import { inspectionType, presentInspectionTypes } from './types.ts';

/** The types of inspection the company may start (NINS-01). */
export const getInspections = handler(contract.getInspections, async ({ db }) => {
  return presentInspectionTypes(db, await inspectionsOfCompany(db));
});

/** One type of inspection. */
export const getInspection = handler(contract.getInspection, {
  reach: 'library',
  commit: ({ db }, { inspectionId }) => inspectionType(db, inspectionId),
});
