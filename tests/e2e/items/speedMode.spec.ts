import { CONDITIONS } from '@holdfast/contract';
import { expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';

test.describe('speed mode', { tag: '@agent' }, () => {
  test('shows one item per screen; one key or press sets its condition and opens the next item', async ({
    openItem,
    item,
    company,
    rig,
    page,
  }) => {
    const first = 'Floodlight, monkey board';
    await openItem(first);
    await recordLastYear(company, rig, first);
    await page.reload();
    await item.come();
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Speed mode' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('heading', { name: first })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);

    // The previous condition was Defective: "As last time" records it again, and opens the next item.
    await page.getByRole('button', { name: 'As last time' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first);
    const second = await page.getByRole('heading', { level: 1 }).innerText();
    await page.keyboard.press('1');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(second);

    // A finding requires evidence: the item stays until Next.
    const third = await page.getByRole('heading', { level: 1 }).innerText();
    await page.keyboard.press('3');
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(third);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Bolt loose');
    await page.getByRole('dialog').getByRole('button', { name: 'Add Note' }).click();
    await expect(page.getByText('Bolt loose')).toBeVisible();

    const conditionOf = (itemId: string) =>
      company.maren.call('getInstallationInspectionItemCondition', { installationInspectionId: rig.drops, itemId });
    await expect.poll(() => conditionOf(rig.items[first]!)).toEqual(CONDITIONS.defective);
    await expect.poll(() => conditionOf(rig.items[second]!)).toEqual(CONDITIONS.fitForPurpose);
    await expect.poll(() => conditionOf(rig.items[third]!)).toEqual(CONDITIONS.defective);
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Speed mode' })).toHaveAttribute('aria-pressed', 'false');
  });

  test('offers earlier phrases with the name of the current item', async ({ openItem, company, rig, page }) => {
    const [here, there] = ['Padeye, port', 'Floodlight, girt 6'] as const;
    // Other journeys write notes for the same company.
    const often = `Label of ${rig.installationName} illegible`;
    const of = (item: string): string => `Renew the pin of ${item} on ${rig.installationName}`;
    for (const content of [of(there), often, often])
      await company.maren.call('addNoteToInstallationInspectionItem', {
        installationInspectionId: rig.drops,
        itemId: rig.items[there]!,
        content,
      });
    await openItem(here);
    await page.getByRole('button', { name: 'Add note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Note' });
    await dialog.getByRole('button', { name: 'Phrases' }).click();
    const phrases = page.getByRole('dialog', { name: 'Phrases', exact: true });
    await expect(phrases.getByRole('listitem').filter({ hasText: often })).toHaveText(new RegExp(`${often}\\s*2`));
    await expect(phrases.getByRole('listitem').filter({ hasText: of(here) })).toBeVisible();
    await phrases.getByRole('searchbox').fill(`${rig.installationName} renew pin`);
    await expect(phrases.getByRole('listitem')).toHaveCount(1);
    await phrases.getByRole('listitem').getByRole('button').click();
    await expect(dialog.getByRole('textbox')).toHaveValue(of(here));
  });

  test('opens the phrases of a question by a key, so that Tab goes from question to question', async ({
    openItem,
    page,
  }) => {
    await openItem('Floodlight, girt 6');
    const tag = page.getByRole('textbox', { name: 'Tag number' });
    await tag.focus();
    await page.keyboard.press('Alt+ArrowDown');
    const phrases = page.getByRole('dialog', { name: 'Phrases', exact: true });
    await expect(phrases.getByRole('searchbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(phrases).toHaveCount(0);
  });
});

test('the condition that an item has already is confirmed by the step to the next one, and offers no Undo', async ({
  openItem,
  item,
  rig,
  page,
}) => {
  const first = page.waitForRequest('**/api/set-condition');
  await openItem('Floodlight, girt 6');
  await item.come();
  await page.keyboard.press('f');
  await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('1');
  await expect(item.title).toHaveText('Floodlight, monkey board');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(page.getByRole('status').filter({ hasText: 'Floodlight, monkey board: Fit for purpose' })).toBeVisible();
  expect((await first).postDataJSON()).toMatchObject({ itemId: rig.items['Floodlight, monkey board'] });
});

test('speed mode names the conditions in large letters on an upright tablet', async ({ openItem, item, page }) => {
  await page.setViewportSize({ width: 800, height: 1180 });
  await openItem('Gas detector, doghouse');
  await item.come();
  await page.getByRole('button', { name: 'Speed mode' }).click();
  for (const name of ['Fit for purpose', 'Needs attention', 'Not applicable']) {
    const condition = item.condition(name);
    await expect(condition).toHaveCSS('font-size', '17px');
    expect(await condition.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test.describe('speed mode on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('offers Undo in a line of its own, which covers no button and moves none', async ({ openItem, item, page }) => {
    await openItem('Gas detector, doghouse');
    await item.come();
    await page.getByRole('button', { name: 'Speed mode' }).tap();
    const camera = page.getByRole('button', { name: 'Camera', exact: true });
    const before = await camera.boundingBox();
    await item.condition('Fit for purpose').tap();
    await expect(item.title).toHaveText('Padeye, port');
    const message = page.getByRole('status').filter({ hasText: 'Gas detector, doghouse: Fit for purpose' });
    await expect(message.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(await camera.boundingBox()).toEqual(before);
    await expect(page.getByRole('alert')).toHaveCount(0);
    // A press on a covered button fails.
    await page.getByRole('button', { name: 'Add note' }).tap({ timeout: 2_000 });
    await page.getByRole('dialog', { name: 'Add Note' }).getByRole('button', { name: 'Cancel' }).tap();
    await message.getByRole('button', { name: 'Undo' }).tap();
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
  });

  test('in landscape keeps the space for Undo beside the buttons, so that photos and notes have the height', async ({
    openItem,
    item,
    page,
  }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await openItem('Gas detector, doghouse');
    await item.come();
    await page.getByRole('button', { name: 'Speed mode' }).tap();
    const camera = page.getByRole('button', { name: 'Camera', exact: true });
    const before = (await camera.boundingBox())!;
    await item.condition('Fit for purpose').tap();
    await expect(item.title).toHaveText('Padeye, port');
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    expect(await camera.boundingBox()).toEqual(before);
    const beside = (await undo.boundingBox())!;
    expect(beside.x + beside.width).toBeLessThanOrEqual(before.x);
    expect(Math.abs(beside.y - before.y)).toBeLessThan(12);
  });

  test('shows messages above the condition bar of the item after it is left', async ({ openItem, item, page }) => {
    await page.addInitScript(() => localStorage.setItem('holdfast:go-on', 'true'));
    await openItem('Gas detector, doghouse');
    await item.come();
    await page.getByRole('button', { name: 'Speed mode' }).tap();
    await page.reload();
    await item.come();
    await page.getByRole('button', { name: 'Speed mode' }).tap();
    await item.condition('Fit for purpose').tap();
    const message = page.getByRole('alert').filter({ hasText: 'Gas detector, doghouse: Fit for purpose' });
    await expect(message).toBeVisible();
    const [over, bar] = [(await message.boundingBox())!, (await item.conditions.boundingBox())!];
    expect(over.y + over.height).toBeLessThanOrEqual(bar.y);
  });
});

test.describe('the list beside an item', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('follows the open item, opens the selected one, and keeps its width', async ({ openItem, item, page }) => {
    await openItem('Floodlight, girt 6');
    const list = page.getByRole('complementary', { name: 'List of items' });
    await expect(list.getByRole('row').filter({ hasText: 'Floodlight, girt 6' })).toHaveAttribute('data-last', 'true');
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Floodlight, girt 6');
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await expect(list.locator('[data-last]')).toContainText(name);
    await list.getByRole('row').filter({ hasText: 'Floodlight, girt 6' }).click();
    await expect(item.title).toHaveText('Floodlight, girt 6');

    const edge = list.getByRole('separator', { name: 'Width of the list' });
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', '380');
    await page.reload();
    await expect(list.getByRole('separator')).toHaveAttribute('aria-valuenow', '380');
  });

  test('attributes the second press of a double press to the previous item, and removes the message about an undone change', async ({
    openItem,
    item,
    rig,
    company,
    page,
  }) => {
    await openItem('Gas detector, doghouse');
    await item.come();
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Speed mode' })).toHaveAttribute('aria-pressed', 'true');
    await item.condition('Fit for purpose').dblclick({ delay: 40 });
    await expect(item.title).toHaveText('Padeye, port');
    const message = page.getByRole('status').filter({ hasText: 'Gas detector, doghouse: Fit for purpose' });
    await expect(message).toBeVisible();
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    await expect(company.maren.call('getInstallationInspectionItemCondition', inspected)).resolves.toBeNull();
    await message.getByRole('button', { name: 'Undo' }).click();
    // The message shows the current state.
    const takenBack = page.getByRole('status').filter({ hasText: 'Gas detector, doghouse: Not Checked' });
    await expect(takenBack).toBeVisible();
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await item.condition('Needs attention').click();
    await expect(takenBack).toHaveCount(0);
  });
});
