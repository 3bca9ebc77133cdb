import { type Company, DROPS, type Rig } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';

const BY_NAME = [
  'Floodlight, girt 6',
  'Floodlight, monkey board',
  'Gas detector, doghouse',
  'Junction box, crown',
  'Padeye, port',
];

/** Records the weight of an item. */
async function weigh({ maren }: Company, rig: Rig, value: string): Promise<void> {
  const itemId = rig.items['Padeye, port']!;
  const form = await maren.call('getFieldsForItem', { itemId });
  const weight = form.fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === 'Weight (kg)')!;
  await maren.call('saveItemField', {
    itemId,
    fieldId: weight.id,
    value,
    displayValue: value,
    parentFieldOptionId: null,
  });
}

test.describe('the order of the working list', () => {
  test.beforeEach(async ({ as, company, rig, dashboard, inspection }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.row('Padeye, port')).toBeVisible();
  });

  test('is changed by the column headers, in both directions, and followed by Previous and Next', async ({
    inspection,
    item,
    page,
  }) => {
    const head = page.getByRole('columnheader', { name: 'Item Name' });
    await head.getByRole('button').click();
    await expect.poll(() => inspection.names()).toEqual(BY_NAME);
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await head.getByRole('button').click();
    await expect.poll(() => inspection.names()).toEqual(BY_NAME.toReversed());
    await expect(head).toHaveAttribute('aria-sort', 'descending');

    await inspection.row('Junction box, crown').click();
    await item.next.click();
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await item.back.click();
    await expect.poll(() => inspection.names()).toEqual(BY_NAME.toReversed());
    await head.getByRole('button').click();
    await expect.poll(async () => (await inspection.names())[0]).toBe('Derrick');
  });

  test('has groups by condition, which collapse and are selected completely; an item keeps its position in it', async ({
    inspection,
    item,
    page,
  }) => {
    await page.getByRole('button', { name: 'Sort and group' }).click();
    await page.getByRole('menuitemradio', { name: 'Condition' }).click();
    await expect
      .poll(() => inspection.names())
      .toEqual([
        'Defective (1)',
        'Junction box, crown',
        'Not Checked (3)',
        'Floodlight, monkey board',
        'Gas detector, doghouse',
        'Padeye, port',
        'Fit for purpose (1)',
        'Floodlight, girt 6',
      ]);
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await inspection.row('Not Checked (3)').click();
    await expect(inspection.row('Padeye, port')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await inspection.row('Not Checked (3)').click();
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.keyboard.press('Escape');

    await inspection.row('Floodlight, monkey board').click();
    await item.come();
    await item.condition('Fit for purpose').click();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await item.next.click();
    await expect(item.title).toHaveText('Gas detector, doghouse');
  });

  test('is saved with its filters as a view, and restored by it', async ({ inspection, page }) => {
    const views = page.getByRole('button', { name: 'Saved views' });
    await page.getByRole('radiogroup', { name: 'Condition' }).getByText('Not Checked', { exact: true }).click();
    await page.getByRole('button', { name: 'Sort and group' }).click();
    await page.getByRole('menuitemradio', { name: 'Condition' }).click();
    const narrowed = await inspection.names();
    await views.click();
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('Left to do');
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('radiogroup', { name: 'Condition' }).getByText('All Conditions').click();
    await expect.poll(() => inspection.names()).not.toEqual(narrowed);
    await page.reload();
    await views.click();
    await page.getByRole('button', { name: 'Left to do', exact: true }).click();
    await expect.poll(() => inspection.names()).toEqual(narrowed);
    await views.click();
    await page.getByRole('button', { name: 'Remove view Left to do' }).click();
    await expect(page.getByRole('button', { name: 'Left to do', exact: true })).toHaveCount(0);
  });

  test('gives the name the widest column on a desktop, and aligns numbers at the right', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    await weigh(company, rig, '3.7');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    const weight = inspection.row('Padeye, port').getByRole('gridcell', { name: '3.7', exact: true });
    await expect(weight).toHaveCSS('text-align', 'right');
    await expect(inspection.row('Padeye, port').getByTitle('Drill floor')).toHaveCSS('text-align', 'left');
    const widths = await inspection.tree
      .getByRole('columnheader')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width));
    const [name = 0, ...others] = widths;
    expect(name).toBeGreaterThan(Math.max(...others));
  });

  test('shows the name of every value on a phone, and no location within the tree', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    await weigh(company, rig, '3.7');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(inspection.row('Padeye, port')).toContainText('3.7 kg Weight');
    await expect(inspection.row('Padeye, port')).not.toContainText('Drill floor');
    await page.getByRole('button', { name: 'Sort and group' }).click();
    await page.getByRole('menuitemradio', { name: 'Weight (kg)' }).click();
    await expect.poll(async () => (await inspection.names())[0]).toContain('Padeye, port');
    await expect(inspection.row('Padeye, port')).toContainText(/Drill floor.*3\.7 kg Weight/);
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
  });
});
