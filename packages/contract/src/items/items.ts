import { z } from 'zod';
import { Condition, FieldResponse, InstallationInspectionItem, Item, ItemImage, ItemType } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Instant, UnixDay } from '../base/values.ts';

/** The short form of an item for lists and pickers. */
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

/** The short form of an item. */
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
    isQuestion: z.boolean().describe('Listed under its own heading, without location (product decision 15).'),
    context: z
      .boolean()
      .describe(
        'A place without a condition, or an ancestor that is no member of this inspection: shown so that the tree holds together, not counted (data decision 18).',
      ),
    conditionId: idOf('condition').nullable().describe('null: Not Checked.'),
    clock: z
      .string()
      .nullable()
      .describe('Version of its row in the inspection, sent back as If-Match with a condition; null: it has none.'),
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

export const getItem = operation({
  name: 'getItem',
  method: 'POST',
  path: '/ext/items/get',
  summary: 'An item with its answers, files, tag and the questions of its type.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ itemId: idOf('item') }),
  output: Item,
  problems: ['notFound'],
});

export const getItemsForInstallation = operation({
  name: 'getItemsForInstallation',
  method: 'POST',
  path: '/api/get-items-for-installation',
  summary:
    'Everything an installation has, each item below what it stands in, siblings by name. Questions are not among them.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationId: idOf('installation') }),
  output: z.array(ItemSummary),
  problems: ['notFound'],
});

/** An item type for the Add dialog, without its questions. */
export const ItemTypeChoice = ItemType.omit({ itemTypeFieldsTemplates: true })
  .extend({
    fieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe('The result questions the inspection asks of it; null: none.'),
  })
  .meta({ id: 'ItemTypeChoice' });

/** An item type for the Add dialog. */
export type ItemTypeChoice = z.infer<typeof ItemTypeChoice>;

export const getItemTypesForInspection = operation({
  name: 'getItemTypesForInspection',
  method: 'POST',
  path: '/api/get-item-types-for-inspection',
  summary: 'The types of item, and of question, that a type of inspection looks at, by name.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ inspectionId: idOf('inspection') }),
  output: z.array(ItemTypeChoice),
  problems: ['notFound'],
});

/** A possible new parent of an item. */
export const PossibleParent = z
  .strictObject({
    id: idOf('item'),
    name: z.string(),
    path: z.string().describe('Its own name after those of what it stands in, joined by " / ".'),
    isLocation: z.boolean(),
  })
  .meta({ id: 'PossibleParent' });

/** A possible new parent of an item. */
export type PossibleParent = z.infer<typeof PossibleParent>;

export const getItemPossibleParents = operation({
  name: 'getItemPossibleParents',
  method: 'POST',
  path: '/api/get-item-possible-parents',
  summary:
    'Where an item can stand, by path: never in itself or in what stands in it, and only under types its own allows.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationId: idOf('installation'), itemId: idOf('item') }),
  output: z.array(PossibleParent),
  problems: ['notFound'],
});

/** An item of an inspection with the items inside it. */
export const ItemNode = z
  .strictObject({
    id: idOf('item'),
    name: z.string(),
    itemTypeId: idOf('itemType'),
    isLocation: z.boolean(),
    context: z.boolean().describe('As in `InspectionRow`.'),
    get children() {
      return z.array(ItemNode).describe('Directly in it, in list order.');
    },
  })
  .meta({ id: 'ItemNode' });

/** An item of an inspection with the items inside it. */
export type ItemNode = z.infer<typeof ItemNode>;

export const getItemHierarchyFromInstallationInspection = operation({
  name: 'getItemHierarchyFromInstallationInspection',
  method: 'POST',
  path: '/api/get-item-hierarchy-from-installation-inspection',
  summary: 'The items of an inspection and the places they stand in, as a tree. Questions are not in it.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ installationInspectionId: idOf('installationInspection') }),
  output: z.array(ItemNode),
  problems: ['notFound'],
});

