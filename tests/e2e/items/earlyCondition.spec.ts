import { CONDITIONS } from '@holdfast/contract';
import { expect, test } from '../fixtures/journey.ts';

const ONE_ITEM = '**/api/get-installation-inspection-item-by-installation-and-item';

test.describe('a condition chosen before its item is loaded', () => {
  test('is set at once, based on the version in the list', async ({
    openItem,
    item,
    inspection,
    rig,
    company,
    page,
  }) => {
    let arrive = (): void => undefined;
    const onTheWay = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(ONE_ITEM, async (route) => {
      await onTheWay;
      await route.continue();
    });
    await openItem('Gas detector, doghouse');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Gas detector, doghouse']! };
    const set = page.waitForRequest('**/api/set-condition');
    await page.keyboard.press('3');
    await page.keyboard.press('2');
    expect((await set).headers()['if-match']).toMatch(/^".+"$/);
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    // A user who works with keys does not wait until it is loaded.
    await page.keyboard.press('j');
    await expect(item.title).toHaveText('Padeye, port');
    await page.keyboard.press('Escape');
    await expect(inspection.row('Gas detector, doghouse').getByRole('img', { name: 'Needs attention' })).toBeVisible();
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toMatchObject({ id: CONDITIONS.needsAttention.id });
    arrive();
    await inspection.row('Gas detector, doghouse').click();
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
  });

  test('waits with all others while there is no connection, and can be undone without one', async ({
    openItem,
    item,
    inspection,
    rig,
    company,
    page,
    context,
  }) => {
    // Opening an item loads the lazy parts, which are not available without a connection.
    await openItem('Gas detector, doghouse');
    await item.come();
    await page.keyboard.press('Escape');
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText('No connection').first()).toBeVisible();
    const names = ['Gas detector, doghouse', 'Padeye, port', 'Floodlight, girt 6'];
    for (const name of names) {
      await inspection.row(name).click();
      await expect(item.title).toHaveText(name);
      await page.keyboard.press('3');
      await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
    }
    await inspection.row('Padeye, port').click();
    await expect(item.title).toHaveText('Padeye, port');
    // The newest condition, on an item that was never loaded.
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('alert').filter({ hasText: 'Floodlight, girt 6: Fit for purpose' })).toBeVisible();
    await context.setOffline(false);
    const conditionOf = async (name: string) => {
      const inspected = { installationInspectionId: rig.drops, itemId: rig.items[name]! };
      return (await company.maren.call('getInstallationInspectionItemCondition', inspected))?.name;
    };
    for (const name of ['Gas detector, doghouse', 'Padeye, port'])
      await expect.poll(() => conditionOf(name), { timeout: 40_000 }).toBe('Defective');
    await expect(page.getByText('waiting to be sent')).toHaveCount(0);
    expect(await conditionOf('Floodlight, girt 6')).toBe('Fit for purpose');
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

  test('does not overwrite one that another user chose in the meantime, until the conflict is decided', async ({
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
    const conflict = page.getByText('changed this in the meantime');
    await expect(conflict).toBeVisible();
    await expect(company.maren.call('getInstallationInspectionItemCondition', inspected)).resolves.toMatchObject({
      id: CONDITIONS.defective.id,
    });
    arrive();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toMatchObject({ id: CONDITIONS.fitForPurpose.id });
  });

  test('is sent automatically when the server answers again, although the browser reports no connection event', async ({
    openItem,
    item,
    inspection,
    rig,
    company,
    page,
  }) => {
    // Opening an item loads the lazy parts, which are not available without a connection.
    await openItem('Gas detector, doghouse');
    await item.come();
    await page.keyboard.press('Escape');
    await expect(inspection.row('Padeye, port')).toBeVisible();
    // The network stays connected, so that the browser reports no event.
    const calls = /\/(?:api|ext|users|healthz)\b/;
    await page.route(calls, (route) => route.abort());
    await inspection.row('Padeye, port').click();
    await expect(page.getByText('No connection').first()).toBeVisible();
    await page.unroute(calls);
    await expect(page.getByText('No connection')).toHaveCount(0, { timeout: 12_000 });
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await page.keyboard.press('3');
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toMatchObject({ id: CONDITIONS.defective.id });
  });
});
