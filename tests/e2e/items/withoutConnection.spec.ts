import { expect, test } from '../fixtures/journey.ts';

test.describe('an item that is opened after the connection was lost', () => {
  test('has its questions when it is one of the next in the list', async ({ openItem, item, page, rig, context }) => {
    // The last read of the last item of the list.
    const isLoaded = page.waitForResponse(
      (response) =>
        response.url().endsWith('/api/get-audit-logs-for-installation-inspection-and-item') &&
        (response.request().postData() ?? '').includes(rig.items['Padeye, port']!),
      // Reads ahead wait until the page is idle, which takes time on a busy machine.
      { timeout: 60_000 },
    );
    await openItem('Floodlight, monkey board');
    await item.come();
    await isLoaded;
    await context.setOffline(true);
    for (let step = 0; step < 3; step += 1) {
      const before = await item.title.innerText();
      await page.keyboard.press('j');
      await expect(item.title).not.toHaveText(before);
      await expect(page.getByText('Inspected at', { exact: true })).toBeVisible();
    }
  });

  test('says that it was not loaded instead of showing skeletons, and can be worked on', async ({
    openItem,
    item,
    page,
    context,
  }) => {
    await openItem('Padeye, port');
    await item.come();
    await context.setOffline(true);
    await page.keyboard.press('k');
    await expect(item.title).not.toHaveText('Padeye, port');
    const notice = page.getByRole('status').filter({ hasText: 'not loaded before the connection was lost' });
    await expect(notice).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root').filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add note' })).toBeVisible();
  });

  test('shows that a note behind another change is not saved yet', async ({ openItem, item, page, context }) => {
    await openItem('Padeye, port');
    await item.come();
    await context.setOffline(true);
    await page.keyboard.press('1');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Split pin renewed');
    await dialog.getByRole('button', { name: 'Add Note' }).click();
    const notes = page.getByRole('region', { name: 'Notes' });
    await expect(notes.getByRole('button', { name: 'Split pin renewed' })).toBeVisible();
    await expect(notes.getByText('Not saved yet. Will retry automatically.')).toBeVisible();
    await context.setOffline(false);
    await expect(notes.getByText('Not saved yet. Will retry automatically.')).toBeHidden();
  });
});
