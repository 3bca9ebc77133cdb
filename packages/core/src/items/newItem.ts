import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { addMember, installationInspectionById } from '../inspections/index.ts';
import { idForNew } from '../calls/newRow.ts';
import { itemById } from './queries.ts';

/** Creates an item of a type and adds it to the inspection. Its type determines whether it is a location (data decision 16). */
export const newItem = handler(contract.newItem, async (ctx, input) => {
  const { installationInspectionId, itemTypeId, parentItemId = null } = input;
  const { installationId } = await installationInspectionById(ctx.db, installationInspectionId);
  const type = await ctx.db.row('itemType', itemTypeId);
  if (type === undefined) throw new contract.Problem('notFound');
  const id = await idForNew(ctx, 'item', input.id);
  await ctx.mutate('item', {
    op: 'ins',
    id,
    set: {
      installationId,
      itemTypeId,
      parentItemId,
      name: input.name ?? type.name,
      isLocation: type.isLocation,
      tagKind: null,
      tag: null,
      defaultItemId: null,
    },
  });
  await addMember(ctx, installationInspectionId, id);
  return itemById(ctx.db, id);
});
