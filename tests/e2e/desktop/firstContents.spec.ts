import { startAgent } from '../fixtures/agent.ts';
import { makeCompany, makeRig, PASSWORD } from '../fixtures/company.ts';
import { holdingProxy } from '../fixtures/holdingProxy.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { startServer } from '../fixtures/server.ts';
import { DashboardPage } from '../pages/dashboardPage.ts';
import { LoginPage } from '../pages/loginPage.ts';

test.describe('a new desktop', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('lists missing contents by installation while users work, until everything has arrived', async ({
    page,
  }, info) => {
    // Of a company with many installations only the first ones are listed.
    const server = await startServer({ demo: false });
    const company = await makeCompany(server);
    const rig = await makeRig(company);
    await company.maren.call('addImageToInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
      filename: 'padeye.png',
      base64Image: png('padeye').buffer.toString('base64'),
    });
    const connection = await holdingProxy(server.address, { path: '/ext/sync/blobs/' });
    const agent = await startAgent(connection.address);
    try {
      await page.goto(agent.launchAddress());
      await new LoginPage(page).signIn(company.maren.email, PASSWORD);
      await expect(new DashboardPage(page).card(rig.installationName)).toBeVisible({ timeout: 60_000 });
      const notice = page.getByRole('region', { name: 'All records are on this device. You can start working.' });
      await expect(notice.getByRole('listitem').filter({ hasText: rig.installationName })).toContainText(
        /0 of 1 on this device, .* still to download/,
        { timeout: 20_000 },
      );
      await page.screenshot({ path: info.outputPath('coming.png') });
      expect(await axeFindingsInEveryTheme(page)).toEqual([]);
      await notice.getByRole('button', { name: 'Choose what to download' }).click();
      await expect(page.getByRole('heading', { name: 'Synchronisation' })).toBeVisible();
      await page.keyboard.press('Escape');
      connection.release();
      await expect(notice).toHaveCount(0, { timeout: 60_000 });
    } finally {
      await agent.remove();
      await connection.close();
      await server.remove();
    }
  });

  test('without records reports this instead of showing an empty fleet, and fetches them on request', async ({
    page,
    server,
    company,
    rig,
  }, info) => {
    const connection = await holdingProxy(server.address, { how: 'break' });
    const agent = await startAgent(connection.address);
    try {
      await page.goto(agent.launchAddress());
      await new LoginPage(page).signIn(company.maren.email, PASSWORD);
      const title = page.getByRole('heading', { name: 'The records are not on this device yet' });
      await expect(title).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('No installations yet')).toBeHidden();
      await page.screenshot({ path: info.outputPath('none.png') });
      expect(await axeFindingsInEveryTheme(page)).toEqual([]);
      connection.release();
      await page.getByRole('button', { name: 'Sync Now' }).click();
      await expect(new DashboardPage(page).card(rig.installationName)).toBeVisible({ timeout: 60_000 });
      await expect(title).toHaveCount(0);
    } finally {
      await agent.remove();
      await connection.close();
    }
  });
});
