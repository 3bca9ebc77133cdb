import Sqlite from 'better-sqlite3';
import type { Locator, Page } from '@playwright/test';
import { DROPS, makeCompany, makeRig, PASSWORD } from '../fixtures/company.ts';
import { droppingProxy } from '../fixtures/droppingProxy.ts';
import { expect, test } from '../fixtures/journey.ts';
import { startServer } from '../fixtures/server.ts';
import {
  answerAll,
  attach,
  EVIDENCE,
  expectedOf,
  expectShown,
  foundAt,
  makeWorkday,
  NOTE,
  storedOf,
} from '../fixtures/workday.ts';
import { InspectionPage } from '../pages/inspectionPage.ts';
import { ItemPage } from '../pages/itemPage.ts';

/** Chooses the fifteenth of the displayed month, five past one in the afternoon. */
async function pickMoment(page: Page, press: (locator: Locator) => Promise<void>): Promise<void> {
  await press(page.getByRole('button', { name: /^Moment/ }));
  const picker = page.locator('.mantine-Popover-dropdown').filter({ visible: true });
  await press(picker.getByRole('button', { name: /^15 / }));
  const [hours, minutes] = [picker.locator('input').nth(0), picker.locator('input').nth(1)];
  await hours.fill('13');
  await minutes.fill('05');
  await press(picker.locator('.mantine-DateTimePicker-submitButton'));
}

/** Does the day's work with a given way of pressing: mouse or finger. */
async function workThrough(
  page: Page,
  names: readonly string[],
  crane: string,
  press: (locator: Locator) => Promise<void>,
  evidence = EVIDENCE,
): Promise<void> {
  const inspection = new InspectionPage(page);
  const item = new ItemPage(page);
  await press(inspection.row(names[0]!));
  for (const [index, name] of names.entries()) {
    await expect(item.title).toHaveText(name);
    await item.come();
    await press(item.condition(foundAt(index).name));
    await expect(item.condition(foundAt(index).name)).toHaveAttribute('aria-pressed', 'true');
    if (index < names.length - 1) {
      await press(item.next);
      await expect(item.title).not.toHaveText(name);
      // The crane is among them, and is inspected last.
      if ((await item.title.textContent()) === crane) await press(item.next);
    }
  }
  await press(item.back);
  await press(inspection.row(crane));
  await expect(page.getByRole('textbox', { name: 'Words', exact: true })).toBeVisible();
  await answerAll(page, press);
  await pickMoment(page, press);
  await press(page.getByRole('button', { name: 'Add note', exact: true }));
  const writing = page.getByRole('dialog', { name: 'Add note' });
  await writing.getByRole('textbox', { name: 'Note' }).fill(NOTE);
  await press(writing.getByRole('button', { name: 'Add Note' }));
  await expect(writing).toHaveCount(0);
  await attach(page, evidence, press);
}

