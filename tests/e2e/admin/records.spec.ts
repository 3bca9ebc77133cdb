import { asked, makeTemplate, own, test } from '../fixtures/admin.ts';
import { expect } from '../fixtures/journey.ts';

test.describe('inspection types', () => {
  test('are listed, and Create adds "New Inspection" and opens it [AINS-01] [AINS-02]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await as(company.wren, '/admin/inspections');
    for (const { name } of await company.wren.call('getAdminInspections', {})) {
      await expect(admin.row(name).first()).toBeVisible();
    }
    const made = asked(page, 'POST', /^\/admin\/inspections$/);
    await admin.create.click();
    expect((await made).postDataJSON()).toEqual({ name: 'New Inspection' });
    await expect(page).toHaveURL(/\/admin\/inspections\/[0-9a-f-]{36}$/);
    await expect(admin.name).toHaveValue('New Inspection');
  });

  test('have names and Save, and four tabs that work by keyboard [AINS-03] [AINS-04] [AINS-18]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { id } = await company.wren.call('createInspection', { name: own('Derrick') });
    await as(company.wren, `/admin/inspections/${id}`);
    await expect(admin.save).toBeDisabled();
    await admin.name.fill(own('Derrick Category III'));
    await admin.shortName.fill('DCAT3');
    const sent = asked(page, 'PUT', new RegExp(`^/admin/inspections/${id}$`));
    await admin.saveAll();
    expect((await sent).postDataJSON()).toMatchObject({
      shortName: 'DCAT3',
      itemTypes: [],
      itemTypeListViewFieldNames: expect.any(String),
      inspectionItemTypeListViewFieldNames: expect.any(String),
    });
    expect((await company.wren.call('getAdminInspection', { id })).shortName).toBe('DCAT3');

    await expect(page.getByRole('tab')).toHaveText([
      'Inspection Details',
      'Item Types',
      'Default Items/Questions',
      'List View Fields',
    ]);
    await expect(page.getByRole('tablist').getByRole('tab')).toHaveCount(4);
    // Tab moves from the fields above to the tabs within a few steps.
    await admin.shortName.focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('role'));
    for (let steps = 0; steps < 5 && (await focused()) !== 'tab'; steps += 1) await page.keyboard.press('Tab');
    await expect(admin.tab('Inspection Details')).toBeFocused();
    for (const name of ['Item Types', 'Default Items/Questions', 'List View Fields']) {
      await page.keyboard.press('ArrowRight');
      await expect(admin.tab(name)).toBeFocused();
      await expect(admin.tab(name)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
      await expect(page.getByRole('tabpanel')).toHaveCount(1);
    }
    await expect(page.getByRole('tabpanel')).toContainText('From the result questions');
    await page.keyboard.press('Tab');
    const inPanel = page.getByRole('tabpanel').locator(':focus');
    await expect(inPanel.or(page.locator('[role="tabpanel"]:focus'))).toHaveCount(1);
  });

  test('accept detail templates and item types with result questions, and can remove them [AINS-05] [AINS-06] [AINS-07] [AINS-08] [AINS-09]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const template = own('Weather during inspection');
    const types = await call('getFieldsTemplates', {});
    const detailsType = '00000000-0000-7000-8000-00000000e003';
    await call('createFieldsTemplate', { name: template, fieldsTemplateTypeId: detailsType });
    expect(types.some(({ name }) => name === 'DROPS result')).toBe(true);
    const { id } = await call('createInspection', { name: own('Scaffold') });
    await as(company.wren, `/admin/inspections/${id}`);

    const details = admin.section('Inspection Details');
    await expect(details.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await admin.add('Inspection Details', template);
    await details.getByRole('button', { name: `Remove ${template}` }).click();
    await expect(admin.dialog).toContainText('It has no answers yet.');
    await admin.confirm('Remove');
    await expect(details.getByRole('link', { name: template })).toHaveCount(0);

    await admin.tab('Item Types').click();
    const panel = admin.section('Item Types');
    await expect(panel.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    const added = asked(page, 'POST', new RegExp(`^/admin/inspection-item-type/add\\?inspectionId=${id}&itemTypeId=`));
    await admin.add('Item Types', 'Floodlight');
    await added;
    await admin.choose(page.getByRole('combobox', { name: 'Result questions of Floodlight' }), 'DROPS result');
    await expect
      .poll(async () => (await call('getAdminInspection', { id })).itemTypes[0]?.fieldsTemplateId)
      .toBeTruthy();
    await panel.getByRole('button', { name: 'Remove Floodlight' }).click();
    await admin.confirm('Remove');
    await expect(panel.getByRole('link', { name: 'Floodlight' })).toHaveCount(0);
    expect((await call('getAdminInspection', { id })).itemTypes).toEqual([]);
  });

  test('need a confirmation with the number of answers before other result questions are asked', async ({
    as,
    company,
    rig,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const { maren, inspections, itemTypes } = company;
    const itemId = rig.items['Floodlight, girt 6']!;
    const where = { installationInspectionId: rig.drops, itemId };
    const { fieldsTemplates } = await maren.call('getFieldsForInstallationInspection', where);
    const field = fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === 'Recommendation')!;
    const answer = { fieldId: field.id, value: 'Renew', displayValue: 'Renew', parentFieldOptionId: null };
    await maren.call('saveInstallationInspectionItemField', { ...where, ...answer });
    const other = await makeTemplate(call, 'Other result', 'inspection');
    const { name } = await call('getFieldsTemplate', { id: other });
    const chosen = async (): Promise<string | null | undefined> =>
      (await call('getAdminInspection', { id: inspections.DROPS })).itemTypes.find(
        ({ itemTypeId }) => itemTypeId === itemTypes.floodlight,
      )?.fieldsTemplateId;
    const before = await chosen();

    await as(company.wren, `/admin/inspections/${inspections.DROPS}?tab=itemTypes`);
    const questions = page.getByRole('combobox', { name: 'Result questions of Floodlight' });
    await admin.choose(questions, name);
    await expect(admin.dialog).toContainText(/This affects \d+ answers? on \d+ items?/);
    await expect(admin.dialog).toContainText('Recorded answers stay readable');
    await admin.confirm('Cancel');
    await expect(questions).toHaveValue('DROPS result');
    expect(await chosen()).toBe(before);
    await admin.choose(questions, name);
    await admin.confirm('Change questions');
    await expect(questions).toHaveValue(name);
    await expect.poll(chosen).toBe(other);
    // The other journeys of this worker are asked the questions of before.
    await admin.choose(questions, 'DROPS result');
    await admin.confirm('Change questions');
    await expect.poll(chosen).toBe(before);
  });

  test('are filled with default items and questions, nested, in an order changed by swapping neighbours [AINS-10] [AINS-11] [AINS-12] [AINS-13] [AINS-14] [AINS-15]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const { id } = await call('createInspection', { name: own('Handover') });
    for (const itemTypeId of Object.values(company.itemTypes)) {
      await call('addInspectionItemType', { inspectionId: id, itemTypeId });
    }
    await as(company.wren, `/admin/inspections/${id}?tab=defaults`);
    const add = async (kind: 'Item' | 'Question', type: string, name: string, parent?: string): Promise<void> => {
      await page.getByRole('button', { name: 'Add Item or Question' }).click();
      await admin.dialog.getByText(kind, { exact: true }).click();
      const typeField = kind === 'Item' ? 'Item type' : 'Question type';
      await admin.choose(admin.dialog.getByRole('combobox', { name: typeField }), type);
      await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      if (parent !== undefined) await admin.choose(admin.dialog.getByRole('combobox', { name: 'Parent' }), parent);
      await admin.dialog.getByRole('button', { name: 'Save' }).click();
      await expect(admin.dialog).toBeHidden();
    };
    const prompts = asked(page, 'GET', new RegExp(`^/admin/inspections/${id}/prompts$`));
    await add('Item', 'Area', 'Derrick');
    await prompts;
    await add('Item', 'Floodlight', 'Crown light', 'Derrick');
    await add('Question', 'Survey question', 'Weather fit for work?');

    const list = page.getByRole('list', { name: 'Default Items/Questions' });
    const rows = list.getByRole('listitem');
    await expect(rows).toHaveText([
      'DerrickArea',
      'Crown lightFloodlight',
      'Weather fit for work?QuestionSurvey question',
    ]);
    await expect(rows.nth(1)).toHaveAttribute('data-depth', '1');
    await expect(list.getByRole('button', { name: 'Move Derrick up' })).toBeDisabled();
    await expect(list.getByRole('button', { name: 'Move Weather fit for work? down' })).toBeDisabled();

    const sorted = asked(page, 'PUT', /default-items\/sort$/);
    await list.getByRole('button', { name: 'Move Derrick down' }).click();
    expect((await sorted).postDataJSON().map(({ order }: { order: number }) => order)).toEqual([0, 1, 2]);
    await expect(rows).toHaveText([
      'Weather fit for work?QuestionSurvey question',
      'DerrickArea',
      'Crown lightFloodlight',
    ]);

    await list.getByRole('button', { name: 'Edit Crown light' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Crown floodlight');
    await admin.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(rows.nth(2)).toHaveText('Crown floodlightFloodlight');
    await list.getByRole('button', { name: 'Delete Derrick' }).click();
    await expect(admin.dialog).toContainText('the 1 entry below it moves up');
    await admin.confirm('Delete');
    await expect(rows).toHaveText(['Weather fit for work?QuestionSurvey question', 'Crown floodlightFloodlight']);
    const left = await call('getInspectionDefaultItems', { id });
    expect(left.map(({ name, type }) => `${type} ${name}`)).toEqual([
      'Question Weather fit for work?',
      'Item Crown floodlight',
    ]);
  });

  test('are duplicated with item types, questions and default items, not started by any company, and undone', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const name = own('Yearly survey');
    const { id } = await call('createInspection', { name });
    await call('addInspectionItemType', { inspectionId: id, itemTypeId: company.itemTypes.floodlight });
    await call('createInspectionDefaultItem', {
      id,
      name: 'Crown light',
      itemTypeId: company.itemTypes.floodlight,
    });
    await call('addCompanyInspection', { id: company.id, inspectionId: id });
    await as(company.wren, `/admin/inspections/${id}?tab=defaults`);
    const duplicate = page.getByRole('button', { name: 'Duplicate', exact: true });
    await admin.shortName.fill('not saved yet');
    await expect(duplicate).toHaveCount(1);
    await expect(duplicate).toBeDisabled();
    await page.getByRole('button', { name: 'Discard' }).click();

    await duplicate.click();
    await expect(admin.title).toHaveText(`${name} (copy)`);
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(admin.name).toBeFocused();
    await page.keyboard.type('Monthly survey');
    await expect(admin.name).toHaveValue('Monthly survey');
    await admin.saveAll();
    await admin.tab('Default Items/Questions').click();
    await expect(page.getByRole('list', { name: 'Default Items/Questions' })).toContainText('Crown light');
    await expect(page.getByText('No company can start it until it is allowed there.')).toBeVisible();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(admin.title).toHaveText(name);
    await expect(page).toHaveURL(new RegExp(`/admin/inspections/${id}$`));
    const left = await call('getAdminInspections', {});
    expect(left.map((one) => one.name)).not.toContain('Monthly survey');
    await page.setViewportSize({ width: 390, height: 844 });
    const [first, last] = await Promise.all([duplicate.boundingBox(), admin.save.boundingBox()]);
    expect(Math.abs(first!.y - last!.y)).toBeLessThan(8);
    await page.setViewportSize({ width: 1280, height: 800 });
    await admin.goTo('Recycle Bin');
    await expect(admin.row('Monthly survey').first()).toBeVisible();
  });

  test('choose the columns of the inspector: added, removed, ordered, searchable or not [AINS-16] [AINS-17]', async ({
    as,
    company,
    admin,
    page,
    rig,
    dashboard,
    inspection,
  }) => {
    const { call } = company.wren;
    const id = company.inspections.LOLER;
    const title = 'From the questions of the item types';
    await as(company.wren, `/admin/inspections/${id}?tab=listView`);
    const panel = admin.section(title);
    await admin.choose(panel.getByRole('combobox'), 'Manufacturer');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await panel.getByRole('button', { name: 'Move Manufacturer up' }).click();
    await panel.getByRole('button', { name: 'Move Manufacturer up' }).click();
    await panel.getByRole('switch', { name: 'Searchable: Manufacturer' }).click({ force: true });
    await panel.getByRole('button', { name: 'Remove Weight (kg)' }).click();
    const results = admin.section('From the result questions');
    await results.getByRole('switch', { name: 'Searchable: Recommendation' }).click({ force: true });
    await admin.saveAll();
    const saved = await call('getAdminInspection', { id });
    expect(JSON.parse(saved.itemTypeListViewFieldNames)).toEqual([
      { name: 'Manufacturer', isSearchable: false },
      { name: 'Tag number', isSearchable: true },
    ]);
    expect(JSON.parse(saved.inspectionItemTypeListViewFieldNames)).toEqual([
      { name: 'Recommendation', isSearchable: false },
    ]);

    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: id,
      startDate: 1_767_225_600,
      endDate: 1_798_761_600,
    });
    await company.maren.call('addItemFromInstallation', {
      installationInspectionId: (
        await company.maren.call('getInstallation', { installationId: rig.installationId })
      ).installationInspections.find((one) => one.inspectionId === id)!.id,
      itemId: rig.items['Padeye, port']!,
    });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, 'Lifting Equipment Thorough Examination');
    await expect(inspection.tree.getByRole('columnheader', { name: 'Manufacturer' })).toBeVisible();
    await expect(inspection.tree.getByRole('columnheader', { name: 'Weight (kg)' })).toHaveCount(0);
    await expect(page.getByRole('columnheader').nth(2)).toHaveText('Manufacturer');
  });
});

