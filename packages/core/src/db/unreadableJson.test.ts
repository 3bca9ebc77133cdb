/** Stored JSON that cannot be read, as after damage to a disk or a change by hand: it costs its own value, never an answer. */
import {
  FIELD_TYPES,
  FIELDS_TEMPLATE_TYPES,
  idKindOf,
  NO_RULES,
  type OperationName,
  operations,
  Problem,
} from '@holdfast/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COMPANIES, openTestFixture, type TestFixture, type Who } from '../testing/index.ts';

let fixture: TestFixture & { close(): Promise<void> };
beforeEach(async () => {
  fixture = await openTestFixture('sqlite');
});
afterEach(() => fixture.close());

/** Texts in place of JSON: cut off, of another kind, and with other contents. */
const UNREADABLE = ['{"cut', '7', '[7]', '{"other":7}', 'null'];

/** A column that contains JSON. */
interface Column {
  table: string;
  column: string;
}

/** Finds the columns in which there is a list or an object as JSON. */
async function jsonColumns(): Promise<Column[]> {
  const { db } = fixture.database;
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select m.name as "table", c.name as "column", c.type as "type"
    from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`.execute(db);
  const found: Column[] = [];
  for (const { table, column, type } of rows) {
    if (type.toLowerCase() !== 'text') continue;
    const { rows: values } = await sql<{ value: string }>`
      select ${sql.ref(column)} as "value" from ${sql.table(table)}
      where substr(${sql.ref(column)}, 1, 1) in ('{', '[') and json_valid(${sql.ref(column)}) limit 1`.execute(db);
    if (values.length > 0) found.push({ table, column });
  }
  return found;
}

/** Records work in which most columns of JSON are used. @returns ids for the operations that read it */
async function work(): Promise<Readonly<Record<string, string>>> {
  const [wren, maren] = [fixture.as('wren'), fixture.as('maren')];
  const template = await wren.createFieldsTemplate({
    name: 'Result',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
  });
  const cause = await wren.createField({
    name: 'Cause',
    fieldTypeId: FIELD_TYPES.multiSelect.id,
    fieldsTemplateId: template.id,
    order: 0,
  });
  const { options } = await wren.updateField({ id: cause.id, options: [{ name: 'Wear' }, { name: 'Corrosion' }] });
  const force = await wren.createField({
    name: 'Force',
    fieldTypeId: FIELD_TYPES.number.id,
    fieldsTemplateId: template.id,
    order: 1,
  });
  await wren.updateField({ id: force.id, shortName: 'F', rules: { ...NO_RULES, unit: 'kN' } });
  await wren.updateField({ id: force.id, shortName: 'G' });
  const itemType = await wren.createItemType({ name: 'Padeye' });
  const inspection = await wren.createInspection({ name: 'Lifting gear' });
  await wren.updateInspection({
    id: inspection.id,
    itemTypeListViewFieldNames: '[{"name":"Force","isSearchable":true}]',
    inspectionItemTypeListViewFieldNames: '[{"name":"Cause","isSearchable":false}]',
  });
  await wren.addInspectionItemType({ inspectionId: inspection.id, itemTypeId: itemType.id });
  const [ofType] = (await wren.getAdminInspection({ id: inspection.id })).itemTypes;
  await wren.updateInspectionItemType({ id: ofType!.id, fieldsTemplateId: template.id });
  await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: inspection.id });
  const installation = await wren.createInstallation({ companyId: COMPANIES.northmere, name: 'Tarn' });
  const days = { startDate: 1_768_435_200, endDate: 1_768_521_600 };
  const installationInspection = await wren.createInstallationInspection({
    installationId: installation.id,
    inspectionId: inspection.id,
    ...days,
  });
  const { itemId } = await maren.newItem({
    installationInspectionId: installationInspection.id,
    itemTypeId: itemType.id,
    name: 'Padeye 1',
  });
  return {
    company: COMPANIES.northmere,
    fieldsTemplate: template.id,
    field: cause.id,
    fieldOption: options[0]!.id,
    itemType: itemType.id,
    inspection: inspection.id,
    installation: installation.id,
    installationInspection: installationInspection.id,
    item: itemId,
  };
}

/** Calls every read that needs no other input than the given ids. @returns the calls that fail by anything but a refusal */
async function failuresOf(who: Who, ids: Readonly<Record<string, string>>, text: string): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, effect, right, kind, input, ...operation } of Object.values(operations)) {
    if (effect !== 'read' || right === 'public' || right === 'device' || kind === 'events' || kind === 'media')
      continue;
    if ('agentOnly' in operation) continue;
    const given: Record<string, unknown> = {};
    for (const [key, schema] of Object.entries(input.shape)) {
      if (schema.safeParse(undefined).success) continue;
      const id = ids[idKindOf(schema) ?? ''];
      given[key] = schema.safeParse(id).success ? id : [id];
    }
    if (!input.safeParse(given).success) continue;
    try {
      await fixture.as(who)[name as OperationName](given as never);
    } catch (error) {
      if (!(error instanceof Problem)) failed.push(`${name} with ${text}: ${String(error).slice(0, 300)}`);
    }
  }
  return failed;
}

/** Columns that the work has to fill, so that their test means something. */
const KNOWN = [
  'field.rules',
  'field.formerShortNames',
  'inspection.itemTypeListViewFieldNames',
  'inspection.inspectionItemTypeListViewFieldNames',
  'change.setJson',
  'change.oldJson',
  'change.historyJson',
  'auditEntry.detailJson',
];

it('costs no answer, in any column of the schema in which there is JSON', async () => {
  const ids = await work();
  const { db } = fixture.database;
  // They refuse changes of rows by hand.
  const triggers = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db);
  for (const { name } of triggers.rows) await sql`drop trigger ${sql.table(name)}`.execute(db);
  const columns = await jsonColumns();
  const clocks = columns.filter(({ column }) => column === '_clk');
  const others = columns.filter(({ column }) => column !== '_clk');
  expect(clocks.length).toBeGreaterThan(10);
  expect(others.map(({ table, column }) => `${table}.${column}`)).toEqual(expect.arrayContaining(KNOWN));
  const failures: string[] = [];
  for (const damaged of [others, clocks])
    for (const text of UNREADABLE) {
      for (const { table, column } of damaged)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where ${sql.ref(column)} is not null`.execute(
          db,
        );
      for (const who of ['maren', 'wren'] as const) failures.push(...(await failuresOf(who, ids, text)));
    }
  expect([...new Set(failures)]).toEqual([]);
});
