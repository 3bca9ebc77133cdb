/** Administration of item types. */
import * as contract from '@holdfast/contract';
import { type ItemType, Problem, type StructuredItemType } from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import { copyName } from '../lists/copyName.ts';
import { flagOf } from '../db/columns.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { idForNew } from '../calls/newRow.ts';
import { placeAfter } from '../lists/order.ts';
import { presentItemTypes, typesOfInspection } from './itemTypes.ts';
import { typeTree } from './typeTree.ts';

/** The item types as a tree. */
export const getItemTypesStructured = handler(contract.getItemTypesStructured, {
  reach: 'library',
  async commit({ db }): Promise<StructuredItemType[]> {
    return typeTree(await db.rows('itemType', {}), await db.rows('itemTypeParent', {}));
  },
});

/** Every item type, or those of an inspection type with its settings. */
export const getItemTypes = handler(contract.getItemTypes, {
  reach: 'library',
  commit: ({ db }, { inspectionId }) =>
    inspectionId === undefined ? allTypes(db) : typesOfInspection(db, inspectionId),
});

/** One item type. */
export const getItemType = handler(contract.getItemType, {
  reach: 'library',
  commit: ({ db }, { id }) => itemType(db, id),
});

/** Creates a type of item or of question. */
export const createItemType = handler(contract.createItemType, {
  reach: 'library',
  async commit(ctx, { id: wanted, isPrompt, name }) {
    const id = await idForNew(ctx, 'itemType', wanted);
    await ctx.mutate('itemType', { op: 'ins', id, set: { name, isQuestion: flagOf(isPrompt === '1'), isLocation: 0 } });
    return itemType(ctx.db, id);
  },
});

/** Saves an item type. */
export const updateItemType = handler(contract.updateItemType, {
  reach: 'library',
  async commit(ctx, { id, name, isLocation }) {
    await ctx.mutate('itemType', { op: 'upd', id, set: { name, isLocation: flagOf(isLocation) } });
    return itemType(ctx.db, id);
  },
});

/**
 * Makes a copy of an item type with its own questions and its parents. Templates are not copied, because types share them. Nothing refers
 * to the copy: inspectors do not see it before it was changed, and it can be deleted.
 */
export const duplicateItemType = handler(contract.duplicateItemType, {
  reach: 'library',
  async commit(ctx, { id: originalId, name }) {
    const original = await ctx.lookup.row('itemType', originalId);
    if (original === undefined || original.deletedAt !== null) throw new Problem('notFound');
    const id = ctx.newId();
    const { isQuestion, isLocation } = original;
    await ctx.mutate('itemType', {
      op: 'ins',
      id,
      set: { name: name ?? copyName(original.name), isQuestion, isLocation },
    });
    for (const { parentItemTypeId } of await ctx.lookup.find('itemTypeParent', { itemTypeId: originalId }))
      await ctx.mutate('itemTypeParent', { op: 'ins', set: { itemTypeId: id, parentItemTypeId } });
    for (const { fieldsTemplateId, order } of await ctx.lookup.find('itemTypeFieldsTemplate', {
      itemTypeId: originalId,
    }))
      await ctx.mutate('itemTypeFieldsTemplate', { op: 'ins', set: { itemTypeId: id, fieldsTemplateId, order } });
    return itemType(ctx.db, id);
  },
});

/** Allows items of another type as parents of items of a type. */
export const addItemTypeParent = handler(contract.addItemTypeParent, {
  reach: 'library',
  async commit(ctx, { id, parentId }) {
    await mustExist(ctx.db, 'itemType', parentId);
    await ctx.mutate('itemTypeParent', { op: 'ins', set: { itemTypeId: id, parentItemTypeId: parentId } });
    return itemType(ctx.db, id);
  },
});

/** Removes a parent from an item type. */
export const removeItemTypeParent = handler(contract.removeItemTypeParent, {
  reach: 'library',
  async commit(ctx, { id, parentId }) {
    await ctx.mutate('itemTypeParent', { op: 'del', set: { itemTypeId: id, parentItemTypeId: parentId } });
    return itemType(ctx.db, id);
  },
});

/** Adds a template to the own questions of an item type; one that is there already keeps its position. */
export const addItemTypeFieldsTemplate = handler(contract.addItemTypeFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id: itemTypeId, templateId: fieldsTemplateId }) {
    await mustExist(ctx.db, 'fieldsTemplate', fieldsTemplateId);
    const links = await ctx.lookup.find('itemTypeFieldsTemplate', { itemTypeId });
    if (!links.some((link) => link.fieldsTemplateId === fieldsTemplateId)) {
      const set = { itemTypeId, fieldsTemplateId, order: placeAfter(links) };
      await ctx.mutate('itemTypeFieldsTemplate', { op: 'ins', set });
    }
    return itemType(ctx.db, itemTypeId);
  },
});

/** Removes a template from the own questions of an item type. */
export const removeItemTypeFieldsTemplate = handler(contract.removeItemTypeFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id: itemTypeId, templateId: fieldsTemplateId }) {
    await ctx.mutate('itemTypeFieldsTemplate', { op: 'del', set: { itemTypeId, fieldsTemplateId } });
    return itemType(ctx.db, itemTypeId);
  },
});

async function itemType(db: ScopedDb, id: string): Promise<ItemType> {
  await mustExist(db, 'itemType', id);
  return (await presentItemTypes(db, [id])).get(id)!;
}

async function allTypes(db: ScopedDb): Promise<ItemType[]> {
  const rows = await db.rows('itemType', {});
  const types = await presentItemTypes(
    db,
    rows.map((row) => row.id),
  );
  return [...types.values()].toSorted(byName);
}