test.describe('item types', () => {
  test('are shown as a tree, 10 px per level, and as a list; Create adds an item type or a question type [AITY-01] [AITY-02] [AITY-08]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const child = await call('createItemType', { name: own('Padeye') });
    const grandchild = await call('createItemType', { name: own('Shackle') });
    await call('addItemTypeParent', { id: child.id, parentId: company.itemTypes.area });
    await call('addItemTypeParent', { id: grandchild.id, parentId: child.id });
    const structured = asked(page, 'GET', /^\/admin\/itemTypes\/structured$/);
    await as(company.wren, '/admin/item-types');
    await structured;
    const left = async (name: string): Promise<number> =>
      admin
        .row(name)
        .getByText(name)
        .evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().left;
        });
    const area = await left('Area');
    expect((await left(child.name)) - area).toBeCloseTo(10, 0);
    expect((await left(grandchild.name)) - area).toBeCloseTo(20, 0);

    const flat = asked(page, 'GET', /^\/admin\/itemTypes$/);
    await page.getByText('List', { exact: true }).click();
    await flat;
    await expect(admin.row('Floodlight')).toBeVisible();

    const item = asked(page, 'POST', /^\/admin\/itemTypes\?isPrompt=0$/);
    await admin.create.click();
    expect((await item).postDataJSON()).toEqual({ name: 'New Item Type' });
    const { id: itemId } = (await (await (await item).response())!.json()) as { id: string };
    await expect(page).toHaveURL(new RegExp(`/admin/item-types/${itemId}$`));
    expect(await call('getItemType', { id: itemId })).toMatchObject({ name: 'New Item Type', isQuestion: false });
    await expect(admin.section('Parent Item Types')).toBeVisible();
    await admin.goTo('Item Types');
    const question = asked(page, 'POST', /^\/admin\/itemTypes\?isPrompt=1$/);
    await page.getByRole('button', { name: 'Create question type' }).click();
    expect((await question).postDataJSON()).toEqual({ name: 'New Item Type' });
    const { id: questionId } = (await (await (await question).response())!.json()) as { id: string };
    await page.waitForURL(new RegExp(`/admin/item-types/${questionId}$`));
    // The list, which also contains names of questions, is on screen until the editor is loaded.
    await expect(admin.create).toHaveCount(0);
    await expect(page.getByText('Question', { exact: true })).toBeVisible();
    expect(await call('getItemType', { id: questionId })).toMatchObject({ name: 'New Item Type', isQuestion: true });
  });

  test('have a name, parents and templates, and are never offered as their own ancestor [AITY-03] [AITY-04] [AITY-05] [AITY-06] [AITY-07]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const parent = await call('createItemType', { name: own('Crane') });
    const type = await call('createItemType', { name: own('Hook block') });
    await as(company.wren, `/admin/item-types/${type.id}`);
    await expect(admin.section('Parent Item Types').getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await expect(admin.section('Field Templates').getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await admin.add('Parent Item Types', parent.name);
    await admin.add('Field Templates', 'Identification');
    await page.getByRole('switch', { name: 'Is a location' }).press('Space');
    await admin.rename(own('Main hook block'));
    expect(await call('getItemType', { id: type.id })).toMatchObject({
      isLocation: true,
      parentItemTypes: [{ parentItemTypeId: parent.id }],
    });

    await page.goto(`/admin/item-types/${parent.id}`);
    await admin.section('Parent Item Types').getByRole('combobox').click();
    await expect(page.getByRole('option', { name: 'Area' })).toBeVisible();
    await expect(page.getByRole('option', { name: /hook block/ })).toHaveCount(0);
    await expect(page.getByRole('option', { name: parent.name })).toHaveCount(0);
    await expect(call('addItemTypeParent', { id: parent.id, parentId: type.id })).rejects.toMatchObject({
      status: 422,
    });

    await page.goto(`/admin/item-types/${type.id}`);
    await admin.section('Field Templates').getByRole('button', { name: 'Remove Identification' }).click();
    await admin.confirm('Remove');
    await admin
      .section('Parent Item Types')
      .getByRole('button', { name: `Remove ${parent.name}` })
      .click();
    await admin.confirm('Remove');
    await expect
      .poll(() => call('getItemType', { id: type.id }))
      .toMatchObject({ parentItemTypes: [], itemTypeFieldsTemplates: [] });
  });

  test('are duplicated with parents and own questions, in no inspection type, and undone', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const name = own('Searchlight');
    const { id } = await call('createItemType', { name });
    await call('addItemTypeParent', { id, parentId: company.itemTypes.area });
    await as(company.wren, `/admin/item-types/${id}`);
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
    await expect(admin.title).toHaveText(`${name} (copy)`);
    await expect(admin.name).toBeFocused();
    await page.keyboard.type('Beacon');
    await expect(admin.name).toHaveValue('Beacon');
    await admin.saveAll();
    await expect(page.getByRole('region', { name: 'Parent Item Types' })).toContainText('Area');
    await expect(page.getByText('No inspection type contains it until it is added there.')).toBeVisible();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(admin.title).toHaveText(name);
    await expect(page).toHaveURL(new RegExp(`/admin/item-types/${id}$`));
    const left = await call('getItemTypes', {});
    expect(left.map((one) => one.name)).not.toContain('Beacon');
  });
});

