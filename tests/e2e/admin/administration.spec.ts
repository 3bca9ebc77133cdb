import type { Page } from '@playwright/test';
import { own, test } from '../fixtures/admin.ts';
import { callerOf, DAY, PASSWORD, signIn, today } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect } from '../fixtures/journey.ts';
import { scrolledSideways } from '../fixtures/modals.ts';

/** Collects the errors that the page writes to its console. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

test.describe('the administration', () => {
  test('is refused to all users except administrators, on the server too [PERM-06]', async ({ as, company, page }) => {
    await as(company.maren, '/admin/companies');
    await expect(page.getByText('This area is for administrators.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0);
    await page.goto('/');
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
    const answer = await page.request.get('/admin/companies', {
      headers: { authorization: `Bearer ${company.maren.token}`, accept: 'application/json' },
    });
    expect(answer.status()).toBe(403);
  });

  test('shows counts of its records and links to findings that need attention', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const name = own('Ostermark Cranes');
    const made = await company.wren.call('createCompany', { name });
    await as(company.wren, '/admin');
    await expect(admin.title).toHaveText('Overview');
    const change = page.getByRole('region', { name: 'Recent changes' }).getByRole('listitem').filter({ hasText: name });
    await expect(change).toContainText(`Company created ${name}`);
    await page.getByRole('link', { name: `${name} has no installation yet` }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/companies/${made.id}$`));
    await expect(admin.title).toHaveText(name);
  });

  test('lists inspections of all companies that run or are overdue, and opens them', async ({
    as,
    company,
    rig,
    admin,
    page,
  }) => {
    await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: company.inspections.DROPS,
      startDate: today - 30 * DAY,
      endDate: today - 20 * DAY,
    });
    await as(company.wren, '/admin');
    await expect(admin.title).toHaveText('Overview');
    const running = page.getByRole('region', { name: 'Running inspections' });
    await expect(running).toContainText(/\d+ running, \d+ overdue/);
    const entry = running.getByRole('link', { name: new RegExp(`^${rig.installationName} `) }).first();
    await expect(entry).toContainText(/\d+ days overdue/);
    await entry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dropped Object Survey' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: rig.installationName })).toBeVisible();
  });

  test('has an address for each editor, also after a reload, and its list highlighted [ROUT-05] [ROUT-09] [ROUT-11] [ROUT-13]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await as(company.wren, '/admin/inspections');
    for (const [list, row, path] of [
      ['Inspections', 'Dropped Object Survey', `inspections/${company.inspections.DROPS}`],
      ['Item Types', 'Floodlight', `item-types/${company.itemTypes.floodlight}`],
      ['Companies', 'Northmere Drilling', `companies/${company.id}`],
    ] as const) {
      await admin.goTo(list);
      await admin.row(row).getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
      await expect(admin.menu.locator('a[data-active]')).toHaveText([list]);
      await page.reload();
      await expect(admin.title).toHaveText(row);
      await expect(admin.name).toHaveValue(row);
    }
  });

  test("says 'Failed to {action}: {status text}', logs it, and loads after Retry [ERRS-02]", async ({
    as,
    company,
    admin,
    page,
  }) => {
    const errors = errorsOf(page);
    await page.route('**/admin/companies', (route) =>
      route.request().resourceType() === 'document'
        ? route.fallback()
        : route.fulfill({ status: 500, contentType: 'text/plain', body: '' }),
    );
    await as(company.wren, '/admin/companies');
    await expect(page.getByText('Failed to load the companies: Internal Server Error')).toBeVisible();
    expect(errors).toContain('Failed to load the companies: Internal Server Error');
    await page.unroute('**/admin/companies');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(admin.row('Northmere Drilling')).toBeVisible();
  });

  test('reports a lost connection, keeps typed text, and saves once it is restored', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { id } = await company.wren.call('createCompany', { name: own('Far Out') });
    await as(company.wren, `/admin/companies/${id}`);
    await admin.shortName.fill('FAR');
    await page.route('**/admin/**', (route) => route.abort());
    await admin.save.click();
    await expect(page.getByText('Failed to save the company: No Connection')).toBeVisible();
    await expect(page.getByText('nothing can be saved until the connection is back')).toBeVisible();
    await expect(admin.shortName).toHaveValue('FAR');
    await page.unroute('**/admin/**');
    await admin.saveAll();
    await expect(page.getByText('nothing can be saved until the connection is back')).toHaveCount(0);
    expect((await company.wren.call('getCompany', { id })).shortName).toBe('FAR');
  });

  test('explains what to do when a search finds nothing, and searches while typing', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await as(company.wren, '/admin/item-types');
    await admin.search.fill('no such type');
    await expect(page.getByText('Nothing matches your search')).toBeVisible();
    await admin.search.fill('flood');
    await expect(admin.row('Floodlight')).toBeVisible();
    await expect(admin.row('Area')).toHaveCount(0);
  });

  test('asks before unsaved changes are discarded', async ({ as, company, admin, page }) => {
    await as(company.wren, `/admin/companies/${company.id}`);
    await admin.shortName.fill('NMD changed');
    await expect(admin.unsaved).toBeVisible();
    await admin.goTo('Users');
    await admin.confirm('Cancel');
    await expect(admin.shortName).toHaveValue('NMD changed');
    await admin.goTo('Users');
    await admin.confirm('Leave without saving');
    await expect(page).toHaveURL(/\/admin\/users$/);
    expect((await company.wren.call('getCompany', { id: company.id })).shortName).not.toBe('NMD changed');
  });

  test('asks before signing out with unsaved changes, and restores them afterwards', async ({
    as,
    company,
    admin,
    page,
    login,
  }) => {
    await as(company.wren, `/admin/companies/${company.id}`);
    await admin.shortName.fill('NMD changed');
    const signOut = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await expect(admin.dialog).toContainText('They stay in this browser');
    await admin.confirm('Cancel');
    await expect(admin.shortName).toHaveValue('NMD changed');
    await signOut();
    await admin.dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(login.submit).toBeVisible();
    await as(company.wren, `/admin/companies/${company.id}`);
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
    await expect(admin.shortName).toHaveValue('NMD changed');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(admin.unsaved).toBeHidden();
  });

  test('keeps text typed while a save is being sent', async ({ as, company, admin, page }) => {
    const { id } = await company.wren.call('createCompany', { name: own('Slow Line') });
    await as(company.wren, `/admin/companies/${id}`);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/admin/companies/${id}`, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await admin.shortName.fill('AB');
    const saving = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.keyboard.press('Control+s');
    await admin.shortName.pressSequentially('CDEF');
    release();
    await saving;
    await expect(admin.unsaved).toBeVisible();
    await expect(admin.shortName).toHaveValue('ABCDEF');
    await admin.saveAll();
    expect((await company.wren.call('getCompany', { id })).shortName).toBe('ABCDEF');
  });

  test('reports a conflicting save with both values, and can overwrite the other one', async ({
    as,
    company,
    admin,
    page,
    server,
  }) => {
    const { id } = await company.wren.call('createCompany', { name: own('Two Hands') });
    const idun = { name: 'Idun Harstad', email: `${own('idun').replaceAll(' ', '-')}@holdfast.example` };
    await company.wren.call('createUser', { ...idun, role: 'administrator', companyId: null, password: PASSWORD });
    const callAsIdun = callerOf(server.address, await signIn(server.address, idun.email));
    await as(company.wren, `/admin/companies/${id}`);
    await admin.shortName.fill('MINE');
    const before = await company.wren.call('getCompany', { id });
    await callAsIdun('updateCompany', { id, shortName: 'THEIRS' }, { ifMatch: before.clock });
    await admin.save.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Idun Harstad saved this in the meantime');
    await expect(alert.getByRole('row', { name: 'Short Name THEIRS MINE' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Save mine on top' }).click();
    await expect(alert).toHaveCount(0);
    await expect.poll(async () => (await company.wren.call('getCompany', { id })).shortName).toBe('MINE');
  });

  test('never overwrites an item type, an account or a default item that was saved elsewhere, also by oneself', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const alert = page.getByRole('alert');
    const saveMine = async (): Promise<void> => {
      await alert.getByRole('button', { name: 'Save mine on top' }).click();
      await expect(alert).toHaveCount(0);
    };
    const type = await call('createItemType', { name: own('Lamp') });
    await as(company.wren, `/admin/item-types/${type.id}`);
    await admin.name.fill(`${type.name} mine`);
    await call('updateItemType', { id: type.id, name: `${type.name} theirs` });
    await admin.save.click();
    await expect(alert).toContainText('You, in another window or on another device, saved this in the meantime');
    await expect(alert.getByRole('row', { name: `Name ${type.name} theirs ${type.name} mine` })).toBeVisible();
    await saveMine();
    await expect.poll(async () => (await call('getItemType', { id: type.id })).name).toBe(`${type.name} mine`);

    const { id: inspectionId } = await call('createInspection', { name: own('Mast survey') });
    await call('addInspectionItemType', { inspectionId, itemTypeId: type.id });
    const item = await call('createInspectionDefaultItem', { id: inspectionId, name: 'Lamp', itemTypeId: type.id });
    await page.goto(`/admin/inspections/${inspectionId}?tab=defaults`);
    await page.getByRole('button', { name: 'Edit Lamp' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Lamp, mine');
    await call('updateInspectionDefaultItem', { id: item.id, name: 'Lamp, theirs' });
    await admin.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(alert.getByRole('row', { name: 'Name Lamp, theirs Lamp, mine' })).toBeVisible();
    await alert.getByRole('button', { name: 'Use the other version' }).click();
    await expect(admin.dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Edit Lamp, theirs' })).toBeVisible();

    const name = own('Callum');
    const email = `${name.replaceAll(' ', '-').toLowerCase()}@holdfast.example`;
    const user = await call('createUser', { name, email, role: 'viewer', companyId: company.id, password: null });
    await page.goto('/admin/users');
    await admin.search.fill(name);
    await admin.row(name).getByRole('button').click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} mine`);
    await call('updateUser', { id: user.id, name: `${name} theirs` });
    await admin.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(alert.getByRole('row', { name: `Name ${name} theirs ${name} mine` })).toBeVisible();
    await saveMine();
    await expect
      .poll(async () => (await call('getUsers', {})).find(({ id }) => id === user.id)?.name)
      .toBe(`${name} mine`);
  });
});

