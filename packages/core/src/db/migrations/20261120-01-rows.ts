/**
 * The synced tables, the change log and the scopes' heads: the same on the server and on every desktop. The text is valid in both engines:
 * `bigint` is SQLite's integer, `double precision` its real.
 */
export const name = '20261120-01-rows';

/** Columns of every synced table. */
export const STAMPS = `
  "id" text primary key,
  "scopeId" text not null,
  "_seq" bigint not null,
  "_clk" text not null,
  "createdAt" bigint not null,
  "updatedAt" bigint not null,
  "createdByUserId" text not null,
  "updatedByUserId" text not null,
  "deletedAt" bigint`;

/** A column that names a row of another table. Checked at commit, because a batch of rows arrives in any order. */
export const to = (table: string): string => `references "${table}" ("id") deferrable initially deferred`;

const TABLES: Record<string, string[]> = {
  fieldsTemplate: [`"name" text not null`, `"fieldsTemplateTypeId" text not null`],
  field: [
    `"name" text not null`,
    `"shortName" text not null`,
    `"description" text not null`,
    `"fieldTypeId" text not null`,
    `"required" bigint not null`,
    `"order" bigint not null`,
    `"showInList" bigint not null`,
    `"fieldsTemplateId" text not null ${to('fieldsTemplate')}`,
  ],
  fieldOption: [
    `"fieldId" text not null ${to('field')}`,
    `"name" text not null`,
    `"order" bigint not null`,
    `"fieldsTemplateId" text ${to('fieldsTemplate')}`,
  ],
  fieldImage: [
    `"fieldId" text not null ${to('field')}`,
    `"filename" text not null`,
    `"mimeType" text not null`,
    `"sha256" text not null`,
    `"size" bigint not null`,
    `"order" bigint not null`,
  ],
  itemType: [`"name" text not null`, `"isQuestion" bigint not null`, `"isLocation" bigint not null`],
  itemTypeParent: [
    `"itemTypeId" text not null ${to('itemType')}`,
    `"parentItemTypeId" text not null ${to('itemType')}`,
  ],
  itemTypeFieldsTemplate: [
    `"itemTypeId" text not null ${to('itemType')}`,
    `"fieldsTemplateId" text not null ${to('fieldsTemplate')}`,
    `"order" bigint not null`,
  ],
  inspection: [
    `"name" text not null`,
    `"shortName" text not null`,
    `"itemTypeListViewFieldNames" text not null`,
    `"inspectionItemTypeListViewFieldNames" text not null`,
  ],
  inspectionItemType: [
    `"inspectionId" text not null ${to('inspection')}`,
    `"itemTypeId" text not null ${to('itemType')}`,
    `"fieldsTemplateId" text ${to('fieldsTemplate')}`,
  ],
  inspectionFieldsTemplate: [
    `"inspectionId" text not null ${to('inspection')}`,
    `"fieldsTemplateId" text not null ${to('fieldsTemplate')}`,
    `"order" bigint not null`,
  ],
  inspectionDefaultItem: [
    `"name" text not null`,
    `"type" text not null`,
    `"order" bigint not null`,
    `"itemTypeId" text not null ${to('itemType')}`,
    `"fieldsTemplateId" text ${to('fieldsTemplate')}`,
    `"itemFieldsTemplateId" text ${to('fieldsTemplate')}`,
    `"parentDefaultItemId" text ${to('inspectionDefaultItem')}`,
    `"inspectionId" text not null ${to('inspection')}`,
  ],
  company: [
    `"name" text not null`,
    `"shortName" text not null`,
    `"installationFieldsTemplateId" text ${to('fieldsTemplate')}`,
  ],
  companyInspection: [`"companyId" text not null ${to('company')}`, `"inspectionId" text not null ${to('inspection')}`],
  person: [`"userId" text not null`, `"name" text not null`],
  installation: [
    `"name" text not null`,
    `"latitude" double precision`,
    `"longitude" double precision`,
    `"timeZone" text not null`,
    `"archivedAt" bigint`,
  ],
  installationInspection: [
    `"installationId" text not null ${to('installation')}`,
    `"inspectionId" text not null ${to('inspection')}`,
    `"startDate" bigint not null`,
    `"expectedEndDate" bigint not null`,
  ],
  item: [
    `"installationId" text not null ${to('installation')}`,
    `"itemTypeId" text not null ${to('itemType')}`,
    `"parentItemId" text ${to('item')}`,
    `"name" text not null`,
    `"isLocation" bigint not null`,
    `"tagKind" text`,
    `"tag" text`,
    `"defaultItemId" text ${to('inspectionDefaultItem')}`,
  ],
  installationInspectionItem: [
    `"installationInspectionId" text not null ${to('installationInspection')}`,
    `"itemId" text not null ${to('item')}`,
    `"conditionId" text`,
    `"order" bigint not null`,
  ],
  fieldResponse: [
    `"ownerId" text not null`,
    `"ownerTable" text not null`,
    `"fieldId" text not null ${to('field')}`,
    `"parentFieldOptionId" text ${to('fieldOption')}`,
    `"value" text not null`,
    `"displayValue" text not null`,
    `"recordedDate" bigint not null`,
  ],
  note: [`"installationInspectionItemId" text not null ${to('installationInspectionItem')}`, `"content" text not null`],
  image: [
    `"installationInspectionItemId" text not null ${to('installationInspectionItem')}`,
    `"filename" text not null`,
    `"mimeType" text not null`,
    `"sha256" text not null`,
    `"size" bigint not null`,
    `"width" bigint not null`,
    `"height" bigint not null`,
    `"order" bigint not null`,
  ],
  file: [
    `"itemId" text not null ${to('item')}`,
    `"filename" text not null`,
    `"mimeType" text not null`,
    `"sha256" text not null`,
    `"size" bigint not null`,
  ],
  report: [
    `"title" text not null`,
    `"companyId" text ${to('company')}`,
    `"inspectionId" text ${to('inspection')}`,
    `"reportTypeId" text not null`,
    `"sha256" text not null`,
    `"size" bigint not null`,
  ],
};

