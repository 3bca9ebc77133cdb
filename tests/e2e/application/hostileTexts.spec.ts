import type { Page } from '@playwright/test';
import { DAY, dayOf, today } from '../fixtures/company.ts';
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

async function openInstallation(page: Page): Promise<void> {
  await page
    .getByRole('article', { name: beginningOf('installation') })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('heading', { name: 'Inspections', exact: true }).waitFor();
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

  test('are texts on the screens of inspectors', async ({ as, company, records: _, detector, page }) => {
    await as(company.maren);
    await shows(page, detector, 'installation', 'inspection type');
    await openInstallation(page);
    await shows(page, detector, 'installation', 'inspection type');
    await page.getByRole('button', { name: 'Installation Details' }).click();
    await shows(page, detector, 'unit answer');
    await page.keyboard.press('Escape');
    await openInspection(page);
    await shows(page, detector, 'crane');
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
});
