import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { copyName } from '../lists/copyName.ts';
import type { WriteCtx } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import { inspectionType } from './types.ts';

/**
 * Makes a copy of a type of inspection with its links and default items. Item types and templates are not copied, because types of
 * inspection share them. No company may start the copy, so that inspectors do not see it before it was changed.
 */
export const duplicateInspection = handler(contract.duplicateInspection, {
  reach: 'library',
  async commit(ctx, { id: originalId, name }) {
    const original = await ctx.lookup.row('inspection', originalId);
    if (original === undefined || original.deletedAt !== null) throw new Problem('notFound');
    const id = ctx.newId();
    const { shortName, itemTypeListViewFieldNames, inspectionItemTypeListViewFieldNames } = original;
    await ctx.mutate('inspection', {
      op: 'ins',
      id,
      set: {
        name: name ?? copyName(original.name),
        shortName,
        itemTypeListViewFieldNames,
        inspectionItemTypeListViewFieldNames,
      },
    });
    for (const { itemTypeId, fieldsTemplateId } of await ctx.lookup.find('inspectionItemType', {
      inspectionId: originalId,
    }))
      await ctx.mutate('inspectionItemType', { op: 'ins', set: { inspectionId: id, itemTypeId, fieldsTemplateId } });
    for (const { fieldsTemplateId, order } of await ctx.lookup.find('inspectionFieldsTemplate', {
      inspectionId: originalId,
    }))
      await ctx.mutate('inspectionFieldsTemplate', { op: 'ins', set: { inspectionId: id, fieldsTemplateId, order } });
    await copyDefaultItems(ctx, originalId, id);
    return inspectionType(ctx.db, id);
  },
});

/** Copies the default items of a type of inspection with their tree: a parent before the items below it. */
async function copyDefaultItems(ctx: WriteCtx, originalId: string, inspectionId: string): Promise<void> {
  const items = await ctx.lookup.find('inspectionDefaultItem', { inspectionId: originalId });
  const known = new Set(items.map(({ id }) => id));
  const copies = new Map(items.map(({ id }) => [id, ctx.newId()]));
  const below = Map.groupBy(items, ({ parentDefaultItemId: parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  );
  const waiting = [...(below.get(null) ?? [])];
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
    const { id, name, type, order, itemTypeId, fieldsTemplateId, itemFieldsTemplateId, parentDefaultItemId } = item;
    await ctx.mutate('inspectionDefaultItem', {
      op: 'ins',
      id: copies.get(id)!,
      set: {
        inspectionId,
        name,
        type,
        order,
        itemTypeId,
        fieldsTemplateId,
        itemFieldsTemplateId,
        parentDefaultItemId: parentDefaultItemId === null ? null : (copies.get(parentDefaultItemId) ?? null),
      },
    });
    waiting.push(...(below.get(id) ?? []));
  }
}
