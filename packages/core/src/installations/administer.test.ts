import type { AdministeredInspection, AdministeredInstallation } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, COMPANIES, onEachDatabase } from '../testing/index.ts';

const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);

onEachDatabase('Installations for administrators', (fixture) => {
  it('are those of one company by GET /admin/installations?companyId, or of all [APIM-32]', async () => {
    await fixture.build.installation({ name: 'Tarn 10' });
    await fixture.build.installation({ name: 'Tarn 9', archivedAt: 1 });
    await fixture.build.installation({ name: 'Haaf A' }, { company: 'skerrow' });

    const ours = await callAt(fixture, 'wren', `GET /admin/installations?companyId=${COMPANIES.northmere}`);
    expect(ours).toMatchObject([
      { name: 'Tarn 9', archived: true, companyName: 'northmere' },
      { name: 'Tarn 10', archived: false, companyId: COMPANIES.northmere },
    ]);
    expect(names(await callAt(fixture, 'wren', 'GET /admin/installations'))).toEqual(['Haaf A', 'Tarn 9', 'Tarn 10']);
    const unknown = fixture.application.ports.ids.next(0);
    await expect(callAt(fixture, 'wren', `GET /admin/installations?companyId=${unknown}`)).rejects.toBeProblem(
      'notFound',
    );
  });

  it('list their inspections in GET /admin/installation-inspections?companyId [APIM-31]', async () => {
    const { drops } = await fixture.build.itemInTwoInspections();
    await fixture.build.itemInInspection({ company: 'skerrow' });

    const ours = (await callAt(
      fixture,
      'wren',
      `GET /admin/installation-inspections?companyId=${COMPANIES.northmere}`,
    )) as AdministeredInspection[];
    expect(ours).toHaveLength(2);
    expect(ours.find(({ id }) => id === drops.id)).toMatchObject({
      installationName: 'Northmere Tarn',
      inspectionName: 'Dropped Object Survey',
      totalItems: 1,
    });
    expect(await callAt(fixture, 'wren', 'GET /admin/installation-inspections')).toHaveLength(3);
  });

  it('list the items of an inspection, by name, of any company [APIM-33]', async () => {
    const owner = { company: 'skerrow' } as const;
    const { installation, drops, item } = await fixture.build.itemInInspection(owner);
    const second = await fixture.build.item({ installationId: installation.id, name: 'Beacon' }, owner);
    await fixture.build.member({ installationInspectionId: drops.id, itemId: second.id }, owner);
    await fixture.build.item({ installationId: installation.id, name: 'Not in this inspection' }, owner);

    const address = `GET /admin/installation-inspection-items?installationInspectionId=${drops.id}`;
    expect(await callAt(fixture, 'wren', address)).toMatchObject([
      { itemId: second.id, name: 'Beacon', conditionId: null },
      { itemId: item.id, installationInspectionId: drops.id },
    ]);
  });

  it('are made for a company and seen by its people alone', async () => {
    const made = await fixture.as('wren').createInstallation({
      companyId: COMPANIES.skerrow,
      name: 'Haaf B',
      latitude: 61.0518,
      longitude: 1.8839,
      timeZone: 'Europe/London',
    });
    expect(made).toMatchObject({ companyId: COMPANIES.skerrow, companyName: 'skerrow', installationInspections: 0 });
    expect(names(await fixture.as('anouk').getInstallations({}))).toEqual(['Haaf B']);
    expect(await fixture.as('maren').getInstallations({})).toEqual([]);
  });

  it('refuse an unknown time zone and an id that is in use', async () => {
    const wren = fixture.as('wren');
    const place = { companyId: COMPANIES.skerrow, name: 'Haaf B' };
    await expect(wren.createInstallation({ ...place, timeZone: 'Europe/Atlantis' })).rejects.toBeProblem('ruleBroken');
    const { id } = await wren.createInstallation(place);
    await expect(wren.createInstallation({ ...place, id, name: 'Other' })).rejects.toBeProblem('alreadyExists');
    await expect(wren.createInstallation({ companyId: COMPANIES.northmere, name: 'Other', id })).rejects.toBeProblem(
      'alreadyExists',
    );
    expect((await wren.getAdminInstallations({})).map(({ name }) => name)).toEqual(['Haaf B']);
  });

  it('can be renamed, moved, archived and brought back', async () => {
    const wren = fixture.as('wren');
    const { id } = await fixture.build.installation();
    expect(await wren.editInstallation({ id, name: 'Northmere Tarn II' })).toMatchObject({
      name: 'Northmere Tarn II',
    });
    const place = { latitude: 57.9312, longitude: null };
    const moved = await wren.editInstallation({ id, name: 'Northmere Tarn II', ...place });
    expect(moved).toMatchObject({ ...place, timeZone: moved.timeZone });
    expect(await wren.editInstallation({ id, name: 'Northmere Tarn II' })).toEqual(moved);

    const archived = await wren.archiveInstallation({ id, archived: true });
    expect(archived).toMatchObject({ archived: true } satisfies Partial<AdministeredInstallation>);
    expect(await fixture.as('maren').getInstallations({})).toEqual([]);
    expect(await wren.archiveInstallation({ id, archived: true })).toEqual(archived);

    await wren.archiveInstallation({ id, archived: false });
    expect(names(await fixture.as('maren').getInstallations({}))).toEqual(['Northmere Tarn II']);
  });
});
