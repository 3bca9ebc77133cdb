import { Problem } from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { addMember, LAST_PLACE, membersOf } from './members.ts';
import { defaultItemsOf, itemsMadeFrom, itemsOfInspection, itemsOfInstallation } from './queries.ts';
import { itemsBelow, parentsFirst } from './rules.ts';

type InstallationInspection = Pick<Database['installationInspection'], 'id' | 'installationId' | 'inspectionId'>;

/** Selects the existing items with which an inspection starts; see `startFrom` of the contract. */
export interface StartFrom {
  fromInstallationInspectionId?: string | undefined;
  fromLocationIds?: readonly string[] | undefined;
  fromItemTypeIds?: readonly string[] | undefined;
  /** Items by name, questions too. */
  itemIds?: readonly string[] | undefined;
}

/**
 * Fills an inspection with the default items of its type (NINS-08). An item that the installation has from an earlier inspection is reused
 * instead of being duplicated (data decision 17); a question is created again, because its answers belong to this inspection alone.
 */
export async function fillWithDefaults(ctx: WriteCtx, inspection: InstallationInspection): Promise<void> {
  const defaults = await defaultItemsOf(ctx.db, inspection.inspectionId);
  const made = await itemsMadeFrom(
    ctx.db,
    inspection.installationId,
    defaults.filter((each) => each.type === 'Item').map((each) => each.id),
  );
  for (const [order, each] of parentsFirst(defaults).entries()) {
    const itemId = made.get(each.id) ?? ctx.newId();
    if (!made.has(each.id)) {
      const parent = each.parentDefaultItemId === null ? undefined : made.get(each.parentDefaultItemId);
      await ctx.mutate('item', {
        op: 'ins',
        id: itemId,
        set: {
          installationId: inspection.installationId,
          itemTypeId: each.itemTypeId,
          parentItemId: parent ?? null,
          name: each.name,
          isLocation: each.isLocation,
          tagKind: null,
          tag: null,
          defaultItemId: each.id,
        },
      });
      made.set(each.id, itemId);
    }
    if (each.isLocation === 0) await addMember(ctx, inspection.id, itemId, order);
  }
}

/** Adds existing items of the installation to an inspection. @returns the number of items that were not in it before */
export async function fillFrom(ctx: WriteCtx, inspection: InstallationInspection, from: StartFrom): Promise<number> {
  const places = new Map<string, number>();
  if (from.fromInstallationInspectionId !== undefined) {
    const earlier = await itemsOfInspection(ctx.db, from.fromInstallationInspectionId);
    if (earlier.installationId !== inspection.installationId) throw new Problem('notFound');
    for (const { itemId, order } of earlier.members) places.set(itemId, order);
  }
  if (from.fromLocationIds !== undefined || from.fromItemTypeIds !== undefined) {
    const items = await itemsOfInstallation(ctx.db, inspection.installationId);
    const known = new Set(items.map((item) => item.id));
    if (from.fromLocationIds?.some((id) => !known.has(id)) === true) throw new Problem('notFound');
    for (const id of from.fromItemTypeIds ?? []) await mustBeItemType(ctx, id);
    const within = from.fromLocationIds === undefined ? null : itemsBelow(items, from.fromLocationIds);
    const types = from.fromItemTypeIds === undefined ? null : new Set(from.fromItemTypeIds);
    for (const { id, itemTypeId, isLocation } of items) {
      const wanted = isLocation === 0 && (within?.has(id) ?? true) && (types?.has(itemTypeId) ?? true);
      if (wanted && !places.has(id)) places.set(id, LAST_PLACE);
    }
  }
  for (const itemId of from.itemIds ?? []) if (!places.has(itemId)) places.set(itemId, LAST_PLACE);
  const present = await membersOf(ctx.db, inspection.id);
  const added = [...places].filter(([itemId]) => !present.has(itemId));
  for (const [itemId, order] of added) await addMember(ctx, inspection.id, itemId, order);
  return added.length;
}

async function mustBeItemType({ db }: WriteCtx, id: string): Promise<void> {
  if ((await db.row('itemType', id)) === undefined) throw new Problem('notFound');
}
