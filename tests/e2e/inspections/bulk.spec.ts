import { CONDITIONS, type InspectionRow } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

test.describe('actions on several items', () => {
  test.beforeEach(async ({ as, company, rig, dashboard, inspection }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.tree).toBeVisible();
  });

  test('set one condition on rows selected by click and by Shift, in one call, and one undo reverts it', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    const found = async (): Promise<Record<string, string | null>> => {
      const rows: InspectionRow[] = await company.maren.call('getItemsForInstallationInspection', {
        installationInspectionId: rig.drops,
      });
      return Object.fromEntries(
        rows.filter(({ isLocation }) => !isLocation).map(({ name, conditionId }) => [name, conditionId]),
      );
    };
    const before = await found();
    await inspection.row('Floodlight, girt 6').click({ modifiers: ['ControlOrMeta'] });
    await inspection.row('Gas detector, doghouse').click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await expect(bar.getByRole('status')).toHaveText('4 selected');
    await inspection.row('Junction box, crown').click({ modifiers: ['ControlOrMeta'] });
    await expect(bar.getByRole('status')).toHaveText('3 selected');
    await expect(inspection.row('Derrick').getByRole('checkbox')).toHaveJSProperty('indeterminate', true);
    expect(await axeFindings(page)).toEqual([]);

    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && /set-condition|undo/.test(request.url()))
        calls.push(new URL(request.url()).pathname);
    });
    await bar.getByRole('button', { name: 'Set condition' }).click();
    await page.getByRole('menuitem', { name: 'Needs attention' }).click();
    await expect(page.getByText('3 items changed')).toBeVisible();
    await expect(bar).toHaveCount(0);
    const attention = CONDITIONS.needsAttention.id;
    expect(await found()).toEqual({
      ...before,
      'Floodlight, girt 6': attention,
      'Floodlight, monkey board': attention,
      'Gas detector, doghouse': attention,
    });
    await expect(inspection.row('Floodlight, girt 6').getByRole('img', { name: 'Needs attention' })).toBeVisible();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone.')).toBeVisible();
    expect(await found()).toEqual(before);
    await expect(inspection.row('Floodlight, girt 6').getByRole('img', { name: 'Fit for purpose' })).toBeVisible();
    expect(calls).toEqual(['/ext/items/set-condition', '/ext/undo']);
  });

  test('set one answer to a question of all of them, and one undo reverts it', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    const chosen = ['Floodlight, girt 6', 'Floodlight, monkey board'];
    await inspection.row(chosen[0]!).click({ modifiers: ['ControlOrMeta'] });
    await inspection.row(chosen[1]!).click({ modifiers: ['ControlOrMeta'] });
    await page.getByRole('button', { name: 'Set value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set a value for 2 items' });
    // The choice has the focus, but does not cover the dialog before it is used.
    const question = dialog.getByRole('combobox', { name: 'Field' });
    await expect(question).toBeFocused();
    await expect(page.getByRole('option')).toHaveCount(0);
    await question.click();
    await page.getByRole('option', { name: 'Recommendation' }).click();
    await dialog.getByRole('textbox', { name: 'Recommendation' }).fill('Renew the safety sling');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set value' }).click();
    await expect(page.getByText('2 items changed')).toBeVisible();
    const answers = () =>
      Promise.all(
        chosen.map(async (name) => {
          const { fieldResponses } = await company.maren.call('getFieldsForInstallationInspection', {
            installationInspectionId: rig.drops,
            itemId: rig.items[name]!,
          });
          return fieldResponses.some(({ value }) => value === 'Renew the safety sling');
        }),
      );
    expect(await answers()).toEqual([true, true]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(answers).toEqual([false, false]);
  });

  test('select a location with its contents, and move all of them to another location, by keyboard only', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    await inspection.row('Derrick').focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await expect(bar.getByRole('status')).toHaveText('3 selected');
    await expect(inspection.row('Derrick')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await page.keyboard.press('Shift+ArrowDown');
    await bar.getByRole('button', { name: 'Set location' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Location of/ });
    await dialog.getByRole('searchbox').fill('drill');
    await dialog.getByRole('radio', { name: 'Drill floor' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Set location' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 items changed')).toBeVisible();
    const parents = async (): Promise<(string | null)[]> => {
      const items = await company.maren.call('getItemsForInstallation', { installationId: rig.installationId });
      return items.filter(({ name }) => /Floodlight|Junction/.test(name)).map(({ parentItemId }) => parentItemId);
    };
    expect(await parents()).toEqual([rig.items['Drill floor'], rig.items['Drill floor'], rig.items['Drill floor']]);
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(parents).toEqual([rig.items['Derrick'], rig.items['Derrick'], rig.items['Derrick']]);
  });

  test('add one note to all items that match the filters; Escape ends the selection and stays in the list', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    await inspection.narrow('Not Checked');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await expect(bar.getByRole('button', { name: 'Set location' })).toBeDisabled();
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect(bar.getByRole('status')).toHaveText('3 selected');
    await bar.getByRole('button', { name: 'Add note' }).click();
    const writing = page.getByRole('dialog', { name: /^Add a note to \d items?$/ });
    await writing.getByRole('textbox', { name: 'Note' }).fill('Not reachable in this wind');
    await writing.getByRole('button', { name: 'Add Note' }).click();
    await expect(page.getByText('3 items changed')).toBeVisible();
    for (const name of ['Floodlight, monkey board', 'Gas detector, doghouse', 'Padeye, port']) {
      const notes = await company.maren.call('getNotesForInstallationInspectionItem', {
        installationInspectionId: rig.drops,
        itemId: rig.items[name]!,
      });
      expect(notes.map(({ content }) => content)).toEqual(['Not reachable in this wind']);
    }
    await inspection.row('Padeye, port').click({ modifiers: ['ControlOrMeta'] });
    await expect(bar).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(inspection.tree).toBeVisible();
  });

  test('report a failure, and are applied once when they are tried again', async ({
    company,
    rig,
    inspection,
    page,
  }) => {
    await inspection.row('Padeye, port').click({ modifiers: ['ControlOrMeta'] });
    const keys: (string | undefined)[] = [];
    await page.route('**/ext/items/add-note', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      // The server applies it, but the answer is lost.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('toolbar').getByRole('button', { name: 'Add note' }).click();
    const writing = page.getByRole('dialog', { name: /^Add a note to \d items?$/ });
    await writing.getByRole('textbox', { name: 'Note' }).fill('Once');
    await writing.getByRole('button', { name: 'Add Note' }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'The items could not be changed' });
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('1 item changed')).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    const notes = await company.maren.call('getNotesForInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
    });
    expect(notes).toHaveLength(1);
  });
});

