/** The entities of the specification (product.txt §3), as they travel. */
import { z } from 'zod';
import { DEFAULT_ITEM_TYPES } from './constants.ts';
import { idOf } from './id.ts';
import { HexColor, Instant, text, TEXT_LIMIT, UnixDay } from './values.ts';

/** How an item was found. Colours belong to conditions alone; a missing condition is "Not Checked". */
export const Condition = z
  .strictObject({
    id: idOf('condition'),
    name: z.string().describe('As inspectors read it: "Fit for purpose".'),
    color: HexColor.describe('Of the dot and the bar, #rrggbb.'),
  })
  .meta({ id: 'Condition' });

/** A kind of answer. */
export const FieldType = z
  .strictObject({
    id: idOf('fieldType'),
    name: z.string().describe('One of the eight names of product.txt §9, e.g. "Select with subfields".'),
  })
  .meta({ id: 'FieldType' });

/** A picture that explains a question, e.g. an acceptable beside a rejectable split pin. */
export const FieldImage = z
  .strictObject({
    id: idOf('fieldImage'),
    filename: z.string().describe('As uploaded; its extension completes the address /field-images/{id}{ext}.'),
    order: z.number().int().describe('Ascending place among the images of the field.'),
  })
  .meta({ id: 'FieldImage' });

/** One choice of a Select, Multi-select or Select with subfields. */
export const FieldOption = z
  .strictObject({
    id: idOf('fieldOption'),
    name: z.string().describe('As inspectors read it.'),
    order: z.number().int().describe('Ascending place among the options.'),
    fieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe('The further questions this choice opens; null: "No further questions".'),
    get fieldsTemplate() {
      return FieldsTemplate.nullable().describe(
        'Those further questions, fields sorted by order; null when there are none.',
      );
    },
  })
  .meta({ id: 'FieldOption' });

/** A question. */
export const Field = z
  .strictObject({
    id: idOf('field'),
    name: z.string().describe('The question as inspectors read it.'),
    shortName: z.string().describe('Column name in reports; may be empty.'),
    description: z.string().describe('Help under the question; may be empty.'),
    fieldType: FieldType.describe('What kind of answer it takes.'),
    fieldTypeId: idOf('fieldType').describe('The same by id.'),
    required: z.boolean().describe('A blank answer is marked, never refused.'),
    order: z.number().int().describe('Ascending place in the template.'),
    showInList: z.boolean().describe('Offered as a column of the inspection list.'),
    get options() {
      return z.array(FieldOption).describe('Choices by ascending order; empty for other types.');
    },
    images: z.array(FieldImage).describe('Explaining pictures by ascending order.'),
    fieldsTemplateId: idOf('fieldsTemplate').describe('The template this question belongs to.'),
    clock: z.string().describe('Version of the question and its choices; sent back as If-Match.'),
  })
  .meta({ id: 'Field' });

