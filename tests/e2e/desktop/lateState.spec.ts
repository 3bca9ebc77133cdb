import { routes } from '@holdfast/contract/client';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { startAgent } from '../fixtures/agent.ts';
import { DROPS, PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('the bar of a desktop', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('still shows that the connection is lost when an earlier answer arrives late', async ({
    page,
    server,
    company,
    rig,
    login,
    dashboard,
    inspection,
    item,
  }) => {
    const line = await openConnection(server.address);
    const agent = await startAgent(line.address);
    const bar = page.getByRole('region', { name: 'This device', exact: true });
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Up to date.', { timeout: 60_000 });
      await dashboard.openInspection(rig.installationName, DROPS);
      await inspection.row('Padeye, port').click();
      await item.come();

      // A change causes the state to be read again. The answer, which says "Connected", is held back and arrives last.
      const late = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      let asked = 0;
      await page.route(`**${routes.getDesktopStatus.path}`, async (route) => {
        asked += 1;
        if (asked > 1) return route.abort();
        const response = await route.fetch();
        held.resolve();
        await late.promise;
        await route.fulfill({ response });
      });
      await item.condition('Defective').click();
      await held.promise;
      line.open(false);
      await expect(bar).toContainText('Not connected', { timeout: 20_000 });
      const arrived = page.waitForResponse(`**${routes.getDesktopStatus.path}`);
      late.resolve();
      await (await arrived).finished();
      await expect(bar).toContainText('Not connected');
      // Two frames, so that the answer has been rendered.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await expect(bar).toContainText('Not connected', { timeout: 1_000 });
    } finally {
      // The page continues to send requests, which the ended agent does not answer.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await agent.remove();
      await line.close();
    }
  });
});
