import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { isoTime } from '../present.ts';
import { recordedTemplates } from './queries.ts';

/** The versions of templates by which an inspection was recorded. */
export const getRecordedTemplates = handler(
  contract.getRecordedTemplates,
  async ({ db }, { installationInspectionId }) => {
    await mustExist(db, 'installationInspection', installationInspectionId);
    const rows = await recordedTemplates(db, installationInspectionId);
    return rows.map(({ inUse, deletedAt, from, until, ...row }) => ({
      ...row,
      inUse: deletedAt === null ? inUse : null,
      from: isoTime(from),
      until: isoTime(until),
    }));
  },
);
