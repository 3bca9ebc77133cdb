/**
 * The data set with which a report template is designed and printed. All five scopes have the same tables and differ in their rows.
 * Templates of customers contain the names, so the meaning of a name never changes, and the name of a new column is not the short name of
 * any question (docs/adding.md, "A column").
 */
import type { DataCell, DataType } from '../ports.ts';

/** The name of the data set in templates. */
export const DATA_SET = 'Holdfast';

/** A column of a table. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: DataType;
  /** One sentence for designers of templates. */
  readonly description: string;
}

/** The table whose rows have answers: each short name of a question adds a column to it. */
export type AnswerOwner = 'installation' | 'installationInspection' | 'item' | 'installationInspectionItem';

/** A table. */
export interface TableDescription {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly ColumnDescription[];
  /** Rows that have answers; null: none. */
  readonly answersOf: AnswerOwner | null;
}

/** Rows of a table that belong to one row of another. */
export interface RelationDescription {
  readonly parent: TableName;
  readonly parentColumn: 'Id';
  readonly child: TableName;
  readonly childColumn: string;
}

const column = (name: string, type: DataType, description: string): ColumnDescription => ({ name, type, description });
const id = (of: string): ColumnDescription => column('Id', 'text', `Id of the ${of}.`);
const reference = (name: string, to: string): ColumnDescription => column(name, 'text', `Id in the table ${to}.`);

