/** The dialogs of the administration and the states of its editors, for screenshots of the gallery over the demo fleet. */
import type { Locator, Page } from '@playwright/test';
import { callerOf } from '../fixtures/company.ts';
import { giveFiles } from './giveFiles.ts';

const openRow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('cell', { name, exact: true }).locator('a, button').first().click();
};
const openCompany = (page: Page): Promise<void> => openRow(page, 'Northmere Drilling');
const openSurvey = (page: Page): Promise<void> => openRow(page, 'Dropped Object Survey');

/** Opens the menu of the company's main rig and presses an entry; without an entry the menu stays open. */
async function openMore(page: Page, entry?: string): Promise<void> {
  await openCompany(page);
  await page.getByRole('button', { name: 'More for Northmere Tarn' }).click();
  if (entry !== undefined) await page.getByRole('menuitem', { name: entry }).click();
}

async function choose(dialog: Locator, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await giveFiles(dialog.getByRole('button', { name: /^Choose/ }), file);
}

/** Returns a client with the session of the page, for calls as another window would make them. */
async function callerOn(page: Page): Promise<ReturnType<typeof callerOf>> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  return callerOf(new URL(page.url()).origin, token);
}

/** Chooses the setup of the survey, with some texts changed from those of the demo. */
async function importSetup(page: Page): Promise<void> {
  await openSurvey(page);
  const address = await page.getByRole('link', { name: 'Export setup' }).getAttribute('href');
  const setup = await (await page.request.get(new URL(address!, page.url()).href)).text();
  await page.goBack();
  await page.getByRole('button', { name: 'Import setup' }).click();
  const changed = setup
    .replaceAll('"Dropped Object Survey"', '"Dropped Object Survey, 2027"')
    .replaceAll('Primary fixing', 'First fixing');
  await choose(page.getByRole('dialog'), 'Dropped Object Survey.holdfast.json', changed);
  await page.getByRole('dialog').getByRole('status').waitFor();
}

