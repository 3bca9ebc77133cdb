import { FIELD_TYPES, REPORT_TYPES } from '@holdfast/contract';
import { makeTemplate, own, test } from '../fixtures/admin.ts';
import { PASSWORD } from '../fixtures/company.ts';
import { base64, listTemplate } from '../fixtures/templates.ts';
import { expect } from '../fixtures/journey.ts';

test.describe('a record that another administrator deletes while it is edited', () => {
  test('can be restored from its editor, and the typed text is saved then', async ({ as, company, admin, page }) => {
    const { call } = company.wren;
    const made = await call('createCompany', { name: own('Short Lived') });
    await as(company.wren, `/admin/companies/${made.id}`);
    await admin.shortName.fill('TYPED');
    await call('deleteCompany', { id: made.id });
    const notice = page.getByRole('alert').filter({ hasText: 'This was deleted in the meantime' });
    await admin.save.click();
    await expect(notice).toContainText('Nothing you typed is lost.');
    await expect(page.getByRole('alert')).toHaveCount(1);
    await notice.getByRole('button', { name: 'Restore' }).click();
    await expect(notice).toHaveCount(0);
    await expect(admin.shortName).toHaveValue('TYPED');
    await admin.saveAll();
    expect(await call('getCompany', { id: made.id })).toMatchObject({ name: made.name, shortName: 'TYPED' });
  });

  test('is named as deleted in the dialog of an installation, which asks before it discards typed text', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const { id: companyId } = await call('createCompany', { name: own('Rig Owner') });
    const { id } = await call('createInstallation', {
      companyId,
      name: 'Tarn',
      latitude: null,
      longitude: null,
      timeZone: 'UTC',
    });
    await as(company.wren, `/admin/companies/${companyId}`);
    await page.getByRole('button', { name: 'Edit Tarn' }).click();
    const name = admin.dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Tarn, typed');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Tarn, typed');
    await call('deleteInstallation', { id });
    await admin.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(admin.dialog.getByRole('alert')).toContainText('This was deleted in the meantime');
    await admin.dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(admin.dialog.getByRole('alert')).toHaveCount(0);
    await admin.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(admin.dialog).toHaveCount(0);
    expect(await call('getAdminInstallations', { companyId })).toMatchObject([{ name: 'Tarn, typed' }]);
  });

  test('is explained where its address is open', async ({ as, company, admin, page }) => {
    await as(company.wren, '/admin/users?user=0190aaaa-0000-7000-8000-000000000001');
    await expect(admin.dialog).toContainText('It may have been deleted in the meantime.');
    await admin.dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(admin.dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/users$/);
  });

  test('shows what was typed about a question that no longer exists', async ({ as, company, admin, studio, page }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Two hands');
    const field = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id };
    const { id: fieldId } = await call('createField', { ...field, name: 'Colour', order: 0 });
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await page.getByRole('button', { name: /^Colour/ }).click();
    await studio.field('Colour').getByRole('textbox', { name: 'Name', exact: true }).fill('Colour of the paint');
    await expect(admin.unsaved).toBeVisible();
    await call('deleteField', { id: fieldId });
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: 'A question that you changed was deleted' });
    await expect(notice).toContainText('Colour · Colour of the paint');
    await notice.getByRole('button', { name: 'Discard' }).click();
    await expect(notice).toHaveCount(0);
  });
});

