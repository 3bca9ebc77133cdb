import type { Page } from '@playwright/test';
import { startAgent } from '../fixtures/agent.ts';
import { DAY, dayOf, PASSWORD, today } from '../fixtures/company.ts';
import {
  beginningOf,
  detectHostile,
  type Detector,
  hostile,
  type HostileRecords,
  storeHostileTexts,
} from '../fixtures/hostileTexts.ts';
import { expect, test as base } from '../fixtures/journey.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { ReportRows } from '../pages/reportRows.ts';

interface Parts {
  detector: Detector;
}

interface WorkerParts {
  server: Server;
  records: HostileRecords;
}

/** Journeys over a server of their own, because these records would be on the screens of others. */
const test = base.extend<Parts, WorkerParts>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ demo: false });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  records: [async ({ cloud }, use) => use(await storeHostileTexts(cloud)), { scope: 'worker', timeout: 60_000 }],
  detector: async ({ page }, use) => use(await detectHostile(page)),
});

/** The administration's lists, each with places whose texts it shows. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  inspections: ['inspection type'],
  'item-types': ['item type'],
  companies: ['company'],
  'item-type-templates': ['template'],
  'inspection-templates': ['result'],
  'inspection-details-templates': ['details'],
  'installation-details-templates': ['unit'],
  reports: ['report'],
  users: ['user'],
  devices: ['device'],
  'recycle-bin': ['deleted installation'],
  audit: ['device'],
};

/** Checks that a screen shows texts as they were written, and that no text had an effect so far. */
async function shows(page: Page, detector: Detector, ...places: string[]): Promise<void> {
  await expect.poll(() => page.evaluate(missingOf, places.map(beginningOf)), 'shown as texts').toEqual([]);
  expect(await detector.findings()).toEqual([]);
}

/** Returns the texts that are neither in the page nor in a field or a description of it; runs in the page. */
function missingOf(texts: string[]): string[] {
  const shown = [document.body.textContent];
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) shown.push(field.value);
  for (const name of ['title', 'aria-label'])
    for (const element of document.querySelectorAll(`[${name}]`)) shown.push(element.getAttribute(name) ?? '');
  return texts.filter((text) => !shown.some((one) => one.includes(text)));
}

const button = (page: Page, place: string) => page.getByRole('button', { name: beginningOf(place) }).first();

/** Opens a dialog by its button, checks the texts in it and closes it. */
async function showsInDialog(page: Page, detector: Detector, name: string, ...places: string[]): Promise<void> {
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  await shows(page, detector, ...places);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

async function openInstallation(page: Page): Promise<void> {
  await page
    .getByRole('article', { name: beginningOf('installation') })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: beginningOf('installation') }).waitFor();
}

/** Opens the inspection of this year from its installation. */
async function openInspection(page: Page): Promise<void> {
  const begun = page.getByRole('article').filter({ hasText: dayOf(today - 5 * DAY) });
  await begun
    .getByRole('button', { name: beginningOf('inspection type') })
    .first()
    .click();
  await page.getByRole('treegrid').waitFor();
}

test.describe.configure({ mode: 'default' });

/** Makes elements of a text, as a screen with a hole does; runs in the page. */
function plant(text: string): void {
  const made = new DOMParser().parseFromString(`<a href="javascript:0">${text}`, 'text/html');
  document.body.append(...made.body.childNodes);
}

