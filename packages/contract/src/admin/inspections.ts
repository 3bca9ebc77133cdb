/** Administration of inspection types: their item types, questions and default items. */
import { z } from 'zod';
import { DEFAULT_ITEM_TYPES } from '../base/constants.ts';
import { Inspection, InspectionDefaultItem, InspectionItemType, ItemType, ListViewFieldNames } from '../entities.ts';
import { Usage } from './templates.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, Name, text } from '../base/values.ts';

/** Maximum size in bytes of an inspection type with its detail templates. */
const WHOLE_INSPECTION_BYTES = 8 * 1024 * 1024;
/** A position in a list. */
const Order = z.number().int().min(0).max(1_000_000);

export const getAdminInspections = operation({
  name: 'getAdminInspections',
  method: 'GET',
  path: '/admin/inspections',
  summary: 'Every type of inspection, by name.',
  effect: 'read',
  right: 'consult',
  offline: false,
  input: z.strictObject({}),
  output: z.array(Inspection),
  problems: [],
});

export const createInspection = operation({
  name: 'createInspection',
  method: 'POST',
  path: '/admin/inspections',
  summary: 'Creates an inspection type without item types, which no company may start yet.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    name: Name,
    id: idOf('inspection').optional().describe('Id for the new type of inspection, made by the caller.'),
  }),
  output: Inspection,
  problems: ['alreadyExists'],
});

export const getAdminInspection = operation({
  name: 'getAdminInspection',
  method: 'GET',
  path: '/admin/inspections/{id}',
  summary: 'One type of inspection.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('inspection') }),
  output: Inspection,
  problems: ['notFound'],
});

export const updateInspection = operation({
  name: 'updateInspection',
  method: 'PUT',
  path: '/admin/inspections/{id}',
  summary: 'Saves an inspection type. The body is the complete type; omitted keys are not changed.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  bodyBytes: WHOLE_INSPECTION_BYTES,
  input: z.strictObject({
    id: idOf('inspection'),
    name: Name.optional(),
    shortName: text(NAME_LIMIT).optional().describe('May be empty.'),
    itemTypeListViewFieldNames: ListViewFieldNames.optional(),
    inspectionItemTypeListViewFieldNames: ListViewFieldNames.optional(),
    itemTypes: z.array(z.unknown()).max(2_000).optional().describe('Ignored: has separate operations.'),
    inspectionFieldsTemplates: z.array(z.unknown()).max(2_000).optional().describe('Ignored: has separate operations.'),
    defaultItems: z.number().optional().describe('Ignored: they have separate operations.'),
    clock: z.string().max(200).optional().describe('Ignored: the version is in If-Match.'),
  }),
  output: Inspection,
  problems: ['notFound', 'changedMeanwhile'],
});

export const duplicateInspection = operation({
  name: 'duplicateInspection',
  method: 'POST',
  path: '/ext/admin/inspections/{id}/duplicate',
  summary:
    'Makes a copy of an inspection type with its columns, item types, questions and default items, which no company may start yet. Item types and templates themselves are not copied.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('inspection'),
    name: Name.optional().describe('Absent: that of the original with " (copy)".'),
  }),
  output: Inspection,
  problems: ['notFound'],
});

export const getInspectionPrompts = operation({
  name: 'getInspectionPrompts',
  method: 'GET',
  path: '/admin/inspections/{id}/prompts',
  summary: 'The types of question item of an inspection type, by name.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('inspection') }),
  output: z.array(ItemType),
  problems: ['notFound'],
});

export const addInspectionItemType = operation({
  name: 'addInspectionItemType',
  method: 'POST',
  path: '/admin/inspection-item-type/add',
  summary: 'Adds an item type to an inspection type, without result questions.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  query: ['inspectionId', 'itemTypeId'],
  input: z.strictObject({ inspectionId: idOf('inspection'), itemTypeId: idOf('itemType') }),
  output: InspectionItemType,
  problems: ['notFound'],
});

export const removeInspectionItemType = operation({
  name: 'removeInspectionItemType',
  method: 'DELETE',
  path: '/admin/inspection-item-type/remove',
  summary: 'Removes an item type from an inspection type. Items already in inspections are kept.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  query: ['inspectionId', 'itemTypeId'],
  input: z.strictObject({ inspectionId: idOf('inspection'), itemTypeId: idOf('itemType') }),
  output: z.null(),
  problems: ['notFound'],
});

export const updateInspectionItemType = operation({
  name: 'updateInspectionItemType',
  method: 'PUT',
  path: '/admin/inspection-item-type/{id}',
  summary: 'Chooses the result questions of an inspection type for an item type.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('inspectionItemType'),
    fieldsTemplateId: idOf('fieldsTemplate').nullable().describe('null: none.'),
  }),
  output: InspectionItemType,
  problems: ['notFound'],
});