const heldBy = {
  installationInspectionId: idOf('installationInspection'),
  inspectionId: idOf('inspection'),
  inspectionName: z.string(),
  startDate: UnixDay,
  expectedEndDate: UnixDay,
  conditionId: idOf('condition').nullable().describe('null: Not Checked.'),
  condition: Condition.nullable().describe('The same with name and colour.'),
};

/** An inspection that contains an item, and the item's condition in it. */
export const InspectionOfItem = z
  .strictObject({
    installationInspectionItemId: idOf('installationInspectionItem'),
    ...heldBy,
    clock: z.string().describe("Version of the item's row in it; sent back as If-Match."),
  })
  .meta({ id: 'InspectionOfItem' });

/** An inspection that contains an item. */
export type InspectionOfItem = z.infer<typeof InspectionOfItem>;

export const getInspectionsForItem = operation({
  name: 'getInspectionsForItem',
  method: 'POST',
  path: '/api/get-inspections-for-item',
  summary: 'The inspections that hold an item, newest first, and how it was found in each.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ itemId: idOf('item') }),
  output: z.array(InspectionOfItem),
  problems: ['notFound'],
});

/** Answers and condition of an item in the previous inspection. */
export const PreviousAnswers = z
  .strictObject({
    itemId: idOf('item').describe('The item it was found on: the same, or for a question the one asked then.'),
    ...heldBy,
    checkedAt: Instant.nullable().describe('When the condition was set; null while it was not.'),
    checkedBy: z.string().nullable().describe('Who set it.'),
    timeZone: z
      .string()
      .describe('Time zone (IANA) that the installation had when it was set; of now while it was not.'),
    fieldResponses: z.array(FieldResponse).describe('Answers to the result questions of then.'),
    image: ItemImage.nullable().describe('The first photo of then.'),
  })
  .meta({ id: 'PreviousAnswers' });

/** Answers and condition of an item in the previous inspection. */
export type PreviousAnswers = z.infer<typeof PreviousAnswers>;

export const getPreviousAnswers = operation({
  name: 'getPreviousAnswers',
  method: 'POST',
  path: '/ext/items/previous-answers',
  summary:
    'What the last inspection before this one that held the item found: one of the same type if there is any, otherwise any. null when there was none.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
  }),
  output: PreviousAnswers.nullable(),
  problems: ['notFound'],
});

/** The banks of a tag that can identify an item. */
export const TagKind = z.enum(['epc', 'tid', 'uid']);

/** A tag as a reader or a person enters it: hexadecimal in either case, with any separators between its digits. */
export const TagText = z
  .string()
  .max(400)
  // Only documented: the check applies to the tag without its separators.
  .meta({ pattern: '^(?:\\s*0[xX])?(?:(?:[\\s:-]*[0-9A-Fa-f]){4}){1,32}[\\s:-]*$' })
  .transform((written) => written.replace(/^\s*0x|[\s:-]/gi, '').toUpperCase())
  .refine((hex) => /^(?:[0-9A-F]{4}){1,32}$/.test(hex), 'must be hexadecimal, in words of four digits')
  .refine((hex) => !/^(?:0+|F+)$/.test(hex), 'is blank: such a tag identifies nothing');

/** The item with a tag. */
export const TaggedItem = z
  .strictObject({
    itemId: idOf('item'),
    name: z.string(),
    installationId: idOf('installation'),
    inspections: z.array(InspectionOfItem).describe('That hold the item, newest first.'),
  })
  .meta({ id: 'TaggedItem' });

export const findItemByTag = operation({
  name: 'findItemByTag',
  method: 'POST',
  path: '/ext/items/find-by-tag',
  summary: 'The item of the company that carries a tag; null when none does.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({
    tag: TagText,
    tagKind: TagKind.default('epc'),
    companyId: idOf('company').optional().describe('For staff: whose item.'),
  }),
  output: TaggedItem.nullable(),
  problems: [],
});
