import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { routes } from '@holdfast/contract/client';
import { startAgent } from '../fixtures/agent.ts';
import { makeCompany, PASSWORD } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';
import { startServer } from '../fixtures/server.ts';

test.describe('the encryption of a desktop', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('is switched on by its user, takes effect at the next start, and a lost key is reported before the sign-in', async ({
    page,
    server,
    company,
    rig,
    login,
  }) => {
    const agent = await startAgent(server.address);
    const bar = page.getByRole('region', { name: 'This device', exact: true });
    const settings = page.getByRole('region', { name: 'Encryption' });
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      await expect(bar).toContainText('Up to date.');
      await bar.getByRole('button').click();
      await expect(settings).toContainText('not encrypted by Holdfast');
      await settings.getByRole('switch', { name: 'Encrypt the data on this device' }).click();
      await expect(settings).toContainText(
        'encrypted at the next start of Holdfast. Close Holdfast and start it again.',
      );

      await agent.kill();
      await agent.restart();
      // Navigating to the same address with another hash loads nothing.
      await page.goto('about:blank');
      await page.goto(agent.launchAddress());
      await bar.getByRole('button').click();
      await expect(settings).toContainText('The key is in a file beside the data');
      await expect(settings.getByRole('switch')).toBeChecked();
      expect((await new AxeBuilder({ page }).include('section[aria-label="Encryption"]').analyze()).violations).toEqual(
        [],
      );

      await agent.kill();
      rmSync(join(agent.folder, 'data-key'));
      await agent.restart();
      // Navigating to the same address with another hash loads nothing.
      await page.goto('about:blank');
      await page.goto(agent.launchAddress());
      const notice = page.getByRole('alert').filter({ hasText: 'The key to the data of this device was missing' });
      await expect(notice).toContainText('Sign in');
      await login.signIn(company.maren.email, PASSWORD);
      await expect(page.getByRole('button', { name: rig.installationName, exact: true })).toBeVisible();
      await notice.getByRole('button', { name: 'I have read this' }).click();
      await expect(notice).toBeHidden();
    } finally {
      await agent.remove();
    }
  });

  test('does not extend to the connection to a server without it, which the page states', async ({
    page,
    server,
    company,
    login,
  }) => {
    const agent = await startAgent(server.address);
    try {
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Up to date.');
      // A server on this computer needs no encryption.
      await bar.getByRole('button').click();
      await expect(page.getByText('The key to its access to the server')).toBeVisible();
      const notice = page.getByRole('alert').filter({ hasText: 'The connection to the server is not encrypted' });
      await expect(notice).toBeHidden();

      await page.route(`**${routes.getDeviceInfo.path}`, async (route) => {
        const response = await route.fetch();
        const json: object = { ...(await response.json()), server: 'http://rig.example' };
        await route.fulfill({ response, json });
      });
      await page.reload();
      await bar.getByRole('button').click();
      await expect(notice).toContainText('http://rig.example');
      const { violations } = await new AxeBuilder({ page }).include('main').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      await page.screenshot({ path: test.info().outputPath('notice.png') });
    } finally {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await agent.remove();
    }
  });

  test('cannot be switched off where the server requires it, and the list of desktops shows it', async ({
    page,
    login,
  }) => {
    const server = await startServer({ demo: false, settings: { HOLDFAST_DESKTOP_ENCRYPTION: 'required' } });
    const agent = await startAgent(server.address);
    try {
      const company = await makeCompany(server);
      await page.goto(agent.launchAddress());
      await login.signIn(company.maren.email, PASSWORD);
      const bar = page.getByRole('region', { name: 'This device', exact: true });
      await expect(bar).toContainText('Up to date.');
      await bar.getByRole('button').click();
      const settings = page.getByRole('region', { name: 'Encryption' });
      await expect(settings).toContainText('The server requires encryption, so it cannot be switched off.');
      await expect(settings).toContainText('encrypted at the next start of Holdfast');
      await expect(settings.getByRole('switch')).toBeChecked();
      await expect(settings.getByRole('switch')).toBeDisabled();

      await page.goto(`${server.address}/admin/devices`);
      await login.signIn(company.wren.email, PASSWORD);
      await page.getByRole('table', { name: 'Devices' }).getByRole('row').nth(1).getByRole('button').click();
      const device = page.getByRole('dialog');
      await expect(device).toContainText(/Data encrypted\s*No/);
    } finally {
      await agent.remove();
      await server.remove();
    }
  });
});
