/** Operations that change an item itself, in all inspections: its name, its parent, its tag. */
import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { itemRow, summaryOf } from './queries.ts';

/** Renames an item. */
export const setItemName = handler(contract.setItemName, async (ctx, { itemId, name }) => {
  const item = await itemRow(ctx.db, itemId);
  const row = await ctx.mutate('item', { op: 'upd', id: item.id, set: { name } });
  return summaryOf({ ...item, ...row });
});

/** Moves an item with its descendants; never below itself or one of its descendants (ITEM-11). */
export const setParentItem = handler(contract.setParentItem, async (ctx, { installationId, itemId, newParentId }) => {
  const item = await itemRow(ctx.db, itemId);
  if (item.installationId !== installationId) throw new contract.Problem('notFound');
  const row = await ctx.mutate('item', { op: 'upd', id: item.id, set: { parentItemId: newParentId } });
  return summaryOf({ ...item, ...row });
});

/** Sets the tag of an item, removing it from the item that has it when the caller asked for that, or clears it (product decision 10). */
export const setTag = handler(contract.setTag, async (ctx, { itemId, tag, tagKind, move }) => {
  const item = await itemRow(ctx.db, itemId);
  if (tag !== null && move) {
    const carriers = await ctx.lookup.find('item', { scopeId: item.scopeId, tag, tagKind });
    for (const carrier of carriers) {
      if (carrier.id === item.id) continue;
      await ctx.mutate('item', { op: 'upd', id: carrier.id, set: { tag: null, tagKind: null } });
    }
  }
  const set = { tag, tagKind: tag === null ? null : tagKind };
  const row = await ctx.mutate('item', { op: 'upd', id: item.id, set });
  return summaryOf({ ...item, ...row });
});