test.describe('companies', () => {
  test('are listed, and Create adds "New Company" and opens it [ACOM-01]', async ({ as, company, admin, page }) => {
    await as(company.wren, '/admin/companies');
    await expect(admin.row('Skerrow Energy')).toBeVisible();
    const made = asked(page, 'POST', /^\/admin\/companies$/);
    await admin.create.click();
    expect((await made).postDataJSON()).toEqual({ name: 'New Company' });
    await expect(page).toHaveURL(/\/admin\/companies\/[0-9a-f-]{36}$/);
    await expect(admin.name).toHaveValue('New Company');
  });

  test('have names, installation questions, a read-only list of users, and allowed inspections [ACOM-03] [ACOM-04] [ACOM-05] [ACOM-06]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const template = own('Installation details');
    const made = await call('createFieldsTemplate', {
      name: template,
      fieldsTemplateTypeId: '00000000-0000-7000-8000-00000000e002',
    });
    const { id } = await call('createCompany', { name: own('Vantry') });
    const person = own('Anouk Brandreth');
    await call('createUser', {
      name: person,
      email: `${own('anouk').replaceAll(' ', '-')}@vantry.example`,
      role: 'inspector',
      companyId: id,
      password: null,
    });
    await as(company.wren, `/admin/companies/${id}`);
    const users = admin.section('Users');
    await expect(users.getByRole('cell', { name: person })).toBeVisible();
    await expect(users.locator('button, input')).toHaveCount(0);

    const field = page.getByRole('combobox', { name: 'Installation Template' });
    await field.click();
    await expect(page.getByRole('option', { name: 'Identification' })).toHaveCount(0);
    await page.getByRole('option', { name: template, exact: true }).click();
    const saved = asked(page, 'PUT', new RegExp(`^/admin/companies/${id}$`));
    await admin.saveAll();
    expect((await saved).postDataJSON()).toMatchObject({ installationFieldsTemplateId: made.id });

    const allowed = admin.section('Allowed Inspections');
    await expect(allowed.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
    await admin.add('Allowed Inspections', 'Dropped Object Survey');
    expect((await call('getCompany', { id })).companyInspections).toMatchObject([{ name: 'Dropped Object Survey' }]);
    await allowed.getByRole('button', { name: 'Remove Dropped Object Survey' }).click();
    await expect(admin.dialog).toContainText('The 0 inspections it has started stay');
    await admin.confirm('Remove');
    await expect.poll(async () => (await call('getCompany', { id })).companyInspections).toEqual([]);
  });

  test('have installations that are created, renamed, archived and restored', async ({ as, company, admin, page }) => {
    const { call } = company.wren;
    const { id: companyId } = await call('createCompany', { name: own('Northmere') });
    await as(company.wren, `/admin/companies/${companyId}`);
    const panel = admin.section('Installations');
    await panel.getByRole('button', { name: 'Create Installation' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Tarn');
    await admin.dialog.getByLabel('Latitude').fill('95,5');
    await admin.dialog.getByLabel('Longitude').focus();
    await expect(admin.dialog.getByLabel('Latitude')).toHaveValue('95,5');
    await expect(admin.dialog.getByText('Must be between -90 and 90.')).toBeVisible();
    await expect(admin.dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
    await admin.dialog.getByLabel('Latitude').fill('57,9312');
    await admin.dialog.getByLabel('Longitude').fill('1.418');
    // Only a few of several hundred time zones are rendered; more follow while scrolling.
    await admin.dialog.getByRole('combobox', { name: 'Time zone' }).click();
    const zones = page.getByRole('option');
    await expect(zones.nth(20)).toBeAttached();
    const few = await zones.count();
    expect(few).toBeLessThan(60);
    await zones.last().scrollIntoViewIfNeeded();
    await expect.poll(() => zones.count()).toBeGreaterThan(few);
    await zones.nth(few).click();
    await admin.dialog.getByRole('button', { name: 'Create' }).click();
    await panel.getByRole('button', { name: 'Edit Tarn' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Northmere Tarn');
    await admin.dialog.getByLabel('Longitude').fill('181');
    await expect(admin.dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await admin.dialog.getByLabel('Longitude').fill('1,518');
    await admin.dialog.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Archive Northmere Tarn' }).click();
    await expect(admin.dialog).toContainText('It is no longer offered to inspectors, and it can be restored.');
    await admin.confirm('Archive');
    await expect(panel.getByText('Archived', { exact: true })).toBeVisible();
    expect(await call('getAdminInstallations', { companyId })).toMatchObject([
      { name: 'Northmere Tarn', latitude: 57.9312, longitude: 1.518, archived: true },
    ]);
    await panel.getByRole('button', { name: 'Restore Northmere Tarn' }).click();
    await expect(panel.getByText('Archived', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
