import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { CONDITIONS } from '@holdfast/contract';
import Sqlite from 'better-sqlite3';
import { startAgent } from '../fixtures/agent.ts';
import { DROPS, PASSWORD } from '../fixtures/company.ts';
import { holdingProxy } from '../fixtures/holdingProxy.ts';
import { expect, test } from '../fixtures/journey.ts';
import { syncScreen } from '../pages/syncScreen.ts';

test.describe('the desktop', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('fills itself at the first sign-in, works without its server and sends the changes once it is back [TBAR-03] [TBAR-04] [TBAR-05] [SYNC-01] [SYNC-03] [SYNC-07] [SYNC-08] [SYNC-09] [SYNC-10] [SYNC-11]', async ({
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
      await page.goto(agent.launchAddress());
      await expect(page).toHaveURL(/holdfast-\w+\.localhost:\d+\/$/);
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Not connected');
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Connected');
      await expect(bar).toContainText('Up to date.');
      await expect(page.getByRole('banner')).toContainText('Northmere Drilling');
      await expect(page.getByRole('button', { name: rig.installationName, exact: true })).toBeVisible();

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
      await expect(history.getByRole('row').nth(1)).toHaveAttribute('data-state', 'success');
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

  test('shows changes of other users after each run, on the open screen [SYNC-16] [INST-12]', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    installation,
    inspection,
    item,
  }) => {
    const agent = await startAgent(server.address);
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Up to date.');
      const found = (condition: keyof typeof CONDITIONS): Promise<unknown> =>
        company.maren.call('setCondition', {
          installationInspectionId: rig.drops,
          itemId: rig.items['Padeye, port']!,
          conditionId: CONDITIONS[condition].id,
        });

      const renamed = `${rig.installationName} Two`;
      await expect(dashboard.card(rig.installationName)).toBeVisible();
      await company.wren.call('updateInstallation', {
        id: rig.installationId,
        updatedInstallation: { name: renamed, latitude: 57.9312, longitude: 1.418 },
      });
      await expect(dashboard.card(renamed)).toBeVisible({ timeout: 20_000 });
      await expect(dashboard.title).toBeVisible();

      await dashboard.openInstallation(renamed);
      const before = await installation.count(DROPS, 'Defective');
      await found('defective');
      await expect.poll(() => installation.count(DROPS, 'Defective'), { timeout: 20_000 }).toBe(before + 1);
      await expect(installation.title(renamed)).toBeVisible();

      await installation.card(DROPS).getByRole('button', { name: DROPS }).click();
      await inspection.row('Padeye, port').click();
      await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
      for (const [condition, name] of [
        ['needsAttention', 'Needs Attention'],
        ['fitForPurpose', 'Fit for Purpose'],
        ['defective', 'Defective'],
      ] as const) {
        await found(condition);
        await expect(item.condition(name)).toHaveAttribute('aria-pressed', 'true', { timeout: 20_000 });
        await expect(item.title).toHaveText(/Padeye, port/);
      }
      await expect(bar).toContainText('Up to date.');
      await bar.getByRole('button').click();
      const screen = syncScreen(page);
      await expect(screen.progress).toHaveAttribute('aria-valuenow', '0');
      await expect(page.getByRole('button', { name: 'Sync Now', exact: true })).toBeEnabled();
    } finally {
      await agent.remove();
    }
  });

  test('shows the progress of its first run instead of the login, and of later ones on the sync screen [AUTH-20] [SYNC-02] [SYNC-04] [SYNC-05] [SYNC-06] [SYNC-12] [SYNC-13] [SYNC-14] [SYNC-15] [SYNC-20]', async ({
    page,
    server,
    company,
    rig,
    login,
  }) => {
    const line = await holdingProxy(server.address);
    const agent = await startAgent(line.address);
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      await expect(page.getByRole('heading', { name: 'Syncronising Data' })).toBeVisible();
      const message = page.getByRole('main').getByRole('status');
      await expect(message).not.toBeEmpty();
      const progress = page.getByRole('progressbar');
      await expect(progress).toHaveAttribute('aria-valuemin', '0');
      await expect(progress).toHaveAttribute('aria-valuemax', '100');
      await expect(progress).toHaveAttribute('aria-valuenow', /^\d{1,3}(?:\.\d+)?$/);
      await expect(page.getByPlaceholder('Email Address')).toBeHidden();
      line.release();
      await expect(page.getByRole('button', { name: rig.installationName, exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Syncronising Data' })).toHaveCount(0);

      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await bar.getByRole('button').click();
      await page.getByRole('switch', { name: 'Enable Autosync' }).click();
      await expect(page.getByRole('switch', { name: 'Enable Autosync' })).not.toBeChecked();
      const screen = syncScreen(page);
      await expect(screen.progress).toHaveAttribute('data-status', 'Success');
      const styles = new Set([await screen.statusStyle('success')]);
      const runs = await screen.runs.count();

      for (const [name, path, begins] of [
        ['Sync Now', 'sync-now', 'Starting Sync...'],
        ['Full Sync', 'full-sync', 'Starting Full Sync...'],
      ] as const) {
        line.hold();
        const { promise: asking, resolve: asked } = Promise.withResolvers<void>();
        await page.route(`**/ext/desktop/${path}`, async (route) => {
          await asking;
          await route.continue();
        });
        // Reads of the history are held back while the run is in progress.
        const { promise: reading, resolve: allowReads } = Promise.withResolvers<void>();
        let reads = 0;
        await page.route('**/sync-logs', async (route) => {
          await reading;
          reads += 1;
          // A read that was replaced by a later one can no longer be continued.
          await route.continue().catch(() => undefined);
        });
        const before = await screen.runs.count();
        await page.getByRole('button', { name, exact: true }).click();
        await expect(screen.message).toHaveText(begins);
        await expect(screen.progress).toHaveAttribute('aria-valuenow', '0');
        for (const each of ['Sync Now', 'Full Sync'])
          await expect(page.getByRole('button', { name: each, exact: true })).toBeDisabled();

        asked();
        // The run is listed in the history when it starts, without the list being read again.
        await expect(screen.runs).toHaveCount(before + 1);
        await expect(screen.runs.first()).toContainText('Running');
        await expect(screen.message).not.toHaveText(begins);
        await expect.poll(async () => Number(await screen.progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
        for (const each of ['Sync Now', 'Full Sync'])
          await expect(page.getByRole('button', { name: each, exact: true })).toBeDisabled();
        styles.add(await screen.statusStyle('runningRow'));
        line.release();
        await expect(screen.runs.first()).toContainText('Success');
        allowReads();
        await expect.poll(() => reads).toBeGreaterThan(0);
        await page.unroute('**/sync-logs');
        await expect(screen.progress).toHaveAttribute('aria-valuenow', '0');
        await expect(screen.progress).toHaveAttribute('data-status', 'Success');
        await expect.poll(() => screen.greenness()).toBeGreaterThan(0);
        for (const each of ['Sync Now', 'Full Sync'])
          await expect(page.getByRole('button', { name: each, exact: true })).toBeEnabled();
        const itemsIn = expect.poll(async () => (await screen.numbers())[0]);
        if (name === 'Sync Now') await itemsIn.toBe(0);
        else await itemsIn.toBeGreaterThan(0);
      }
      await expect(screen.runs).toHaveCount(runs + 2);

      // A power cut during a run.
      line.hold();
      await page.getByRole('button', { name: 'Sync Now', exact: true }).click();
      await expect(screen.runs.first()).toContainText('Running');
      await agent.kill();
      await agent.restart();
      // Navigating to the same address with another hash loads nothing.
      await page.goto('about:blank');
      await page.goto(agent.launchAddress());
      await bar.getByRole('button').click();
      await expect(screen.runs.first()).toContainText('Incomplete');
      await expect(screen.runs.first().getByRole('cell').nth(5)).toBeEmpty();

      await line.close();
      await page.getByRole('button', { name: 'Sync Now', exact: true }).click();
      await expect(screen.runs.first()).toHaveAttribute('data-state', 'fail');
      await expect(screen.runs.first()).toContainText('Fail');
      styles.add(await screen.statusStyle('fail'));
      expect(styles.size).toBe(3);
      await expect(screen.progress).toHaveAttribute('data-status', 'Fail');
      await expect.poll(() => screen.greenness()).toBeLessThan(0);

      const db = new Sqlite(join(agent.folder, 'device.db'));
      db.exec('delete from "syncRun"');
      db.close();
      await page.reload();
      await bar.getByRole('button').click();
      await expect(page.getByText('Nothing was synchronised yet')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Sync History' })).toHaveCount(0);
    } finally {
      await agent.remove();
      await line.close();
    }
  });

  test('has no administration [ROUT-03] [PERM-07]', async ({ page, server, company, login }) => {
    const agent = await startAgent(server.address);
    try {
      await page.goto(agent.launchAddress());
      // An account that is accepted on the web; an inspector would be refused everywhere.
      const email = `${crypto.randomUUID()}@holdfast.example`;
      const account = {
        name: 'Tove Ringstad',
        email,
        role: 'administrator',
        companyId: company.id,
        password: PASSWORD,
      } as const;
      await company.wren.call('createUser', account);
      await login.signIn(email, PASSWORD);
      const menu = page.getByRole('button', { name: /Tove Ringstad/ });
      await menu.click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
      await page.goto(`${new URL(page.url()).origin}/admin/companies`);
      await expect(menu).toBeVisible();
      await expect(page.locator('#screen')).toBeEmpty();
    } finally {
      await agent.remove();
    }
  });
});
