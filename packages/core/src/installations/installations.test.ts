import { FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, COMPANIES, onEachDatabase, type Who } from '../testing/index.ts';

onEachDatabase('Installations', (fixture) => {
  it("are the company's own, by name, each with its inspections [APIR-18] [ENTS-01]", async () => {
    const { installation, drops } = await fixture.build.itemInInspection();
    await fixture.build.installation({ name: 'Northmere Fell' });
    await fixture.build.installation({ name: 'Skerrow Haaf A' }, { company: 'skerrow' });
    const list = await callAt(fixture, 'jorun', 'GET /api/get-installations');
    expect(list).toMatchObject([
      { name: 'Northmere Fell', installationInspections: [] },
      {
        id: installation.id,
        name: 'Northmere Tarn',
        latitude: 57.9312,
        longitude: 1.418,
        fieldResponses: [],
        installationInspections: [{ id: drops.id, totalItems: 1 }],
        weather: null,
      },
    ]);
  });

  it('are saved with coordinates and answers, and read back [APIR-16] [APIR-21]', async () => {
    const installation = await fixture.build.installation();
    const field = await fixture.build.field({ name: 'Unit type' });
    const answer = { fieldId: field.id, value: 'Jack-up', displayValue: 'Jack-up', parentFieldOptionId: null };
    const read = { installationId: installation.id };
    const before = (await callAt(fixture, 'maren', 'POST /api/get-installation', read)) as Record<string, unknown>;
    const saved = await callAt(fixture, 'maren', `POST /api/update-installation/${installation.id}`, {
      updatedInstallation: { ...before, latitude: 53.7104, longitude: 2.3415 },
      fields: [answer],
    });
    expect(saved).toMatchObject({
      name: 'Northmere Tarn',
      latitude: 53.7104,
      longitude: 2.3415,
      timeZone: 'Europe/London',
      fieldResponses: [answer],
    });
    expect(await callAt(fixture, 'jorun', 'POST /api/get-installation', read)).toEqual(saved);
  });

  it('are renamed by administrators alone, in every operation that sets the name', async () => {
    const { id } = await fixture.build.installation();
    const place = { latitude: 57.9312, longitude: 1.418 };
    const rename = (who: Who) =>
      fixture.as(who).updateInstallation({ id, updatedInstallation: { name: 'Fell', ...place } });
    await expect(rename('maren')).rejects.toBeProblem('forbidden');
    expect(await rename('wren')).toMatchObject({ name: 'Fell' });
    expect(await rename('maren')).toMatchObject({ name: 'Fell' });
  });

  it('refuse coordinates beyond the range of latitude and longitude', async () => {
    const { id } = await fixture.build.installation();
    const save = (latitude: unknown, longitude: unknown) =>
      callAt(fixture, 'maren', `POST /api/update-installation/${id}`, { updatedInstallation: { latitude, longitude } });
    for (const [latitude, longitude] of [
      [90.1, 0],
      [0, -180.5],
      ['53.7', 2],
      [null, 2],
      [undefined, 2],
    ] as const)
      await expect(save(latitude, longitude)).rejects.toBeProblem('badInput');
  });

  it('ask the questions of their company [APIR-19] [ENTS-13]', async () => {
    const ask = () => callAt(fixture, 'maren', 'GET /api/get-installation-fields-template');
    expect(await ask()).toBeNull();
    const template = await fixture.build.fieldsTemplate({
      name: 'Installation details',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.installationDetails.id,
    });
    await fixture.build.field({ name: 'Air gap (m)', fieldsTemplateId: template.id });
    await fixture.write([
      {
        table: 'company',
        op: 'upd',
        id: COMPANIES.northmere,
        scopeId: COMPANIES.northmere,
        set: { installationFieldsTemplateId: template.id },
      },
    ]);
    expect(await ask()).toMatchObject({
      id: template.id,
      name: 'Installation details',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.installationDetails.id,
      fields: [{ name: 'Air gap (m)' }],
    });
    expect(await fixture.as('anouk').getInstallationFieldsTemplate({})).toBeNull();
  });
});
