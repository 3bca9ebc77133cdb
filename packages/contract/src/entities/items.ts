/** Items, their types, and the findings of inspections, as sent over the API. */
import { z } from 'zod';
import { idOf } from '../base/id.ts';
import { HexColor, Instant } from '../base/values.ts';
import { PhotoEdit } from '../photos/photoEdit.ts';
import { FieldsTemplate, FieldResponse } from './fields.ts';

/** A question template assigned to an item type. */
export const ItemTypeFieldsTemplate = z
  .strictObject({
    id: z.string().describe('Of the link.'),
    itemTypeId: idOf('itemType'),
    fieldsTemplateId: idOf('fieldsTemplate'),
    order: z.number().int().describe('Ascending place among the templates of the type.'),
    fieldsTemplate: FieldsTemplate.describe('The questions.'),
  })
  .meta({ id: 'ItemTypeFieldsTemplate' });

/** A possible parent type of an item type. */
export const ParentItemType = z
  .strictObject({
    parentItemTypeId: idOf('itemType'),
    name: z.string().describe('Of the parent.'),
  })
  .meta({ id: 'ParentItemType' });

/** The short form of an item type that may be placed below another. */
export const ChildItemType = z
  .strictObject({
    id: idOf('itemType'),
    name: z.string(),
  })
  .meta({ id: 'ChildItemType' });

/** A kind of item, or of question. */
export const ItemType = z
  .strictObject({
    id: idOf('itemType'),
    name: z.string().describe('As inspectors read it: "Floodlight".'),
    isQuestion: z.boolean().describe('A question of the inspection ("prompt") instead of a thing.'),
    isLocation: z.boolean().describe('Items of this type are places that others stand in (data decision 16).'),
    parentItemTypes: z.array(ParentItemType).describe('Types it may stand under; empty: anywhere.'),
    childItemTypes: z.array(ChildItemType).describe('Types that may stand under it.'),
    itemTypeFieldsTemplates: z.array(ItemTypeFieldsTemplate).describe('Its own questions, independent of inspections.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'ItemType' });

/** A file of an item. */
export const ItemFile = z
  .strictObject({
    id: idOf('file'),
    name: z.string().describe('As uploaded.'),
    filename: z.string().describe('As uploaded; its extension completes the address /files/{id}{ext}.'),
    size: z.number().int().describe('Bytes.'),
    mimeType: z.string().describe('As sniffed from the content.'),
    createdAt: Instant,
  })
  .meta({ id: 'File' });

/** A photo of an item within one inspection. */
export const ItemImage = z
  .strictObject({
    id: idOf('image'),
    fileName: z.string().describe('As uploaded.'),
    filename: z.string().describe('As uploaded; its extension completes the address /images/{id}{ext}.'),
    width: z.number().int().describe('Pixels, upright.'),
    height: z.number().int().describe('Pixels, upright.'),
    size: z.number().int().describe('Bytes of the original.'),
    caption: z.string().describe('Words under the photo; may be empty.'),
    edit: PhotoEdit.nullable().describe('Turn, crop and marks; null: as it was taken.'),
    createdAt: Instant,
  })
  .meta({ id: 'Image' });

/** A note on an item within one inspection. */
export const Note = z
  .strictObject({
    id: idOf('note'),
    content: z.string().describe('As written.'),
    createdAt: Instant,
  })
  .meta({ id: 'Note' });

/** An item or a location of an installation. */
export const Item = z
  .strictObject({
    id: idOf('item'),
    itemId: idOf('item').describe('The same as `id`.'),
    name: z.string().describe('As inspectors write it: "Floodlight, port fwd leg, girt 6".'),
    parentItemId: idOf('item').nullable().describe('What it stands in or hangs on; null at the top.'),
    itemTypeId: idOf('itemType'),
    installationId: idOf('installation'),
    tag: z.string().nullable().describe('RFID tag in canonical hexadecimal; null without one.'),
    isLocation: z.boolean().describe('Others stand in it.'),
    childItems: z
      .array(z.strictObject({ id: idOf('item'), name: z.string() }))
      .describe('What stands directly in it, by name.'),
    fieldResponses: z.array(FieldResponse).describe('Answers to the questions of its type.'),
    files: z.array(ItemFile).describe('Newest first.'),
    itemType: ItemType.describe('With the questions of the type.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'Item' });

/** A condition of an item. Colours are used for conditions only; a missing condition is "Not Checked". */
export const Condition = z
  .strictObject({
    id: idOf('condition'),
    name: z.string().describe('As inspectors read it: "Fit for purpose".'),
    color: HexColor.describe('Of the dot and the bar, #rrggbb.'),
  })
  .meta({ id: 'Condition' });

/** An item within one inspection. */
export const InstallationInspectionItem = z
  .strictObject({
    id: idOf('installationInspectionItem'),
    installationInspectionId: idOf('installationInspection'),
    itemId: idOf('item'),
    conditionId: idOf('condition').nullable().describe('null: Not Checked.'),
    condition: Condition.nullable().describe('The same with name and colour.'),
    order: z.number().int().describe('Ascending place among its siblings in the list.'),
    fieldResponses: z.array(FieldResponse).describe('Answers to the questions of this inspection.'),
    images: z.array(ItemImage).describe('By ascending order.'),
    notes: z.array(Note).describe('Newest first.'),
    files: z.array(ItemFile).describe('Files of the item, newest first.'),
    clock: z.string().describe('Version of the row; sent back as If-Match (data decision 14).'),
  })
  .meta({ id: 'InstallationInspectionItem' });

/** Types of these entities. */
export type ItemType = z.infer<typeof ItemType>;
export type ItemFile = z.infer<typeof ItemFile>;
export type ItemImage = z.infer<typeof ItemImage>;
export type Note = z.infer<typeof Note>;
export type Item = z.infer<typeof Item>;
export type Condition = z.infer<typeof Condition>;
export type InstallationInspectionItem = z.infer<typeof InstallationInspectionItem>;
