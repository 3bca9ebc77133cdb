import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { startAgent } from '../fixtures/agent.ts';
import { type Company, DROPS, PASSWORD, type Rig, signIn } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { makeWorkday } from '../fixtures/workday.ts';
import { DashboardPage } from '../pages/dashboardPage.ts';
import { InspectionPage } from '../pages/inspectionPage.ts';
import { ItemPage } from '../pages/itemPage.ts';
import { LoginPage } from '../pages/loginPage.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

/** Opens a desktop window in which Maren is signed in and all data have arrived. */
async function openDesktop(page: Page, launchAddress: string, email: string, rig: Rig): Promise<void> {
  await page.goto(launchAddress);
  await new LoginPage(page).signIn(email, PASSWORD);
  // The first run transfers everything, and its duration varies.
  await expect(new DashboardPage(page).card(rig.installationName)).toBeVisible({ timeout: 60_000 });
  await new DashboardPage(page).openInspection(rig.installationName, DROPS);
}

/** Creates another inspector of the company. @returns the email address to sign in with */
async function addIdris({ id, wren }: Company): Promise<string> {
  const email = `${crypto.randomUUID()}@holdfast.example`;
  const account = { name: 'Idris Fallowby', email, role: 'inspector', companyId: id, password: PASSWORD } as const;
  await wren.call('createUser', account);
  return email;
}

/** Opens the browser of another user. */
async function openWeb(
  browser: Browser,
  address: string,
  email: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  const value = await signIn(address, email);
  const { hostname } = new URL(address);
  await context.addCookies([{ name: 'token', value, domain: hostname, path: '/', httpOnly: true, sameSite: 'Strict' }]);
  await context.addInitScript((token) => localStorage.setItem('token', token), value);
  const page = await context.newPage();
  await page.goto(address);
  return { context, page };
}

test.describe('a desktop without its server', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('has ten items inspected with photos, which appear on the page of a web user soon after the server is back, without a reload', async ({
    page,
    browser,
    server,
    company,
    rig,
  }) => {
    const { names } = await makeWorkday(company, rig);
    expect(names).toHaveLength(10);
    const agent = await startAgent(server.address);
    const web = await openWeb(browser, server.address, await addIdris(company));
    try {
      await openDesktop(page, agent.launchAddress(), company.maren.email, rig);
      await new DashboardPage(web.page).openInspection(rig.installationName, DROPS);
      const list = new InspectionPage(web.page);
      await list.row(names[0]!).click();
      await expect(new ItemPage(web.page).title).toHaveText(names[0]!);
      await web.page.evaluate(() => Object.assign(window, { notReloaded: true }));

      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Connected');
      await server.kill();
      await expect(bar).toContainText('Not connected', { timeout: 20_000 });
      const item = new ItemPage(page);
      const photos = new PhotosPanel(page);
      const inspection = new InspectionPage(page);
      await inspection.row(names[0]!).click();
      for (const [index, name] of names.entries()) {
        await expect(item.title).toHaveText(name, { timeout: 30_000 });
        await item.come(30_000);
        await item.condition('Needs attention').click();
        await photos.upload(png(`${name}.png`, 60 + index, 64, 48));
        await expect(photos.photos).toHaveCount(1, { timeout: 30_000 });
        await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true', { timeout: 30_000 });
        if (index === names.length - 1) break;
        await item.next.click();
        await expect(item.title).not.toHaveText(name);
        // The crane of the workday is among them.
        if (!names.includes((await item.title.textContent())!)) await item.next.click();
      }
      await item.back.click();
      await expect(bar).toContainText('waiting to sync (20)');
      await expect(inspection.rows.getByRole('img', { name: 'Waiting to sync' })).toHaveCount(10);

      await server.restart();
      await expect(bar).not.toContainText('waiting to sync', { timeout: 60_000 });
      await expect(inspection.rows.getByRole('img', { name: 'Waiting to sync' })).toHaveCount(0, { timeout: 30_000 });
      const seen = new ItemPage(web.page);
      await expect(seen.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true', { timeout: 60_000 });
      const photo = new PhotosPanel(web.page).photos;
      await expect(photo).toHaveCount(1, { timeout: 30_000 });
      const picture = photo.locator('img');
      // The bytes arrive after the record, and the page requests them with growing pauses.
      await expect(picture).toBeVisible({ timeout: 30_000 });
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
        .toBeGreaterThan(0);
      await photo.click();
      await expect(web.page.getByRole('dialog', { name: `${names[0]!}.png` })).toBeVisible();
      await web.page.keyboard.press('Escape');
      await seen.back.click();
      for (const name of names) await expect(list.row(name).getByRole('img', { name: '1 photo' })).toBeVisible();
      expect(await web.page.evaluate(() => 'notReloaded' in window)).toBe(true);
    } finally {
      await web.context.close();
      await agent.remove();
    }
  });

  test('and a web user who changed the same field both see the same value and the overridden one', async ({
    page,
    browser,
    server,
    company,
    rig,
  }) => {
    const line = await openConnection(server.address);
    const agent = await startAgent(line.address);
    const web = await openWeb(browser, server.address, await addIdris(company));
    try {
      await openDesktop(page, agent.launchAddress(), company.maren.email, rig);
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Connected');
      line.open(false);
      await expect(bar).toContainText('Not connected', { timeout: 20_000 });
      await new InspectionPage(page).row('Padeye, port').click();
      const item = new ItemPage(page);
      await item.condition('Needs attention').click();
      await expect(bar).toContainText('waiting to sync (1)');

      await new DashboardPage(web.page).openInspection(rig.installationName, DROPS);
      await new InspectionPage(web.page).row('Padeye, port').click();
      const other = new ItemPage(web.page);
      await other.condition('Defective').click();
      await expect(other.condition('Defective')).toHaveAttribute('aria-pressed', 'true');

      line.open(true);
      await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true', { timeout: 60_000 });
      await expect(bar).not.toContainText('waiting to sync');
      await expect(other.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
      for (const [shown, isOwn] of [
        [page, true],
        [web.page, false],
      ] as const) {
        await shown.getByRole('button', { name: /^Menu of/ }).click();
        await shown.getByRole('menuitem', { name: 'Overridden changes' }).click();
        const entry = shown
          .getByRole('dialog', { name: 'Overridden changes' })
          .getByRole('listitem')
          .filter({ hasText: 'Padeye, port · Condition' });
        await expect(entry).toHaveCount(1);
        await expect(entry.getByRole('definition')).toHaveText([
          /^Defective · Idris Fallowby/,
          /^Needs attention · Maren Thorskild/,
        ]);
        await expect(entry.getByText('Yours was overridden')).toHaveCount(isOwn ? 1 : 0);
        expect(await axeFindings(shown)).toEqual([]);
        await shown.keyboard.press('Escape');
        await expect(entry).toHaveCount(0);
      }
    } finally {
      await web.context.close();
      await agent.remove();
      await line.close();
    }
  });
});
