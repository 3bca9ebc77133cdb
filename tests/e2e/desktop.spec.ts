import { AxeBuilder } from '@axe-core/playwright';
import { CONDITIONS } from '@holdfast/contract';
import { startAgent } from './house/agent.ts';
import { PASSWORD } from './house/company.ts';
import { heldLine } from './house/heldLine.ts';
import { expect, test } from './house/journey.ts';

test.describe('the desktop', () => {
  test.setTimeout(120_000);

  test('fills itself at the first sign-in, works without its server and sends what was done once it is back [TBAR-03] [TBAR-04] [TBAR-05] [SYNC-01] [SYNC-03] [SYNC-07] [SYNC-08] [SYNC-09] [SYNC-10] [SYNC-11]', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
    item,
  }) => {
    const agent = await startAgent(server.address);
    try {
      await page.goto(agent.launchAddress);
      await expect(page).toHaveURL(/holdfast-\w+\.localhost:\d+\/$/);
      const bar = page.getByRole('region', { name: 'This device' });
      await expect(bar).toContainText('Not connected');
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Connected');
      await expect(bar).toContainText('Up to date.');
      await expect(page.getByRole('banner')).toContainText('Northmere Drilling');
      await expect(page.getByText(rig.installationName)).toBeVisible();

      await bar.getByRole('button').click();
      await expect(page.getByRole('heading', { name: 'Synchronisation' })).toBeVisible();
      const history = page.getByRole('table', { name: 'Sync History' });
      await expect(history.getByRole('columnheader')).toHaveText([
        'Target',
        'Trigger',
        'Items In',
        'Items Out',
        'Started',
        'Finished',
        'Status',
      ]);
      await expect(history.getByRole('row').nth(1)).toContainText('Success');
      await expect(history.getByRole('row').nth(1)).toHaveAttribute('data-look', 'success');
      await expect(page.getByRole('main').getByRole('status')).toHaveText('Up to date.');
      await expect(page.getByRole('main')).toContainText(`${new URL(server.address).host} · `);
      await expect(page.getByRole('main')).toContainText('Version 0.1.0');
      for (const option of ['Enable Autosync', 'Sync Images']) {
        const toggle = page.getByRole('switch', { name: option });
        await expect(toggle).toBeChecked();
        await toggle.click();
        await expect(toggle).not.toBeChecked();
        await expect(toggle).toBeEnabled();
        await toggle.click();
        await expect(toggle).toBeChecked();
      }
      const accessibility = await new AxeBuilder({ page }).analyze();
      expect(accessibility.violations.map(({ id }) => id)).toEqual([]);
      await expect(page.getByRole('table', { name: 'On this device' })).toContainText('Items');
      await bar.getByRole('button').click();
      await expect(page.getByRole('heading', { name: 'Synchronisation' })).toBeHidden();

      await server.kill();
      await expect(bar).toContainText('Not connected');
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await inspection.row('Padeye, port').click();
      await item.condition('Defective').click();
      await expect(bar).toContainText('waiting to sync (1)');

      await server.restart();
      await expect(bar).toContainText(/^Connected/, { timeout: 40_000 });
      await expect(bar).not.toContainText('waiting to sync', { timeout: 20_000 });
      const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
      const condition = await company.wren.call('getInstallationInspectionItemCondition', place);
      expect(condition?.id).toBe(CONDITIONS.defective.id);
    } finally {
      await agent.remove();
    }
  });

  test('shows how far its first run is in place of the login [AUTH-20]', async ({
    page,
    server,
    company,
    rig,
    login,
  }) => {
    const line = await heldLine(server.address);
    const agent = await startAgent(line.address);
    try {
      await page.goto(agent.launchAddress);
      await login.signIn(company.maren.email, PASSWORD);
      await expect(page.getByRole('heading', { name: 'Syncronising Data' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('status')).not.toBeEmpty();
      const progress = page.getByRole('progressbar');
      await expect(progress).toHaveAttribute('aria-valuemin', '0');
      await expect(progress).toHaveAttribute('aria-valuemax', '100');
      await expect(progress).toHaveAttribute('aria-valuenow', /^\d{1,3}(?:\.\d+)?$/);
      await expect(page.getByPlaceholder('Email Address')).toBeHidden();
      line.release();
      await expect(page.getByText(rig.installationName)).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Syncronising Data' })).toHaveCount(0);
    } finally {
      await agent.remove();
      await line.close();
    }
  });

  test('has no administration [ROUT-03] [PERM-07]', async ({ page, server, company, login }) => {
    const agent = await startAgent(server.address);
    try {
      await page.goto(agent.launchAddress);
      await login.signIn(company.maren.email, PASSWORD);
      await expect(page.getByRole('button', { name: /Maren Thorskild/ })).toBeVisible();
      await page.goto(`${new URL(page.url()).origin}/admin/companies`);
      await expect(page.getByRole('button', { name: /Maren Thorskild/ })).toBeVisible();
      await expect(page.locator('#screen')).toBeEmpty();
    } finally {
      await agent.remove();
    }
  });
});