test.describe("an inspector's day", () => {
  test.slow();

  test('from signing in to the last note, is complete after a reload', async ({
    company,
    rig,
    login,
    dashboard,
    item,
    page,
  }) => {
    const day = await makeWorkday(company, rig);
    await login.open();
    await login.signIn(company.maren.email, PASSWORD);
    await dashboard.openInspection(rig.installationName, DROPS);
    await workThrough(page, day.names, day.crane.name, (locator) => locator.click());
    await expect.poll(() => storedOf(company, rig, day)).toEqual(expectedOf(day));
    await page.reload();
    await expectShown(page, item);
  });

  test('is the same by keyboard only', async ({ login, page, item, inspection }) => {
    // On the server of the other journeys, the Tab key would pass all their installations.
    const server = await startServer({ demo: false });
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      const day = await makeWorkday(company, rig);
      /** Presses Tab until an element has the focus; no other key moves it there. */
      const tabTo = async (target: Locator): Promise<void> => {
        await expect(target).toBeVisible();
        for (let presses = 0; presses < 100; presses++) {
          if (await target.evaluate((element) => element === document.activeElement)) return;
          await page.keyboard.press('Tab');
        }
        throw new Error(`The Tab key does not reach ${String(target)}.`);
      };
      const keys = async (...all: string[]): Promise<void> => {
        for (const key of all) await page.keyboard.press(key);
      };
      await page.goto(server.address);
      await tabTo(login.email);
      await page.keyboard.type(company.maren.email);
      await tabTo(login.password);
      await page.keyboard.type(PASSWORD);
      await keys('Enter');
      const card = page.getByRole('article', { name: rig.installationName });
      await tabTo(card.getByRole('button', { name: DROPS }));
      await keys('Enter');
      await tabTo(inspection.row('Derrick'));
      await keys('ArrowDown', 'Enter');
      for (const [index, name] of day.names.entries()) {
        await expect(item.title).toHaveText(name);
        await item.come();
        await keys(foundAt(index).key);
        await expect(item.condition(foundAt(index).name)).toHaveAttribute('aria-pressed', 'true');
        if (index === day.names.length - 1) break;
        await keys('j');
        await expect(item.title).not.toHaveText(name);
        if ((await item.title.textContent()) === day.crane.name) await keys('j');
      }
      await keys('Escape');
      // The list returns the focus to the row that was opened; keys pressed before that belong to the item.
      await expect(inspection.rows.and(page.locator(':focus'))).toBeVisible();
      await keys('/');
      await expect(inspection.search).toBeFocused();
      await page.keyboard.type(day.crane.name);
      await expect(inspection.rows).toHaveCount(2);
      await tabTo(inspection.row(day.crane.name));
      await keys('Enter');
      await expect(item.title).toHaveText(day.crane.name);

      const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
      const list = (name: string): Locator => page.getByRole('combobox', { name, exact: true });
      /** Moves through an open list to each choice and selects it. */
      const choose = async (question: string, ...choices: string[]): Promise<void> => {
        await tabTo(list(question));
        const marked = page.locator('[role="option"][data-combobox-selected]').filter({ visible: true });
        for (const choice of choices) {
          await keys('ArrowDown');
          await expect(page.getByRole('option', { name: choice, exact: true })).toBeVisible();
          for (let moves = 0; moves < 5 && (await marked.allTextContents())[0] !== choice; moves++)
            await keys('ArrowDown');
          await keys('Enter');
        }
        await keys('Escape');
      };
      await tabTo(page.getByRole('group', { name: 'Checked', exact: true }).getByRole('button', { name: 'Yes' }));
      await keys('Space');
      await tabTo(field('Day'));
      await page.keyboard.type('03/04/2027');
      await tabTo(page.getByRole('button', { name: /^Moment/ }));
      await keys('Enter');
      const picker = page.locator('.mantine-Popover-dropdown').filter({ visible: true });
      await tabTo(picker.locator('table button[tabindex="0"]'));
      // From the first focused day of the calendar to the fifteenth, by a week or a day at a time.
      const at = async (): Promise<number> =>
        Number.parseInt((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '0', 10);
      for (let moves = 0; moves < 40 && (await at()) !== 15; moves++) {
        const before = await at();
        await keys(before < 15 ? 'ArrowRight' : 'ArrowLeft');
        if ((await at()) === before) await keys(before < 15 ? 'ArrowDown' : 'ArrowUp');
      }
      await keys('Enter');
      await tabTo(picker.locator('input').first());
      await page.keyboard.type('1305');
      await tabTo(picker.locator('.mantine-DateTimePicker-submitButton'));
      await keys('Enter');
      await choose('Several', 'Split pin', 'Lock wire');
      await choose('One', 'Brandreth');
      await tabTo(field('Words'));
      await page.keyboard.type('Guard bent, straightened');
      await tabTo(field('Amount'));
      await page.keyboard.type('-12.5');
      await choose('Fixing', 'Bolted');
      await tabTo(field('inner Words'));
      await page.keyboard.type('M24');
      await keys('Tab');
      await tabTo(page.getByRole('button', { name: 'Add note', exact: true }));
      await keys('Enter');
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
      await page.keyboard.type(NOTE);
      await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Add Note' }));
      await keys('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await attach(page, EVIDENCE, async (locator) => {
        await tabTo(locator);
        await keys('Enter');
      });
      await expect.poll(() => storedOf(company, rig, day)).toEqual(expectedOf(day));
      await page.reload();
      await expectShown(page, item);
    } finally {
      await server.remove();
    }
  });
});