const scenes: { name: string; path: string; go(page: Page): Promise<void> }[] = [
  {
    name: 'admin-menu',
    path: '/admin/users',
    async go(page) {
      const opener = page.getByRole('navigation', { name: 'Administration' }).locator('[aria-haspopup]');
      await page.getByRole('heading', { level: 1 }).waitFor();
      if ((await opener.count()) > 0) await opener.click();
    },
  },
  {
    name: 'admin-setup-choose',
    path: '/admin/inspections',
    go: (page) => page.getByRole('button', { name: 'Import setup' }).click(),
  },
  {
    name: 'admin-setup-refused',
    path: '/admin/inspections',
    async go(page) {
      await page.getByRole('button', { name: 'Import setup' }).click();
      await choose(page.getByRole('dialog'), 'notes.json', 'no setup');
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  { name: 'admin-setup-changes', path: '/admin/inspections', go: importSetup },
  {
    name: 'admin-default-item',
    path: '/admin/inspections',
    async go(page) {
      await openSurvey(page);
      await page.getByRole('tab', { name: 'Default Items/Questions' }).click();
      await page
        .getByRole('button', { name: /^Edit / })
        .nth(1)
        .click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  {
    name: 'admin-default-item-new',
    path: '/admin/inspections',
    async go(page) {
      await openSurvey(page);
      await page.getByRole('tab', { name: 'Default Items/Questions' }).click();
      await page.getByRole('button', { name: 'Add Item or Question' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  {
    name: 'admin-installation-new',
    path: '/admin/companies',
    async go(page) {
      await openCompany(page);
      await page.getByRole('button', { name: 'Create Installation' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-installation-archive',
    path: '/admin/companies',
    async go(page) {
      await openCompany(page);
      await page.getByRole('button', { name: 'Archive Northmere Tarn' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-installation-more', path: '/admin/companies', go: (page) => openMore(page) },
  {
    name: 'admin-installation-copy',
    path: '/admin/companies',
    async go(page) {
      await openMore(page, 'Copy to another company');
      await page.getByRole('dialog').getByRole('combobox', { name: 'To company' }).click();
    },
  },
  { name: 'admin-register-choose', path: '/admin/companies', go: (page) => openMore(page, 'Import items') },
  {
    name: 'admin-register-wrong',
    path: '/admin/companies',
    async go(page) {
      await openMore(page, 'Import items');
      const rows = [
        'Location;Item type;Name;Tag number;Weight (kg);Colour',
        'Derrick;Floodlight;Crown light;FL-9;heavy;red',
        'Derrick;Floodlight;Crown light, port;FL-10;12.5;red',
        'No such place;Floodlight;Lamp;FL-11;8;',
        'Derrick;Lampion;Garden lamp;FL-12;1;',
      ];
      await choose(page.getByRole('dialog'), 'Lights of Northmere Tarn.csv', rows.join('\n'));
      await page.getByRole('table', { name: 'Rows of the spreadsheet' }).waitFor();
    },
  },
  {
    name: 'admin-register-reasons',
    path: '/admin/companies',
    async go(page) {
      await openMore(page, 'Import items');
      const wrong = Array.from({ length: 240 }, (_, i) =>
        i % 3 === 0
          ? `Derrick;Lampion;Lamp ${i};8`
          : `No such place;Floodlight;Lamp ${i};${i % 2 === 0 ? 'heavy' : '8'}`,
      );
      const rows = ['Location;Item type;Name;Weight (kg)', 'Derrick;Floodlight;Crown light;12', ...wrong];
      const dialog = page.getByRole('dialog');
      await choose(dialog, 'Lights of Northmere Tarn.csv', rows.join('\n'));
      await dialog.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'admin-company-conflict',
    path: '/admin/companies',
    async go(page) {
      await openRow(page, 'Skerrow Energy');
      await page.getByRole('textbox', { name: 'Short Name' }).fill('SKN');
      const call = await callerOn(page);
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      const { shortName } = await call('getCompany', { id });
      await call('updateCompany', { id, shortName: `${shortName}A` });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await call('updateCompany', { id, shortName });
    },
  },
  {
    name: 'admin-user-new',
    path: '/admin/users',
    async go(page) {
      await page.getByRole('button', { name: 'Create User' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-user-malformed',
    path: '/admin/users',
    async go(page) {
      await page.getByRole('button', { name: 'Create User' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Nora Aldersund');
      await dialog.getByRole('textbox', { name: 'Email Address' }).fill('nora.aldersund@');
      await page.keyboard.press('Tab');
      await dialog.getByText('Enter an email address, such as').waitFor();
    },
  },
  {
    name: 'admin-rights',
    path: '/admin/users',
    async go(page) {
      // On narrow screens it is an entry of the menu.
      const more = page.getByRole('button', { name: 'More', exact: true });
      const open = page.getByRole('button', { name: 'Roles and rights' });
      await more.or(open).click();
      if (await more.isVisible()) await page.getByRole('menuitem', { name: 'Roles and rights' }).click();
      await page.getByRole('dialog', { name: 'Roles and rights' }).waitFor();
    },
  },
  {
    name: 'admin-usage',
    path: '/admin/companies',
    async go(page) {
      await page.getByRole('button', { name: 'Usage' }).click();
      await page.getByRole('dialog').getByText('Northmere Drilling').first().waitFor();
    },
  },
  {
    name: 'admin-report-move',
    path: '/admin/reports',
    async go(page) {
      await page.getByRole('row').nth(1).getByRole('button').click();
      await page.getByRole('button', { name: 'Move to another company' }).click();
      await page.getByRole('button', { name: 'Move Report' }).waitFor();
    },
  },
  {
    name: 'admin-report-unprintable',
    path: '/admin/reports',
    async go(page) {
      const title = 'Broken report (shows how a failure is reported)';
      const row = page.getByRole('row').filter({ hasText: title });
      await row.getByText('Cannot be printed').waitFor();
      await row.getByRole('button').click();
      await page.getByRole('dialog').getByText('This report cannot be printed').waitFor();
    },
  },
  {
    name: 'admin-template-evidence',
    path: '/admin/inspection-templates',
    async go(page) {
      const evidence = [
        { when: '[Condition] == "Defective"', needs: 'photo', reason: 'Show the defect' },
        { when: '[Finding] == "Secondary retention missing" && [Drop] > 3', needs: 'note', reason: '' },
      ];
      await page.route(/\/admin\/fieldsTemplate\/[^/?]+$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), evidence } });
      });
      await openRow(page, 'DROPS result');
      const region = page.getByRole('region', { name: 'Evidence' });
      await region.getByRole('listitem').first().waitFor();
      await region.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin-template-field',
    path: '/admin/item-type-templates',
    async go(page) {
      await openRow(page, 'Securing');
      await page.getByRole('button', { name: /^Primary fixing/ }).click();
      await page.getByRole('button', { name: 'Delete field' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin-template-preview',
    path: '/admin/item-type-templates',
    async go(page) {
      await openRow(page, 'Securing');
      await page.getByRole('button', { name: 'Edit as Draft' }).waitFor();
      const preview = page.getByRole('radiogroup', { name: 'Show' }).getByText('Preview', { exact: true });
      if ((await preview.count()) > 0) await preview.click();
      await page.getByRole('region', { name: 'Preview' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'admin-template-unsaved',
    path: '/admin/item-type-templates',
    async go(page) {
      await openRow(page, 'Securing');
      await page.getByRole('button', { name: /^Primary fixing/ }).click();
      await page.getByRole('button', { name: 'Delete field' }).waitFor();
      await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('First fixing');
      await page.getByText('Unsaved changes', { exact: true }).waitFor();
    },
  },
  ...['installation-details-templates', 'inspection-details-templates'].map((list) => ({
    name: `admin-${list}`,
    path: `/admin/${list}`,
    go: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor(),
  })),
  {
    name: 'company-not-chosen',
    path: '/',
    go: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];

/** Every dialog of the administration, opened by an administrator. */
export const adminDialogScenes = scenes.map((scene) => ({ ...scene, who: 'administrator' }));