test.describe('long lists', () => {
  test('render only the visible rows and search all of them', async ({ as, company, admin, page }) => {
    const accounts = await company.wren.call('getUsers', {});
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      ...accounts[0]!,
      id: `0190aaaa-0000-7000-8000-${String(index).padStart(12, '0')}`,
      name: `Inspector ${index + 1}`,
    }));
    await page.route('**/ext/admin/users', (route) => route.fulfill({ json: many }));
    await as(company.wren, '/admin/users');
    const table = page.getByRole('table', { name: 'Users' });
    await expect(table).toHaveAttribute('aria-rowcount', '5001');
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    await table.getByRole('row').nth(1).hover();
    await page.mouse.wheel(0, 200_000);
    await page.mouse.wheel(0, 200_000);
    await expect(admin.row('Inspector 5000')).toBeVisible();
    await admin.search.fill('inspector 4321');
    await expect(page.getByText('1 of 5,000 entries')).toBeVisible();
    await expect(admin.row('Inspector 4321')).toBeVisible();
  });
});

test.describe('users', () => {
  test('are made, change role and company, are disabled and get passwords', async ({
    as,
    company,
    admin,
    page,
    server,
  }) => {
    const name = own('Tamsin Orrell');
    const email = `${own('tamsin').replaceAll(' ', '-')}@holdfast.example`;
    await as(company.wren, '/admin/users');
    await page.getByRole('button', { name: 'Create User' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await admin.dialog.getByRole('textbox', { name: 'Email Address' }).fill(email);
    await admin.dialog.getByRole('radio', { name: 'Inspector' }).click();
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Company' }), 'Northmere Drilling');
    await admin.dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row(name)).toContainText('Invited');

    await admin.row(name).getByRole('button').click();
    await admin.dialog.getByLabel('New password', { exact: true }).fill('first-Password-1');
    await admin.dialog.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText(`The new password of ${name} is set`)).toBeVisible();
    const token = await signIn(server.address, email, 'first-Password-1');

    await admin.dialog.getByRole('radio', { name: 'Viewer' }).click();
    await admin.dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(admin.dialog).toBeHidden();
    await expect(admin.row(name)).toContainText('Viewer');

    await admin.row(name).getByRole('button').click();
    await admin.dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    const signedOut = page.getByRole('alert').filter({ hasText: `${name} is signed out everywhere` });
    // It may cover the buttons of the dialog.
    await signedOut.getByRole('button').click();
    await expect(signedOut).toHaveCount(0);
    await expect(callerOf(server.address, token)('getCurrentUser', {})).rejects.toMatchObject({ status: 401 });

    await admin.dialog.getByRole('button', { name: 'Disable' }).click();
    await page
      .getByRole('dialog', { name: `Disable ${name}?` })
      .getByRole('button', { name: 'Disable' })
      .click();
    await expect(admin.dialog.getByRole('button', { name: 'Enable' })).toBeVisible();
    const refused = await callerOf(server.address, null)('signIn', { email, password: 'first-Password-1' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ status: 401 });
    await admin.dialog.getByRole('button', { name: 'Enable' }).click();
    await expect(page.getByText(`${name} can sign in again`)).toBeVisible();
  });
});