test.describe("an inspector's day on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test.slow();

  test('is the same by touch only', async ({ company, rig, login, dashboard, item, page }) => {
    const day = await makeWorkday(company, rig);
    await login.open();
    await login.email.fill(company.maren.email);
    await login.password.fill(PASSWORD);
    await login.submit.tap();
    await dashboard.card(rig.installationName).getByRole('button', { name: DROPS }).tap();
    await workThrough(page, day.names, day.crane.name, (locator) => locator.tap());
    await expect.poll(() => storedOf(company, rig, day)).toEqual(expectedOf(day));
    await page.reload();
    await expectShown(page, item);
  });
});

test.describe("an inspector's day over a bad connection", () => {
  test.slow();

  test('loses nothing and applies nothing twice, although every save loses its request or its answer', async ({
    page,
    login,
    dashboard,
    item,
  }) => {
    const server = await startServer({ demo: false });
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      const day = await makeWorkday(company, rig);
      await page.goto(server.address);
      await login.signIn(company.maren.email, PASSWORD);
      await dashboard.openInspection(rig.installationName, DROPS);
      const tries = new Map<string, number>();
      await page.route('**/api/**', async (route) => {
        const key = route.request().headers()['idempotency-key'];
        if (key === undefined) return route.continue();
        const count = (tries.get(key) ?? 0) + 1;
        tries.set(key, count);
        // Alternately: the request never arrives, or its answer is lost; the next attempt succeeds.
        if (count > 1) return route.continue();
        if (tries.size % 2 === 0) await route.fetch();
        return route.abort('connectionreset');
      });
      await workThrough(page, day.names, day.crane.name, (locator) => locator.click());
      await expect.poll(() => storedOf(company, rig, day), { timeout: 90_000 }).toEqual(expectedOf(day));
      await expect(page.getByText(/not saved/i)).toHaveCount(0);
      expect([...tries.values()].every((count) => count === 2)).toBe(true);

      const db = new Sqlite(server.databaseFile, { readonly: true });
      const count = (sql: string, ...values: string[]): number =>
        db
          .prepare(sql)
          .pluck()
          .get(...values) as number;
      for (const table of ['note', 'image', 'file']) expect(count(`select count(*) from "${table}"`)).toBe(1);
      expect(count(`select count(*) from "fieldResponse" where "ownerId" = ?`, day.crane.itemId)).toBe(9);
      for (const name of day.names.filter((each) => each.startsWith('Signal lamp'))) {
        const changes = `select count(*) from "change" where "tableName" = 'installationInspectionItem' and "op" = 'upd' and "itemId" = ?`;
        expect(count(changes, rig.items[name]!)).toBe(1);
      }
      const answers = `select count(*) from "change" where "tableName" = 'fieldResponse' and "itemId" = ?`;
      // Each question was answered once. The two choices of Several are sent one by one, or together while the first still waits.
      expect([9, 10]).toContain(count(answers, day.crane.itemId));
      db.close();
      await page.reload();
      await expectShown(page, item);
    } finally {
      await server.remove();
    }
  });

  test('loses nothing and applies nothing twice when the connection breaks every few seconds, even during a request', async ({
    page,
    login,
    dashboard,
    item,
  }) => {
    const server = await startServer({ demo: false });
    const line = await droppingProxy(server.address);
    // Too large for one attempt over this connection.
    const survey = { ...EVIDENCE.file, name: 'Weld map.bin', buffer: Buffer.alloc(12 * 1024 * 1024, 'weld map ') };
    const evidence = { ...EVIDENCE, file: survey };
    try {
      const company = await makeCompany(server);
      const rig = await makeRig(company);
      const day = await makeWorkday(company, rig);
      const puts: number[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT') puts.push(Number(new URL(request.url()).searchParams.get('offset')));
      });
      await page.goto(line.address);
      await login.signIn(company.maren.email, PASSWORD);
      await expect(dashboard.card(rig.installationName)).toBeVisible();
      line.begin();
      await dashboard.openInspection(rig.installationName, DROPS);
      await workThrough(page, day.names, day.crane.name, (locator) => locator.click(), evidence);
      await expect.poll(() => storedOf(company, rig, day), { timeout: 120_000 }).toEqual(expectedOf(day, evidence));
      expect(line.drops()).toBeGreaterThan(3);
      // The upload continued where it was interrupted.
      expect(puts.at(-1)).toBeGreaterThan(0);
      expect(puts).toEqual(puts.toSorted((a, b) => a - b));
      line.steady();

      const db = new Sqlite(server.databaseFile, { readonly: true });
      for (const table of ['note', 'image', 'file'])
        expect(db.prepare(`select count(*) from "${table}"`).pluck().get()).toBe(1);
      db.close();
      await page.reload();
      await expectShown(page, item, evidence);
    } finally {
      await line.close();
      await server.remove();
    }
  });
});

