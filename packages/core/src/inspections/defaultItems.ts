/** Default items, with which a new inspection of a type starts. */
import * as contract from '@holdfast/contract';
import type { InspectionDefaultItem } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { idForNew } from '../calls/newRow.ts';
import { placeAfter } from '../lists/order.ts';
import { versionOf } from '../present.ts';

/** The default items of a type of inspection as a tree. */
export const getInspectionDefaultItems = handler(contract.getInspectionDefaultItems, {
  reach: 'library',
  async commit({ db }, { id }) {
    await mustExist(db, 'inspection', id);
    return treeOf(db, id);
  },
});

/** Adds a default item. */
export const createInspectionDefaultItem = handler(contract.createInspectionDefaultItem, {
  reach: 'library',
  async commit(ctx, { id: inspectionId, defaultItemId, order, ...input }) {
    const { name, type, itemTypeId, fieldsTemplateId, itemFieldsTemplateId, parentDefaultItemId } = input;
    const id = await idForNew(ctx, 'inspectionDefaultItem', defaultItemId);
    await ctx.mutate('inspectionDefaultItem', {
      op: 'ins',
      id,
      set: {
        inspectionId,
        name,
        type,
        order: order ?? placeAfter(await ctx.lookup.find('inspectionDefaultItem', { inspectionId })),
        itemTypeId,
        fieldsTemplateId,
        itemFieldsTemplateId,
        parentDefaultItemId,
      },
    });
    return itemInTree(ctx.db, inspectionId, id);
  },
});

/** Saves a default item. */
export const updateInspectionDefaultItem = handler(contract.updateInspectionDefaultItem, {
  reach: 'library',
  async commit(ctx, { id, ...input }) {
    const { name, type, order, itemTypeId, fieldsTemplateId, itemFieldsTemplateId, parentDefaultItemId } = input;
    const row = await ctx.mutate('inspectionDefaultItem', {
      op: 'upd',
      id,
      set: { name, type, order, itemTypeId, fieldsTemplateId, itemFieldsTemplateId, parentDefaultItemId },
    });
    return itemInTree(ctx.db, row.inspectionId, id);
  },
});

/** Deletes a default item; its children move up to its parent. */
export const deleteInspectionDefaultItem = handler(contract.deleteInspectionDefaultItem, {
  reach: 'library',
  async commit(ctx, { id }) {
    const row = await ctx.lookup.row('inspectionDefaultItem', id);
    if (row === undefined || row.deletedAt !== null) throw new contract.Problem('notFound');
    const parentDefaultItemId = row.parentDefaultItemId;
    for (const child of await ctx.lookup.find('inspectionDefaultItem', { parentDefaultItemId: id })) {
      await ctx.mutate('inspectionDefaultItem', { op: 'upd', id: child.id, set: { parentDefaultItemId } });
    }
    await ctx.mutate('inspectionDefaultItem', { op: 'del', id });
    return null;
  },
});

/** Sorts default items into the given order, numbered from 0 (CNST-08). */
export const sortInspectionDefaultItems = handler(contract.sortInspectionDefaultItems, {
  reach: 'library',
  async commit(ctx, { id: inspectionId, items }) {
    await mustExist(ctx.db, 'inspection', inspectionId);
    const known = new Set((await ctx.lookup.find('inspectionDefaultItem', { inspectionId })).map((row) => row.id));
    if (items.some((item) => !known.has(item.id))) throw new contract.Problem('notFound');
    for (const [order, { id }] of items.toSorted((a, b) => a.order - b.order).entries()) {
      await ctx.mutate('inspectionDefaultItem', { op: 'upd', id, set: { order } });
    }
    return treeOf(ctx.db, inspectionId);
  },
});

async function itemInTree(db: ScopedDb, inspectionId: string, id: string): Promise<InspectionDefaultItem> {
  const waiting = await treeOf(db, inspectionId);
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (item.id === id) return item;
    waiting.push(...item.children);
  }
  throw new contract.Problem('notFound');
}

async function treeOf(db: ScopedDb, inspectionId: string): Promise<InspectionDefaultItem[]> {
  const found = await db.rows('inspectionDefaultItem', { inspectionId });
  const rows = found.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
  const byId = new Map(rows.map((row) => [row.id, presentDefaultItem(row)]));
  const top: InspectionDefaultItem[] = [];
  for (const item of byId.values()) {
    const parent = item.parentDefaultItemId === null ? undefined : byId.get(item.parentDefaultItemId);
    (parent?.children ?? top).push(item);
  }
  return top;
}

function presentDefaultItem(row: Database['inspectionDefaultItem']): InspectionDefaultItem {
  const { id, name, type, order, itemTypeId, inspectionId } = row;
  const { fieldsTemplateId, itemFieldsTemplateId, parentDefaultItemId } = row;
  return {
    id,
    name,
    type,
    order,
    itemTypeId,
    fieldsTemplateId,
    itemFieldsTemplateId,
    parentDefaultItemId,
    inspectionId,
    clock: versionOf(row),
    children: [],
  };
}
