/** Inspection types, as sent over the API. */
import { z } from 'zod';
import { DEFAULT_ITEM_TYPES } from '../base/constants.ts';
import { idOf } from '../base/id.ts';
import { text, TEXT_LIMIT } from '../base/values.ts';
import { FieldsTemplate } from './fields.ts';

/** One entry of the two list-view settings of an inspection type. */
export const ListViewField = z
  .strictObject({
    name: z.string().min(1).max(300).describe('Name of a field, as its column is headed.'),
    isSearchable: z.boolean().describe('Whether the search box looks into it.'),
  })
  .meta({ id: 'ListViewField' });

/** The two list-view settings as they are stored and sent: a JSON list of `ListViewField`; empty text stands for no columns. */
export const ListViewFieldNames = text(TEXT_LIMIT)
  .refine(isListViewFields, 'must be a JSON list of {name, isSearchable}')
  .describe('JSON list of ListViewField.');

function isListViewFields(json: string): boolean {
  if (json === '') return true;
  try {
    return z.array(ListViewField).max(100).safeParse(JSON.parse(json)).success;
  } catch {
    return false;
  }
}

/** Item types of an inspection type, with the questions that it asks of each. */
export const InspectionItemType = z
  .strictObject({
    id: idOf('inspectionItemType'),
    itemTypeId: idOf('itemType'),
    fieldsTemplateId: idOf('fieldsTemplate').nullable().describe('The result questions for this type; null: none.'),
  })
  .meta({ id: 'InspectionItemType' });

/** A detail template assigned to an inspection type. */
export const InspectionFieldsTemplate = z
  .strictObject({
    id: z.string().describe('Of the link.'),
    fieldsTemplateId: idOf('fieldsTemplate'),
    order: z.number().int(),
    fieldsTemplate: FieldsTemplate,
  })
  .meta({ id: 'InspectionFieldsTemplate' });

/** A type of inspection. */
export const Inspection = z
  .strictObject({
    id: idOf('inspection'),
    name: z.string(),
    shortName: z.string().describe('May be empty.'),
    itemTypes: z.array(InspectionItemType),
    inspectionFieldsTemplates: z.array(InspectionFieldsTemplate).describe('Detail questions, by ascending order.'),
    itemTypeListViewFieldNames: z
      .string()
      .describe('JSON list of ListViewField: columns from the questions of the item types.'),
    inspectionItemTypeListViewFieldNames: z
      .string()
      .describe('JSON list of ListViewField: columns from the result questions.'),
    defaultItems: z.number().int().describe('Number of default items that a new inspection of it starts with.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'Inspection' });

/** An item that a new inspection of the type starts with. */
export const InspectionDefaultItem = z
  .strictObject({
    id: idOf('inspectionDefaultItem'),
    name: z.string(),
    type: z.enum(DEFAULT_ITEM_TYPES),
    order: z.number().int().describe('Ascending, from 0.'),
    itemTypeId: idOf('itemType'),
    fieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe('Overrides the result questions; null: those of the type.'),
    itemFieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe("Overrides the item's own questions; null: those of the type."),
    parentDefaultItemId: idOf('inspectionDefaultItem').nullable(),
    inspectionId: idOf('inspection'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
    get children() {
      return z.array(InspectionDefaultItem).describe('Default items below this one, by order.');
    },
  })
  .meta({ id: 'InspectionDefaultItem' });

/** Types of these entities. */
export type ListViewField = z.infer<typeof ListViewField>;
export type InspectionItemType = z.infer<typeof InspectionItemType>;
export type Inspection = z.infer<typeof Inspection>;
export type InspectionDefaultItem = z.infer<typeof InspectionDefaultItem>;
