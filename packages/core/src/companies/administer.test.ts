import { Buffer } from 'node:buffer';
import type { Company } from '@holdfast/contract';
import { FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, COMPANIES, onEachDatabase, tinyPhoto } from '../testing/index.ts';

onEachDatabase('Companies', (fixture) => {
  it('are listed by name and made with POST /admin/companies {name} [APIM-24]', async () => {
    await callAt(fixture, 'wren', 'POST /admin/companies', { name: 'Berth 10' });
    await callAt(fixture, 'wren', 'POST /admin/companies', { name: 'Berth 9' });

    const listed = (await callAt(fixture, 'wren', 'GET /admin/companies')) as Company[];
    expect(listed.map(({ name }) => name)).toEqual(['Berth 9', 'Berth 10', 'northmere', 'skerrow']);
    expect(listed[1]).toMatchObject({ shortName: '', installationFieldsTemplateId: null, companyInspections: [] });
  });

  it('are read and saved whole at /admin/companies/{id} [APIM-25]', async () => {
    const template = await fixture.build.fieldsTemplate({
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.installationDetails.id,
    });
    const address = `/admin/companies/${COMPANIES.skerrow}`;
    const read = (await callAt(fixture, 'wren', `GET ${address}`)) as Company;
    const saved = await callAt(fixture, 'wren', `PUT ${address}`, {
      ...read,
      name: 'Skerrow Energy',
      shortName: 'SKE',
      installationFieldsTemplateId: template.id,
    });

    expect(saved).toMatchObject({
      name: 'Skerrow Energy',
      shortName: 'SKE',
      installationFieldsTemplateId: template.id,
    });
    expect(await callAt(fixture, 'wren', `GET ${address}`)).toEqual(saved);
  });

  it('give reports their address and accreditation', async () => {
    const particulars = { address: '3 Haaf Road\nSkerrow Voe', accreditation: 'UKAS 0914' };
    await fixture.as('wren').updateCompany({ id: COMPANIES.skerrow, ...particulars });
    const pieces: Uint8Array[] = [];
    const database = { companyId: COMPANIES.skerrow, format: 'json' } as const;
    const { content } = await fixture.as('wren').getReportDatabaseForCompany(database);
    for await (const piece of content) pieces.push(piece);
    const { Company: rows } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { Company: unknown[] };
    expect(rows).toMatchObject([{ Address: particulars.address, Accreditation: 'UKAS 0914' }]);
  });

  it('have one logo, which their people and reports see and other companies do not', async () => {
    const wren = fixture.as('wren');
    const id = COMPANIES.northmere;
    const first = await wren.setCompanyLogo({ id, base64: tinyPhoto() });
    expect(first.logoId).not.toBeNull();
    expect(await wren.setCompanyLogo({ id, base64: tinyPhoto() })).toEqual(first);
    const logo = { id: first.logoId!, ext: '' };
    expect(await fixture.as('maren').getCompanyLogo(logo)).toMatchObject({ scopeId: id, mimeType: 'image/png' });
    expect(await fixture.as('maren').getOwnCompanyLogo({})).toEqual({ logoId: first.logoId });
    expect(await fixture.as('anouk').getOwnCompanyLogo({})).toEqual({ logoId: null });
    expect(await wren.getOwnCompanyLogo({})).toEqual({ logoId: null });
    await expect(fixture.as('anouk').getCompanyLogo(logo)).rejects.toBeProblem('notFound');
    await expect(fixture.as('maren').setCompanyLogo({ id, base64: null })).rejects.toBeProblem('forbidden');

    expect(await wren.setCompanyLogo({ id, base64: null })).toMatchObject({ logoId: null });
    await expect(fixture.as('maren').getCompanyLogo(logo)).rejects.toBeProblem('notFound');
    const svg = btoa('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(wren.setCompanyLogo({ id, base64: svg })).rejects.toBeProblem('unsupportedMedia');
  });

  it('print the latest logo, which replaces the previous one and is stored as long as it is used', async () => {
    const wren = fixture.as('wren');
    const id = COMPANIES.northmere;
    const printed = async (): Promise<unknown> => {
      const pieces: Uint8Array[] = [];
      const { content } = await wren.getReportDatabaseForCompany({ companyId: id, format: 'json' });
      for await (const piece of content) pieces.push(piece);
      const data = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { Company: { Logo: unknown }[] };
      return data.Company[0]!.Logo;
    };
    expect(await printed()).toBeNull();
    const first = await wren.setCompanyLogo({ id, base64: tinyPhoto() });
    const before = await printed();
    expect(before).not.toBeNull();
    fixture.wait(1000);
    const second = await wren.setCompanyLogo({ id, base64: tinyPhoto(3) });
    expect(second.logoId).not.toBe(first.logoId);
    const logos = await fixture.database.db
      .selectFrom('companyLogo')
      .selectAll()
      .where('deletedAt', 'is', null)
      .execute();
    expect(logos.map((logo) => logo.id)).toEqual([second.logoId]);
    const stored = await fixture.database.db.selectFrom('blob').select('sha256').execute();
    expect(stored.map(({ sha256 }) => sha256)).toContain(logos[0]!.sha256);
    const after = await printed();
    expect([before, null]).not.toContainEqual(after);

    // As after an administrator and a desktop have each added one at the same time.
    fixture.wait(1000);
    const [{ id: _id, scopeId, sha256, size, mimeType }] = logos as [(typeof logos)[number]];
    const newer = fixture.application.ports.ids.next(fixture.application.ports.clock.now());
    const set = { companyId: id, sha256, size, mimeType };
    await fixture.write([{ table: 'companyLogo', op: 'ins', id: newer, scopeId, set }]);
    expect(await fixture.as('maren').getOwnCompanyLogo({})).toEqual({ logoId: newer });
    expect((await wren.getCompanies({})).find((one) => one.id === id)).toMatchObject({ logoId: newer });
  });

  it('keep properties that a save omits', async () => {
    const saved = await fixture.as('wren').updateCompany({ id: COMPANIES.skerrow, shortName: 'SKE' });
    expect(saved).toMatchObject({ name: 'skerrow', shortName: 'SKE' });
  });

  it('do not lose a concurrent edit of another user', async () => {
    const wren = fixture.as('wren');
    const seen = await wren.getCompany({ id: COMPANIES.skerrow });
    fixture.wait(1_000);
    await wren.updateCompany({ id: COMPANIES.skerrow, name: 'Skerrow Energy' });
    await expect(
      wren.updateCompany({ id: COMPANIES.skerrow, name: 'Skerrow Oil' }, { ifMatch: seen.clock }),
    ).rejects.toBeProblem('changedMeanwhile');
  });

  it('accept an id created by the caller, but none that is in use', async () => {
    const wren = fixture.as('wren');
    const id = fixture.application.ports.ids.next(0);
    expect((await wren.createCompany({ name: 'Vantry', id })).id).toBe(id);
    await expect(wren.createCompany({ name: 'Taken over', id })).rejects.toBeProblem('alreadyExists');
    expect((await wren.getCompany({ id })).name).toBe('Vantry');
  });

  it('refuse a template that does not exist', async () => {
    const id = fixture.application.ports.ids.next(0);
    await expect(
      fixture.as('wren').updateCompany({ id: COMPANIES.skerrow, installationFieldsTemplateId: id }),
    ).rejects.toBeProblem('notFound');
    await expect(fixture.as('wren').getCompany({ id })).rejects.toBeProblem('notFound');
  });

  it('show their people, and no others, at /admin/companies/{id}/users [APIM-26]', async () => {
    const people = await callAt(fixture, 'wren', `GET /admin/companies/${COMPANIES.northmere}/users`);
    expect(people).toMatchObject([
      { name: 'Idris Fallowby', email: 'idris@example.test', role: 'inspector', companyName: 'northmere' },
      { name: 'Jorun Haleby', role: 'viewer' },
      { name: 'Maren Thorskild', role: 'inspector' },
    ]);
  });

  it('start inspections of types allowed by add-inspection, until remove-inspection [APIM-27]', async () => {
    const drops = await fixture.build.inspection({ name: 'Dropped Object Survey' }, { company: 'skerrow' });
    const tarn = await fixture.build.installation();
    const start = () =>
      fixture
        .as('maren')
        .createInstallationInspection({ installationId: tarn.id, inspectionId: drops.id, startDate: 0, endDate: 0 });
    await expect(start()).rejects.toBeProblem('inspectionNotAllowed');

    const allowing = await callAt(
      fixture,
      'wren',
      `POST /admin/companies/${COMPANIES.northmere}/add-inspection/${drops.id}`,
    );
    expect(allowing).toMatchObject({
      companyInspections: [{ inspectionId: drops.id, name: 'Dropped Object Survey' }],
    });
    const started = await start();

    const refusing = await callAt(
      fixture,
      'wren',
      `DELETE /admin/companies/${COMPANIES.northmere}/remove-inspection/${drops.id}`,
    );
    expect(refusing).toMatchObject({ companyInspections: [] });
    await expect(start()).rejects.toBeProblem('inspectionNotAllowed');
    expect((await fixture.as('maren').getInstallationInspection({ installationInspectionId: started.id })).id).toBe(
      started.id,
    );

    await callAt(fixture, 'wren', `POST /admin/companies/${COMPANIES.northmere}/add-inspection/${drops.id}`);
    await expect(start()).resolves.toMatchObject({ inspectionId: drops.id });
  });
});