/** A set of questions. */
export const FieldsTemplate = z
  .strictObject({
    id: idOf('fieldsTemplate'),
    name: z.string().describe('As administrators read it.'),
    fieldsTemplateTypeId: idOf('fieldsTemplateType').describe('What the template is for.'),
    fields: z.array(Field).describe('Questions by ascending order.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'FieldsTemplate' });

/** An answer. */
export const FieldResponse = z
  .strictObject({
    id: z.string().describe('Derived from owner, field and option, so that one question has one answer everywhere.'),
    fieldId: idOf('field').describe('The question.'),
    value: z
      .string()
      .describe(
        'What is stored: the text, the number as written, ISO date-time, "true"/"false", option ids as JSON list or one id. Empty: unset.',
      ),
    displayValue: z.string().describe('The same for people; option names, as they were when it was answered.'),
    parentFieldOptionId: idOf('fieldOption')
      .nullable()
      .describe('The option under which this sub-question was answered; null at the top.'),
    itemId: idOf('item').nullable().describe('The item, when the answer belongs to one (in or outside an inspection).'),
    recordedDate: Instant.describe('When the answer was given, on the device it was given on.'),
    createdAt: Instant.describe('When it was first stored.'),
    updatedAt: Instant.describe('When it was last changed.'),
    createdByUserID: idOf('user').describe('Who gave it first.'),
    updatedByUserID: idOf('user').describe('Who changed it last.'),
    deletedAt: Instant.nullable().describe('When it was taken away; null while it stands.'),
    clock: z.string().describe('Version of the answer; sent back as If-Match.'),
  })
  .meta({ id: 'FieldResponse' });

/** An answer to be stored: as create and update bodies carry it (data.md 15). */
export const FieldAnswer = z
  .strictObject({
    fieldId: idOf('field'),
    value: z.string().max(20_000),
    displayValue: z.string().max(20_000),
    parentFieldOptionId: idOf('fieldOption').nullable().default(null),
  })
  .meta({ id: 'FieldAnswer' });

/** A question template hung on an item type. */
export const ItemTypeFieldsTemplate = z
  .strictObject({
    id: z.string().describe('Of the link.'),
    itemTypeId: idOf('itemType'),
    fieldsTemplateId: idOf('fieldsTemplate'),
    order: z.number().int().describe('Ascending place among the templates of the type.'),
    fieldsTemplate: FieldsTemplate.describe('The questions.'),
  })
  .meta({ id: 'ItemTypeFieldsTemplate' });

/** Under which types an item type may stand. */
export const ParentItemType = z
  .strictObject({
    parentItemTypeId: idOf('itemType'),
    name: z.string().describe('Of the parent.'),
  })
  .meta({ id: 'ParentItemType' });

/** The short form of an item type that may stand below another. */
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
    isLocation: z.boolean().describe('Items of this type are places that others stand in (data.md 16).'),
    parentItemTypes: z.array(ParentItemType).describe('Types it may stand under; empty: anywhere.'),
    childItemTypes: z.array(ChildItemType).describe('Types that may stand under it.'),
    itemTypeFieldsTemplates: z.array(ItemTypeFieldsTemplate).describe('Its own questions, whatever the inspection.'),
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
    createdAt: Instant,
  })
  .meta({ id: 'Image' });

/** A remark on an item within one inspection. */
export const Note = z
  .strictObject({
    id: idOf('note'),
    content: z.string().describe('As written.'),
    createdAt: Instant,
  })
  .meta({ id: 'Note' });

/** A thing, or a place, of an installation. */
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
    clock: z.string().describe('Version of the row; sent back as If-Match (data.md 14).'),
  })
  .meta({ id: 'InstallationInspectionItem' });

/** The counts behind a stacked condition bar. Locations count only once somebody set a condition on them (decisions 12). */
const counts = {
  totalItems: z.number().int().describe('Items that count.'),
  fitForPurpose: z.number().int(),
  needsAttention: z.number().int(),
  defective: z.number().int(),
  notApplicable: z.number().int(),
};

/** A running or past inspection of an installation, as lists and cards show it. */
export const InstallationInspectionSummary = z
  .strictObject({
    id: idOf('installationInspection'),
    installationId: idOf('installation'),
    inspectionId: idOf('inspection'),
    inspectionName: z.string(),
    startDate: UnixDay,
    expectedEndDate: UnixDay,
    ...counts,
  })
  .meta({ id: 'InstallationInspectionSummary' });

/** A running or past inspection of an installation. */
export const InstallationInspection = z
  .strictObject({
    id: idOf('installationInspection'),
    installationId: idOf('installation'),
    inspectionId: idOf('inspection'),
    inspectionName: z.string(),
    installationName: z.string(),
    startDate: UnixDay,
    expectedEndDate: UnixDay,
    fieldResponses: z.array(FieldResponse).describe('Answers to the detail questions of the inspection.'),
    ...counts,
    clock: z.string().describe('Version of the dates and answers together; sent back as If-Match.'),
  })
  .meta({ id: 'InstallationInspection' });

/** The weather where an installation lies: ten hours from the current one. */
export const Weather = z
  .strictObject({
    hourly: z
      .strictObject({
        time: z.array(z.string()).describe('Local hours of the installation, ISO without zone.'),
        temperature_2m: z.array(z.number()),
        windspeed_10m: z.array(z.number()),
        weathercodeName: z
          .array(z.string())
          .describe('One of the names of product.txt §9, e.g. "rain-showers-slight".'),
      })
      .describe('Ten entries each.'),
    hourly_units: z
      .strictObject({ temperature_2m: z.string(), windspeed_10m: z.string() })
      .describe('As the source states them.'),
  })
  .meta({ id: 'Weather' });

/** A site: rig, platform or vessel. */
export const Installation = z
  .strictObject({
    id: idOf('installation'),
    name: z.string(),
    companyId: idOf('company'),
    latitude: z.number().nullable().describe('Degrees, north positive; null while unknown.'),
    longitude: z.number().nullable().describe('Degrees, east positive; null while unknown.'),
    timeZone: z.string().describe('IANA name; dates with a time are shown and printed in it (data.md 21).'),
    fieldResponses: z.array(FieldResponse).describe("Answers to the company's installation questions."),
    installationInspections: z.array(InstallationInspectionSummary).describe('By start date, newest first.'),
    weather: Weather.nullable().describe('null when it is not known; never waited for (decisions 24).'),
    clock: z.string().describe('Version of the installation and its answers together; sent back as If-Match.'),
  })
  .meta({ id: 'Installation' });

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

