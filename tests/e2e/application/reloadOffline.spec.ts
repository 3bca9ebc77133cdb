import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the browser keeps the application. */
const isKept = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });

/** Adds a note that cannot be sent. */
async function writeOffline(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add note' });
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Not saved yet. Will retry automatically.');
}

test.describe('a page that is reloaded without a connection', { tag: '@server' }, () => {
  test('starts, says so, lists what is not sent, and sends it and continues when the connection is back', async ({
    openItem,
    item,
    page,
    context,
    company,
    rig,
  }) => {
    await openItem('Padeye, port');
    await item.come();
    await isKept(page);
    await context.setOffline(true);
    await writeOffline(page, 'Split pin renewed');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
    await expect(page.getByText('The server cannot be reached. You are still signed in.')).toBeVisible();
    const list = page.getByRole('region', { name: 'Changes not saved' });
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText('Split pin renewed');
    await expect(list).toContainText('Padeye, port');
    expect(await axeFindings(page)).toEqual([]);
    await context.setOffline(false);
    await expect(item.title).toHaveText('Padeye, port', { timeout: 30_000 });
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Split pin renewed');
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    await expect
      .poll(async () =>
        (await company.maren.call('getNotesForInstallationInspectionItem', inspected)).map(({ content }) => content),
      )
      .toEqual(['Split pin renewed']);
  });

  test('shows no changes to a user who signed out before, or whose session is not the last one of this browser', async ({
    openItem,
    item,
    page,
    context,
    company,
    as,
  }) => {
    await openItem('Padeye, port');
    await item.come();
    await isKept(page);
    await context.setOffline(true);
    await writeOffline(page, 'Of Maren alone');
    // Another session in this browser, which never reached the server.
    await page.evaluate(() => localStorage.setItem('token', 'another'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection');
    await expect(page.getByText('Of Maren alone')).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem('token'));
    await page.reload();
    await expect(page.getByPlaceholder('Email Address')).toBeVisible();
    await expect(page.getByText('Of Maren alone')).toHaveCount(0);
    await context.setOffline(false);
    await as(company.maren);
    await expect(page.getByRole('button', { name: /^Menu of Maren/ })).toBeVisible();
  });

  test('keeps nothing of the company in the browser but the application', async ({ openItem, item, page }) => {
    await openItem('Padeye, port');
    await item.come();
    await isKept(page);
    const addresses = await page.evaluate(async () => {
      const all: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) all.push(new URL(url).pathname);
      return all;
    });
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((address) => !/^\/(?:assets\/|service-worker\.html$)/.test(address))).toEqual([]);
  });
});
