import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { startAgent } from '../fixtures/agent.ts';
import { PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('the title bar of a desktop', { tag: '@desktop' }, () => {
  test('stands above a login that does not scroll, says only what is known without the server, and why the device is locked', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
  }) => {
    test.slow();
    const { call } = company.wren;
    const others = new Set((await call('getDevices', {})).map(({ id }) => id));
    const line = await openConnection(server.address);
    const agent = await startAgent(line.address);
    try {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(agent.launchAddress());
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
      const scrolls = await page.evaluate(() =>
        [...document.querySelectorAll('*')].some(
          (box) => box.scrollHeight > box.clientHeight && ['auto', 'scroll'].includes(getComputedStyle(box).overflowY),
        ),
      );
      expect(scrolls).toBe(false);

      await login.signIn(company.maren.email, PASSWORD);
      await expect(dashboard.card(rig.installationName)).toBeVisible({ timeout: 60_000 });
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });
      line.open(false);
      line.cut();
      await expect(bar).toContainText('Not connected');
      await expect(bar).toContainText('Nothing is waiting to be sent.');
      await expect(bar).not.toContainText('Up to date.');
      line.open(true);
      await expect(bar).toContainText('Up to date.', { timeout: 90_000 });

      const own = (await call('getDevices', {})).find(({ id }) => !others.has(id));
      await call('setDeviceAccess', { id: own!.id, access: 'locked' });
      await expect(page.getByRole('button', { name: 'Login' })).toBeVisible({ timeout: 60_000 });
      await expect(bar).toContainText('This device was locked by an administrator. Your work is kept on it.');
    } finally {
      await agent.remove();
      await line.close();
    }
  });
});
