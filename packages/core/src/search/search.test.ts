import { expect, it } from 'vitest';
import { callsOf, COMPANIES, onEachDatabase } from '../testing/index.ts';

onEachDatabase('The search of records', (fixture) => {
  it('finds installations, inspections and items of the own company by every word of their names', async () => {
    const { build } = fixture;
    const { drops, installation, item } = await build.itemInInspection();
    const maren = fixture.as('maren');
    const [installed, inspected] = await Promise.all([
      maren.getInstallation({ installationId: installation.id }),
      maren.getInstallationInspection({ installationInspectionId: drops.id }),
    ]);
    const { name } = await maren.getItem({ itemId: item.id });
    const [word] = installed.name.split(' ');

    const byInstallation = await maren.findRecords({ text: installed.name.toUpperCase() });
    expect(byInstallation).toEqual([
      {
        kind: 'installation',
        id: installation.id,
        name: installed.name,
        within: 'northmere',
        installationId: installation.id,
        installationInspectionId: null,
        startDate: null,
      },
    ]);
    const ofInspection = { kind: 'installationInspection', id: drops.id, within: installed.name };
    expect(await maren.findRecords({ text: inspected.inspectionName })).toMatchObject([ofInspection]);
    const [typeWord] = inspected.inspectionName.split(' ');
    expect(await maren.findRecords({ text: `${typeWord} ${word}` })).toMatchObject([ofInspection]);
    expect(await maren.findRecords({ text: `  ${name.toLowerCase()} ` })).toMatchObject([
      { kind: 'item', id: item.id, name, installationId: installation.id, installationInspectionId: drops.id },
    ]);

    expect(await fixture.as('anouk').findRecords({ text: name })).toEqual([]);
    const wren = fixture.as('wren');
    expect(await wren.findRecords({ text: name })).toEqual([]);
    const companyId = installation.scopeId;
    expect(await wren.findRecords({ text: name, companyId })).toMatchObject([{ id: item.id }]);
  });

  it('does not treat characters as wildcards, and finds an item by the beginning of its tag', async () => {
    const { build } = fixture;
    const { installation, item } = await build.itemInInspection();
    const more = { installationId: installation.id, itemTypeId: String(item['itemTypeId']) };
    await build.item({ ...more, name: '50% sling_A' });
    await build.item({ ...more, name: '50 slingxA' });
    const maren = fixture.as('maren');
    const names = async (text: string) => (await maren.findRecords({ text })).map(({ name }) => name);
    expect(await names('50%')).toEqual(['50% sling_A']);
    expect(await names('sling_')).toEqual(['50% sling_A']);
    expect(await names('a\\')).toEqual([]);
    expect(await names("a'b")).toEqual([]);
    await expect(maren.findRecords({ text: 'a\u0000b' })).rejects.toBeProblem('badInput');
    const [tagged] = await maren.findRecords({ text: '50 slingxA' });
    await maren.setTag({ itemId: tagged!.id, tag: 'E280 1160 6000' });
    expect(await names('e280-11')).toEqual(['50 slingxA']);
    expect(await names('8011')).toEqual([]);
  });

  it('finds no erased account', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createUser({
      name: 'Orla Quartz',
      email: 'orla@northmere.example',
      role: 'viewer',
      companyId: null,
      password: 'long enough for anyone',
    });
    const { name } = await wren.eraseUser({ id });
    expect(await wren.findAdministered({ text: name })).toEqual([]);
  });

  it('lists at most eight of a kind, those that begin with the text first', async () => {
    const { build } = fixture;
    const { installation, item } = await build.itemInInspection();
    const more = { installationId: installation.id, itemTypeId: String(item['itemTypeId']) };
    for (let place = 0; place < 8; place += 1) await build.item({ ...more, name: `A hook ${place}` });
    await build.item({ ...more, name: 'Hook of the crane' });
    const found = await fixture.as('maren').findRecords({ text: 'hook' });
    expect(found).toHaveLength(8);
    expect(found[0]).toMatchObject({ name: 'Hook of the crane' });
  });

  it('finds records of the administration of the kinds that a role may open', async () => {
    const { build } = fixture;
    const wren = fixture.as('wren');
    const template = await build.fieldsTemplate({ name: 'Quartz securing' });
    const itemType = await build.itemType({ name: 'Quartz lamp' });
    const inspection = await build.inspection({ name: 'Quartz survey' });
    await wren.createUser({
      name: 'Orla Quartz',
      email: 'orla@northmere.example',
      role: 'viewer',
      companyId: null,
      password: 'long enough for anyone',
    });
    const found = await wren.findAdministered({ text: 'quartz' });
    expect(found).toMatchObject([
      { kind: 'user', name: 'Orla Quartz', within: 'orla@northmere.example' },
      { kind: 'inspection', id: inspection.id },
      { kind: 'itemType', id: itemType.id },
      { kind: 'fieldsTemplate', id: template.id, fieldsTemplateTypeId: template['fieldsTemplateTypeId'] },
    ]);
    expect(await wren.findAdministered({ text: 'northmere' })).toMatchObject([
      { kind: 'company', name: 'northmere' },
      { kind: 'user' },
    ]);
    await expect(fixture.as('maren').findAdministered({ text: 'quartz' })).rejects.toBeProblem('forbidden');
  });

  it('finds the accounts of the own company for its administrator, and for staff those of all with the installations', async () => {
    const wren = fixture.as('wren');
    await fixture.build.installation({ name: 'Quartz rig' });
    for (const [name, companyId] of [
      ['Orla Quartz', COMPANIES.northmere],
      ['Ulf Quartz', COMPANIES.skerrow],
      ['Ada Quartz', null],
    ] as const)
      await wren.createUser({
        name,
        email: `${name.toLowerCase().replace(' ', '.')}@example.test`,
        role: companyId === null ? 'administrator' : 'viewer',
        companyId,
        password: 'long enough for anyone',
      });
    const ofCompany = { ...fixture.actor('idris'), role: 'companyAdministrator' } as const;
    const found = await callsOf(fixture.application, ofCompany).findAdministered({ text: 'quartz' });
    expect(found.map(({ name }) => name)).toEqual(['Orla Quartz']);
    expect((await wren.findAdministered({ text: 'quartz' })).map(({ name }) => name)).toEqual([
      'Quartz rig',
      'Ada Quartz',
      'Orla Quartz',
      'Ulf Quartz',
    ]);
  });
});