export const getInspectionItemTypeUsage = operation({
  name: 'getInspectionItemTypeUsage',
  method: 'GET',
  path: '/ext/admin/inspection-item-types/{id}/usage',
  summary: 'How many items of a type the inspections of an inspection type hold, with how many answers.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('inspectionItemType') }),
  output: Usage,
  problems: ['notFound'],
});

export const addInspectionFieldsTemplate = operation({
  name: 'addInspectionFieldsTemplate',
  method: 'POST',
  path: '/admin/inspections/{id}/add-fields-template/{templateId}',
  summary: 'Adds detail questions to an inspection type, after the existing ones.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('inspection'), templateId: idOf('fieldsTemplate') }),
  output: Inspection,
  problems: ['notFound'],
});

export const removeInspectionFieldsTemplate = operation({
  name: 'removeInspectionFieldsTemplate',
  method: 'DELETE',
  path: '/admin/inspections/{id}/remove-fields-template/{templateId}',
  summary: 'Removes detail questions from an inspection type. Their answers are kept.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('inspection'), templateId: idOf('fieldsTemplate') }),
  output: Inspection,
  problems: ['notFound'],
});

export const getInspectionDefaultItems = operation({
  name: 'getInspectionDefaultItems',
  method: 'GET',
  path: '/admin/inspections/{id}/default-items',
  summary: 'The default items of an inspection type, as an ordered tree.',
  effect: 'read',
  right: 'administer',
  offline: false,
  input: z.strictObject({ id: idOf('inspection') }),
  output: z.array(InspectionDefaultItem),
  problems: ['notFound'],
});

export const createInspectionDefaultItem = operation({
  name: 'createInspectionDefaultItem',
  method: 'POST',
  path: '/admin/inspections/{id}/default-items',
  summary: 'Adds an item or question to the default items of an inspection type.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('inspection'),
    name: Name,
    type: z.enum(DEFAULT_ITEM_TYPES).default('Item').describe('A Question is of a type of question.'),
    itemTypeId: idOf('itemType'),
    fieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .default(null)
      .describe('null: the result questions of the type.'),
    itemFieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .default(null)
      .describe('null: the own questions of the type.'),
    parentDefaultItemId: idOf('inspectionDefaultItem').nullable().default(null).describe('null: at the top.'),
    order: Order.optional().describe('Absent: after the last one.'),
    defaultItemId: idOf('inspectionDefaultItem')
      .optional()
      .describe('Id for the new default item, made by the caller.'),
    inspectionId: idOf('inspection').optional().describe('Ignored: stated in the address.'),
    children: z.array(z.unknown()).max(5_000).optional().describe('Ignored.'),
    clock: z.string().max(200).optional().describe('Ignored.'),
  }),
  output: InspectionDefaultItem,
  problems: ['notFound', 'alreadyExists', 'wouldLoop'],
});

export const updateInspectionDefaultItem = operation({
  name: 'updateInspectionDefaultItem',
  method: 'PUT',
  path: '/admin/inspection-default-items/{id}',
  summary: 'Saves a default item. The body is the complete item; omitted keys are not changed.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({
    id: idOf('inspectionDefaultItem'),
    name: Name.optional(),
    type: z.enum(DEFAULT_ITEM_TYPES).optional(),
    itemTypeId: idOf('itemType').optional(),
    fieldsTemplateId: idOf('fieldsTemplate').nullable().optional(),
    itemFieldsTemplateId: idOf('fieldsTemplate').nullable().optional(),
    parentDefaultItemId: idOf('inspectionDefaultItem').nullable().optional(),
    order: Order.optional(),
    inspectionId: idOf('inspection').optional().describe('Ignored: never changes.'),
    children: z.array(z.unknown()).max(5_000).optional().describe('Ignored.'),
    clock: z.string().max(200).optional().describe('Ignored: the version is in If-Match.'),
  }),
  output: InspectionDefaultItem,
  problems: ['notFound', 'wouldLoop', 'changedMeanwhile'],
});

export const deleteInspectionDefaultItem = operation({
  name: 'deleteInspectionDefaultItem',
  method: 'DELETE',
  path: '/admin/inspection-default-items/{id}',
  summary: 'Deletes a default item; the ones below it move up to its place. Items made from it are kept.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  input: z.strictObject({ id: idOf('inspectionDefaultItem') }),
  output: z.null(),
  problems: ['notFound'],
});

export const sortInspectionDefaultItems = operation({
  name: 'sortInspectionDefaultItems',
  method: 'PUT',
  path: '/admin/inspection/{id}/default-items/sort',
  summary: 'Puts default items into the order sent, numbered from 0.',
  effect: 'write',
  right: 'administer',
  audit: 'configuration',
  offline: false,
  body: 'items',
  input: z.strictObject({
    id: idOf('inspection'),
    items: z
      .array(z.strictObject({ id: idOf('inspectionDefaultItem'), order: Order }))
      .max(5_000)
      .describe('The whole list.'),
  }),
  output: z.array(InspectionDefaultItem),
  problems: ['notFound'],
});