/** Columns that have an index, beside the primary key. */
const INDEXES: [table: string, ...columns: string[]][] = [
  ['field', 'fieldsTemplateId'],
  ['fieldOption', 'fieldId'],
  ['fieldOption', 'fieldsTemplateId'],
  ['fieldImage', 'fieldId'],
  ['itemTypeParent', 'itemTypeId'],
  ['itemTypeParent', 'parentItemTypeId'],
  ['itemTypeFieldsTemplate', 'itemTypeId'],
  ['inspectionItemType', 'inspectionId'],
  ['inspectionFieldsTemplate', 'inspectionId'],
  ['inspectionDefaultItem', 'inspectionId'],
  ['companyInspection', 'companyId'],
  ['installationInspection', 'installationId'],
  ['item', 'installationId'],
  ['item', 'parentItemId'],
  ['item', 'scopeId', 'tag'],
  ['installationInspectionItem', 'installationInspectionId', 'conditionId'],
  ['installationInspectionItem', 'itemId'],
  ['fieldResponse', 'ownerId'],
  ['fieldResponse', 'fieldId'],
  ['note', 'installationInspectionItemId'],
  ['image', 'installationInspectionItemId'],
  ['image', 'scopeId', 'sha256'],
  ['file', 'itemId'],
  ['file', 'scopeId', 'sha256'],
];

