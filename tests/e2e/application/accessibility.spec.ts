import { DROPS } from '../fixtures/company.ts';
import { giveFiles } from '../gallery/giveFiles.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';
import { checkModal, pressOn } from '../fixtures/modals.ts';

test.describe('axe finds nothing', () => {
  test('on the screens before sign-in, in every theme', async ({ page, login }) => {
    await login.open();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await login.signIn('unknown@holdfast.example', 'x');
    await expect(login.alert).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await page.goto('/#forgot-password');
    await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
  });

  test('on an installation that could not be loaded', async ({ page, as, company, rig, dashboard }) => {
    await page.route('**/api/get-installation', (route) => route.fulfill({ status: 500, body: '' }));
    await as(company.maren);
    await dashboard.card(rig.installationName).getByRole('button').first().click();
    await expect(page.getByText('This installation could not be loaded')).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
  });

  test('on the screens of the inspector, in every theme', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    installation,
    inspection,
    item,
  }) => {
    test.slow();
    await as(company.maren);
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card(DROPS)).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await installation.card(DROPS).getByRole('button', { name: DROPS }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await inspection.row('Derrick').getByRole('button', { name: 'Show only Derrick' }).click();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await inspection.search.fill('nothing like it');
    await expect(page.getByText('No Items Found. Check your filters.')).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await inspection.search.fill('');

    await inspection.row('Floodlight, girt 6').click();
    await expect(item.history.getByText('Maren Thorskild').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Next inspection due' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    for (const key of ['n', '?', 'Control+k']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await axeFindingsInEveryTheme(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
  });

  test('on the menu of an item and on a calendar, in every theme', async ({ page, openItem, item }) => {
    test.slow();
    await openItem('Floodlight, girt 6');
    await item.come();
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete item' })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    for (const field of [
      page.getByRole('textbox', { name: 'Next inspection due' }),
      page.getByRole('button', { name: /^Inspected at/ }),
    ]) {
      await field.click();
      await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
      expect(await axeFindingsInEveryTheme(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Next month' })).toHaveCount(0);
    }
  });

  test('on the screens of a viewer, in every theme', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    installation,
    inspection,
    item,
  }) => {
    test.slow();
    await as(company.jorun);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card(DROPS)).toBeVisible();
    await expect(page.getByRole('button', { name: 'New Inspection' })).toHaveCount(0);
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await checkModal(page, 'Installation Details', pressOn(page)('Installation Details'));
    await installation.card(DROPS).getByRole('button', { name: DROPS }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await checkModal(page, 'Inspection Details', pressOn(page)('Inspection Details'));
    await inspection.row('Floodlight, girt 6').click();
    await expect(item.history.getByText('Maren Thorskild').first()).toBeVisible();
    await expect(item.condition('Defective')).toBeDisabled();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
  });

  test('on the dialogs of an administrator, in every theme', async ({ page, as, company, rig }) => {
    test.slow();
    const press = pressOn(page);
    const more = (entry: string) => async () => {
      await press(`More for ${rig.installationName}`)();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    await as(company.wren, '/admin/inspections');
    await checkModal(page, 'Import a setup', press('Import setup'), async (dialog) => {
      const buffer = Buffer.from('no setup');
      const file = { name: 'notes.json', mimeType: 'application/json', buffer };
      await giveFiles(dialog.getByRole('button', { name: 'Choose a file' }), file);
      await expect(dialog.getByRole('alert')).toBeVisible();
    });
    await page.goto(`/admin/inspections/${company.inspections.DROPS}?tab=defaults`);
    await checkModal(page, 'Default item', press('Add Item or Question'));

    await page.goto(`/admin/companies/${company.id}`);
    await checkModal(page, 'Create Installation', press('Create Installation'));
    await checkModal(page, `Archive ${rig.installationName}?`, press(`Archive ${rig.installationName}`));
    await checkModal(
      page,
      `Copy ${rig.installationName} to another company`,
      more('Copy to another company'),
      async (dialog) => {
        // The dialog opens with its list of companies. The list belongs to the page, and is removed when another field gets the focus.
        await expect(page.getByRole('listbox')).toBeVisible();
        await dialog.getByRole('textbox', { name: 'Name', exact: true }).focus();
        await expect(page.getByRole('listbox')).toHaveCount(0);
      },
    );
    await checkModal(page, `Import items of ${rig.installationName}`, more('Import items'));
    await page.getByRole('textbox', { name: 'Short Name' }).fill('another');
    await checkModal(page, 'Unsaved changes', () => page.getByRole('link', { name: 'Users', exact: true }).click());
    await press('Discard')();

    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await checkModal(page, 'Create User', press('Create User'));
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await checkModal(page, 'Upload a report', press('Upload report'));
    await checkModal(page, 'Create Report', press('Create Report'));
  });
});

test.describe('themes', () => {
  test('follow the system until the user chooses, and the choice is stored', async ({
    page,
    as,
    company,
    dashboard,
  }) => {
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
    await page.emulateMedia({ colorScheme: 'dark' });
    await as(company.maren);
    await expect(dashboard.title).toBeVisible();
    expect(await scheme()).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(scheme).toBe('light');
    await dashboard.chooseTheme('Dark');
    await expect.poll(scheme).toBe('dark');
    await page.reload();
    await expect(dashboard.title).toBeVisible();
    expect(await scheme()).toBe('dark');
    await dashboard.chooseTheme('Sunlight');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'sunlight');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  });
});

test.describe('dialogs', { tag: '@agent' }, () => {
  test('trap the focus, restore it, close on Escape, and ignore clicks outside unless configured otherwise [MODL-04] [MODL-05]', async ({
    openItem,
    item,
    page,
  }) => {
    await openItem('Padeye, port');
    await item.come();
    const opener = page.getByRole('button', { name: 'Add note', exact: true });
    await opener.click();
    const writing = page.getByRole('dialog', { name: 'Add note' });
    await expect(writing.getByRole('textbox')).toBeFocused();
    await page.mouse.click(5, 5);
    await expect(writing).toBeVisible();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await writing.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(writing).toHaveCount(0);
    await expect(opener).toBeFocused();

    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys.getByText('Set condition: Defective')).toBeVisible();
    await page.mouse.click(5, 5);
    await expect(keys).toHaveCount(0);
  });

  test('finds every command by its name and runs it', async ({ openItem, item, page }) => {
    await openItem('Padeye, port');
    await item.come();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search records and commands').fill('needs');
    await page.keyboard.press('Enter');
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('ignores keys while the user is typing', async ({ openItem, item, page }) => {
    await openItem('Padeye, port');
    await item.come();
    await item.name.focus();
    await page.keyboard.type('1');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
  });
});
