import { CONDITIONS } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

const ALL = [
  'Derrick',
  'Floodlight, girt 6',
  'Floodlight, monkey board',
  'Junction box, crown',
  'Drill floor',
  'Gas detector, doghouse',
  'Padeye, port',
];

test.describe('the working list', { tag: '@agent' }, () => {
  test.beforeEach(async ({ as, company, rig, dashboard, inspection }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.tree).toBeVisible();
  });

  test('is a tree, 20 px per level, with a condition symbol in each row [INSP-13] [INSP-17] [COND-06] [COND-08]', async ({
    inspection,
    company,
    rig,
    page,
  }) => {
    await expect.poll(() => inspection.names()).toEqual(ALL);
    const indent = (name: string): Promise<string> =>
      inspection
        .row(name)
        .getByRole('gridcell')
        .first()
        .evaluate((cell) => getComputedStyle(cell).paddingLeft);
    await expect.poll(() => indent('Derrick')).toBe('0px');
    await expect.poll(() => indent('Padeye, port')).toBe('20px');
    await company.maren.call('newItem', {
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      name: 'Shackle',
      parentItemId: rig.items['Padeye, port']!,
    });
    await page.reload();
    await expect(inspection.row('Shackle')).toBeVisible();
    await expect.poll(() => indent('Shackle')).toBe('40px');

    for (const [name, condition, color] of [
      ['Floodlight, girt 6', 'Fit for purpose', 'rgb(46, 125, 50)'],
      ['Junction box, crown', 'Defective', 'rgb(198, 40, 40)'],
    ] as const) {
      const dot = inspection.row(name).getByRole('img', { name: condition });
      expect(await dot.locator('svg').evaluate((svg) => getComputedStyle(svg).fill)).toBe(color);
    }
    const none = inspection.row('Padeye, port').getByRole('img', { name: 'Not Checked' });
    expect(await none.locator('svg').evaluate((svg) => getComputedStyle(svg).stroke)).toBe('rgb(158, 158, 158)');
  });

  test('is filtered by condition, keeping the path to each match visible [INSP-03] [INSP-04] [INSP-05] [INSP-15]', async ({
    inspection,
  }) => {
    for (const choice of [
      'All Conditions',
      'Not Checked',
      'Fit for purpose',
      'Needs attention',
      'Defective',
      'Not applicable',
    ]) {
      await expect(inspection.filter.getByText(choice, { exact: true })).toBeVisible();
    }
    for (const { name, color } of Object.values(CONDITIONS)) {
      const choice = inspection.filter.locator('label').filter({ hasText: name });
      await expect(choice.locator(`[data-status-color="${color}"]`)).toBeVisible();
    }
    await inspection.narrow('Not Checked');
    await expect(inspection.rows).toHaveCount(5);
    await expect
      .poll(() => inspection.names())
      .toEqual(['Derrick', 'Floodlight, monkey board', 'Drill floor', 'Gas detector, doghouse', 'Padeye, port']);
    await inspection.narrow('Defective');
    await expect(inspection.rows).toHaveCount(2);
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Junction box, crown']);
    await inspection.narrow('Fit for purpose');
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Floodlight, girt 6']);
  });

  test('combines search, condition and location, and clears the location by its chip, all in one bar [INSP-01] [INSP-07] [INSP-08] [INSP-09] [INSP-14]', async ({
    inspection,
    page,
  }) => {
    const chip = page.getByText('In Derrick');
    await expect(chip).toHaveCount(0);
    await expect(inspection.row('Padeye, port').getByRole('button', { name: /^Show only/ })).toHaveCount(0);
    await inspection.row('Derrick').getByRole('button', { name: 'Show only Derrick' }).click();
    await expect.poll(() => inspection.names()).toEqual(ALL.slice(0, 4));
    for (const part of [inspection.back, inspection.search, inspection.filter, chip]) await expect(part).toBeVisible();
    for (const name of ['Inspection Details', 'Reports', 'New Item'])
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible();

    // Items elsewhere match by name and condition, but are not in this location.
    await inspection.search.fill('padeye');
    await expect(page.getByText('No Items Found. Check your filters.', { exact: true })).toBeVisible();
    await inspection.search.fill('');
    await inspection.narrow('Not Checked');
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Floodlight, monkey board']);
    await inspection.narrow('All Conditions');
    await inspection.search.fill('floodlight');
    await expect(inspection.rows).toHaveCount(3);
    await inspection.narrow('Not Checked');
    await expect(inspection.rows).toHaveCount(2);
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Floodlight, monkey board']);

    await inspection.search.fill('');
    await inspection.narrow('All Conditions');
    await chip.click();
    await expect(inspection.rows).toHaveCount(ALL.length);
    await expect(chip).toHaveCount(0);
  });

  test('has the columns Item Name, Location and the configured ones, and searches the searchable fields [INSP-06] [INSP-10] [INSP-11]', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    const itemId = rig.items['Padeye, port']!;
    const inspected = { installationInspectionId: rig.drops, itemId };
    const forms = [
      await company.maren.call('getFieldsForItem', { itemId }),
      await company.maren.call('getFieldsForInstallationInspection', inspected),
    ];
    const fields = forms.flatMap(({ fieldsTemplates }) => fieldsTemplates.flatMap((template) => template.fields));
    const answer = (name: string, value: string) => ({
      fieldId: fields.find((field) => field.name === name)!.id,
      value,
      displayValue: value,
      parentFieldOptionId: null,
    });
    await company.maren.call('saveItemField', { itemId, ...answer('Tag number', 'NMT-PE-118') });
    await company.maren.call('saveItemField', { itemId, ...answer('Weight (kg)', '77.7') });
    await company.maren.call('saveInstallationInspectionItemField', {
      ...inspected,
      ...answer('Recommendation', 'Repaint the swivel'),
    });
    await page.reload();
    const headers = inspection.tree.getByRole('columnheader');
    await expect(headers).toHaveText([
      'Item Name',
      'Location',
      'Tag number',
      'Weight (kg)',
      'Recommendation',
      'Photos, notes and actions',
    ]);
    await expect(inspection.row('Padeye, port').getByRole('gridcell')).toHaveText([
      'Padeye, port',
      'Drill floor',
      'NMT-PE-118',
      '77.7',
      'Repaint the swivel',
      '',
    ]);
    for (const [words, rows] of [
      ['pe-118', ['Drill floor', 'Padeye, port']],
      ['swivel', ['Drill floor', 'Padeye, port']],
      ['monkey', ['Derrick', 'Floodlight, monkey board']],
    ] as const) {
      await inspection.search.fill(words);
      await expect.poll(() => inspection.names()).toEqual(rows);
    }
    await inspection.search.fill('77.7');
    await expect(page.getByText('No Items Found. Check your filters.', { exact: true })).toBeVisible();
  });

  test('says exactly "No Items Found. Check your filters." when nothing is left [INSP-12]', async ({
    inspection,
    page,
  }) => {
    await inspection.search.fill('no such thing');
    await expect(page.getByText('No Items Found. Check your filters.', { exact: true })).toBeVisible();
  });

  test('shows the values below the names, and does not scroll sideways, where the window is too narrow for its columns', async ({
    inspection,
    page,
  }) => {
    const names = ['Tag number', 'Weight (kg)', 'Third', 'Fourth', 'Fifth'];
    await page.route('**/api/get-inspection', async (route) => {
      const response = await route.fetch();
      const type = (await response.json()) as object;
      const itemTypeListViewFieldNames = JSON.stringify(names.map((name) => ({ name, isSearchable: false })));
      await route.fulfill({ response, json: { ...type, itemTypeListViewFieldNames } });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    const heading = page.getByRole('columnheader', { name: 'Fifth' });
    await expect(heading).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(heading).toHaveCount(0);
    await expect(inspection.tree).toBeVisible();
    const list = inspection.tree.locator('..');
    expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test('says that an inspection has no items yet, and where they are added', async ({ page }) => {
    await page.route('**/api/get-items-for-installation-inspection', (route) => route.fulfill({ json: [] }));
    await page.reload();
    await expect(page.getByText('This inspection has no items yet. Add the first one with New Item.')).toBeVisible();
  });

  test('lists every item again at one press when nothing is left, and puts the focus into the list', async ({
    inspection,
    page,
  }) => {
    await inspection.row('Derrick').getByRole('button', { name: 'Show only Derrick' }).click();
    await inspection.narrow('Not Checked');
    await inspection.search.fill('padeye');
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.poll(() => inspection.names()).toEqual(ALL);
    await expect(inspection.search).toHaveValue('');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  });

  test('keeps filters and collapsed locations while an item is open, and returns to its row [INSP-21]', async ({
    inspection,
    item,
    page,
  }) => {
    await inspection.row('Derrick').getByRole('button', { name: 'Collapse Derrick' }).click();
    await inspection.narrow('Not Checked');
    await expect
      .poll(() => inspection.names())
      .toEqual(['Derrick', 'Drill floor', 'Gas detector, doghouse', 'Padeye, port']);
    await inspection.row('Padeye, port').click();
    await item.back.click();
    await expect
      .poll(() => inspection.names())
      .toEqual(['Derrick', 'Drill floor', 'Gas detector, doghouse', 'Padeye, port']);
    await expect(inspection.row('Padeye, port')).toHaveAttribute('data-last');

    await inspection.row('Drill floor').getByRole('button', { name: 'Show only Drill floor' }).click();
    await inspection.search.fill('padeye');
    await expect.poll(() => inspection.names()).toEqual(['Drill floor', 'Padeye, port']);
    await inspection.row('Padeye, port').click();
    await item.back.click();
    await expect(inspection.search).toHaveValue('padeye');
    await expect(page.getByText('In Drill floor')).toBeVisible();
    await expect.poll(() => inspection.names()).toEqual(['Drill floor', 'Padeye, port']);
  });

  test('shows all condition filters at once on a tablet, also in portrait', async ({ inspection, page }) => {
    for (const width of [1024, 800, 700]) {
      await page.setViewportSize({ width, height: 1000 });
      await expect(inspection.filter.getByRole('radio')).toHaveCount(6);
      await expect(inspection.filter.getByText('Not applicable', { exact: true })).toBeInViewport({ ratio: 1 });
      expect(await inspection.filter.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });

  test('is searched by words in any order, and a search with one match does not restrict Previous and Next', async ({
    inspection,
    item,
    page,
  }) => {
    await inspection.search.fill('board floodl');
    await expect(inspection.rows).toHaveCount(2);
    for (const key of ['ArrowDown', 'Enter']) {
      await inspection.search.press(key);
      await expect(inspection.row('Derrick')).toBeFocused();
    }
    await inspection.row('Floodlight, monkey board').click();
    await expect(page.getByText('2 of 5')).toBeVisible();
    await item.next.click();
    await expect(item.title).toHaveText('Junction box, crown');
  });

  test('is used by keyboard only', async ({ inspection, item, page }) => {
    await page.keyboard.press('/');
    await expect(inspection.search).toBeFocused();
    await inspection.row('Derrick').focus();
    await page.keyboard.press('ArrowDown');
    await expect(inspection.row('Floodlight, girt 6')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(inspection.row('Derrick')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(inspection.row('Derrick')).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('End');
    await expect(inspection.row('Padeye, port')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(item.title).toHaveText('Padeye, port');

    // The first Escape leaves a field, the next one the item; the list has the focus on its row again.
    await page.getByRole('textbox', { name: 'Item Name' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Item Name' })).not.toBeFocused();
    await page.keyboard.press('Escape');
    await expect(inspection.row('Padeye, port')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(inspection.row('Gas detector, doghouse')).toBeFocused();

    // Users who dictate can switch single keys off.
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(inspection.search).not.toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  });
});