const CONSTANTS: Record<string, [id: string, name: string, color?: string][]> = {
  condition: [
    ['00000000-0000-7000-8000-00000000c001', 'Fit for purpose', '#2E7D32'],
    ['00000000-0000-7000-8000-00000000c002', 'Needs attention', '#A35F00'],
    ['00000000-0000-7000-8000-00000000c003', 'Defective', '#C62828'],
    ['00000000-0000-7000-8000-00000000c004', 'Not applicable', '#546E7A'],
  ],
  fieldType: [
    ['00000000-0000-7000-8000-00000000f001', 'Checkbox'],
    ['00000000-0000-7000-8000-00000000f002', 'Date'],
    ['00000000-0000-7000-8000-00000000f003', 'Datetime'],
    ['00000000-0000-7000-8000-00000000f004', 'Multi-select'],
    ['00000000-0000-7000-8000-00000000f005', 'Select'],
    ['00000000-0000-7000-8000-00000000f006', 'Text'],
    ['00000000-0000-7000-8000-00000000f007', 'Number'],
    ['00000000-0000-7000-8000-00000000f008', 'Select with subfields'],
  ],
  fieldsTemplateType: [
    ['00000000-0000-7000-8000-00000000e001', 'Item Type'],
    ['00000000-0000-7000-8000-00000000e002', 'Installation Details'],
    ['00000000-0000-7000-8000-00000000e003', 'Inspection Details'],
    ['00000000-0000-7000-8000-00000000e004', 'Inspection'],
    ['00000000-0000-7000-8000-00000000e005', 'Prompt'],
  ],
  reportType: [
    ['00000000-0000-7000-8000-00000000a001', 'Company'],
    ['00000000-0000-7000-8000-00000000a002', 'Inspection Type'],
    ['00000000-0000-7000-8000-00000000a003', 'Installation Inspection'],
    ['00000000-0000-7000-8000-00000000a004', 'Installation'],
    ['00000000-0000-7000-8000-00000000a005', 'Inspection Item'],
  ],
};

/** A change that does not go through the writer is a defect; the engine itself refuses it (docs/data-model.md, "Order of numbers"). */
export function guard(engine: 'sqlite' | 'postgres', table: string): string {
  return engine === 'sqlite'
    ? `create trigger "${table}_logged" before update on "${table}"
       when new."_seq" is old."_seq" and new."_clk" is old."_clk"
       begin select raise(abort, 'unlogged write to ${table}'); end`
    : `create trigger "${table}_logged" before update on "${table}" for each row
       when (new."_seq" is not distinct from old."_seq" and new."_clk" is not distinct from old."_clk")
       execute function refuse_unlogged_write()`;
}

/** The statements, in order. */
export function statements(engine: 'sqlite' | 'postgres'): string[] {
  const list: string[] = [];
  if (engine === 'postgres') {
    list.push(`create function refuse_unlogged_write() returns trigger language plpgsql as
      $$ begin raise exception 'unlogged write to %', tg_table_name; end $$`);
  }
  for (const [table, columns] of Object.entries(TABLES)) {
    list.push(`create table "${table}" (${[STAMPS, ...columns].join(',\n  ')})`);
    list.push(`create index "${table}_feed" on "${table}" ("scopeId", "_seq")`);
    list.push(guard(engine, table));
  }
  for (const [table, ...columns] of INDEXES) {
    list.push(
      `create index "${table}_${columns.join('_')}" on "${table}" (${columns.map((column) => `"${column}"`).join(', ')})`,
    );
  }
  list.push(`create table "scopeHead" (
    "scopeId" text primary key, "seq" bigint not null, "rows" bigint not null, "digest" text not null)`);
  list.push(`create table "change" (
    "scopeId" text not null, "seq" bigint not null, "groupId" text not null, "deviceId" text not null, "n" bigint, "userId" text not null,
    "tableName" text not null, "rowId" text not null, "op" text not null, "setJson" text not null, "oldJson" text not null, "lostJson" text,
    "historyJson" text, "itemId" text, "installationInspectionId" text, "editedAt" bigint not null, "storedAt" bigint not null,
    primary key ("scopeId", "seq"))`);
  list.push(`create unique index "change_device_n" on "change" ("deviceId", "n")`);
  list.push(`create index "change_item" on "change" ("itemId", "seq")`);
  list.push(`create index "change_row" on "change" ("rowId", "seq")`);
  for (const [table, rows] of Object.entries(CONSTANTS)) {
    const color = table === 'condition' ? ', "color" text not null' : '';
    list.push(`create table "${table}" ("id" text primary key, "name" text not null, "order" bigint not null${color})`);
    for (const [i, values] of rows.entries()) {
      const [id, label, ...more] = values.map((value) => `'${value}'`);
      list.push(`insert into "${table}" values (${[id, label, i, ...more].join(', ')})`);
    }
  }
  return list;
}
