import { routes } from '@holdfast/contract/client';
import { startAgent } from '../fixtures/agent.ts';
import { PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('an update of a desktop', { tag: '@desktop' }, () => {
  test.setTimeout(120_000);

  test('that cannot be started is reported with the reason, and retried on request', async ({
    page,
    server,
    company,
    login,
  }) => {
    const agent = await startAgent(server.address);
    try {
      await page.route(`**${routes.getVersions.path}`, async (route) => {
        const versions = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...versions, availableVersion: '9.9.9' } });
      });
      let presses = 0;
      await page.route(`**${routes.startUpdate.path}`, async (route) => {
        presses += 1;
        await route.abort();
      });
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      const notice = page.getByRole('alert').filter({ hasText: 'The update could not be started' });
      await page.getByRole('button', { name: 'Update to 9.9.9' }).click({ timeout: 60_000 });
      await expect(notice).toBeVisible();
      await notice.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(() => presses).toBe(2);
      // The message that was pressed may take a moment to leave.
      await expect(notice).toHaveCount(1);
    } finally {
      // The page continues to send requests, which the ended agent does not answer.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await agent.remove();
    }
  });
});
