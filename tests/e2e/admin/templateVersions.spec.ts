import { FIELD_TYPES, REPORT_TYPES } from '@holdfast/contract';
import { makeTemplate, own, test } from '../fixtures/admin.ts';
import { DAY, today } from '../fixtures/company.ts';
import { base64, listTemplate } from '../fixtures/templates.ts';
import { axeFindingsInEveryTheme, expect } from '../fixtures/journey.ts';

test.describe('the draft of a template', () => {
  test('survives a reload, changes nothing before it is published, and becomes the next version', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Securing');
    const field = { name: 'Secured by', fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id, order: 0 };
    await call('createField', field);
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await page.getByRole('button', { name: 'Edit as Draft' }).click();
    await expect(admin.title).toContainText('Draft');
    await studio.addField.click();
    await studio.field('New field').getByRole('textbox', { name: 'Name', exact: true }).fill('Torque checked');
    await page.reload();
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
    const publish = page.getByRole('button', { name: 'Publish …' });
    await publish.focus();
    await expect(page.getByRole('tooltip')).toHaveText('Save or discard your changes first.');
    await expect(publish).toHaveAccessibleDescription('Save or discard your changes first.');
    await admin.saveAll();
    await expect(publish).toBeEnabled();
    const names = async (): Promise<string[]> =>
      (await call('getFieldsTemplate', { id })).fields.map(({ name }) => name);
    expect(await names()).toEqual(['Secured by']);

    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(admin.dialog).toContainText('Torque checked');
    await expect(admin.dialog).toContainText('No recorded answers are affected.');
    await admin.dialog.getByLabel('Reason for the change').fill('Audit of March');
    await admin.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Version 2' })).toBeVisible();
    expect(await names()).toEqual(['Secured by', 'Torque checked']);
    await page.getByRole('button', { name: 'Version 2' }).click();
    await admin.dialog.getByRole('button', { name: /Version 2.*Audit of March/s }).click();
    await expect(admin.dialog.getByRole('list', { name: 'Differences' })).toHaveText('AddedTorque checked');
  });

  test('says before it is published that an answered question begins empty when its field type changes', async ({
    as,
    company,
    rig,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Sea', 'inspectionDetails');
    const text = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id };
    const field = await call('createField', { ...text, name: 'Sea state', order: 0 });
    const { id: inspectionId } = await call('createInspection', { name: own('Survey at sea') });
    await call('addInspectionFieldsTemplate', { id: inspectionId, templateId: id });
    await call('addCompanyInspection', { id: company.id, inspectionId });
    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId,
      startDate: today,
      endDate: today + DAY,
      fields: [{ fieldId: field.id, value: '3', displayValue: '3', parentFieldOptionId: null }],
    });
    await as(company.wren, `/admin/inspection-details-templates/${id}`);
    await page.getByRole('button', { name: 'Edit as Draft' }).click();
    await studio.open('Sea state');
    await admin.choose(studio.field('Sea state').getByRole('combobox', { name: 'Field Type' }), 'Number');
    await admin.saveAll();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(admin.dialog).toContainText('Where it was answered, “Sea state” begins empty with its new field type');
  });
});

test.describe('a short name', () => {
  test('that changes names its reports beforehand, and they go on printing what was recorded under it', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Lifting');
    const shortName = `Swl${process.pid}`;
    const plain = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id };
    const field = await call('createField', { ...plain, name: 'Safe working load', order: 0 });
    await call('updateField', { id: field.id, shortName });
    const type = await call('createItemType', { name: own('Padeye') });
    await call('addItemTypeFieldsTemplate', { id: type.id, templateId: id });
    const rig = await call('createInstallation', {
      companyId: company.id,
      name: own('Northmere Reach'),
      latitude: 57.9,
      longitude: 1.4,
      timeZone: 'UTC',
    });
    await call('importItemRegister', {
      id: rig.id,
      filename: 'items.csv',
      base64File: base64(`Item type;Name;Safe working load\n${type.name};Padeye, port;8.5 t\n`),
    });
    const title = own('Loads');
    const report = await call('createReport', {
      title,
      frx: base64(listTemplate('Loads', { Item: ['Name', shortName] })),
      reportTypeId: REPORT_TYPES.installation.id,
    });
    const printed = async (): Promise<string> => {
      const answer = await page.request.post('/execute-report-installations?format=html', {
        headers: { authorization: `Bearer ${company.wren.token}` },
        data: { reportId: report.id, installationIds: [rig.id] },
      });
      return answer.text();
    };
    expect(await printed()).toContain('Padeye, port 8.5 t');

    await as(company.wren, `/admin/item-type-templates/${id}`);
    await studio.open('Safe working load');
    await studio.field('Safe working load').getByRole('textbox', { name: 'Short Name' }).fill(`${shortName}Now`);
    await admin.save.click();
    await expect(admin.dialog).toContainText(`1 report names a short name that is changed or removed: ${title}.`);
    await admin.confirm('Change Short Name');
    await admin.unsaved.waitFor({ state: 'hidden' });
    expect(await printed()).toContain('Padeye, port 8.5 t');

    await call('replaceReportTemplate', {
      id: report.id,
      frx: base64(listTemplate('Loads', { Item: ['Name', `${shortName}Now`] })),
    });
    expect(await printed()).toContain('Padeye, port 8.5 t');
    await page.getByRole('button', { name: 'Edit as Draft' }).click();
    await expect(admin.title).toContainText('Draft');
    await studio.open('Safe working load');
    await studio.field('Safe working load').getByRole('textbox', { name: 'Short Name' }).fill('');
    await admin.saveAll();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(admin.dialog).toContainText(`1 report names a short name that is changed or removed: ${title}.`);
    expect(await axeFindingsInEveryTheme(page, '[role="dialog"]')).toEqual([]);
    await admin.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Version 3' })).toBeVisible();
    expect(await printed()).toContain('Padeye, port 8.5 t');
  });
});

test.describe('the templates of an inspection', () => {
  test('are shown with the recorded version, and link an administrator to the changes since then', async ({
    as,
    company,
    admin,
    rig,
    dashboard,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Weather', 'inspectionDetails');
    const text = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id };
    const field = await call('createField', { ...text, name: 'Sea state', order: 0 });
    const type = own('Survey');
    const { id: inspectionId } = await call('createInspection', { name: type });
    await call('addInspectionFieldsTemplate', { id: inspectionId, templateId: id });
    await call('addCompanyInspection', { id: company.id, inspectionId });
    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId,
      startDate: today,
      endDate: today + DAY,
      fields: [{ fieldId: field.id, value: 'Slight', displayValue: 'Slight', parentFieldOptionId: null }],
    });
    await call('updateField', { id: field.id, name: 'Sea state at start' });

    await as(company.wren);
    await page.getByRole('combobox', { name: 'Choose a company' }).click();
    await page.getByRole('option', { name: 'Northmere Drilling' }).click();
    await dashboard.openInspection(rig.installationName, type);
    await page.getByRole('button', { name: 'Inspection Details' }).click();
    const recorded = page.getByRole('region', { name: 'Recorded with' });
    await expect(recorded).toContainText('Version 1, version 2 is in use now · 1 answer');
    expect(await axeFindingsInEveryTheme(page, '[role="dialog"]')).toEqual([]);
    await recorded.getByRole('link').click();
    await expect(admin.dialog.getByRole('button', { name: /Version 2.*In use/s })).toBeVisible();
  });
});
