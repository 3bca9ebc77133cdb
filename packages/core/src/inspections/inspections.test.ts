import { CONDITIONS, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

const START = Date.UTC(2026, 1, 2) / 1000;
const END = Date.UTC(2026, 1, 9) / 1000;

onEachDatabase('Types of inspection', (fixture) => {
  it('are those the company may start, by name, with their detail questions [APIR-13] [ENTS-04]', async () => {
    const { build } = fixture;
    const drops = await build.inspection({ itemTypeListViewFieldNames: '[{"name":"Weight","isSearchable":true}]' });
    await build.inspection({ name: 'Derrick Category III' });
    await build.inspection({ name: 'Only for Skerrow' }, { company: 'skerrow' });
    const template = await build.fieldsTemplate({
      name: 'Inspection details',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspectionDetails.id,
    });
    await build.field({ name: 'Work order', fieldsTemplateId: template.id });
    await fixture.write([
      {
        table: 'inspectionFieldsTemplate',
        op: 'ins',
        scopeId: 'library',
        set: { inspectionId: drops.id, fieldsTemplateId: template.id, order: 0 },
      },
    ]);
    const list = await callAt(fixture, 'jorun', 'GET /api/get-inspections');
    expect(list).toMatchObject([
      { name: 'Derrick Category III', inspectionFieldsTemplates: [] },
      {
        id: drops.id,
        name: 'Dropped Object Survey',
        shortName: 'DROPS',
        itemTypes: [],
        inspectionFieldsTemplates: [{ fieldsTemplate: { fields: [{ name: 'Work order' }] } }],
        itemTypeListViewFieldNames: '[{"name":"Weight","isSearchable":true}]',
        inspectionItemTypeListViewFieldNames: '[]',
        defaultItems: 0,
      },
    ]);
    expect(await fixture.as('wren').getInspections({})).toEqual([]);
  });

  it('are answered one by one [APIR-15]', async () => {
    const inspection = await fixture.build.inspection();
    const one = await callAt(fixture, 'maren', 'POST /api/get-inspection', { inspectionId: inspection.id });
    expect(one).toMatchObject({ id: inspection.id, name: 'Dropped Object Survey' });
  });
});

onEachDatabase('Inspections of an installation', (fixture) => {
  it('are listed newest first with their counts [APIR-17] [ENTS-03]', async () => {
    const { drops, installation, item } = await fixture.build.itemInInspection();
    const inspectionId = drops['inspectionId'] as string;
    const later = await fixture.build.installationInspection({
      installationId: installation.id,
      inspectionId,
      startDate: START,
      expectedEndDate: END,
    });
    await fixture
      .as('maren')
      .setCondition({ installationInspectionId: drops.id, itemId: item.id, conditionId: CONDITIONS.needsAttention.id });
    const body = { installationId: installation.id };
    const none = { totalItems: 0, fitForPurpose: 0, needsAttention: 0, defective: 0, notApplicable: 0 };
    const common = { installationId: installation.id, inspectionId, inspectionName: 'Dropped Object Survey' };
    expect(await callAt(fixture, 'jorun', 'POST /api/get-installation-inspections', body)).toEqual([
      { ...common, id: later.id, startDate: START, expectedEndDate: END, ...none },
      {
        ...common,
        id: drops.id,
        startDate: drops['startDate'],
        expectedEndDate: drops['expectedEndDate'],
        ...none,
        totalItems: 1,
        needsAttention: 1,
      },
    ]);
  });

  it('are saved with dates and detail answers, and read back [APIR-22] [APIR-26] [ENTS-02]', async () => {
    const { drops, installation } = await fixture.build.itemInInspection();
    const field = await fixture.build.field({ name: 'Work order' });
    const answer = { fieldId: field.id, value: 'WO-1', displayValue: 'WO-1', parentFieldOptionId: null };
    const address = `POST /api/update-installation-inspection/${drops.id}`;
    const saved = await callAt(fixture, 'maren', address, { startDate: START, endDate: END, fields: [answer] });
    expect(saved).toMatchObject({
      id: drops.id,
      installationId: installation.id,
      inspectionId: drops['inspectionId'],
      startDate: START,
      expectedEndDate: END,
      fieldResponses: [answer],
    });
    const read = { installationInspectionId: drops.id };
    expect(await callAt(fixture, 'jorun', 'POST /api/get-installation-inspection', read)).toEqual(saved);
  });

  it('accept an end before the start, and no fraction of a second', async () => {
    const { drops } = await fixture.build.itemInInspection();
    const save = (startDate: number, endDate: number) =>
      fixture.as('maren').updateInstallationInspection({ id: drops.id, startDate, endDate });
    expect(await save(END, START)).toMatchObject({ startDate: END, expectedEndDate: START });
    await expect(save(START + 0.5, END)).rejects.toBeProblem('badInput');
  });

  it('have one version with their answers, so that the next save based on it is accepted', async () => {
    const { drops } = await fixture.build.itemInInspection();
    const field = await fixture.build.field({ name: 'Work order' });
    const maren = fixture.as('maren');
    const save = (value: string, ifMatch?: string) =>
      maren.updateInstallationInspection(
        { id: drops.id, startDate: START, endDate: END, fields: [{ fieldId: field.id, value, displayValue: value }] },
        ifMatch === undefined ? {} : { ifMatch },
      );
    const first = await save('WO-1');
    fixture.wait(1_000);
    const second = await save('WO-2', first.clock);
    expect(second.fieldResponses).toMatchObject([{ value: 'WO-2' }]);
    await expect(save('WO-3', first.clock)).rejects.toBeProblem('changedMeanwhile');
  });
});