test.describe('the dialog of a user', () => {
  test.use({ viewport: { width: 1280, height: 640 } });

  test('keeps Save visible beside the fields in a low window, above messages, with the reason of a failure', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const name = own('Rikke Amundsen');
    const email = `${own('rikke').replaceAll(' ', '-')}@northmere.example`;
    await company.wren.call('createUser', { name, email, role: 'viewer', companyId: company.id, password: null });
    await as(company.wren, '/admin/users');
    await admin.search.fill(name);
    await admin.row(name).getByRole('button').click();
    const save = admin.dialog.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeInViewport({ ratio: 1 });
    await admin.dialog.getByRole('button', { name: 'Send invitation again' }).click();
    const message = page.getByRole('alert').filter({ hasText: `${email} is invited.` });
    await expect(message).toBeVisible();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(`${name} Two`);
    await expect(save).toBeInViewport({ ratio: 1 });
    await page.route('**/ext/admin/users/*', (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: '' }),
    );
    await save.click();
    const failure = admin.dialog.getByRole('alert').filter({ hasText: 'Failed to save the user: Service Unavailable' });
    await expect(failure).toBeInViewport({ ratio: 1 });
    await expect(save).toBeInViewport({ ratio: 1 });
  });
});

test.describe('axe finds nothing on the administration', () => {
  test('in every theme', async ({ as, company, admin, studio, page }) => {
    test.slow();
    const templates = await company.wren.call('getFieldsTemplates', {});
    const securing = templates.find(({ name }) => name === 'Securing')!;
    await as(company.wren, '/admin');
    const inspection = `/admin/inspections/${company.inspections.DROPS}`;
    for (const path of [
      '/admin',
      '/admin/inspections',
      inspection,
      `${inspection}?tab=itemTypes`,
      `${inspection}?tab=defaults`,
      `${inspection}?tab=listView`,
      '/admin/item-types',
      `/admin/item-types/${company.itemTypes.floodlight}`,
      '/admin/companies',
      `/admin/companies/${company.id}`,
      '/admin/item-type-templates',
      '/admin/users',
      '/admin/companies/0190aaaa-0000-7000-8000-000000000001',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root, [aria-busy="true"]')).toHaveCount(0);
      expect(await axeFindingsInEveryTheme(page), path).toEqual([]);
    }
    await admin.goTo('Users');
    await admin.row('Maren Thorskild').getByRole('button').click();
    await expect(admin.dialog).toBeVisible();
    expect(await axeFindingsInEveryTheme(page), 'user').toEqual([]);
    await page.goto(`/admin/item-type-templates/${securing.id}`);
    await studio.open('Primary fixing');
    await expect(studio.preview).toContainText('Primary fixing');
    expect(await axeFindingsInEveryTheme(page), 'studio').toEqual([]);
  });
});

test.describe('lists and records of the administration', () => {
  test('keep filters, order and the open record in the address over a reload and Back', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const mark = own('filtered').replaceAll(' ', '-');
    for (const [name, role] of [
      ['Jorun Haleby', 'viewer'],
      ['Petra Lindquay', 'viewer'],
      ['Rikke Amundsen', 'inspector'],
    ] as const) {
      const email = `${name.split(' ')[0]!.toLowerCase()}@${mark}.example`;
      await company.wren.call('createUser', { name, email, role, companyId: company.id, password: null });
    }
    await as(company.wren, '/admin/users');
    await page.getByRole('button', { name: 'Filter' }).click();
    await admin.choose(page.getByRole('combobox', { name: 'Role' }), 'Viewer');
    await page.keyboard.press('Escape');
    await admin.search.fill(mark);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    const names = page.getByRole('table', { name: 'Users' }).locator('[role="row"] [role="cell"]:first-child');
    await expect(names.first()).toHaveText('Petra Lindquay');
    await expect(names.last()).toHaveText('Jorun Haleby');
    await expect(page).toHaveURL(new RegExp(`q=${mark}`));
    await expect(page).toHaveURL(/sort=-name/);
    await expect(names).toHaveCount(2);
    const before = await names.allTextContents();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    await expect(admin.search).toHaveValue(mark);
    await expect(names).toHaveText(before);

    await names.first().getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'Petra Lindquay' })).toBeVisible();
    await page.goBack();
    await expect(admin.dialog).toHaveCount(0);
    await expect(names).toHaveText(before);
    await page.goForward();
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Petra Lindquay' })).toBeVisible();
    // When it is closed by its own button, there is no second history entry of the list.
    await admin.dialog.getByRole('button', { name: 'Close' }).click();
    await expect(admin.dialog).toHaveCount(0);
    await expect(names).toHaveText(before);
    await page.goBack();
    await expect(page).not.toHaveURL(/admin.users/);
  });

  test('show every column of a list on a tablet, with complete names, and further actions in a menu', async ({
    as,
    company,
    page,
  }) => {
    await as(company.wren, '/admin/users');
    const table = page.getByRole('table', { name: 'Users' });
    const widest = table.locator('..');
    for (const size of [
      { width: 1024, height: 768 },
      { width: 800, height: 1180 },
      { width: 768, height: 1024 },
    ]) {
      await page.setViewportSize(size);
      await expect(table.getByRole('columnheader')).toHaveCount(6);
      const names = table.getByRole('row').getByRole('button', { name: /^(?:Maren Thorskild|Wren Castellane)/ });
      await expect(names.first()).toBeVisible();
      const cut = await names.evaluateAll(
        (all) => all.filter((name) => name.scrollHeight > name.clientHeight + 1).length,
      );
      expect(cut, String(size.width)).toBe(0);
      expect(await widest.evaluate((scroller) => scroller.scrollWidth - scroller.clientWidth)).toBeLessThanOrEqual(1);
    }
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Roles and rights' }).click();
    const rights = page.getByRole('dialog', { name: 'Roles and rights' });
    await expect(rights.getByRole('table')).toBeVisible();
    // On a phone, five columns of roles would scroll sideways.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rights.getByRole('table')).toHaveCount(0);
    await expect(rights.getByText('Viewer, Inspector').first()).toBeVisible();
    expect(await rights.evaluate(scrolledSideways)).toEqual([]);
  });

  test('give a new user no role and no company until they are chosen, and propose the current company', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await as(company.wren, '/admin/users');
    await page.getByRole('button', { name: 'Create User' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(own('Ada Brandt'));
    const address = admin.dialog.getByRole('textbox', { name: 'Email Address' });
    await address.fill('ada brandt@northmere.example');
    await page.keyboard.press('Tab');
    await expect(admin.dialog.getByText('Enter an email address, such as')).toBeVisible();
    await expect(admin.dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(admin.dialog.getByRole('combobox', { name: 'Company' })).toHaveValue('');
    const create = admin.dialog.getByRole('button', { name: 'Create User' });
    await admin.dialog.getByRole('radio', { name: 'Inspector' }).click();
    await expect(create).toBeDisabled();
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Company' }), 'All companies (staff)');
    await expect(create).toBeDisabled();
    await address.fill('ada.brandt@northmere.example');
    await expect(create).toBeEnabled();
    await page.goto(`/admin/companies/${company.id}`);
    await admin.section('Users').getByRole('link', { name: 'Create User' }).click();
    await expect(admin.dialog.getByRole('combobox', { name: 'Company' })).toHaveValue('Northmere Drilling');
    await expect(admin.dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  });

  test('can be created inside a picker, and opened from there', async ({ as, company, admin, page }) => {
    const made = await company.wren.call('createCompany', { name: own('Ravensund Lifting') });
    await as(company.wren, `/admin/companies/${made.id}`);
    const template = own('Facts of a barge');
    const picker = page.getByRole('combobox', { name: 'Installation Template' });
    await picker.fill(template);
    await page.getByRole('option', { name: `Create “${template}”` }).click();
    await expect(picker).toHaveValue(template);
    await admin.saveAll();

    const inspection = own('Barge survey');
    const allowed = admin.section('Allowed Inspections');
    await allowed.getByRole('combobox').fill(inspection);
    await page.getByRole('option', { name: `Create “${inspection}”` }).click();
    await expect(allowed.getByRole('link', { name: inspection })).toBeVisible();
    await expect(allowed.getByRole('combobox')).toHaveValue('');
    await allowed.getByRole('combobox').fill(inspection);
    await expect(page.getByRole('option', { name: /^Create/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: `Open ${template}` }).click();
    await expect(admin.title).toHaveText(template);
    await expect(page).toHaveURL(/installation-details-templates/);
    const saved = await company.wren.call('getCompany', { id: made.id });
    expect(saved.companyInspections.map(({ name }) => name)).toEqual([inspection]);
  });
});
