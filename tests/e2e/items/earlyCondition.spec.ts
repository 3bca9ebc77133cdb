import { CONDITIONS } from '@holdfast/contract';
import { expect, test } from '../fixtures/journey.ts';

const ONE_ITEM = '**/api/get-installation-inspection-item-by-installation-and-item';

test.describe('a condition chosen before its item has come', () => {
  test('is kept, and set once it is there', async ({ openItem, item, inspection, rig, company, page }) => {
    let arrive = (): void => undefined;
    const onTheWay = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(ONE_ITEM, async (route) => {
      await onTheWay;
      await route.continue();
    });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/set-condition')) sent.push(request.postDataJSON());
    });
    await openItem('Gas detector, doghouse');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('3');
    await page.keyboard.press('2');
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    // A user who works with keys does not wait for it.
    await page.keyboard.press('j');
    await expect(item.title).toHaveText('Padeye, port');
    await page.keyboard.press('Escape');
    await expect(inspection.row('Gas detector, doghouse').getByRole('img', { name: 'Needs attention' })).toBeVisible();
    await inspection.row('Padeye, port').click();
    expect(sent).toEqual([]);
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Gas detector, doghouse']! };
    const set = page.waitForRequest('**/api/set-condition');
    arrive();
    expect((await set).headers()['if-match']).toMatch(/^".+"$/);
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toMatchObject({ id: CONDITIONS.needsAttention.id });
    expect(sent).toEqual([{ ...inspected, conditionId: CONDITIONS.needsAttention.id }]);
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('k');
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
  });

  test('is not taken for set when it does not come: that is said, and tried again when asked to', async ({
    openItem,
    item,
    page,
  }) => {
    await page.route(ONE_ITEM, (route) => route.abort());
    await openItem('Floodlight, girt 6');
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('3');
    const message = page.getByRole('alert').filter({ hasText: 'The condition of Floodlight, girt 6 was not set' });
    await expect(message).toBeVisible();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await page.unroute(ONE_ITEM);
    const set = page.waitForResponse('**/api/set-condition');
    await message.getByRole('button', { name: 'Retry' }).click();
    expect((await set).status()).toBe(200);
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
  });

  test('is not shown when the item has another one meanwhile, here or in the list', async ({
    openItem,
    item,
    inspection,
    rig,
    company,
    page,
  }) => {
    let arrive = (): void => undefined;
    const onTheWay = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/ext/events', (route) => route.fulfill({ status: 404 }));
    await page.route(ONE_ITEM, async (route) => {
      await onTheWay;
      await route.continue();
    });
    await openItem('Padeye, port');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    await company.wren.call('setCondition', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
      conditionId: CONDITIONS.defective.id,
    });
    arrive();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(inspection.row('Padeye, port').getByRole('img', { name: 'Defective' })).toBeVisible();
  });

  test('is not set over one that another user chose in the meantime, until it is asked for again', async ({
    openItem,
    item,
    rig,
    company,
    page,
  }) => {
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    let arrive = (): void => undefined;
    const onTheWay = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/ext/events', (route) => route.fulfill({ status: 404 }));
    await page.route(ONE_ITEM, async (route) => {
      await onTheWay;
      await route.continue();
    });
    await openItem('Padeye, port');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    await company.wren.call('setCondition', { ...inspected, conditionId: CONDITIONS.defective.id });
    await page.keyboard.press('1');
    arrive();
    const message = page.getByRole('alert').filter({ hasText: 'The condition of Padeye, port was not set' });
    await expect(message).toContainText('Another user set it to Defective in the meantime.');
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await expect(company.maren.call('getInstallationInspectionItemCondition', inspected)).resolves.toMatchObject({
      id: CONDITIONS.defective.id,
    });
    await message.getByRole('button', { name: 'Retry' }).click();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toMatchObject({ id: CONDITIONS.fitForPurpose.id });
  });
});
