/** Operations that change items: creating, moving, renaming, tagging. */
import { z } from 'zod';
import { InstallationInspectionItem, Item } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { ItemSummary, TagKind, TagText } from './items.ts';
import { operation } from '../base/operation.ts';
import { Name } from '../base/values.ts';

export const newItem = operation({
  name: 'newItem',
  method: 'POST',
  path: '/api/new-item',
  summary: 'Makes a new item of a type and takes it into the inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemTypeId: idOf('itemType'),
    parentItemId: idOf('item').nullable().optional().describe('What it stands in; null or absent: the top.'),
    name: Name.optional().describe("Absent: the type's name."),
    id: idOf('item').optional().describe('Id for the new item, made by the caller.'),
  }),
  output: Item,
  problems: ['notFound', 'alreadyExists'],
});

export const addItemFromInstallation = operation({
  name: 'addItemFromInstallation',
  method: 'POST',
  path: '/api/add-item-from-installation',
  summary: 'Takes an item of the installation into the inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: InstallationInspectionItem,
  problems: ['notFound'],
});

export const setParentItem = operation({
  name: 'setParentItem',
  method: 'POST',
  path: '/api/set-parent-item',
  summary: 'Moves an item, with what stands in it, to another place of its installation.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationId: idOf('installation'),
    itemId: idOf('item'),
    newParentId: idOf('item').nullable().describe('null: to the top.'),
  }),
  output: ItemSummary,
  problems: ['notFound', 'wouldLoop', 'changedMeanwhile'],
});

export const setItemName = operation({
  name: 'setItemName',
  method: 'POST',
  path: '/api/set-item-name',
  summary: 'Renames an item.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ itemId: idOf('item'), name: Name }),
  output: ItemSummary,
  problems: ['notFound', 'changedMeanwhile'],
});

export const setTag = operation({
  name: 'setTag',
  method: 'POST',
  path: '/ext/items/set-tag',
  summary: 'Puts an RFID tag on an item in place of the one it has, or takes its tag off.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    itemId: idOf('item'),
    tag: TagText.nullable().describe('null: take the tag off.'),
    tagKind: TagKind.default('epc'),
    move: z
      .boolean()
      .default(false)
      .describe('Take the tag from the item that carries it. Without it such a tag is refused with `tagTaken`.'),
  }),
  output: ItemSummary,
  problems: ['notFound', 'tagTaken', 'changedMeanwhile'],
});

export const duplicateItem = operation({
  name: 'duplicateItem',
  method: 'POST',
  path: '/api/duplicate-item',
  summary:
    'Makes a copy of an item beside it: name, type, place and answers; no tag, condition, notes, photos or files.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
    id: idOf('item').optional().describe('Id for the copy, made by the caller.'),
  }),
  output: Item,
  problems: ['notFound', 'alreadyExists'],
});
