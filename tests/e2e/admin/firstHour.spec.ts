import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { expect } from '../fixtures/journey.ts';
import { mailTo } from '../fixtures/outbox.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { png } from '../fixtures/pictures.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { AdminPage } from '../pages/adminPage.ts';
import { AdminTemplatePage } from '../pages/adminTemplatePage.ts';
import { DashboardPage } from '../pages/dashboardPage.ts';
import { InspectionPage } from '../pages/inspectionPage.ts';
import { ItemPage } from '../pages/itemPage.ts';
import { LoginPage } from '../pages/loginPage.ts';
import { ReportRows } from '../pages/reportRows.ts';

const PASSWORD = 'first-Hour-alone-1';
const EMAIL = 'maren@northmere.example';

const test = base.extend<{ server: Server }>({
  server: async ({ browserName: _ }, use) => {
    const server = await startServer({ demo: false });
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => use(server.address),
});

test('From an empty server to the printed inspection of an invited inspector, with the time of each step', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const [admin, studio, login] = [new AdminPage(page), new AdminTemplatePage(page), new LoginPage(page)];
  const times: { step: string; seconds: number }[] = [];
  const timed = async (step: string, work: () => Promise<void>): Promise<void> => {
    const begun = performance.now();
    await test.step(step, work);
    times.push({ step, seconds: Math.round((performance.now() - begun) / 100) / 10 });
  };

  await timed('first administrator', async () => {
    await login.open();
    await page.getByText('Set up the first administrator').click();
    await expect(page.getByLabel('Setup code')).toBeFocused();
    await page.getByLabel('Setup code').fill('0000-0000');
    await page.getByLabel('Your name').fill('Wren Castellane');
    const email = page.getByPlaceholder('Email Address').or(page.getByLabel('Email Address'));
    await email.first().fill('wren@holdfast.example');
    await page
      .getByLabel(/^Password/)
      .first()
      .fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('each start prints a new one')).toBeVisible();
    await expect(page.getByLabel('Setup code')).toBeFocused();
    await page.keyboard.type(server.setupCode);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('link', { name: 'See every step of the setup' }).click();
    await expect(page.getByRole('region', { name: 'Set up' })).toContainText('0 of 8 steps done');
  });

  await timed('questions, item type and type of inspection', async () => {
    await admin.goTo('Inspection Templates');
    await admin.createNamed('Result');
    await studio.add('Remedy', 'Text');
    await admin.saveAll();
    await admin.goTo('Item Types');
    await admin.createNamed('Floodlight');
    await admin.goTo('Inspections');
    await admin.create.click();
    await admin.shortName.fill('DROPS');
    await admin.rename('Dropped Object Survey');
    await admin.tab('Item Types').click();
    await admin.add('Item Types', 'Floodlight');
    await admin.choose(page.getByRole('combobox', { name: 'Result questions of Floodlight' }), 'Result');
    await admin.tab('Default Items/Questions').click();
    await page.getByRole('button', { name: 'Add Item or Question' }).click();
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Item type' }), 'Floodlight');
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Crown light');
    await admin.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(admin.dialog).toBeHidden();
  });

  await timed('company with logo, installation and allowed inspection', async () => {
    await admin.goTo('Companies');
    await admin.createNamed('Northmere Drilling');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add logo' }).click();
    await (await chooser).setFiles(png('logo.png', 90, 240, 160));
    await expect(page.getByRole('img', { name: 'Logo of Northmere Drilling' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Installation' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Northmere Tarn');
    const heights = ['Latitude', 'Longitude'].map(async (name) => {
      const box = await admin.dialog.getByRole('textbox', { name }).boundingBox();
      return box?.y;
    });
    const [latitude, longitude] = await Promise.all(heights);
    expect(latitude).toBe(longitude);
    await admin.dialog.getByRole('button', { name: 'Create' }).click();
    await expect(admin.dialog).toBeHidden();
    await admin.add('Allowed Inspections', 'Dropped Object Survey');
  });

  await timed('report', async () => {
    await admin.goTo('Overview');
    await page.getByRole('link', { name: 'Create a report that prints inspections' }).click();
    await expect(admin.title).toHaveText('Reports');
    await page.getByRole('button', { name: 'Create Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Report' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Inspection report');
    await dialog.getByRole('combobox', { name: 'Runs over' }).click();
    await page.getByRole('option', { name: 'Installation Inspection', exact: true }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    // The template is checked by a separate process, which must start first.
    await expect(page.getByRole('dialog', { name: 'Inspection report' })).toBeVisible({ timeout: 30_000 });
    await page
      .getByRole('dialog', { name: 'Inspection report' })
      .getByRole('button', { name: 'Change choices' })
      .waitFor();
    await page.keyboard.press('Escape');
  });

  await timed('invitation', async () => {
    await admin.goTo('Users');
    await page.getByRole('button', { name: 'Create User' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Maren Thorskild');
    await admin.dialog.getByRole('textbox', { name: 'Email Address' }).fill(EMAIL);
    await admin.dialog.getByRole('radio', { name: 'Inspector' }).click();
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Company' }), 'Northmere Drilling');
    await admin.dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row('Maren Thorskild')).toBeVisible();
    await admin.goTo('Overview');
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Set up' })).toBeHidden();
    await expect.poll(() => mailTo(server.folder, EMAIL)).toContain('#invitation=');
  });

  const dashboard = new DashboardPage(page);
  await timed('the inspector chooses a password and signs in', async () => {
    const link = /http:\S+#invitation=\S+/.exec(mailTo(server.folder, EMAIL))![0];
    await dashboard.signOut();
    await page.goto(link);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Your password is set. Sign in with it now.')).toBeVisible();
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByPlaceholder('Email Address')).toHaveValue(EMAIL);
    await page.getByPlaceholder('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
  });

  await timed('qualification', async () => {
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    const account = page.getByRole('dialog', { name: 'Account' });
    await account.getByRole('textbox', { name: 'Qualification' }).fill('DROPS surveyor');
    await account.getByRole('textbox', { name: 'Certificate number' }).fill('DS-4711');
    await account.getByRole('button', { name: 'Save qualification' }).click();
    await expect(page.getByText('Qualification saved.')).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await account.getByRole('button', { name: 'Add image of the signature' }).click();
    await (await chooser).setFiles(png('signature.png', 40, 300, 80));
    await expect(account.getByRole('img', { name: 'The signature as reports print it' })).toBeVisible();
    await account.getByRole('button', { name: 'Close' }).first().click();
  });

  await timed('inspection', async () => {
    await dashboard.openInstallation('Northmere Tarn');
    await page.getByRole('button', { name: 'New Inspection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await dialog.getByRole('combobox', { name: 'Inspection', exact: true }).click();
    await page.getByRole('option', { name: 'Dropped Object Survey' }).click();
    await dialog.getByRole('button', { name: 'From today for one week' }).click();
    await dialog.getByRole('button', { name: 'Create Inspection' }).click();
    await expect(dialog).toBeHidden();
    const [inspection, item] = [new InspectionPage(page), new ItemPage(page)];
    await inspection.row('Crown light').click();
    await expect(item.title).toHaveText('Crown light');
    await item.condition('Defective').click();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await item.back.click();
    await expect(inspection.row('Crown light')).toBeVisible();
  });

  await timed('print', async () => {
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    const file = await new ReportRows(page, page.getByRole('dialog', { name: 'Reports' })).print('Inspection report');
    const text = (await pdfPages(await readFile(await file.path()))).join('\n');
    for (const words of ['Crown light', 'Maren Thorskild', 'DROPS surveyor', 'DS-4711']) expect(text).toContain(words);
  });

  const report = times.map(({ step, seconds }) => `${seconds.toFixed(1)} s  ${step}`).join('\n');
  test.info().annotations.push({ type: 'times', description: report });
  writeFileSync(test.info().outputPath('times.txt'), `${report}\n`);
});
