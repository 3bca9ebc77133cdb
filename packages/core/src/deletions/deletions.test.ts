import type { DeletableKind } from '@holdfast/contract';
import { DELETABLE_KINDS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, REPORT_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { registry } from '../db/registry.ts';
import { COMPANIES, onEachDatabase } from '../testing/index.ts';
import { REFERENCES } from './queries.ts';

/** Parts of a record by the column that refers to it: they are kept with it, and hidden while it is deleted. */
const PARTS: Readonly<Record<DeletableKind, readonly string[]>> = {
  company: ['companyInspection.companyId', 'companyLogo.companyId'],
  installation: [],
  inspection: [
    'inspectionItemType.inspectionId',
    'inspectionFieldsTemplate.inspectionId',
    'inspectionDefaultItem.inspectionId',
  ],
  itemType: ['itemTypeParent.itemTypeId', 'itemTypeFieldsTemplate.itemTypeId'],
  fieldsTemplate: ['field.fieldsTemplateId', 'pastTemplate.fieldsTemplateId'],
  report: [],
};

describe('The references to records that can be deleted', () => {
  it.each(DELETABLE_KINDS)('to a record of kind %s are all declared, as uses or as parts', (kind) => {
    const known = [...REFERENCES[kind].map(({ table, column }) => `${table}.${column}`), ...PARTS[kind]];
    // Options that open a template are looked up through their question; columns with a scope are not declared as references.
    const extra = kind === 'fieldsTemplate' ? ['fieldOption.fieldsTemplateId'] : [];
    const declared = [...registry.values()].flatMap(({ name, references }) =>
      Object.entries(references).flatMap(([column, target]) => (target === kind ? [`${name}.${column}`] : [])),
    );
    expect([...known, ...extra].filter((one) => !one.endsWith('.scopeId')).toSorted()).toEqual(declared.toSorted());
  });
});

onEachDatabase('A record', (fixture) => {
  const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

  it('that nothing uses is deleted, found in the recycle bin and restored as it was', async () => {
    const wren = fixture.as('wren');
    const companyId = COMPANIES.skerrow;
    const template = await wren.createFieldsTemplate({
      name: 'Facts of a barge',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    await wren.createField({
      name: 'Length',
      fieldTypeId: FIELD_TYPES.number.id,
      fieldsTemplateId: template.id,
      order: 0,
    });
    const itemType = await wren.createItemType({ name: 'Barge' });
    const inspection = await wren.createInspection({ name: 'Barge survey' });
    await wren.addInspectionItemType({ inspectionId: inspection.id, itemTypeId: itemType.id });
    const installation = await wren.createInstallation({ companyId, name: 'Skerrow Barge' });
    const company = await wren.createCompany({ name: 'Vantry' });
    const before = {
      template: await wren.getFieldsTemplate({ id: template.id }),
      inspection: await wren.getAdminInspection({ id: inspection.id }),
    };
    expect(before.template.fields).toHaveLength(1);

    await wren.deleteInspection({ id: inspection.id });
    await expect(wren.getAdminInspection({ id: inspection.id })).rejects.toBeProblem('notFound');
    await wren.deleteFieldsTemplate({ id: template.id });
    await wren.deleteInstallation({ id: installation.id });
    await wren.deleteCompany({ id: company.id });
    expect(names(await wren.getAdminInstallations({ companyId }))).toEqual([]);
    expect(names(await wren.getCompanies({}))).not.toContain('Vantry');
    const bin = await wren.getDeletedRecords({});
    expect(bin.map(({ kind, name, companyName }) => ({ kind, name, companyName }))).toEqual(
      expect.arrayContaining([
        { kind: 'company', name: 'Vantry', companyName: null },
        { kind: 'installation', name: 'Skerrow Barge', companyName: 'skerrow' },
        { kind: 'fieldsTemplate', name: 'Facts of a barge', companyName: null },
        { kind: 'inspection', name: 'Barge survey', companyName: null },
      ]),
    );
    expect(bin.every(({ userName }) => userName === 'Wren Castellane')).toBe(true);

    await wren.restoreCompany({ id: company.id });
    await wren.restoreInstallation({ id: installation.id });
    await wren.restoreFieldsTemplate({ id: template.id });
    await wren.restoreInspection({ id: inspection.id });
    expect(await wren.getDeletedRecords({})).toEqual([]);
    expect((await wren.getFieldsTemplate({ id: template.id })).fields).toEqual(before.template.fields);
    expect((await wren.getAdminInspection({ id: inspection.id })).itemTypes).toEqual(before.inspection.itemTypes);
    expect(names(await wren.getAdminInstallations({ companyId }))).toEqual(['Skerrow Barge']);
    expect(names(await wren.getCompanies({}))).toContain('Vantry');
  });

  it('of a type or a report is restored too, and one that is not deleted stays as it is', async () => {
    const wren = fixture.as('wren');
    const itemType = await wren.createItemType({ name: 'Barge' });
    const report = await wren.createReport({
      title: 'Failed items',
      frx: btoa('<Report/>'),
      reportTypeId: REPORT_TYPES.company.id,
      companyId: COMPANIES.northmere,
    });
    await wren.deleteItemType({ id: itemType.id });
    await wren.deleteReport({ id: report.id });
    expect((await wren.getDeletedRecords({})).map(({ kind }) => kind).toSorted()).toEqual(['itemType', 'report']);
    for (let twice = 0; twice < 2; twice++) {
      await wren.restoreItemType({ id: itemType.id });
      await wren.restoreReport({ id: report.id });
    }
    expect(await wren.getItemType({ id: itemType.id })).toEqual({ ...itemType, clock: expect.any(String) as string });
    expect((await wren.getReports({})).map(({ id }) => id)).toEqual([report.id]);
  });

  it('in use is refused with what uses it, by name and number', async () => {
    const wren = fixture.as('wren');
    const { installation, item, drops } = await fixture.build.itemInInspection();
    const type = await wren.getItemType({ id: String(item['itemTypeId']) });
    const refused = async (kind: DeletableKind, id: string, deletion: () => Promise<unknown>): Promise<string[]> => {
      const uses = await wren.getRecordUses({ kind, id });
      const details = { uses: uses.map(({ kind: what, count }) => ({ what, count })) };
      await expect(deletion()).rejects.toMatchObject({ code: 'inUse', details });
      return uses.map(({ kind: what, count, records }) => `${count} ${what} ${names(records).join()}`.trim());
    };
    const { id: inspectionId } = await wren.getAdminInspection({ id: String(drops['inspectionId']) });
    expect(await refused('itemType', type.id, () => wren.deleteItemType({ id: type.id }))).toContain('1 item');
    expect(await refused('inspection', inspectionId, () => wren.deleteInspection({ id: inspectionId }))).toEqual([
      '1 installationInspection',
      '1 company northmere',
    ]);
    expect(
      await refused('installation', installation.id, () => wren.deleteInstallation({ id: installation.id })),
    ).toEqual(['1 installationInspection', '1 item']);
    const { northmere: id } = COMPANIES;
    expect(await refused('company', id, () => wren.deleteCompany({ id }))).toEqual([
      `1 installation ${String(installation['name'])}`,
      expect.stringMatching(/^\d+ user$/),
    ]);
  });

  it('keeps the records that one in the recycle bin needs', async () => {
    const wren = fixture.as('wren');
    const itemType = await wren.createItemType({ name: 'Barge' });
    const inspection = await wren.createInspection({ name: 'Barge survey' });
    await wren.addInspectionItemType({ inspectionId: inspection.id, itemTypeId: itemType.id });
    await wren.deleteInspection({ id: inspection.id });
    expect(await wren.getRecordUses({ kind: 'itemType', id: itemType.id })).toEqual([
      { kind: 'inspection', count: 1, records: [{ id: inspection.id, name: 'Barge survey', deleted: true }] },
    ]);
    await expect(wren.deleteItemType({ id: itemType.id })).rejects.toBeProblem('inUse');
  });

  it('that an option opens as further questions is in use by the template of that option', async () => {
    const wren = fixture.as('wren');
    const opened = await fixture.build.fieldsTemplate({ name: 'Bolted' });
    const asking = await fixture.build.fieldsTemplate({ name: 'Securing' });
    const field = await fixture.build.field({
      fieldsTemplateId: asking.id,
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
    });
    await fixture.build.fieldOption({ fieldId: field.id, fieldsTemplateId: opened.id });
    const uses = await wren.getRecordUses({ kind: 'fieldsTemplate', id: opened.id });
    expect(uses).toMatchObject([{ kind: 'fieldsTemplate', count: 1, records: [{ name: 'Securing' }] }]);
    await expect(wren.deleteFieldsTemplate({ id: opened.id })).rejects.toBeProblem('inUse');
  });
});