test.describe('a form of the administration', () => {
  test('keeps the new user that was typed when the session ends, and asks before it discards it', async ({
    as,
    company,
    admin,
    page,
    server,
  }) => {
    const { call } = company.wren;
    const email = `${own('second').replaceAll(' ', '-')}@holdfast.example`;
    const second = await call('createUser', {
      name: 'Sefton Akerly',
      email,
      role: 'administrator',
      companyId: null,
      password: PASSWORD,
    });
    await page.goto(`${server.address}/admin/users?new=`);
    const signIn = async (): Promise<void> => {
      await page.getByPlaceholder('Email Address').fill(email);
      await page.getByPlaceholder('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Login' }).click();
    };
    await signIn();
    const name = admin.dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Nora Aldersund');
    await admin.dialog.getByRole('radio', { name: 'Viewer' }).click();
    await call('endUserSessions', { id: second.id });
    await expect(page.getByPlaceholder('Password')).toBeVisible();
    await signIn();
    await expect(name).toHaveValue('Nora Aldersund');
    await expect(admin.dialog.getByRole('radio', { name: 'Viewer' })).toBeChecked();
    await expect(admin.dialog.getByText('Your unsaved changes are back')).toBeVisible();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog').last();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(admin.dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Create User' }).click();
    await expect(name).toHaveValue('');
    await as(company.wren);
  });

  test('of a user that another administrator saved meanwhile shows companies by name', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const name = own('Osric');
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@holdfast.example`;
    const user = await call('createUser', { name, email, role: 'viewer', companyId: company.id, password: null });
    const skerrow = (await call('getCompanies', {})).find((one) => one.name === 'Skerrow Energy')!;
    const third = await call('createCompany', { name: own('Vantry Marine') });
    await as(company.wren, `/admin/users?user=${user.id}`);
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Company' }), third.name);
    await call('updateUser', { id: user.id, companyId: skerrow.id });
    await admin.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This was saved elsewhere in the meantime' });
    await expect(alert.getByRole('row', { name: `Company Skerrow Energy ${third.name}` })).toBeVisible();
  });

  test('of a report never overwrites the title and the data that another user saved', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const title = own('Open findings');
    const { id } = await call('createReport', {
      title,
      companyId: null,
      inspectionId: null,
      reportTypeId: REPORT_TYPES.installationInspection.id,
      frx: base64(listTemplate('Items', { Item: ['Name'] })),
      published: false,
    });
    await as(company.wren, `/admin/reports?report=${id}`);
    await admin.dialog.getByRole('textbox', { name: 'Title' }).fill(`${title} mine`);
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Runs over' }), REPORT_TYPES.company.name);
    await call('updateReport', { id, title: `${title} theirs`, reportTypeId: REPORT_TYPES.installation.id });
    await admin.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
    await expect(alert.getByRole('row', { name: `Title ${title} theirs ${title} mine` })).toBeVisible();
    const types = `Runs over ${REPORT_TYPES.installation.name} ${REPORT_TYPES.company.name}`;
    await expect(alert.getByRole('row', { name: types })).toBeVisible();
    await alert.getByRole('button', { name: 'Save mine on top' }).click();
    await expect(alert).toHaveCount(0);
    await expect
      .poll(async () => (await call('getReports', {})).find((one) => one.id === id))
      .toMatchObject({ title: `${title} mine`, reportTypeId: REPORT_TYPES.company.id });
  });
});

test.describe('a draft that two administrators edit', () => {
  test('shows both versions of a question, and what happened when it was published meanwhile', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Lashing');
    const field = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id };
    await call('createField', { ...field, name: 'Rope', order: 0 });
    const saveTheirs = async (name: string): Promise<string> => {
      const template = await call('getFieldsTemplate', { id });
      const draft = await call('getFieldsTemplateDraft', { id });
      const [{ name: _, order: _order, images: _images, fieldType: _type, clock: _clock, ...rest }] =
        template.fields as [(typeof template.fields)[number]];
      const own = draft?.content ?? {
        name: template.name,
        evidence: template.evidence,
        fields: [
          {
            id: rest.id,
            name,
            shortName: rest.shortName,
            description: rest.description,
            fieldTypeId: rest.fieldTypeId,
            required: rest.required,
            showInList: rest.showInList,
            options: [],
            rules: rest.rules,
          },
        ],
      };
      const content = { ...own, fields: own.fields.map((one) => ({ ...one, name })) };
      return (await call('saveFieldsTemplateDraft', { id, content, replaces: draft?.savedAt ?? null })).savedAt;
    };
    await as(company.wren, `/admin/item-type-templates/${id}?draft=1`);
    await page.getByRole('button', { name: /^Rope/ }).click();
    const name = studio.field('Rope').getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Rope, mine');
    await saveTheirs('Rope, theirs');
    await admin.save.click();
    const alert = page.getByRole('alert').filter({ hasText: 'saved this in the meantime' });
    await expect(alert.getByRole('row', { name: 'Rope, theirs Name: Rope, theirs Name: Rope, mine' })).toBeVisible();
    await alert.getByRole('button', { name: 'Save mine on top' }).click();
    await expect(alert).toHaveCount(0);
    await expect(admin.unsaved).toHaveCount(0);

    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(admin.dialog).toContainText('Rope, mine');
    const savedAt = await saveTheirs('Rope, again');
    await admin.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(admin.dialog.getByRole('alert')).toContainText('Nothing was published');
    await expect(admin.dialog).toContainText('Rope, again');
    await call('publishFieldsTemplateDraft', { id, note: '', savedAt });
    await admin.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(admin.dialog).toHaveCount(0);
    await expect(page.getByText('There is nothing left to publish.')).toBeVisible();

    await page.getByRole('button', { name: 'Edit as Draft' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'You are editing a draft' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Lashing, mine');
    await admin.saveAll();
    await page.getByRole('textbox', { name: 'Name', exact: true }).first().fill('Lashing, mine again');
    const { savedAt: mine } = (await call('getFieldsTemplateDraft', { id }))!;
    await call('publishFieldsTemplateDraft', { id, note: '', savedAt: mine });
    await admin.save.click();
    const ended = page.getByRole('alert').filter({ hasText: 'This draft was published or discarded in the meantime' });
    await ended.getByRole('button', { name: 'Save mine as a draft' }).click();
    await expect(ended).toHaveCount(0);
    expect((await call('getFieldsTemplateDraft', { id }))?.content.name).toBe('Lashing, mine again');
  });
});
