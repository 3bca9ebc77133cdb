import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { packRelease } from '@holdfast/host';
import { callerOf } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

test('an administrator sees a release, offers it to a share and to a named device, and withdraws it', async ({
  as,
  company,
  page,
  server,
}) => {
  const key = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const about = {
    version: '7.1.0',
    rollback: false,
    minimumShell: '0.1.0',
    minimumNode: '24.0.0',
    createdAt: new Date().toISOString(),
  };
  const pack = packRelease(about, [{ path: 'agent/main.js', content: Buffer.from('export {};\n') }], key);
  const answer = await fetch(`${server.address}/ext/admin/releases`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${company.wren.token}`, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(pack),
  });
  expect(answer.status).toBe(200);
  const deviceId = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const name = `Tablet ${deviceId.slice(0, 8)}`;
  await company.maren.call('registerDevice', { deviceId, token, name, appVersion: '7.0.0' });
  const offered = async (): Promise<string | undefined> =>
    (await callerOf(server.address, token)('getOfferedRelease', {}))?.version;
  expect(await offered()).toBeUndefined();

  await as(company.wren, '/admin/releases');
  const row = page.getByRole('row', { name: '7.1.0' });
  await expect(row).toContainText('Not offered yet');
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Release 7.1.0' });
  await expect(dialog).toContainText('installation 0.1.0, Node 24.0.0');
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('release.png') });

  await dialog.getByRole('combobox', { name: 'Devices by name' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(page.getByText('The offer of 7.1.0 is changed')).toBeVisible();
  await expect(row).toContainText('0 % of the devices and 1 by name');
  expect(await offered()).toBe('7.1.0');

  await row.getByRole('button').click();
  await dialog.getByRole('slider', { name: 'Share of the devices' }).press('End');
  await dialog.getByRole('button', { name: 'Offer', exact: true }).click();
  await expect(row).toContainText('100 % of the devices and 1 by name');

  await row.getByRole('button').click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw release 7.1.0?' });
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toContainText('Withdrawn');
  expect(await offered()).toBeUndefined();
});
