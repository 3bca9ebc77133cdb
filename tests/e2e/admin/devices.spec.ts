import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { callerOf } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

test('an administrator sees a desktop, signs it out, locks it, wipes it and allows it again', async ({
  as,
  company,
  page,
  server,
}) => {
  const deviceId = randomUUID();
  const token = randomBytes(32).toString('base64url');
  const name = `Tablet ${deviceId.slice(0, 8)}`;
  await company.maren.call('registerDevice', { deviceId, token, name, appVersion: '1.4.2' });
  const asDevice = callerOf(server.address, token);
  const check = { scopeId: company.id, sha256: ['0'.repeat(64)] };
  const mode = (): Promise<unknown> =>
    asDevice('checkBlobs', check).then(
      () => null,
      (error: { problem: { details: { mode: string } } }) => error.problem.details.mode,
    );
  expect(await mode()).toBeNull();

  await as(company.wren, '/admin/devices');
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('Maren Thorskild');
  await expect(row).toContainText('1.4.2');
  await expect(row).toContainText('In use');
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect(dialog).toContainText('Northmere Drilling');
  expect(await axeFindings(page)).toEqual([]);

  for (const [action, question, state, stored] of [
    ['Sign out', `Sign ${name} out?`, 'Signed out', 'signOut'],
    ['Lock', `Lock ${name}?`, 'Locked', 'lock'],
    ['Wipe', `Wipe ${name}?`, 'Wiped', 'wipe'],
  ] as const) {
    await dialog.getByRole('button', { name: action, exact: true }).click();
    const asked = page.getByRole('dialog', { name: question });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(asked).toHaveCount(0);
    await dialog.getByRole('button', { name: action, exact: true }).click();
    await page.getByRole('dialog', { name: question }).getByRole('button', { name: action, exact: true }).click();
    await expect(dialog).toContainText(state);
    expect(await mode()).toBe(stored);
  }
  await dialog.getByRole('button', { name: 'Allow again' }).click();
  await expect(dialog).toContainText('In use');
  expect(await mode()).toBeNull();
});

test('the list of desktops reports when there is none and when it cannot be read', async ({ as, company, page }) => {
  await page.route('**/ext/admin/devices', (route) => route.fulfill({ json: [] }));
  await as(company.wren, '/admin/devices');
  await expect(page.getByText('A desktop appears here once a user signs in on it.')).toBeVisible();
  await page.unroute('**/ext/admin/devices');
  await page.route('**/ext/admin/devices', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText('Failed to load the devices: Internal Server Error')).toBeVisible();
  await page.unroute('**/ext/admin/devices');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an administrator passes on the address of the server as text, as a file and as a QR code', async ({
  as,
  company,
  page,
  server,
}) => {
  await as(company.wren, '/admin/devices');
  await page.getByRole('button', { name: 'Connect a desktop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect a desktop' });
  await expect(dialog.getByLabel('Address of this server')).toHaveText(server.address);
  expect(await axeFindings(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('connect.png') });
  const picture = sharp(await dialog.getByAltText('The address of this server as a QR code').screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  expect(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(server.address);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the address as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('holdfast-server.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe(`${server.address}\n`);
});
