import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { idForNew } from '../calls/newRow.ts';
import { inspectionType, presentInspectionTypes } from './types.ts';

/** Every type of inspection, by name. */
export const getAdminInspections = handler(contract.getAdminInspections, {
  reach: 'library',
  commit: async ({ db }) => presentInspectionTypes(db, await db.rows('inspection', {})),
});

/** One type of inspection. */
export const getAdminInspection = handler(contract.getAdminInspection, {
  reach: 'library',
  commit: ({ db }, { id }) => inspectionType(db, id),
});

/** Creates a type of inspection without item types. */
export const createInspection = handler(contract.createInspection, {
  reach: 'library',
  async commit(ctx, { id: wanted, name }) {
    const id = await idForNew(ctx, 'inspection', wanted);
    const set = { name, shortName: '', itemTypeListViewFieldNames: '[]', inspectionItemTypeListViewFieldNames: '[]' };
    await ctx.mutate('inspection', { op: 'ins', id, set });
    return inspectionType(ctx.db, id);
  },
});

/** Saves a type of inspection. */
export const updateInspection = handler(contract.updateInspection, {
  reach: 'library',
  async commit(ctx, { id, name, shortName, itemTypeListViewFieldNames, inspectionItemTypeListViewFieldNames }) {
    const set = { name, shortName, itemTypeListViewFieldNames, inspectionItemTypeListViewFieldNames };
    await ctx.mutate('inspection', { op: 'upd', id, set });
    return inspectionType(ctx.db, id);
  },
});