/** Every table, parents before children. */
export const TABLES = {
  Report: {
    name: 'Report',
    description: 'The printed report: always one row.',
    answersOf: null,
    columns: [
      column('Title', 'text', 'Title of the report; empty in a downloaded data set.'),
      column('Scope', 'text', 'Name of the report type.'),
      column('ScopeName', 'text', 'The name of the company, inspection type, inspection, installation or item.'),
      column('CreatedAt', 'moment', 'Time of printing.'),
      column('CreatedBy', 'text', 'User who requested it.'),
    ],
  },
  Condition: {
    name: 'Condition',
    description: 'The conditions that an item can have.',
    answersOf: null,
    columns: [
      id('condition'),
      column('Name', 'text', 'Name of the condition.'),
      column('Color', 'text', 'As #rrggbb.'),
      column('Order', 'integer', 'Position in lists of conditions.'),
    ],
  },
  Company: {
    name: 'Company',
    description: 'The company: one row.',
    answersOf: null,
    columns: [
      id('company'),
      column('Name', 'text', 'Its name.'),
      column('ShortName', 'text', 'Its short name.'),
      column('Address', 'text', 'Its postal address, in lines; may be empty.'),
      column('Accreditation', 'text', 'Its accreditation: body and number; may be empty.'),
      column('Logo', 'bytes', 'Its logo as a JPEG of at most 1280 pixels; empty without one.'),
    ],
  },
  Person: {
    name: 'Person',
    description: 'The people who recorded results or inspections of the scope, by name.',
    answersOf: null,
    columns: [
      id('person'),
      column('Name', 'text', 'Name of the person.'),
      column('Qualification', 'text', 'May be empty.'),
      column('CertificateNumber', 'text', 'Number of the certificate of the qualification; may be empty.'),
      column(
        'CertificateExpiresOn',
        'moment',
        'Last day on which the certificate is valid; empty when it does not expire.',
      ),
      column('CertificateExpired', 'boolean', 'Whether the certificate was no longer valid when the report was made.'),
      column('Certificate', 'text', 'Number and validity of the certificate as a text; empty without one.'),
      column('Signature', 'bytes', 'Image of the signature as a JPEG of at most 1280 pixels; empty without one.'),
    ],
  },
  Installation: {
    name: 'Installation',
    description: 'The installations of the scope, by name, with their detail questions.',
    answersOf: 'installation',
    columns: [
      id('installation'),
      reference('CompanyId', 'Company'),
      column('Name', 'text', 'Its name.'),
      column('Latitude', 'decimal', 'Degrees, north positive; empty while unknown.'),
      column('Longitude', 'decimal', 'Degrees, east positive; empty while unknown.'),
      column('TimeZone', 'text', 'IANA time zone of today. Moments are shown in the one that it had at that time.'),
    ],
  },
  Inspection: {
    name: 'Inspection',
    description: 'The inspections in the scope, newest first, with their detail questions.',
    answersOf: 'installationInspection',
    columns: [
      id('inspection'),
      reference('InstallationId', 'Installation'),
      column('TypeId', 'text', 'Id of the inspection type.'),
      column('TypeName', 'text', 'Name of the inspection type.'),
      column('TypeShortName', 'text', 'Short name of the inspection type.'),
      column('StartDate', 'moment', 'First day.'),
      column('ExpectedEndDate', 'moment', 'Expected last day.'),
      column('TotalItems', 'integer', 'Number of items that count.'),
      column('FitForPurpose', 'integer', 'Number of items fit for purpose.'),
      column('NeedsAttention', 'integer', 'Number of items that need attention.'),
      column('Defective', 'integer', 'Number of defective items.'),
      column('NotApplicable', 'integer', 'Number of items that are not applicable.'),
      column('NotChecked', 'integer', 'Number of unchecked items.'),
      column(
        'InspectorId',
        'text',
        'Id in the table Person: the person who last set the conditions of most of its items; empty while there are none.',
      ),
    ],
  },
  Item: {
    name: 'Item',
    description: 'The items of the scope and their locations, parents before children, with their own questions.',
    answersOf: 'item',
    columns: [
      id('item'),
      reference('InstallationId', 'Installation'),
      column('ParentId', 'text', 'Id of its parent; empty at the top.'),
      column('Name', 'text', 'Its name.'),
      column('Path', 'text', 'Names of its ancestors and its own name, joined by " / ".'),
      column('Location', 'text', 'Names of its ancestors, joined by " / ".'),
      column('Depth', 'integer', 'Number of its ancestors; 0 at the top.'),
      column('Order', 'integer', 'Position among all items of the data set.'),
      column('TypeName', 'text', 'Name of its item type.'),
      column('IsLocation', 'boolean', 'Whether it is a location.'),
      column('IsQuestion', 'boolean', 'Whether it is a survey or handover question.'),
      column('Tag', 'text', 'RFID tag; empty without one.'),
    ],
  },
  Result: {
    name: 'Result',
    description: 'An item within an inspection: its condition, with the result questions.',
    answersOf: 'installationInspectionItem',
    columns: [
      id('result'),
      reference('InspectionId', 'Inspection'),
      reference('ItemId', 'Item'),
      column('Order', 'integer', 'Position, by the order of the items.'),
      column('ConditionId', 'text', 'Id in the table Condition; empty while not checked.'),
      column('Condition', 'text', 'Name of the condition, or "Not Checked".'),
      column('ConditionColor', 'text', 'As #rrggbb; grey while not checked.'),
      column('UpdatedAt', 'moment', 'Time of the last change.'),
      column('UpdatedBy', 'text', 'Name of the person who last changed it.'),
      column('UpdatedById', 'text', 'Id in the table Person of the person who last changed it.'),
    ],
  },
  FieldResponse: {
    name: 'FieldResponse',
    description:
      'Answers as rows: every answered question in the order of its template, each followed by the questions under the chosen option.',
    answersOf: null,
    columns: [
      id('answer'),
      column('InstallationId', 'text', 'Set for an answer about an installation.'),
      column('InspectionId', 'text', 'Set for an answer about an inspection.'),
      column('ItemId', 'text', 'Set for an answer about an item, independent of inspections.'),
      column('ResultId', 'text', 'Set for an answer about an item within an inspection.'),
      column('Template', 'text', 'Name of the template with the question.'),
      column('FieldName', 'text', 'Text of the question.'),
      column('ShortName', 'text', 'Short name of the question; may be empty.'),
      column('Value', 'text', 'Stored value of the answer.'),
      column('DisplayValue', 'text', 'Displayed value of the answer.'),
      column('Order', 'integer', 'Position of the question in its template.'),
      column('RecordedDate', 'moment', 'Time of the answer.'),
      column('TemplateVersion', 'integer', 'Version of the template in which it was answered.'),
    ],
  },
  Note: {
    name: 'Note',
    description: 'Notes on results, oldest first for each result.',
    answersOf: null,
    columns: [
      id('note'),
      reference('ResultId', 'Result'),
      column('Text', 'text', 'Text of the note.'),
      column('Author', 'text', 'Name of its author.'),
      column('CreatedAt', 'moment', 'Time at which it was written.'),
    ],
  },
  Photo: {
    name: 'Photo',
    description: 'Photos of results, in their order for each result.',
    answersOf: null,
    columns: [
      id('photo'),
      reference('ResultId', 'Result'),
      column('FileName', 'text', 'As uploaded.'),
      column('Order', 'integer', 'Position among the photos of its result.'),
      column('CreatedAt', 'moment', 'When it was added.'),
      column(
        'Image',
        'bytes',
        'Upright JPEG of at most 1280 pixels, rotated, cropped and marked as the inspector did.',
      ),
      column('Thumbnail', 'bytes', 'The same as Image with at most 320 pixels.'),
      column('Caption', 'text', 'Caption of the photo; may be empty.'),
      column('Unmarked', 'bytes', 'Upright JPEG of at most 1280 pixels, as it was taken: not cropped, without marks.'),
    ],
  },
  File: {
    name: 'File',
    description: 'Files of items, by name. Their content is not part of the data set.',
    answersOf: null,
    columns: [
      id('file'),
      reference('ItemId', 'Item'),
      column('FileName', 'text', 'As uploaded.'),
      column('Size', 'integer', 'Size in bytes.'),
      column('CreatedAt', 'moment', 'When it was added.'),
    ],
  },
  Sweep: {
    name: 'Sweep',
    description:
      'RFID sweeps of the inspections: walks with a reader that reads the tags of items, newest first for each inspection.',
    answersOf: null,
    columns: [
      id('sweep'),
      reference('InspectionId', 'Inspection'),
      column('Location', 'text', 'Name of the location to which it was limited; empty for the complete inspection.'),
      column('StartedAt', 'moment', 'Time of its start.'),
      column('EndedAt', 'moment', 'Time of its end.'),
      column('Author', 'text', 'Name of the person who made it.'),
      column('Found', 'integer', 'Number of expected tags that were read.'),
      column('Missing', 'integer', 'Number of expected tags that were not read.'),
      column('Unexpected', 'integer', 'Number of unexpected tags that were read.'),
      column('Untagged', 'integer', 'Number of items in its location without a tag.'),
    ],
  },
  SweepLine: {
    name: 'SweepLine',
    description:
      'Tags of sweeps: missing items first, then unexpected tags, then found items, each by location and name. Names are as at the time of the sweep.',
    answersOf: null,
    columns: [
      reference('SweepId', 'Sweep'),
      column('Outcome', 'text', 'missing, unexpected or found.'),
      column(
        'ItemId',
        'text',
        'Id in the table Item, if the item is in this data set; empty when no item had the tag.',
      ),
      column('ItemName', 'text', 'Name of the item; empty when no item had the tag.'),
      column('Place', 'text', 'Names of the ancestors of the item, joined by " / ".'),
      column('Tag', 'text', 'The tag, in hexadecimal digits.'),
      column('SeenAt', 'moment', 'Time at which it was first read; empty for a missing item.'),
    ],
  },
  History: {
    name: 'History',
    description: 'Changes of the items, newest first for each item.',
    answersOf: null,
    columns: [
      id('line'),
      reference('ItemId', 'Item'),
      column('InspectionId', 'text', 'Id in the table Inspection; empty when the change belongs to no inspection.'),
      column('Action', 'text', 'Created, Changed or Deleted.'),
      column('What', 'text', 'Kind of the changed record: Condition, Note, Image …'),
      column('Field', 'text', 'Name of the question or property; may be empty.'),
      column('From', 'text', 'Value before the change.'),
      column('To', 'text', 'Value after the change.'),
      column('Author', 'text', 'Name of the person who made it.'),
      column('CreatedAt', 'moment', 'Time of the change.'),
    ],
  },
} as const satisfies Record<string, TableDescription>;

