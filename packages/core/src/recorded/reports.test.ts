import { CONDITIONS, REPORT_TYPES } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMPANIES } from '../testing/index.ts';
import { openRecording, type Recording } from '../testing/recording.ts';

const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';
const FRX = '<Report><!-- [Item.Name] --></Report>';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

let at: Recording;
beforeEach(async () => {
  at = await openRecording();
  await at.join('oskar', 'reportAuthor', COMPANIES.northmere);
});
afterEach(() => at.close());

describe('report templates and prints', () => {
  it('answer, refuse and change what is recorded', async () => {
    const direct = at.fixture.as('wren');
    const type = await direct.createItemType({ name: 'Floodlight' });
    const survey = await direct.createInspection({ name: 'Survey' });
    const other = await direct.createInspection({ name: 'Other' });
    await direct.addInspectionItemType({ inspectionId: survey.id, itemTypeId: type.id });
    await direct.addCompanyInspection({ id: COMPANIES.northmere, inspectionId: survey.id });
    const rig = await direct.createInstallation({ companyId: COMPANIES.northmere, name: 'Tarn' });
    const foreign = await direct.createInstallation({ companyId: COMPANIES.skerrow, name: 'Skerry' });
    const inspector = at.fixture.as('maren');
    const inspected = await inspector.createInstallationInspection({
      installationId: rig.id,
      inspectionId: survey.id,
      startDate: 1_768_003_200,
      endDate: 1_768_867_200,
    });
    const { itemId } = await inspector.newItem({
      installationInspectionId: inspected.id,
      itemTypeId: type.id,
      name: 'Lamp',
    });
    await inspector.setCondition({
      installationInspectionId: inspected.id,
      itemId,
      conditionId: CONDITIONS.defective.id,
    });
    await inspector.addNoteToInstallationInspectionItem({
      installationInspectionId: inspected.id,
      itemId,
      content: 'Cracked',
    });
    const member = await inspector.getInstallationInspectionItemByInstallationAndItem({
      installationInspectionId: inspected.id,
      itemId,
    });
    const [wren, oskar, maren, jorun, anouk] = [
      at.as('wren'),
      at.as('oskar'),
      at.as('maren'),
      at.as('jorun'),
      at.as('anouk'),
    ];
    const own = { companyId: COMPANIES.northmere };

    at.heading('templates');
    const make = async (title: string, over: keyof typeof REPORT_TYPES, more: object = {}) =>
      oskar.createReport({ title, frx: base64(FRX), reportTypeId: REPORT_TYPES[over].id, ...own, ...more });
    const company = await make(' Fleet ', 'company', { published: true });
    const ofType = await make('By type', 'inspectionType', { inspectionId: survey.id, published: true });
    const ofInspection = await make('Inspection', 'installationInspection', {
      inspectionId: survey.id,
      published: true,
    });
    const ofInstallation = await make('Installation', 'installation', { published: true });
    const ofItem = await make('Item', 'inspectionItem', { published: true });
    const broken = await make('Broken', 'company', { frx: base64('<Report>\n[Broken]</Report>') });
    await make('No template', 'company', { frx: base64('text') });
    await make('Twice', 'company', { id: company.id });
    await make('Other company', 'company', { companyId: COMPANIES.skerrow });
    await make('No type', 'inspectionType', { inspectionId: UNKNOWN });
    await make('For all', 'company', { companyId: null });
    const shared = await wren.createReport({
      title: 'For all',
      frx: base64(FRX),
      reportTypeId: REPORT_TYPES.company.id,
      companyId: null,
    });
    await oskar.createReport({ title: 'No type', frx: base64(FRX), reportTypeId: UNKNOWN, ...own });
    const choices = { title: 'Begun', over: 'company' as const, notes: false };
    const begun = await oskar.startReportTemplate(choices);
    await oskar.createReport({
      title: 'Another',
      frx: base64(FRX),
      choices,
      reportTypeId: REPORT_TYPES.company.id,
      ...own,
    });
    const started = await oskar.createReport({
      title: 'Begun',
      frx: begun.frx,
      choices,
      reportTypeId: REPORT_TYPES.company.id,
      ...own,
    });
    await oskar.getReportChoices({ id: started.id });
    await oskar.getReportChoices({ id: company.id });
    await oskar.getReportFindings({ id: company.id });
    await oskar.getReportFindings({ id: broken.id });
    await oskar.checkReport({ frx: base64('<Report>[Item.None] [Item.Name]</Report>') });
    await oskar.checkReport({ frx: base64('text') });
    await oskar.updateReport({ id: company.id, title: 'Fleet list', published: false });
    await oskar.updateReport({ id: company.id, published: true });
    await oskar.updateReport({ id: ofType.id, inspectionId: null });
    await oskar.updateReport({ id: ofType.id, inspectionId: other.id });
    await oskar.updateReport({ id: ofType.id, inspectionId: survey.id, reportTypeId: REPORT_TYPES.inspectionType.id });
    await oskar.updateReport({ id: shared.id, title: 'Not mine' });
    await oskar.updateReport({ id: UNKNOWN, title: 'None' });
    await maren.updateReport({ id: company.id, title: 'Not allowed' });
    await oskar.replaceReportTemplate({ id: company.id, frx: base64(`${FRX}<!-- 2 -->`) });
    await oskar.replaceReportTemplate({ id: company.id, frx: base64(`${FRX}<!-- 2 -->`) });
    await oskar.replaceReportTemplate({ id: company.id, frx: base64('text') });
    await oskar.replaceReportTemplate({ id: started.id, frx: base64(FRX), choices: { ...choices, photos: false } });
    await oskar.getReportVersions({ id: company.id });
    await oskar.restoreReportVersion({ id: company.id, version: 1 });
    await oskar.restoreReportVersion({ id: company.id, version: 9 });
    await oskar.getReportVersions({ id: company.id });
    await oskar.getReportTemplate({ id: company.id });
    await oskar.getReportTemplate({ id: company.id, version: 2 });
    await oskar.getReportTemplate({ id: company.id, version: 9 });
    await oskar.getReports({});
    await wren.getReports({});
    await oskar.getReportTypes({});
    await oskar.getReportTables({});
    await oskar.getStarterColumns({});

    at.heading('lists and prints');
    for (const person of [maren, jorun, anouk]) {
      await person.getReportsForCompany({});
      await person.getReportsForInspectionType({ inspectionId: survey.id });
      await person.getReportsForInstallation({ installationId: rig.id });
      await person.getReportsForInstallationInspection({ installationInspectionId: inspected.id });
    }
    await wren.getReportsForCompany(own);
    await maren.executeReportCompany({ reportId: company.id });
    await maren.executeReportCompany({ reportId: company.id, format: 'csv' });
    await wren.executeReportCompany({ reportId: company.id });
    await wren.executeReportCompany({ reportId: company.id, ...own, format: 'html' });
    await maren.executeReportCompany({ reportId: ofType.id });
    await maren.executeReportCompany({ reportId: broken.id });
    await oskar.executeReportCompany({ reportId: broken.id });
    await anouk.executeReportCompany({ reportId: company.id });
    await maren.executeReportCompany({ reportId: UNKNOWN });
    await maren.executeReportInspectionType({ reportId: ofType.id, inspectionId: survey.id, format: 'xlsx' });
    await maren.executeReportInspectionType({ reportId: ofType.id, inspectionId: other.id });
    await maren.executeReportInstallationInspection({
      reportId: ofInspection.id,
      installationInspectionId: inspected.id,
      format: 'docx',
      runId: UNKNOWN,
    });
    await maren.getReportRun({ runId: UNKNOWN });
    await maren.executeReportInstallationInspectionItem({
      reportId: ofItem.id,
      installationInspectionItemId: member.id,
      format: 'png',
    });
    await maren.executeReportInstallations({ reportId: ofInstallation.id, installationIds: [rig.id] });
    await maren.executeReportInstallations({ reportId: ofInstallation.id, installationIds: [rig.id, foreign.id] });
    await wren.executeReportInstallations({ reportId: ofInstallation.id, installationIds: [rig.id, foreign.id] });
    const preview = { frx: base64(FRX), title: 'Preview' };
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.company.id });
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.inspectionType.id });
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.inspectionType.id, inspectionId: survey.id });
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.installation.id, installationIds: [rig.id] });
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.installation.id });
    await oskar.previewReport({
      ...preview,
      reportTypeId: REPORT_TYPES.installationInspection.id,
      installationInspectionId: inspected.id,
    });
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.installationInspection.id });
    await oskar.previewReport({
      ...preview,
      reportTypeId: REPORT_TYPES.inspectionItem.id,
      installationInspectionItemId: member.id,
    });
    await oskar.previewReport({ ...preview, reportTypeId: REPORT_TYPES.inspectionItem.id });
    await wren.previewReport({ ...preview, reportTypeId: REPORT_TYPES.company.id });
    await wren.previewReport({
      ...preview,
      reportTypeId: REPORT_TYPES.inspectionType.id,
      inspectionId: survey.id,
      ...own,
    });
    await oskar.previewReport({
      ...preview,
      frx: base64('<Report>\n[Broken]</Report>'),
      reportTypeId: REPORT_TYPES.company.id,
    });
    await oskar.previewReport({ ...preview, frx: base64('text'), reportTypeId: REPORT_TYPES.company.id });
    await oskar.previewReport({ ...preview, reportTypeId: UNKNOWN });
    await oskar.getReportDatabaseForCompany({ ...own, format: 'sqlite' });
    await oskar.getReportDatabaseForInspectionItem({ installationInspectionItemId: member.id });
    await oskar.getReportDatabaseForInstallation({ installationIds: `${rig.id},${foreign.id}` });
    await maren.getInspectionGaps({ installationInspectionId: inspected.id });

    at.heading('deletion');
    await maren.deleteReport({ id: company.id });
    await oskar.deleteReport({ id: shared.id });
    await oskar.deleteReport({ id: company.id });
    await oskar.deleteReport({ id: company.id });
    await wren.restoreReport({ id: company.id });
    await wren.restoreReport({ id: company.id });
    await wren.getAuditEntries({ area: 'report', limit: 3 });
    await wren.exportAuditEntries({ area: 'report', from: '2026-01-15T13:30:00.000Z' });
    await expect(at.text()).toMatchFileSnapshot('./reports.txt');
  });
});