for (const timezoneId of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test('reads and writes the same days and moments as in any other time zone', async ({
      openItem,
      company,
      rig,
      dashboard,
      inspection,
      item,
      installation,
      page,
    }) => {
      const { crane } = await makeWorkday(company, rig);
      const { fieldsTemplates } = await company.maren.call('getFieldsForItem', { itemId: crane.itemId });
      await company.maren.call('saveItemField', {
        itemId: crane.itemId,
        fieldId: fieldsTemplates[0]!.fields.find(({ name }) => name === 'Moment')!.id,
        value: '2026-01-15T23:30:00.000Z',
        displayValue: '15/01/2026 11:30 pm',
        parentFieldOptionId: null,
      });
      await company.maren.call('updateInstallationInspection', {
        id: rig.drops,
        startDate: Date.UTC(2026, 11, 31) / 1000,
        endDate: Date.UTC(2027, 0, 1) / 1000,
        fields: [],
      });
      await openItem(crane.name);
      await expect(page.getByRole('button', { name: /^Moment/ })).toHaveText('15/01/2026 11:30 pm');
      const saved = page.waitForRequest('**/api/save-item-field');
      const typed = page.getByRole('textbox', { name: 'Day', exact: true });
      await typed.fill('29/02/2028');
      await typed.blur();
      expect((await saved).postDataJSON()).toMatchObject({
        value: '2028-02-29T00:00:00.000Z',
        displayValue: '29/02/2028',
      });
      await page.reload();
      await expect(typed).toHaveValue('29/02/2028');
      await item.back.click();
      await expect(page.getByText('31/12/2026 – 01/01/2027')).toBeVisible();
      await page.getByRole('button', { name: 'Inspection Details' }).click();
      const dialog = page.getByRole('dialog', { name: 'Inspection Details' });
      await expect(dialog.getByRole('textbox', { name: 'Start date' })).toHaveValue('31/12/2026');
      await dialog.getByRole('textbox', { name: 'Expected end date' }).fill('28/02/2027');
      await dialog.getByRole('textbox', { name: 'Expected end date' }).blur();
      const sent = page.waitForRequest('**/api/update-installation-inspection/*');
      await dialog.getByRole('button', { name: 'Update Inspection Details' }).click();
      expect((await sent).postDataJSON()).toMatchObject({
        startDate: Date.UTC(2026, 11, 31) / 1000,
        endDate: Date.UTC(2027, 1, 28) / 1000,
      });
      await inspection.back.click();
      await expect(installation.card(DROPS)).toContainText('31/12/2026 – 28/02/2027');
      await installation.back.click();
      await expect(dashboard.card(rig.installationName)).toContainText('31/12/2026 – 28/02/2027');
    });
  });
}