/** Which types of item an inspection type looks at, and what it asks of each. */
export const InspectionItemType = z
  .strictObject({
    id: idOf('inspectionItemType'),
    itemTypeId: idOf('itemType'),
    fieldsTemplateId: idOf('fieldsTemplate').nullable().describe('The result questions for this type; null: none.'),
  })
  .meta({ id: 'InspectionItemType' });

/** A detail template hung on an inspection type. */
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
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'Inspection' });

/** What a new inspection of a type is filled with. */
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

/** A client: owns installations and people. */
export const Company = z
  .strictObject({
    id: idOf('company'),
    name: z.string(),
    shortName: z.string().describe('May be empty.'),
    installationFieldsTemplateId: idOf('fieldsTemplate')
      .nullable()
      .describe('The questions asked of its installations; null: none.'),
    companyInspections: z
      .array(z.strictObject({ inspectionId: idOf('inspection'), name: z.string() }))
      .describe('Types of inspection it may start, by name.'),
    clock: z.string().describe('Version of the row; sent back as If-Match.'),
  })
  .meta({ id: 'Company' });

/** A report template. Lists carry an empty `frx`. */
export const Report = z
  .strictObject({
    id: idOf('report'),
    title: z.string(),
    frx: z.string().describe('The template, base64; empty in lists.'),
    companyId: idOf('company').nullable().describe('null: for every company.'),
    inspectionId: idOf('inspection').nullable().describe('null: for every type of inspection.'),
    reportTypeId: idOf('reportType'),
    published: z.boolean().describe('Whether inspectors find it in their lists.'),
    updatedAt: Instant,
  })
  .meta({ id: 'Report' });

/** One line of the History tab. */
export const HistoryRecord = z
  .strictObject({
    id: z.string().describe('Stable within the company.'),
    action: z.enum(['Created', 'Changed', 'Deleted']),
    table: z.string().describe('What kind of thing changed: "Item", "Condition", "Note" …'),
    field: z.string().describe("The question's name, or what about the thing changed; empty for the thing as a whole."),
    from: z.string().describe('As it read before; empty: nothing.'),
    to: z.string().describe('As it read afterwards; empty: nothing.'),
    userName: z.string().describe('Who did it.'),
    createdAt: Instant.describe('When it was done, by the corrected clock of the device.'),
    overridden: z.boolean().describe('This edit lost against a later one of somebody else (decisions 33).'),
  })
  .meta({ id: 'HistoryRecord' });

/** Roles (decisions 1). */
export const Role = z.enum(['inspector', 'viewer', 'administrator']);

/** Somebody with an account, as the account's owner and administrators see it. */
export const User = z
  .strictObject({
    id: idOf('user'),
    name: z.string(),
    email: z.string(),
    role: Role,
    companyId: idOf('company').nullable().describe('null: staff of the operator of the system.'),
    companyName: z.string().nullable(),
  })
  .meta({ id: 'User' });

/** The entities' types, as they travel. */
export type Condition = z.infer<typeof Condition>;
export type Field = z.infer<typeof Field>;
export type FieldOption = z.infer<typeof FieldOption>;
export type FieldImage = z.infer<typeof FieldImage>;
export type FieldType = z.infer<typeof FieldType>;
export type FieldsTemplate = z.infer<typeof FieldsTemplate>;
export type FieldResponse = z.infer<typeof FieldResponse>;
export type FieldAnswer = z.infer<typeof FieldAnswer>;
export type ItemType = z.infer<typeof ItemType>;
export type Item = z.infer<typeof Item>;
export type ItemFile = z.infer<typeof ItemFile>;
export type ItemImage = z.infer<typeof ItemImage>;
export type Note = z.infer<typeof Note>;
export type InstallationInspectionItem = z.infer<typeof InstallationInspectionItem>;
export type InstallationInspectionSummary = z.infer<typeof InstallationInspectionSummary>;
export type InstallationInspection = z.infer<typeof InstallationInspection>;
export type Installation = z.infer<typeof Installation>;
export type Weather = z.infer<typeof Weather>;
export type Inspection = z.infer<typeof Inspection>;
export type InspectionItemType = z.infer<typeof InspectionItemType>;
export type InspectionDefaultItem = z.infer<typeof InspectionDefaultItem>;
export type ListViewField = z.infer<typeof ListViewField>;
export type Company = z.infer<typeof Company>;
export type Report = z.infer<typeof Report>;
export type HistoryRecord = z.infer<typeof HistoryRecord>;
export type Role = z.infer<typeof Role>;
export type User = z.infer<typeof User>;
