import { REPORT_TYPES, type Report, type UploadedReport } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, COMPANIES, onEachDatabase, type TestFixture } from '../testing/index.ts';

const FRX = btoa('<Report>\n[Item.Name]</Report>');

const titles = (reports: unknown): string[] => (reports as Report[]).map((report) => report.title);

/** Imports a report; by default for every company and type of inspection. */
function upload(
  fixture: TestFixture,
  title: string,
  type: keyof typeof REPORT_TYPES,
  more: { companyId?: string; inspectionId?: string } = {},
): Promise<UploadedReport> {
  return fixture.as('wren').createReport({ title, frx: FRX, reportTypeId: REPORT_TYPES[type].id, ...more });
}

onEachDatabase('Reports', (fixture) => {
  it('are added with {title, frx, companyId, inspectionId, reportTypeId}, listed without their template, and deleted [APIM-28] [APIM-29] [ENTS-15]', async () => {
    const inspection = await fixture.build.inspection();
    const body = {
      title: 'Inspection report with photos',
      frx: FRX,
      companyId: COMPANIES.northmere,
      inspectionId: inspection.id,
      reportTypeId: REPORT_TYPES.installationInspection.id,
    };
    const made = (await callAt(fixture, 'wren', 'POST /admin/reports', body)) as UploadedReport;
    const { findings, ...report } = made;
    expect(findings).toEqual([]);
    expect(report).toEqual({
      ...body,
      frx: '',
      published: true,
      id: expect.any(String),
      updatedAt: '2026-01-15T12:00:00.000Z',
      clock: expect.any(String),
    });
    expect(await callAt(fixture, 'wren', 'GET /admin/reports')).toEqual([report]);

    await callAt(fixture, 'wren', `DELETE /admin/reports/${made.id}`);
    expect(await fixture.as('wren').getReports({})).toEqual([]);
    await expect(fixture.as('wren').deleteReport({ id: made.id })).rejects.toBeProblem('notFound');
  });

  it('for every company can be deleted too', async () => {
    const { id } = await upload(fixture, 'Annual condition summary', 'company');
    await fixture.as('wren').deleteReport({ id });
    expect(await fixture.as('wren').getReports({})).toEqual([]);
  });

  it('are of one of five types [APIM-30]', async () => {
    const types = await callAt(fixture, 'wren', 'GET /admin/report-types');
    expect((types as { name: string }[]).map(({ name }) => name)).toEqual([
      'Company',
      'Inspection Type',
      'Installation Inspection',
      'Installation',
      'Inspection Item',
    ]);
  });

  it('are returned as they were uploaded', async () => {
    const { id } = await upload(fixture, 'Item sheet', 'inspectionItem');
    const { filename, content } = await fixture.as('wren').getReportTemplate({ id });
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    expect(filename).toBe('Item sheet.frx');
    expect(Buffer.concat(pieces).toString('base64')).toBe(FRX);
  });

  it('that are not published yet are found and printed by administrators alone, until they are', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createReport({
      title: 'Draft',
      frx: FRX,
      reportTypeId: REPORT_TYPES.company.id,
      companyId: COMPANIES.northmere,
      published: false,
    });
    expect(await fixture.as('maren').getReportsForCompany({})).toEqual([]);
    await expect(fixture.as('maren').executeReportCompany({ reportId: id })).rejects.toBeProblem('notFound');
    expect((await wren.executeReportCompany({ reportId: id })).filename).toContain('Draft');

    await wren.updateReport({ id, published: true, title: 'Fleet' });
    expect(titles(await fixture.as('maren').getReportsForCompany({}))).toEqual(['Fleet']);
    await wren.updateReport({ id, published: false });
    expect(await fixture.as('maren').getReportsForCompany({})).toEqual([]);
    await expect(wren.updateReport({ id, reportTypeId: id })).rejects.toBeProblem('notFound');
  });

  it('do not lose a title that another user saved in the meantime', async () => {
    const wren = fixture.as('wren');
    const { id, clock } = await upload(fixture, 'Item sheet', 'inspectionItem');
    fixture.wait(1_000);
    const saved = await wren.updateReport({ id, title: 'Sheet of an item' }, { ifMatch: clock });
    await expect(wren.updateReport({ id, title: 'Items' }, { ifMatch: clock })).rejects.toBeProblem('changedMeanwhile');
    expect((await wren.updateReport({ id, published: false }, { ifMatch: clock })).title).toBe('Sheet of an item');
    expect(saved.clock).not.toBe(clock);
  });

  it('get another template, keep the previous one, and can return to it', async () => {
    const wren = fixture.as('wren');
    const { id } = await upload(fixture, 'Item sheet', 'inspectionItem');
    const templateOf = async (version?: number): Promise<string> => {
      const { content } = await wren.getReportTemplate({ id, ...(version === undefined ? {} : { version }) });
      const pieces: Uint8Array[] = [];
      for await (const piece of content) pieces.push(piece);
      return Buffer.concat(pieces).toString('base64');
    };
    const second = btoa('<Report>\n[Item.Wight]</Report>');
    fixture.wait(60_000);
    const replaced = await wren.replaceReportTemplate({ id, frx: second });
    expect(replaced).toMatchObject({ id, title: 'Item sheet', findings: [{ line: 2 }] });
    expect(await templateOf()).toBe(second);
    expect(await templateOf(1)).toBe(FRX);
    await expect(wren.replaceReportTemplate({ id, frx: btoa('none') })).rejects.toBeProblem('templateRefused');

    await wren.restoreReportVersion({ id, version: 1 });
    expect(await templateOf()).toBe(FRX);
    expect(await wren.getReportVersions({ id })).toMatchObject([
      { number: 3, userName: 'Wren Castellane' },
      { number: 2, createdAt: '2026-01-15T12:01:00.000Z' },
      { number: 1, size: atob(FRX).length, createdAt: '2026-01-15T12:00:00.000Z' },
    ]);
    await expect(wren.restoreReportVersion({ id, version: 4 })).rejects.toBeProblem('notFound');
    await expect(wren.getReportTemplate({ id, version: 9 })).rejects.toBeProblem('notFound');
  });

  it('from before versions were kept have their current template as the first', async () => {
    const wren = fixture.as('wren');
    const { id } = await upload(fixture, 'Old', 'company');
    await fixture.database.db.deleteFrom('reportVersion').execute();
    expect(await wren.getReportVersions({ id })).toMatchObject([{ number: 1 }]);
    await wren.replaceReportTemplate({ id, frx: btoa('<Report/>') });
    await wren.restoreReportVersion({ id, version: 1 });
    expect((await wren.getReportVersions({ id })).map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it('are checked against the current questions when they are stored', async () => {
    const { build } = fixture;
    const fieldsTemplate = await build.fieldsTemplate();
    const { id: fieldId } = await build.field({ shortName: 'Span', fieldsTemplateId: fieldsTemplate.id });
    const wren = fixture.as('wren');
    const unknown = { message: 'Item.Reach is not known.', line: 3 };
    const { id, findings } = await wren.createReport({
      title: 'Spans',
      frx: btoa('<Report>\n[Item.Span]\n[Item.Reach]</Report>'),
      reportTypeId: REPORT_TYPES.company.id,
    });
    expect(findings).toMatchObject([unknown]);
    expect(await wren.getReportFindings({ id })).toMatchObject([unknown]);
    // The column of the former short name stays.
    await wren.updateField({ id: fieldId, shortName: 'Reach' });
    expect(await wren.getReportFindings({ id })).toEqual([]);
    await expect(fixture.as('maren').getReportFindings({ id })).rejects.toBeProblem('forbidden');
  });

  it('are refused when they cannot be read, with the line', async () => {
    const refused = fixture
      .as('wren')
      .createReport({ title: 'Broken', frx: btoa('no report'), reportTypeId: REPORT_TYPES.company.id });
    await expect(refused).rejects.toMatchObject({
      code: 'templateRefused',
      details: { findings: [{ line: 1 }] },
    });
    await expect(
      fixture.as('wren').createReport({ title: 'Broken', frx: '%%%', reportTypeId: REPORT_TYPES.company.id }),
    ).rejects.toBeProblem('badInput');
    expect(await fixture.as('wren').getReports({})).toEqual([]);
  });

  it('get findings for names that are not in the data, but not for columns of short names', async () => {
    await fixture.build.field({ shortName: 'Weight kg' });
    const frx = btoa('<Report>\n[Item.Weight_kg]\n[Item.Wight]</Report>');
    const findings = [{ message: 'Item.Wight is not known.', line: 3, object: null }];
    expect(await fixture.as('wren').checkReport({ frx })).toEqual(findings);
    const made = await fixture
      .as('wren')
      .createReport({ title: 'Weights', frx, reportTypeId: REPORT_TYPES.company.id });
    expect(made.findings).toEqual(findings);
  });

  it('over a company are those of the own company and those for all, by title [REPI-01] [APIR-45]', async () => {
    await upload(fixture, 'Fleet 10', 'company');
    await upload(fixture, 'Fleet 9', 'company', { companyId: COMPANIES.northmere });
    await upload(fixture, 'Foreign', 'company', { companyId: COMPANIES.skerrow });
    await upload(fixture, 'Item sheet', 'inspectionItem');
    const listed = await callAt(fixture, 'maren', 'POST /api/get-reports-for-company');
    expect(titles(listed)).toEqual(['Fleet 9', 'Fleet 10']);
    expect((listed as Report[]).map((report) => report.frx)).toEqual(['', '']);
    expect(titles(await fixture.as('wren').getReportsForCompany({ companyId: COMPANIES.skerrow }))).toEqual([
      'Fleet 10',
      'Foreign',
    ]);
  });

  it('over a type of inspection are those for it and those for every type [REPI-02] [APIR-46]', async () => {
    const { id: inspectionId } = await fixture.build.inspection();
    const other = await fixture.build.inspection({ name: 'Ex Equipment Inspection', shortName: 'EX' });
    await upload(fixture, 'Failed items', 'inspectionType', { inspectionId });
    await upload(fixture, 'Picture book', 'inspectionType');
    await upload(fixture, 'Ex register', 'inspectionType', { inspectionId: other.id });
    expect(
      titles(await callAt(fixture, 'maren', 'POST /api/get-reports-for-inspection-type', { inspectionId })),
    ).toEqual(['Failed items', 'Picture book']);
  });

  it('over an inspection come with those over its items, distinguished by their type [REPI-03] [APIR-47]', async () => {
    const { drops } = await fixture.build.itemInInspection();
    const other = await fixture.build.inspection({ name: 'Ex Equipment Inspection', shortName: 'EX' });
    await upload(fixture, 'Inspection report', 'installationInspection', {
      inspectionId: String(drops['inspectionId']),
    });
    await upload(fixture, 'Item sheet', 'inspectionItem');
    await upload(fixture, 'Ex sheet', 'inspectionItem', { inspectionId: other.id });
    const listed = await callAt(fixture, 'maren', 'POST /api/get-reports-for-installation-inspection', {
      installationInspectionId: drops.id,
    });
    expect(listed).toMatchObject([
      { title: 'Inspection report', reportTypeId: REPORT_TYPES.installationInspection.id },
      { title: 'Item sheet', reportTypeId: REPORT_TYPES.inspectionItem.id },
    ]);
  });

  it('over an installation are those of the type Installation [REPI-04] [APIR-48]', async () => {
    const { id: installationId } = await fixture.build.installation();
    await upload(fixture, 'Fleet comparison', 'installation');
    await upload(fixture, 'Annual condition summary', 'company');
    expect(
      titles(await callAt(fixture, 'maren', 'POST /api/get-reports-for-installation', { installationId })),
    ).toEqual(['Fleet comparison']);
  });
});
