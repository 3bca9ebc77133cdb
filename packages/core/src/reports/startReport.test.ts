import { FIELD_TYPES, NO_RULES, REPORT_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

onEachDatabase('startReport', (fixture) => {
  it('offers the questions with a short name under their name, with their templates', async () => {
    await fixture.build.field({ name: 'Weight (kg)', shortName: 'Weight kg', fieldTypeId: FIELD_TYPES.number.id });
    await fixture.build.field({ name: 'Without a short name' });
    const columns = (await callAt(fixture, 'wren', 'GET /ext/admin/report-starter/columns')) as { label: string }[];
    expect(columns).toContainEqual({
      table: 'Item',
      column: 'Weight_kg',
      label: 'Weight (kg)',
      templates: ['Identification'],
    });
    expect(columns.map(({ label }) => label)).not.toContain('Without a short name');
  });

  it('adds the unit of numbers to their question, unless it has none or another one of the column differs', async () => {
    const { build } = fixture;
    const number = async (name: string, shortName: string, unit: string): Promise<void> => {
      const rules = JSON.stringify({ ...NO_RULES, unit });
      await build.field({ name, shortName, fieldTypeId: FIELD_TYPES.number.id, rules });
    };
    await number('Proof load', 'Load', 't');
    await number('Reach (m)', 'Reach', 'm');
    await number('Speed', 'Speed', 'm/s');
    await number('Speed', 'Speed', 'kn');
    const labels = (await fixture.as('wren').getStarterColumns({})).map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['Proof load (t)', 'Reach (m)', 'Speed']));
  });

  it('returns a template that can be uploaded, and reports an unknown column', async () => {
    await fixture.build.field({ name: 'Weight (kg)', shortName: 'Weight kg' });
    const fields = [{ table: 'Item' as const, column: 'Weight_kg', label: 'Weight (kg)' }];
    const choices = { title: 'Weights', over: 'company' as const, fields };
    const { frx } = (await callAt(fixture, 'wren', 'POST /ext/admin/report-starter', choices)) as { frx: string };
    const text = Buffer.from(frx, 'base64').toString();
    expect(text).toContain('Text="[Result.Item.Weight_kg]"');
    await expect(
      fixture.as('wren').startReportTemplate({ ...choices, fields: [{ ...fields[0]!, column: 'Wight_kg' }] }),
    ).rejects.toMatchObject({ code: 'badInput', details: { issues: [{ path: 'fields.0' }] } });
  });

  it('keeps the choices with the template until another one replaces it', async () => {
    const wren = fixture.as('wren');
    const choices = { title: 'Findings', over: 'company' as const, photos: false };
    const { frx } = await wren.startReportTemplate(choices);
    const report = { title: 'Findings', reportTypeId: REPORT_TYPES.company.id };
    const { id } = await wren.createReport({ ...report, frx, choices });
    expect(await wren.getReportChoices({ id })).toMatchObject({ ...choices, notes: true, paper: 'A4' });
    await expect(wren.createReport({ ...report, frx, choices: { ...choices, notes: false } })).rejects.toMatchObject({
      code: 'badInput',
      details: { issues: [{ path: 'choices' }] },
    });

    const fewer = { ...choices, notes: false };
    await wren.replaceReportTemplate({ id, frx: (await wren.startReportTemplate(fewer)).frx, choices: fewer });
    expect(await wren.getReportChoices({ id })).toMatchObject({ notes: false });
    await wren.replaceReportTemplate({ id, frx: btoa('<Report/>') });
    expect(await wren.getReportChoices({ id })).toBeNull();
    await wren.restoreReportVersion({ id, version: 1 });
    expect(await wren.getReportChoices({ id })).toMatchObject({ photos: false, notes: true });

    const ofEarlierProduct = { choicesJson: '{"title":"Findings","over":"everything"}' };
    await fixture.database.db.updateTable('reportVersion').set(ofEarlierProduct).execute();
    expect(await wren.getReportChoices({ id })).toBeNull();
  });
});