test.describe('texts that would run as a program', () => {
  test('would be found if a screen made elements of them, loaded something or ran them', async ({
    context,
    server,
  }) => {
    // A separate page: on the page of the journey no refusal is allowed.
    const page = await context.newPage();
    const detector = await detectHostile(page);
    await page.goto(`${server.address}/healthz`);
    expect(await detector.findings()).toEqual([]);
    await page.evaluate(plant, hostile('note'));
    await page.evaluate('textRan()');
    await expect
      .poll(async () => (await detector.findings()).join('\n'))
      .toMatch(/A text ran on [^]*An element of a text on \S+: <img data-ran/);
    const found = (await detector.findings()).join('\n');
    for (const part of ['<svg data-ran', '<script data-ran', '<a href="javascript:', 'Refused by the policy'])
      expect(found).toContain(part);
  });

  test('are texts on the screens of inspectors', async ({ as, company, records, detector, page, inspection, item }) => {
    await as(company.maren);
    await shows(page, detector, 'installation', 'inspection type');
    await openInstallation(page);
    await shows(page, detector, 'installation', 'inspection type');
    await showsInDialog(page, detector, 'Installation Details', 'unit answer');
    await openInspection(page);
    await shows(page, detector, 'crane');
    await showsInDialog(page, detector, 'Inspection Details', 'details text', 'details answer');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('textbox', { name: 'Name of this view' }).fill(hostile('view').slice(0, 60));
    await page.getByRole('textbox', { name: 'Name of this view' }).press('Enter');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await shows(page, detector, 'view');
    await page.keyboard.press('Escape');
    await inspection.search.fill(beginningOf('crane'));
    await page.getByRole('treegrid').getByTitle(beginningOf('crane')).first().click();
    await item.come();
    await page.getByRole('tab', { name: 'History' }).scrollIntoViewIfNeeded();
    const own = ['own note', 'own answer', 'item answer', 'file', 'photo'];
    await shows(page, detector, ...own, 'earlier answer', 'first name', 'template select');
    await page.getByRole('button', { name: 'Add note' }).click();
    const note = page.getByRole('dialog');
    await note.getByRole('button', { name: 'Phrases' }).click();
    await shows(page, detector, 'own note');
    await note.getByRole('button', { name: 'Close', exact: true }).click();
    await page
      .getByRole('button', { name: /^Photo \d/ })
      .first()
      .click();
    await shows(page, detector, 'own caption', 'photo');
    await page.getByRole('button', { name: 'Edit photo' }).click();
    await page.getByRole('application', { name: 'Photo to edit' }).waitFor();
    expect(await detector.findings()).toEqual([]);
    await page.goto('/');
    await page.getByRole('main').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search records and commands').fill('crane"');
    await shows(page, detector, 'crane');
    const answer = await page.request.get(records.file);
    expect(answer.headers()).toMatchObject({ 'content-disposition': expect.stringMatching(/^attachment/) });
  });

  test('are texts in comparisons and on the pages of reports', async ({ as, company, records: _, detector, page }) => {
    await as(company.maren);
    await openInstallation(page);
    await openInspection(page);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    const rows = new ReportRows(page, page.getByRole('dialog'));
    await rows.root.getByRole('button', { name: `Show the pages of ${beginningOf('report')}` }).click();
    const pages = page.locator('iframe').contentFrame();
    await expect(pages.locator('#page-1')).toContainText(beginningOf('crane'), { timeout: 60_000 });
    expect(await detector.findings()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Since last time' }).click();
    const comparison = page.getByRole('dialog', { name: /since last time/i });
    const crane = comparison.getByRole('listitem').filter({ hasText: beginningOf('crane') });
    await crane.getByRole('button', { name: 'Details' }).click();
    await shows(page, detector, 'crane', 'earlier answer', 'own answer');
    await page.emulateMedia({ media: 'print' });
    await shows(page, detector, 'crane', 'earlier answer', 'own answer');
    await page.emulateMedia({ media: null });
  });

  test('are texts on the screens of administrators', async ({ as, company, records, detector, page }) => {
    await as(company.wren, '/admin');
    for (const [list, places] of Object.entries(LISTS)) {
      await page.goto(`/admin/${list}`);
      await shows(page, detector, ...places);
    }
    for (const [screen, place] of Object.entries(records.screens)) {
      await page.goto(`/admin/${screen}`);
      await shows(page, detector, place);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await shows(page, detector);
      }
    }
  });

  test(
    'are texts on the screens of a desktop',
    { tag: '@desktop' },
    async ({ company, records: _, server, detector, page, login }) => {
      test.setTimeout(120_000);
      const agent = await startAgent(server.address);
      try {
        await page.goto(agent.launchAddress());
        await login.signIn(company.maren.email, PASSWORD);
        await button(page, 'installation').waitFor({ timeout: 60_000 });
        await shows(page, detector, 'installation');
        await openInstallation(page);
        await openInspection(page);
        await page.getByRole('treegrid').getByTitle(beginningOf('crane')).first().click();
        await shows(page, detector, 'own note', 'own answer', 'file');
        await page.getByRole('region', { name: 'This device', exact: true }).getByRole('button').first().click();
        await page.getByRole('heading', { name: 'Synchronisation' }).waitFor();
        expect(await detector.findings()).toEqual([]);
      } finally {
        await agent.remove();
      }
    },
  );
});
