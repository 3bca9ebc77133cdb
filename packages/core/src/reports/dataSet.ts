/**
 * The data set a report template is designed against and printed over: one for all five scopes, of which each fills it with its own rows.
 * Names are part of templates that people keep, so that none of them ever changes its meaning.
 */
import type { DataType } from '../ports.ts';

/** The name under which templates know the data set. */
export const DATA_SET = 'Holdfast';

/** A column of a table. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: DataType;
  /** One sentence for people who design templates. */
  readonly description: string;
}

/** The table to whose rows answers belong: a column follows for each short name of a question. */
export type AnswerOwner = 'installation' | 'installationInspection' | 'item' | 'installationInspectionItem';

/** A table. */
export interface TableDescription {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly ColumnDescription[];
  /** Rows of these carry answers; null: none. */
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
    description: 'What is printed: always one row.',
    answersOf: null,
    columns: [
      column('Title', 'text', 'Title of the report; empty in a downloaded data set.'),
      column('Scope', 'text', 'What it runs over: the name of the report type.'),
      column('ScopeName', 'text', 'The name of the company, inspection type, inspection, installation or item.'),
      column('CreatedAt', 'moment', 'When it was made.'),
      column('CreatedBy', 'text', 'Who asked for it.'),
    ],
  },
  Condition: {
    name: 'Condition',
    description: 'The conditions an item can be found in.',
    answersOf: null,
    columns: [
      id('condition'),
      column('Name', 'text', 'As people read it.'),
      column('Color', 'text', 'As #rrggbb.'),
      column('Order', 'integer', 'Place in a list.'),
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
      column('Name', 'text', 'Name.'),
      column('Qualification', 'text', 'May be empty.'),
      column('CertificateNumber', 'text', 'Number of the certificate of the qualification; may be empty.'),
      column(
        'CertificateExpiresOn',
        'moment',
        'Last day on which the certificate is valid; empty when it does not expire.',
      ),
      column('CertificateExpired', 'boolean', 'Whether the certificate was no longer valid when the report was made.'),
      column('Certificate', 'text', 'Number and validity of the certificate in words; empty without one.'),
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
      column('TimeZone', 'text', 'IANA name; every moment of its rows is shown in it.'),
    ],
  },
  Inspection: {
    name: 'Inspection',
    description:
      'The inspections of these installations that lie in the scope, newest first, with their detail questions.',
    answersOf: 'installationInspection',
    columns: [
      id('inspection'),
      reference('InstallationId', 'Installation'),
      column('TypeId', 'text', 'Id of the inspection type.'),
      column('TypeName', 'text', 'Name of the inspection type.'),
      column('TypeShortName', 'text', 'Short name of the inspection type.'),
      column('StartDate', 'moment', 'First day.'),
      column('ExpectedEndDate', 'moment', 'Expected last day.'),
      column('TotalItems', 'integer', 'How many items count.'),
      column('FitForPurpose', 'integer', 'How many were found fit for purpose.'),
      column('NeedsAttention', 'integer', 'How many need attention.'),
      column('Defective', 'integer', 'How many are defective.'),
      column('NotApplicable', 'integer', 'How many are not applicable.'),
      column('NotChecked', 'integer', 'Number of items not checked.'),
      column(
        'InspectorId',
        'text',
        'Id in the table Person: who last set the conditions of most of its items; empty while there are none.',
      ),
    ],
  },
  Item: {
    name: 'Item',
    description:
      'The items of the scope and the places they stand in, each after what it stands in, with their own questions.',
    answersOf: 'item',
    columns: [
      id('item'),
      reference('InstallationId', 'Installation'),
      column('ParentId', 'text', 'Id of the item it stands in; empty at the top.'),
      column('Name', 'text', 'Its name.'),
      column('Path', 'text', 'Names of what it stands in and its own, joined by " / ".'),
      column('Location', 'text', 'The path without its own name.'),
      column('Depth', 'integer', 'How many items it stands in; 0 at the top.'),
      column('Order', 'integer', 'Place among all items of the data set.'),
      column('TypeName', 'text', 'Name of its item type.'),
      column('IsLocation', 'boolean', 'Whether it is a place.'),
      column('IsQuestion', 'boolean', 'Whether it is a survey or handover question.'),
      column('Tag', 'text', 'RFID tag; empty without one.'),
    ],
  },
  Result: {
    name: 'Result',
    description: 'An item within an inspection: how it was found, with the result questions.',
    answersOf: 'installationInspectionItem',
    columns: [
      id('result'),
      reference('InspectionId', 'Inspection'),
      reference('ItemId', 'Item'),
      column('Order', 'integer', 'Place of its item, then of itself.'),
      column('ConditionId', 'text', 'Id in the table Condition; empty while not checked.'),
      column('Condition', 'text', 'Name of the condition, or "Not Checked".'),
      column('ConditionColor', 'text', 'As #rrggbb; grey while not checked.'),
      column('UpdatedAt', 'moment', 'When it last changed.'),
      column('UpdatedBy', 'text', 'Who last changed it.'),
      column('UpdatedById', 'text', 'Id in the table Person of who last changed it.'),
    ],
  },
  FieldResponse: {
    name: 'FieldResponse',
    description:
      'Answers as rows: every question that was answered, in the order of its template, each followed by what its answer asks further.',
    answersOf: null,
    columns: [
      id('answer'),
      column('InstallationId', 'text', 'Set for an answer about an installation.'),
      column('InspectionId', 'text', 'Set for an answer about an inspection.'),
      column('ItemId', 'text', 'Set for an answer about an item, independent of inspections.'),
      column('ResultId', 'text', 'Set for an answer about an item within an inspection.'),
      column('Template', 'text', 'Name of the template the question stands in.'),
      column('FieldName', 'text', 'The question.'),
      column('ShortName', 'text', 'Short name of the question; may be empty.'),
      column('Value', 'text', 'The answer as it is stored.'),
      column('DisplayValue', 'text', 'The answer as people read it.'),
      column('Order', 'integer', 'Place of the question in its template.'),
      column('RecordedDate', 'moment', 'When it was given.'),
      column('TemplateVersion', 'integer', 'Version of the template by which it was asked.'),
    ],
  },
  Note: {
    name: 'Note',
    description: 'Remarks on results, oldest first for each.',
    answersOf: null,
    columns: [
      id('note'),
      reference('ResultId', 'Result'),
      column('Text', 'text', 'The remark.'),
      column('Author', 'text', 'Who wrote it.'),
      column('CreatedAt', 'moment', 'When.'),
    ],
  },
  Photo: {
    name: 'Photo',
    description: 'Photos of results, in their order for each.',
    answersOf: null,
    columns: [
      id('photo'),
      reference('ResultId', 'Result'),
      column('FileName', 'text', 'As uploaded.'),
      column('Order', 'integer', 'Place among the photos of its result.'),
      column('CreatedAt', 'moment', 'When it was added.'),
      column(
        'Image',
        'bytes',
        'Upright JPEG of at most 1280 pixels, rotated, cropped and marked as the inspector did.',
      ),
      column('Thumbnail', 'bytes', 'The same of at most 320 pixels.'),
      column('Caption', 'text', 'Words under it; may be empty.'),
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
      column('Size', 'integer', 'Bytes.'),
      column('CreatedAt', 'moment', 'When it was added.'),
    ],
  },
  Sweep: {
    name: 'Sweep',
    description:
      'RFID sweeps of the inspections: walks through one with a reader that reads the tags of items, newest first for each.',
    answersOf: null,
    columns: [
      id('sweep'),
      reference('InspectionId', 'Inspection'),
      column('Location', 'text', 'Name of the location it was limited to; empty for the whole inspection.'),
      column('StartedAt', 'moment', 'When it was begun.'),
      column('EndedAt', 'moment', 'When it was finished.'),
      column('Author', 'text', 'Who made it.'),
      column('Found', 'integer', 'Number of expected tags that were read.'),
      column('Missing', 'integer', 'Number of expected tags that were not read.'),
      column('Unexpected', 'integer', 'Number of tags that were read and not expected there.'),
      column('Untagged', 'integer', 'Number of items within its limits that had no tag.'),
    ],
  },
  SweepLine: {
    name: 'SweepLine',
    description:
      'Tags of sweeps: missing items first, then unexpected tags, then found items, each by place and name. Names are those of the time of the sweep.',
    answersOf: null,
    columns: [
      reference('SweepId', 'Sweep'),
      column('Outcome', 'text', 'missing, unexpected or found.'),
      column(
        'ItemId',
        'text',
        'Id in the table Item, if the item is in this data set; empty when no item carried the tag.',
      ),
      column('ItemName', 'text', 'Name of the item; empty when no item carried the tag.'),
      column('Place', 'text', 'Names of what the item stands in, joined by " / ".'),
      column('Tag', 'text', 'The tag, in hexadecimal digits.'),
      column('SeenAt', 'moment', 'When it was read first; empty for a missing item.'),
    ],
  },
  History: {
    name: 'History',
    description: 'What happened to the items, newest first for each.',
    answersOf: null,
    columns: [
      id('line'),
      reference('ItemId', 'Item'),
      column('InspectionId', 'text', 'Id in the table Inspection; empty for what is of no inspection.'),
      column('Action', 'text', 'Created, Changed or Deleted.'),
      column('What', 'text', 'Kind of thing: Condition, Note, Image …'),
      column('Field', 'text', 'Name of the question or property; may be empty.'),
      column('From', 'text', 'What it was.'),
      column('To', 'text', 'What it became.'),
      column('Author', 'text', 'Who did it.'),
      column('CreatedAt', 'moment', 'When.'),
    ],
  },
} as const satisfies Record<string, TableDescription>;

/** The name of a table. */
export type TableName = keyof typeof TABLES;

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
