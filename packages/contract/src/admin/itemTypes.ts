/** Administration of item types. */
import { z } from 'zod';
import { ItemType } from '../entities.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { Name } from '../base/values.ts';

/** Maximum size in bytes of an item type with its templates. */
const WHOLE_TYPE_BYTES = 8 * 1024 * 1024;

/** An item type in a list; within one inspection type also its settings there. */
export const ListedItemType = ItemType.extend({
  inspectionItemTypeId: idOf('inspectionItemType')
    .optional()
    .describe('Of its place in the inspection type that was asked about.'),
  fieldsTemplateId: idOf('fieldsTemplate')
    .nullable()
    .optional()
    .describe('The result questions of that inspection type for it; null: none.'),
}).meta({ id: 'ListedItemType' });

/** An item type in a list. */
export type ListedItemType = z.infer<typeof ListedItemType>;

/** An item type in the tree of possible parents; a type with several parents appears under each. */
export const StructuredItemType = z
  .strictObject({
    id: idOf('itemType'),
    name: z.string(),
    isQuestion: z.boolean(),
    isLocation: z.boolean(),
    get childItemTypes() {
      return z.array(StructuredItemType).describe('Types that may stand under it, by name.');
    },
  })
  .meta({ id: 'StructuredItemType' });

/** An item type in the tree of what may stand in what. */
export type StructuredItemType = z.infer<typeof StructuredItemType>;

export const getItemTypesStructured = operation({
  name: 'getItemTypesStructured',
  method: 'GET',
  path: '/admin/itemTypes/structured',
  summary: 'The item types as a tree, siblings by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({}),
  output: z.array(StructuredItemType),
  problems: [],
});

export const getItemTypes = operation({
  name: 'getItemTypes',
  method: 'GET',
  path: '/admin/itemTypes',
  summary: 'All item types, or those of an inspection type, by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ inspectionId: idOf('inspection').optional().describe('Absent: every type.') }),
  output: z.array(ListedItemType),
  problems: ['notFound'],
});

export const createItemType = operation({
  name: 'createItemType',
  method: 'POST',
  path: '/admin/itemTypes',
  summary: 'Makes a type of item, or of question.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  query: ['isPrompt'],
  input: z.strictObject({
    isPrompt: z.enum(['0', '1']).default('0').describe('1: a type of question.'),
    name: Name,
    id: idOf('itemType').optional().describe('Id for the new type, made by the caller.'),
  }),
  output: ItemType,
  problems: ['alreadyExists'],
});

export const getItemType = operation({
  name: 'getItemType',
  method: 'GET',
  path: '/admin/itemTypes/{id}',
  summary: 'One item type with its questions.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('itemType') }),
  output: ItemType,
  problems: ['notFound'],
});

export const updateItemType = operation({
  name: 'updateItemType',
  method: 'PUT',
  path: '/admin/itemTypes/{id}',
  summary: 'Saves an item type. The body is the complete type; omitted keys are not changed.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: WHOLE_TYPE_BYTES,
  input: z.strictObject({
    id: idOf('itemType'),
    name: Name.optional(),
    isLocation: z.boolean().optional().describe('Items made from now on are places, or are not.'),
    isQuestion: z.boolean().optional().describe('Ignored: never changes.'),
    parentItemTypes: z.array(z.unknown()).max(2_000).optional().describe('Ignored: has separate operations.'),
    childItemTypes: z.array(z.unknown()).max(2_000).optional().describe('Ignored.'),
    itemTypeFieldsTemplates: z.array(z.unknown()).max(2_000).optional().describe('Ignored: has separate operations.'),
    clock: z.string().max(200).optional().describe('Ignored: the version is in If-Match.'),
  }),
  output: ItemType,
  problems: ['notFound', 'changedMeanwhile'],
});

export const duplicateItemType = operation({
  name: 'duplicateItemType',
  method: 'POST',
  path: '/ext/admin/item-types/{id}/duplicate',
  summary:
    'Makes a copy of an item type with its parents and its own questions, which no inspection type contains yet. Templates are not copied.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('itemType'),
    name: Name.optional().describe('Absent: that of the original with " (copy)".'),
  }),
  output: ItemType,
  problems: ['notFound'],
});

/** The item type, and its parent type. */
const WithParent = z.strictObject({ id: idOf('itemType'), parentId: idOf('itemType') });

export const addItemTypeParent = operation({
  name: 'addItemTypeParent',
  method: 'POST',
  path: '/admin/item-type/{id}/add-parent/{parentId}',
  summary: 'Lets items of a type stand under items of another.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: WithParent,
  output: ItemType,
  problems: ['notFound', 'wouldLoop'],
});

export const removeItemTypeParent = operation({
  name: 'removeItemTypeParent',
  method: 'DELETE',
  path: '/admin/item-type/{id}/remove-parent/{parentId}',
  summary: 'Removes a parent from an item type. Existing items are not moved.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: WithParent,
  output: ItemType,
  problems: ['notFound'],
});

/** The type and the template. */
const WithTemplate = z.strictObject({ id: idOf('itemType'), templateId: idOf('fieldsTemplate') });

export const addItemTypeFieldsTemplate = operation({
  name: 'addItemTypeFieldsTemplate',
  method: 'POST',
  path: '/admin/item-types/{id}/add-fields-template/{templateId}',
  summary: "Asks a template's questions of every item of a type, after those asked already.",
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: WithTemplate,
  output: ItemType,
  problems: ['notFound'],
});

export const removeItemTypeFieldsTemplate = operation({
  name: 'removeItemTypeFieldsTemplate',
  method: 'DELETE',
  path: '/admin/item-types/{id}/remove-fields-template/{templateId}',
  summary: "Asks a template's questions of a type no longer. Answers to them stay.",
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: WithTemplate,
  output: ItemType,
  problems: ['notFound'],
});
