/** Links of a type of inspection to item types and to templates of detail questions. */
import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { placeAfter } from '../lists/order.ts';
import { inspectionType } from './types.ts';

/** Adds an item type to an inspection type; one that is already linked keeps its result questions. */
export const addInspectionItemType = handler(contract.addInspectionItemType, {
  reach: 'library',
  async commit(ctx, { inspectionId, itemTypeId }) {
    await mustExist(ctx.db, 'inspection', inspectionId);
    await mustExist(ctx.db, 'itemType', itemTypeId);
    const [known] = await ctx.lookup.find('inspectionItemType', { inspectionId, itemTypeId });
    const fieldsTemplateId = known?.fieldsTemplateId ?? null;
    const set = { inspectionId, itemTypeId, fieldsTemplateId };
    const { id } = await ctx.mutate('inspectionItemType', { op: 'ins', set });
    return { id, itemTypeId, fieldsTemplateId };
  },
});

/** Removes an item type from an inspection type. */
export const removeInspectionItemType = handler(contract.removeInspectionItemType, {
  reach: 'library',
  async commit(ctx, { inspectionId, itemTypeId }) {
    await ctx.mutate('inspectionItemType', { op: 'del', set: { inspectionId, itemTypeId } });
    return null;
  },
});

/** Sets the result questions of an item type in an inspection type. */
export const updateInspectionItemType = handler(contract.updateInspectionItemType, {
  reach: 'library',
  async commit(ctx, { id, fieldsTemplateId }) {
    const row = await ctx.mutate('inspectionItemType', { op: 'upd', id, set: { fieldsTemplateId } });
    return { id, itemTypeId: row.itemTypeId, fieldsTemplateId };
  },
});

/** Adds detail questions to every inspection of a type; existing ones keep their position. */
export const addInspectionFieldsTemplate = handler(contract.addInspectionFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id: inspectionId, templateId: fieldsTemplateId }) {
    await mustExist(ctx.db, 'fieldsTemplate', fieldsTemplateId);
    const links = await ctx.lookup.find('inspectionFieldsTemplate', { inspectionId });
    if (!links.some((link) => link.fieldsTemplateId === fieldsTemplateId)) {
      const set = { inspectionId, fieldsTemplateId, order: placeAfter(links) };
      await ctx.mutate('inspectionFieldsTemplate', { op: 'ins', set });
    }
    return inspectionType(ctx.db, inspectionId);
  },
});

/** Removes detail questions from a type of inspection. */
export const removeInspectionFieldsTemplate = handler(contract.removeInspectionFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id: inspectionId, templateId: fieldsTemplateId }) {
    await ctx.mutate('inspectionFieldsTemplate', { op: 'del', set: { inspectionId, fieldsTemplateId } });
    return inspectionType(ctx.db, inspectionId);
  },
});