/** The name of a table. */
export type TableName = keyof typeof TABLES;

type CellsOf<Columns extends readonly unknown[]> = { [C in keyof Columns]: DataCell };

/**
 * A row of a table: one cell for each of its own columns, in their order. The type check reports code that creates rows with another number
 * of cells.
 */
export type Row<T extends TableName> = CellsOf<(typeof TABLES)[T]['columns']>;

/** Tables whose rows have answers. */
export type AnsweredTable = { [T in TableName]: (typeof TABLES)[T]['answersOf'] extends null ? never : T }[TableName];

const relation = (parent: TableName, child: TableName, childColumn: string): RelationDescription => ({
  parent,
  parentColumn: 'Id',
  child,
  childColumn,
});

/** Relations between the tables. */
export const RELATIONS: readonly RelationDescription[] = [
  relation('Company', 'Installation', 'CompanyId'),
  relation('Person', 'Inspection', 'InspectorId'),
  relation('Person', 'Result', 'UpdatedById'),
  relation('Installation', 'Inspection', 'InstallationId'),
  relation('Installation', 'Item', 'InstallationId'),
  relation('Inspection', 'Result', 'InspectionId'),
  relation('Item', 'Result', 'ItemId'),
  relation('Result', 'Note', 'ResultId'),
  relation('Result', 'Photo', 'ResultId'),
  relation('Result', 'FieldResponse', 'ResultId'),
  relation('Inspection', 'Sweep', 'InspectionId'),
  relation('Sweep', 'SweepLine', 'SweepId'),
  relation('Item', 'File', 'ItemId'),
  relation('Item', 'History', 'ItemId'),
];
