import { z } from 'zod';
import { InstallationInspectionItem, Item } from './entities.ts';
import { idOf } from './id.ts';
import { operation } from './operation.ts';
import { Name } from './values.ts';

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
        'Not a member of this inspection: an ancestor shown so that the tree holds together; not counted (data.md 18).',
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
