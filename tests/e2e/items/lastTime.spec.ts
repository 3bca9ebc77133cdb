import { CONDITIONS } from '@holdfast/contract';
import { axeFindings, axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';
import { png } from '../fixtures/pictures.ts';

const ITEM = 'Padeye, port';

test.describe('the inspections of an item', { tag: '@agent' }, () => {
  test('are in an accordion, the current one open; each has its own condition and answers [ITEM-14] [ITEM-15]', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await openItem(ITEM);
    const before = await recordLastYear(company, rig, ITEM);
    await page.reload();
    const sections = page.getByRole('region', { name: 'Inspections of this item' });
    const headers = sections.getByRole('heading', { level: 3 }).getByRole('button');
    await expect(headers).toHaveCount(2);
    const [present, earlier] = [headers.nth(0), headers.nth(1)];
    await expect(present).toContainText('This inspection');
    await expect(present).toHaveAttribute('aria-expanded', 'true');
    await expect(earlier).toHaveAttribute('aria-expanded', 'false');
    await expect(earlier.getByRole('img', { name: 'Defective' })).toBeVisible();
    await expect(sections.getByRole('combobox', { name: /^Condition in Dropped Object Survey/ })).toHaveCount(1);

    await earlier.click();
    const old = sections.getByRole('region', { name: /Dropped Object Survey/ }).last();
    const condition = old.getByRole('combobox', { name: /^Condition in/ });
    await expect(condition).toHaveValue('Defective');
    await expect(old.getByRole('textbox', { name: 'Recommendation' })).toHaveValue('Replace the shackle pin');

    const sent = page.waitForRequest('**/api/set-condition');
    await condition.click();
    await page.getByRole('option', { name: 'Fit for purpose' }).click();
    expect((await sent).postDataJSON()).toEqual({
      installationInspectionId: before.drops,
      itemId: rig.items[ITEM],
      conditionId: CONDITIONS.fitForPurpose.id,
    });
    await expect(condition).toHaveValue('Fit for purpose');
    // The condition in the current inspection is independent of it.
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    expect(await axeFindings(page)).toEqual([]);
  });
});

test.describe('since last time', { tag: '@agent' }, () => {
  test('shows the previous finding, beside the condition and beside each answer', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    await openItem(ITEM);
    await recordLastYear(company, rig, ITEM);
    await page.reload();
    const then = page.getByRole('region', { name: 'Last time' });
    await expect(then).toContainText('Defective');
    await expect(then).toContainText('Maren Thorskild');
    await expect(then).toContainText(new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' }));
    await expect(then).toContainText('Dropped Object Survey');
    await expect(page.getByText('Last time: Replace the shackle pin')).toBeVisible();
    await expect(page.getByText('Last time: Yes')).toBeVisible();
  });

  test('shows a text when its photo is not available, instead of a broken picture', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    await openItem(ITEM);
    const { drops } = await recordLastYear(company, rig, ITEM);
    const { name, buffer } = png('Shackle, last year.png', 150);
    const { id } = await company.maren.call('addImageToInstallationInspectionItem', {
      installationInspectionId: drops,
      itemId: rig.items[ITEM]!,
      filename: name,
      base64Image: buffer.toString('base64'),
    });
    await page.reload();
    const then = page.getByRole('region', { name: 'Last time' });
    const missing = then.getByRole('img', { name: 'The photo from last time is not available here' });
    await expect(then.getByRole('link', { name: 'Photo from last time' })).toHaveAttribute('href', new RegExp(id));
    await expect(missing).toHaveCount(0);

    await page.route(`**/images/${id}?*`, (route) => route.fulfill({ status: 404 }));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(missing).toBeVisible();
    await expect(then.getByRole('img', { name: 'Photo from last time', exact: true })).toHaveCount(0);
    // The name of the inspection, for which there is no space, is left out instead of cut off.
    await expect(then.getByText('Dropped Object Survey')).toBeHidden();
    // The missing photo takes no space from the result.
    const result = await then.getByText('Defective').boundingBox();
    expect(result?.width).toBeGreaterThan(90);
    expect(await axeFindingsInEveryTheme(page, 'section[aria-label="Last time"]')).toEqual([]);
  });

  test('repeats condition and answers on request, except dates, and one undo reverts them', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await openItem(ITEM);
    const { fields } = await recordLastYear(company, rig, ITEM);
    await page.reload();
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items[ITEM]! };
    const stored = async (): Promise<Record<string, string>> => {
      const { fieldResponses } = await company.maren.call('getFieldsForInstallationInspection', inspected);
      return Object.fromEntries(
        fieldResponses.map(({ fieldId, value }) => [
          Object.keys(fields).find((name) => fields[name] === fieldId),
          value,
        ]),
      );
    };
    expect(await stored()).toEqual({});
    await page.getByRole('button', { name: 'As last time' }).click();
    await expect(page.getByText('2 answers copied')).toBeVisible();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('textbox', { name: 'Recommendation' })).toHaveValue('Replace the shackle pin');
    await expect.poll(stored).toEqual({ Recommendation: 'Replace the shackle pin', 'Corrected on site': 'true' });

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 answers restored')).toBeVisible();
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('textbox', { name: 'Recommendation' })).toHaveValue('');
    await expect.poll(stored).toEqual({ Recommendation: '', 'Corrected on site': '' });
  });

  test('offers nothing to repeat where only a date was recorded, and does not call an empty date the same', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await openItem(ITEM);
    const { drops, fields } = await recordLastYear(company, rig, ITEM);
    const before = { installationInspectionId: drops, itemId: rig.items[ITEM]! };
    for (const question of ['Recommendation', 'Corrected on site'])
      await company.maren.call('saveInstallationInspectionItemField', {
        ...before,
        fieldId: fields[question]!,
        value: '',
        displayValue: '',
        parentFieldOptionId: null,
      });
    await page.reload();
    await item.come();
    await item.condition('Fit for purpose').click();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'As last time' }).click();
    const message = page.getByRole('alert').filter({ hasText: 'Nothing to copy.' });
    await expect(message).toContainText('Dates, and a condition that is already set, are not replaced.');
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');

    await company.maren.call('setCondition', { ...before, conditionId: null });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Last time' })).toContainText('Not Checked');
    await expect(page.getByText('Last time: 12/11/2025')).toBeVisible();
    await expect(page.getByRole('button', { name: 'As last time' })).toHaveCount(0);
  });

  test('opens the next unchecked item, from the end of the list back to its start', async ({
    openItem,
    item,
    page,
  }) => {
    await openItem('Floodlight, girt 6');
    await page.getByRole('button', { name: 'Next not checked' }).click();
    await expect(item.title).toHaveText('Floodlight, monkey board');
    await page.keyboard.press('u');
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await item.come();
    await page.keyboard.press('1');
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('u');
    await expect(item.title).toHaveText('Padeye, port');
    await page.keyboard.press('u');
    await expect(item.title).toHaveText('Floodlight, monkey board');
  });
});
