import { CONDITIONS } from '@holdfast/contract';
import { expect, test } from '../fixtures/journey.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const ITEM = 'Floodlight, monkey board';

test.describe('the keys of an item', { tag: '@agent' }, () => {
  test('record a condition, three answers and a photo in 14 presses, one of them the text', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await openItem(ITEM);
    await page.evaluate(() => localStorage.setItem('holdfast:burst', 'true'));
    await item.come();
    const photos = new PhotosPanel(page);
    const moment = page.getByRole('button', { name: /^Inspected at/ });
    const corrected = page.getByRole('group', { name: 'Corrected on site' });
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    await expect(recommendation).toBeVisible();
    let presses = 0;
    const press = async (...keys: string[]): Promise<void> => {
      presses += keys.length;
      for (const key of keys) await page.keyboard.press(key);
    };

    await press('2', 'q');
    await expect(moment).toBeFocused();
    await press('n');
    await expect(moment).toHaveText(/\d\d:\d\d/);
    await press('q');
    const due = page.getByRole('textbox', { name: 'Next inspection due' });
    const calendar = page.locator('.mantine-Popover-dropdown').filter({ visible: true });
    await expect(due).toBeFocused();
    await expect(calendar).toBeVisible();
    // This question stays unanswered: close its calendar, leave the field, and continue.
    await press('Escape');
    await expect(calendar).toHaveCount(0);
    await press('Escape');
    await expect(due).not.toBeFocused();
    await press('q');
    await expect(corrected.getByRole('button', { name: 'Yes' })).toBeFocused();
    await press('y');
    await expect(corrected.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');
    await press('q');
    await expect(recommendation).toBeFocused();
    await page.keyboard.type('Renew');
    presses += 1;
    await press('Escape', 'p');
    await expect(photos.camera.getByRole('button', { name: 'Take photo' })).toBeFocused();
    await press('Enter');
    await expect(photos.camera.getByText('1 photo added')).toBeVisible();
    await press('Escape');
    await expect(photos.camera).toHaveCount(0);
    await expect(photos.photos).toHaveCount(1);
    expect(presses).toBe(14);

    const inspected = { installationInspectionId: rig.drops, itemId: rig.items[ITEM]! };
    const answers = async (): Promise<string[]> => {
      const { fieldResponses } = await company.maren.call('getFieldsForInstallationInspection', inspected);
      return fieldResponses.map(({ value }) => value.slice(0, 5)).toSorted();
    };
    await expect.poll(answers).toEqual([new Date().toISOString().slice(0, 5), 'Renew', 'true']);
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toEqual(CONDITIONS.needsAttention);
    await expect(page.getByText('No notes yet.')).toBeVisible();
  });

  test('focus a date whose control is still being loaded once it is there, unless the focus has moved', async ({
    openItem,
    item,
    page,
  }) => {
    const parts: (() => void)[] = [];
    let isHeldBack = true;
    await page.route('**/assets/DateControls*.js', async (route) => {
      if (isHeldBack) await new Promise<void>((resolve) => parts.push(resolve));
      await route.continue();
    });
    const moment = page.getByRole('button', { name: /^Inspected at/ });
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    const load = (): void => {
      isHeldBack = false;
      for (const go of parts.splice(0)) go();
    };
    await openItem(ITEM);
    await item.come();
    await expect(recommendation).toBeVisible();
    await expect(moment).toHaveCount(0);
    await page.keyboard.press('q');
    load();
    await expect(moment).toBeFocused();

    isHeldBack = true;
    await page.reload();
    await item.come();
    await expect(recommendation).toBeVisible();
    await expect(moment).toHaveCount(0);
    await page.keyboard.press('q');
    await recommendation.focus();
    load();
    await expect(moment).toBeVisible();
    await expect(recommendation).toBeFocused();
  });

  test('have no effect while single keys are switched off, as for users who dictate', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await openItem(ITEM);
    await page.evaluate(() => localStorage.setItem('holdfast:single-keys', 'off'));
    await page.reload();
    await item.come();
    await page.getByRole('group', { name: 'Corrected on site' }).getByRole('button', { name: 'No' }).focus();
    await page.keyboard.press('y');
    await page.getByRole('button', { name: /^Inspected at/ }).focus();
    await page.keyboard.press('n');
    // A later save shows that no save was being sent before it.
    const note = page.getByRole('textbox', { name: 'Recommendation' });
    const saved = page.waitForResponse('**/api/save-installation-ispection-item-field');
    await note.fill('Renew');
    await note.blur();
    await saved;
    const { fieldResponses } = await company.maren.call('getFieldsForInstallationInspection', {
      installationInspectionId: rig.drops,
      itemId: rig.items[ITEM]!,
    });
    expect(fieldResponses.map(({ value }) => value)).toEqual(['Renew']);
  });

  test('cycle through the questions, and do not act on letters of typed text', async ({ openItem, item, page }) => {
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/api/get-fields-for-item', async (route) => {
      await loaded;
      await route.continue();
    });
    await openItem(ITEM);
    await item.come();
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    await recommendation.fill('');
    await recommendation.pressSequentially('q y n');
    await expect(recommendation).toHaveValue('q y n');
    // The questions about the item itself follow the last question of the inspection, and then the first one again.
    await page.keyboard.press('Escape');
    await page.keyboard.press('q');
    // They are still being loaded: another question is not focused instead.
    await expect(page.locator('[data-question] :focus')).toHaveCount(0);
    load();
    await expect(page.getByRole('textbox', { name: 'Tag number' })).toBeFocused();
  });

  test('do nothing in the middle of a word whose field lost the focus automatically', async ({
    openItem,
    item,
    page,
  }) => {
    await page.clock.install();
    await openItem(ITEM);
    await item.come();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(ITEM);
    const chosen = item.conditions.locator('[aria-pressed="true"]');
    const before = await chosen.allTextContents();
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    await recommendation.pressSequentially('Torque to ');
    await recommendation.evaluate((field) => field.blur());
    await page.keyboard.type('45 Nm, just');
    await expect(heading).toContainText(ITEM);
    expect(await chosen.allTextContents()).toEqual(before);
    await page.clock.fastForward(1_500);
    await page.keyboard.press('j');
    await expect(heading).not.toContainText(ITEM);
  });

  test('Escape leads from an item to the dashboard, one view at a press, and n begins an inspection', async ({
    openItem,
    rig,
    item,
    inspection,
    installation,
    dashboard,
    page,
  }) => {
    await openItem(ITEM);
    await item.come();
    await page.keyboard.press('Escape');
    await expect(inspection.tree).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(installation.title(rig.installationName)).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'New Inspection' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(installation.title(rig.installationName)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dashboard.title).toBeVisible();
  });
});
