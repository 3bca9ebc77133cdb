import { z } from 'zod';
import { InstallationInspectionItem, Item } from './entities.ts';
import { idOf } from './id.ts';
import { operation } from './operation.ts';
import { Name } from './values.ts';

/** An item in short: what lists and pickers show. */
export const ItemSummary = z
  .strictObject({
    id: idOf('item'),
    itemId: idOf('item').describe('The same as `id`.'),
    name: z.string(),
    parentItemId: idOf('item').nullable().describe('What it stands in or hangs on; null at the top.'),
    itemTypeId: idOf('itemType'),
    installationId: idOf('installation'),
    tag: z.string().nullable().describe('RFID tag in canonical hexadecimal; null without one.'),
    isLocation: z.boolean(),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'ItemSummary' });

/** An item in short. */
export type ItemSummary = z.infer<typeof ItemSummary>;

/** One row of the working list of an inspection: an item of it, or an ancestor of one as context. */
export const InspectionRow = z
  .strictObject({
    id: z.string().describe('Of the installation inspection item; of the item for a context row.'),
    itemId: idOf('item'),
    name: z.string(),
    parentItemId: idOf('item').nullable(),
    itemTypeId: idOf('itemType'),
    isLocation: z.boolean(),
    isQuestion: z.boolean().describe('Listed under its own heading, without location (decisions 15).'),
    context: z
      .boolean()
      .describe(
        'A place without a condition, or an ancestor that is no member of this inspection: shown so that the tree holds together, not counted (data.md 18).',
      ),
    conditionId: idOf('condition').nullable().describe('null: Not Checked.'),
    order: z.number().int(),
    values: z
      .record(z.string(), z.string())
      .describe('Display values of the list-view and searchable fields, by field name.'),
    images: z.number().int().describe('How many photos it has in this inspection.'),
    notes: z.number().int().describe('How many notes it has in this inspection.'),
  })
  .meta({ id: 'InspectionRow' });

/** One row of the working list of an inspection. */
export type InspectionRow = z.infer<typeof InspectionRow>;

export const getItemsForInstallationInspection = operation({
  name: 'getItemsForInstallationInspection',
  method: 'POST',
  path: '/api/get-items-for-installation-inspection',
  summary: 'The working list of an inspection: its items and the places they stand in, siblings by order and name.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: z.array(InspectionRow),
  problems: ['notFound'],
});

export const getInstallationInspectionItemByInstallationAndItem = operation({
  name: 'getInstallationInspectionItemByInstallationAndItem',
  method: 'POST',
  path: '/api/get-installation-inspection-item-by-installation-and-item',
  summary: 'An item as one inspection has it: condition, answers, photos, notes, files.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: InstallationInspectionItem,
  problems: ['notFound'],
});

export const newItem = operation({
  name: 'newItem',
  method: 'POST',
  path: '/api/new-item',
  summary: 'Makes a new item of a type and takes it into the inspection.',
  effect: 'write',
  right: 'inspect',
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
  offline: true,
  input: z.strictObject({ itemId: idOf('item'), name: Name }),
  output: ItemSummary,
  problems: ['notFound', 'changedMeanwhile'],
});

/** The banks of a tag that can identify an item. */
export const TagKind = z.enum(['epc', 'tid', 'uid']);

/** A tag as a reader or a person gives it: hexadecimal, whatever its case and whatever stands between its digits. */
export const TagText = z
  .string()
  .max(400)
  .transform((written) => written.replace(/^\s*0x|[\s:-]/gi, '').toUpperCase())
  .refine((hex) => /^(?:[0-9A-F]{4}){1,32}$/.test(hex), 'must be hexadecimal, in words of four digits')
  .refine((hex) => !/^(?:0+|F+)$/.test(hex), 'is blank: such a tag identifies nothing');

export const setTag = operation({
  name: 'setTag',
  method: 'POST',
  path: '/ext/items/set-tag',
  summary: 'Puts an RFID tag on an item in place of the one it has, or takes its tag off.',
  effect: 'write',
  right: 'inspect',
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
