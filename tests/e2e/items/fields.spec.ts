import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/journey.ts';

/** The request that saves an answer. */
interface Sent {
  path: string;
  body: Record<string, unknown>;
}

test.describe('answers in the item view', { tag: '@agent' }, () => {
  test('belong to the questions of item and inspection, in order, with help and required mark; a blank required one does not block other saves [ITEM-13] [ITEM-18] [FLDS-11] [FLDS-12]', async ({
    openItem,
    page,
  }) => {
    const asked = Promise.all([
      page.waitForRequest('**/api/get-fields-for-item', { timeout: 30_000 }),
      page.waitForRequest('**/api/get-fields-for-installation-inspection', { timeout: 30_000 }),
    ]);
    await openItem('Floodlight, girt 6');
    await asked;
    const sections = page.getByRole('main').getByRole('heading', { level: 2 });
    const headings = ['Photos', 'Notes', 'Inspections of this item', 'Identification', 'Securing', 'Files'];
    await expect(sections).toHaveText(headings);
    await expect(page.getByRole('main').getByRole('heading', { level: 4 })).toHaveText(['DROPS result']);
    const identification = page.getByRole('region', { name: 'Identification' });
    await expect(identification.getByText('As stamped on the plate.')).toBeVisible();
    // One mark, and not in the colour of a defect.
    const required = identification.getByText('Required');
    await expect(required).toBeVisible();
    await expect(identification.getByText('Tag number', { exact: true })).toBeVisible();
    const colour = (part: Locator): Promise<string> => part.evaluate((element) => getComputedStyle(element).color);
    const star = page.locator('label').filter({ hasText: 'Item Name' }).getByText('*');
    for (const mark of [required, star]) expect(await colour(mark)).toBe(await colour(page.locator('body')));
    const saved = page.waitForResponse('**/api/save-item-field');
    await identification.getByRole('textbox', { name: 'Weight (kg)' }).fill('12.5');
    expect((await saved).status()).toBe(200);
    expect((await saved).request().postDataJSON()).toMatchObject({ value: '12.5' });
    await expect(identification.getByText('Required')).toBeVisible();
    await identification.getByRole('textbox', { name: 'Tag number' }).fill('NMT-1');
    await expect(identification.getByText('Required')).toHaveCount(0);
  });

  test('are sent with their owner, value and display value, and are present after a reload [FLDS-13] [FLDS-25] [FLDS-26] [FLDS-27]', async ({
    openItem,
    page,
    rig,
  }) => {
    const sent: Sent[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/save-.*field$/.test(pathname))
        sent.push({ path: pathname, body: request.postDataJSON() as Record<string, unknown> });
    });
    const last = async (count: number): Promise<Sent> => {
      await expect.poll(() => sent.length).toBe(count);
      return sent[count - 1]!;
    };
    await page.clock.install();
    await openItem('Floodlight, girt 6');
    const itemId = rig.items['Floodlight, girt 6'];

    const tag = page.getByRole('textbox', { name: 'Tag number' });
    await expect(tag).toBeVisible();
    // From here on the clock of the page is paused, and advanced explicitly: on a busy machine a second takes longer.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await tag.fill('NMT-DRK-FL-014');
    await page.clock.runFor(1_400);
    expect(sent).toEqual([]);
    await page.clock.resume();
    expect(await last(1)).toMatchObject({
      path: '/api/save-item-field',
      body: { itemId, value: 'NMT-DRK-FL-014', displayValue: 'NMT-DRK-FL-014', parentFieldOptionId: null },
    });

    await page.getByRole('textbox', { name: 'Weight (kg)' }).fill('12.5');
    expect((await last(2)).body).toMatchObject({ value: '12.5', displayValue: '12.5' });

    await page.getByRole('combobox', { name: 'Manufacturer' }).click();
    await page.getByRole('option', { name: 'Kolvik' }).click();
    expect((await last(3)).body).toMatchObject({
      displayValue: 'Kolvik',
      value: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });

    await page.getByRole('combobox', { name: 'Secondary retention' }).click();
    await page.getByRole('option', { name: 'Lock wire' }).click();
    expect((await last(4)).body).toMatchObject({
      displayValue: 'Lock wire',
      value: expect.stringMatching(/^\["[0-9a-f-]{36}"\]$/),
    });
    await page.keyboard.press('Escape');

    const corrected = page.getByRole('group', { name: 'Corrected on site' });
    await expect(corrected.getByRole('button', { name: 'No' })).toHaveAttribute('aria-pressed', 'true');
    await corrected.getByRole('button', { name: 'Yes' }).click();
    expect(await last(5)).toMatchObject({
      path: '/api/save-installation-ispection-item-field',
      body: { installationInspectionId: rig.drops, itemId, value: 'true', displayValue: 'Yes' },
    });
    await corrected.getByRole('button', { name: 'No' }).click();
    expect((await last(6)).body).toMatchObject({ value: 'false', displayValue: 'No' });

    const due = page.getByRole('textbox', { name: 'Next inspection due' });
    await expect(due).toHaveAttribute('placeholder', 'Select a Date');
    await due.fill('03/04/2027');
    expect((await last(7)).body).toMatchObject({ value: '2027-04-03T00:00:00.000Z', displayValue: '03/04/2027' });

    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Tag number' })).toHaveValue('NMT-DRK-FL-014');
    await expect(page.getByRole('textbox', { name: 'Weight (kg)' })).toHaveValue('12.5');
    await expect(page.getByRole('combobox', { name: 'Manufacturer' })).toHaveValue('Kolvik');
    await expect(page.getByText('Lock wire').first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Next inspection due' })).toHaveValue('03/04/2027');
  });

  test('to a Number field accept digits, a minus sign and one point or comma only [FLDS-10]', async ({
    openItem,
    page,
    rig,
    company,
  }) => {
    await openItem('Floodlight, girt 6');
    const weight = page.getByRole('textbox', { name: 'Weight (kg)' });
    const stored = async (): Promise<string | undefined> => {
      const itemId = rig.items['Floodlight, girt 6']!;
      return (await company.maren.call('getFieldsForItem', { itemId })).fieldResponses[0]?.displayValue;
    };
    await weight.pressSequentially('a-12x');
    await expect(weight).toHaveValue('-12');
    await expect(page.getByText('“x” is not allowed in a number')).toBeVisible();

    await weight.fill('');
    await weight.pressSequentially('12,5');
    await expect(weight).toHaveValue('12,5');
    await expect(page.getByText('= 12.5', { exact: true })).toBeVisible();
    await weight.blur();
    await expect.poll(stored).toBe('12.5');
    await expect(weight).toHaveValue('12,5');

    // An incomplete number, or one with two separators, may not be what the user meant: it is not saved, and stays marked.
    await weight.fill('');
    await weight.pressSequentially('3/4');
    await weight.blur();
    await expect(page.getByText('Not saved: “/” is not allowed in a number.')).toBeVisible();
    await weight.fill('1.250,5');
    await weight.blur();
    await expect(page.getByText('Not saved: use one decimal point or comma')).toBeVisible();
    await expect(weight).toHaveValue('1.250,5');
    expect(await stored()).toBe('12.5');
    await weight.fill('1250,5');
    await weight.blur();
    await expect.poll(stored).toBe('1250.5');
    await page.reload();
    await expect(weight).toHaveValue('1250.5');
  });

  test('under a choice are entered when it is made, summarised later, and belong to that choice [FLDS-08] [SUBF-01] [SUBF-02] [SUBF-03] [SUBF-04] [SUBF-05]', async ({
    openItem,
    page,
  }) => {
    await openItem('Floodlight, girt 6');
    const fixing = page.getByRole('combobox', { name: 'Primary fixing' });
    await fixing.click();
    await page.getByRole('option', { name: 'Bolted' }).click();
    const size = page.getByRole('textbox', { name: 'Bolt size' });
    await expect(size).toBeVisible();
    const saved = page.waitForRequest('**/api/save-item-field');
    await size.fill('M12');
    await size.blur();
    expect((await saved).postDataJSON()).toMatchObject({
      value: 'M12',
      parentFieldOptionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    await page.getByRole('button', { name: 'Show summary' }).click();
    await expect(page.getByRole('definition').filter({ hasText: 'M12' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(size).toHaveValue('M12');

    await fixing.click();
    await page.getByRole('option', { name: 'No primary fixing' }).click();
    await expect(size).toHaveCount(0);
    await fixing.click();
    await page.getByRole('option', { name: 'Bolted' }).click();
    await expect(page.getByRole('textbox', { name: 'Bolt size' })).toHaveValue('M12');
  });

  test('are saved when the screen is left inside the pause [FLDS-29]', async ({
    openItem,
    page,
    item,
    rig,
    company,
  }) => {
    await openItem('Floodlight, girt 6');
    await page.getByRole('textbox', { name: 'Tag number' }).fill('half typed');
    await item.back.click();
    const stored = async (): Promise<string | undefined> =>
      (await company.maren.call('getFieldsForItem', { itemId: rig.items['Floodlight, girt 6']! })).fieldResponses[0]
        ?.value;
    await expect.poll(stored).toBe('half typed');
  });

  test('that are refused stay on screen with the reason, also after a reload, until they are sent again [FLDS-28]', async ({
    openItem,
    page,
  }) => {
    await openItem('Floodlight, girt 6');
    await page.route('**/api/save-item-field', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: '',
          title: 'This answer does not fit its question.',
          status: 422,
          code: 'answerRefused',
          details: null,
        }),
      }),
    );
    const tag = page.getByRole('textbox', { name: 'Tag number' });
    await tag.fill('refused words');
    await tag.blur();
    const alert = page.getByRole('alert').filter({ hasText: 'This answer does not fit its question.' });
    await expect(alert).toBeVisible();
    await page.reload();
    await expect(tag).toHaveValue('refused words');
    await expect(alert).toBeVisible();
    const other = page.waitForResponse('**/api/save-installation-ispection-item-field');
    await page.getByRole('group', { name: 'Corrected on site' }).getByRole('button', { name: 'Yes' }).click();
    expect((await other).status()).toBe(200);
    await page.unroute('**/api/save-item-field');
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toHaveCount(0);
    await page.reload();
    await expect(tag).toHaveValue('refused words');
  });
});