for (const { what, size } of [
  { what: 'phone', size: { width: 390, height: 844 } },
  { what: 'desktop', size: { width: 1440, height: 900 } },
])
  test(`to begin and end selecting moves no row on a ${what}`, async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    page,
  }) => {
    await page.setViewportSize(size);
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    const row = inspection.row('Floodlight, girt 6');
    await expect(row).toBeVisible();
    const before = await row.boundingBox();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await expect(bar).toBeVisible();
    expect(await row.boundingBox()).toEqual(before);
    await row.click();
    await expect(bar.getByRole('status')).toHaveText('1 selected');
    expect(await row.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: 'Stop selecting' }).click();
    await expect(bar).toHaveCount(0);
    expect(await row.boundingBox()).toEqual(before);
  });

test.describe('actions on several items by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('start with a long press, and then select by tapping', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    const row = inspection.row('Padeye, port');
    const box = (await row.boundingBox())!;
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    const bar = page.getByRole('toolbar', { name: 'Selected items' });
    await expect(bar.getByRole('status')).toHaveText('1 selected');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(bar.getByRole('status')).toHaveText('1 selected');
    await inspection.row('Gas detector, doghouse').tap();
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await bar.getByRole('button', { name: 'Set condition' }).tap();
    await page.getByRole('menuitem', { name: 'Fit for purpose' }).tap();
    await expect(page.getByText('2 items changed')).toBeVisible();
    await expect(row.getByRole('img', { name: 'Fit for purpose' })).toBeVisible();
  });

  test('are not offered to a viewer', async ({ as, company, rig, dashboard, inspection, page }) => {
    await as(company.jorun);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.tree).toBeVisible();
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0);
  });
});
