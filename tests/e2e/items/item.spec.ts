import { CONDITIONS } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('the condition of an item', { tag: '@agent' }, () => {
  test('is one of five, shown by text and shape, from the list of conditions [COND-01] [COND-02] [COND-08]', async ({
    openItem,
    item,
    page,
  }) => {
    const answer = page.waitForResponse('**/api/get-conditions');
    await openItem('Padeye, port');
    expect(await (await answer).json()).toEqual(Object.values(CONDITIONS));
    expect((await answer).request().method()).toBe('GET');
    const bar = page.getByRole('group', { name: 'Condition of Padeye, port' });
    await expect(bar.getByRole('button')).toHaveText([
      'Fit for purpose',
      'Needs attention',
      'Defective',
      'Not applicable',
      'Not Checked',
    ]);
    const shapes = await bar.locator('svg').evaluateAll((icons) => icons.map((icon) => icon.innerHTML));
    expect(new Set(shapes).size).toBe(5);
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
  });

  test(
    'is sent at once when it is chosen, with its key and the version on which it is based [COND-04]',
    { tag: '@offline' },
    async ({ openItem, item, rig, page }) => {
      await openItem('Padeye, port');
      const sent = page.waitForRequest('**/api/set-condition');
      await item.condition('Needs attention').click();
      const request = await sent;
      expect(request.method()).toBe('POST');
      expect(request.postDataJSON()).toEqual({
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port'],
        conditionId: CONDITIONS.needsAttention.id,
      });
      expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
      expect(request.headers()['if-match']).toMatch(/^".+"$/);
      await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
      await page.reload();
      await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    },
  );

  test('is shown before the server has answered, and is set by the keys 1–4 and 0 [COND-05]', async ({
    openItem,
    item,
    rig,
    company,
    page,
  }) => {
    // A stream that stays open would keep the network from becoming idle.
    await page.route('**/ext/events', (route) => route.fulfill({ status: 404 }));
    await openItem('Padeye, port');
    await item.come();
    // The answers are held back until every condition was shown.
    const shown = Promise.withResolvers<void>();
    await page.route('**/api/set-condition', async (route) => {
      await shown.promise;
      await route.continue();
    });
    const last = page.waitForResponse(
      (answer) => answer.url().endsWith('/set-condition') && answer.request().postDataJSON().conditionId === null,
    );
    for (const [key, name] of [
      ['1', 'Fit for purpose'],
      ['2', 'Needs attention'],
      ['3', 'Defective'],
      ['4', 'Not applicable'],
      ['0', 'Not Checked'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(item.condition(name)).toHaveAttribute('aria-pressed', 'true');
    }
    shown.resolve();
    const stored = () =>
      company.maren.call('getInstallationInspectionItemCondition', {
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port']!,
      });
    await last;
    await expect.poll(stored).toBeNull();
  });

  test('changes the counts on the card without a reload [COND-07]', async ({
    openItem,
    item,
    inspection,
    installation,
    page,
  }) => {
    await openItem('Padeye, port');
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await item.condition('Defective').click();
    await item.back.click();
    await expect(inspection.row('Padeye, port').getByRole('img', { name: 'Defective' })).toBeVisible();
    await inspection.back.click();
    await expect.poll(() => installation.count(DROPS, 'Defective')).toBe(2);
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });

  test('is restored, with the reason, when the server refuses the change', async ({ openItem, item, page }) => {
    await openItem('Floodlight, girt 6');
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await page.route('**/api/set-condition', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: '',
          title: 'This change would break a rule of the data.',
          status: 422,
          code: 'ruleBroken',
          details: { rule: '' },
        }),
      }),
    );
    await item.condition('Defective').click();
    await expect(page.getByText('This change would break a rule of the data.')).toBeVisible();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
  });

  test('is visible but read-only for a viewer', async ({ as, company, rig, dashboard, inspection, item, page }) => {
    await as(company.jorun);
    await dashboard.openInspection(rig.installationName, DROPS);
    await inspection.row('Floodlight, girt 6').click();
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await expect(item.condition('Defective')).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Add note' })).toHaveCount(0);
    await expect(item.name).toHaveAttribute('readonly');
  });
});

test.describe('the item view', { tag: '@agent' }, () => {
  test('moves to the neighbours in the order of the list and its filters, by buttons and by J and K [ITEM-01]', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    item,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await inspection.narrow('Not Checked');
    await inspection.row('Floodlight, monkey board').click();
    await expect(page.getByText('1 of 3')).toBeVisible();
    await item.next.click();
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await page.keyboard.press('j');
    await expect(item.title).toHaveText('Padeye, port');
    await expect(page.getByText('3 of 3')).toBeVisible();
    await page.keyboard.press('k');
    await expect(item.title).toHaveText('Gas detector, doghouse');
    // An item that no longer matches the filter keeps its position between its neighbours, also on the way back.
    await item.come();
    await page.keyboard.press('1');
    await expect(page.getByText('2 of 3')).toBeVisible();
    await page.keyboard.press('j');
    await expect(item.title).toHaveText('Padeye, port');
    await page.keyboard.press('k');
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await item.next.click();
    await expect(item.title).toHaveText('Padeye, port');

    // The condition set last can be undone from any item.
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Undo: set Gas detector, doghouse back to Not Checked' }).click();
    await expect(page.getByText('Gas detector, doghouse: Not Checked')).toBeVisible();
    const stored = () =>
      company.maren.call('getInstallationInspectionItemCondition', {
        installationInspectionId: rig.drops,
        itemId: rig.items['Gas detector, doghouse']!,
      });
    await expect.poll(stored).toBeNull();
    await item.come();
    await page.keyboard.press('3');
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
  });

  test('has no tag button on the web [ITEM-04] [TBAR-16]', { tag: '@server' }, async ({ openItem, item, page }) => {
    await openItem('Padeye, port');
    await expect(item.title).toBeVisible();
    await expect(page.getByRole('button', { name: /tag/i })).toHaveCount(0);
    await expect(page.getByText(/sync|update|rfid/i)).toHaveCount(0);
  });

  test('makes a copy and shows it [ITEM-05]', { tag: '@offline' }, async ({ openItem, item, rig, page }) => {
    await openItem('Padeye, port');
    const sent = page.waitForRequest('**/api/duplicate-item');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate item' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port'],
    });
    await expect(item.title).toHaveText('Padeye, port (copy)');
  });

  test(
    'confirms a deletion with numbers, returns to the list, and can undo it [ITEM-06] [ITEM-07]',
    { tag: '@offline' },
    async ({ openItem, item, inspection, rig, page }) => {
      await openItem('Padeye, port');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete item' }).click();
      const question = page.getByRole('dialog', { name: 'Delete Padeye, port?' });
      await expect(question).toContainText('1 item is removed from this inspection. It');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(item.title).toHaveText('Padeye, port');

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete item' }).click();
      const sent = page.waitForRequest('**/api/delete-item');
      await question.getByRole('button', { name: 'Delete' }).click();
      expect((await sent).method()).toBe('DELETE');
      expect((await sent).postDataJSON()).toEqual({
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port'],
      });
      await expect(inspection.tree).toBeVisible();
      await expect(inspection.row('Padeye, port')).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(inspection.row('Padeye, port')).toBeVisible();
    },
  );

  test('opens the list of a location above it', async ({ openItem, item, inspection, page }) => {
    await openItem('Padeye, port');
    await item.come();
    await page.getByRole('button', { name: 'Show only Drill floor' }).click();
    await expect(page.getByText('In Drill floor')).toBeVisible();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await expect(inspection.row('Gas detector, doghouse')).toBeVisible();
    await expect(inspection.row('Floodlight, girt 6')).toHaveCount(0);
  });

  test('saves a name after the pause, and marks a blank name without saving it [ITEM-08] [ITEM-09]', async ({
    openItem,
    item,
    rig,
    page,
  }) => {
    await page.clock.install();
    await openItem('Padeye, port');
    await expect(item.name).toHaveValue('Padeye, port');
    // From here on the clock of the page is paused, and advanced explicitly.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/set-item-name')) sent += 1;
    });
    await item.name.fill('');
    await expect(page.getByText('An item needs a name.')).toBeVisible();
    await page.clock.runFor(2_000);
    expect(sent).toBe(0);

    const request = page.waitForRequest('**/api/set-item-name');
    await item.name.fill('Padeye 5 t, port');
    await page.clock.runFor(1_400);
    expect(sent).toBe(0);
    await page.clock.runFor(200);
    expect((await request).postDataJSON()).toEqual({ itemId: rig.items['Padeye, port'], name: 'Padeye 5 t, port' });
    await page.clock.resume();
    await expect(item.title).toHaveText('Padeye 5 t, port');
    await page.reload();
    await expect(item.name).toHaveValue('Padeye 5 t, port');
  });

  test(
    'lists changes, newest first, with author, field, old and new value [HIST-01] [HIST-02] [HIST-03]',
    { tag: '@offline' },
    async ({ openItem, item, page }) => {
      await openItem('Padeye, port');
      const first = item.history.locator('.mantine-Timeline-item').first();
      for (const condition of ['Defective', 'Fit for purpose'] as const) {
        const answer = page.waitForResponse('**/api/set-condition');
        await item.condition(condition).click();
        await expect(item.condition(condition)).toHaveAttribute('aria-pressed', 'true');
        expect((await answer).status()).toBe(200);
        await expect(first).toContainText(condition);
      }
      await expect(first).toContainText('Condition');
      await expect(first).toContainText('changed');
      await expect(first).toContainText('Defective');
      await expect(first).toContainText('Fit for purpose');
      await expect(first).toContainText('Maren Thorskild');
      await expect(first.locator('time')).toHaveAttribute('datetime', /^20\d\d-/);
      await expect(item.history.locator('.mantine-Timeline-item').nth(1)).toContainText('Not Checked');
      await expect(item.history.locator('.mantine-Timeline-item').last()).toContainText('created');
    },
  );

  test('lists a change that was made while the history was being read [HIST-01]', async ({ openItem, item, page }) => {
    const saved = Promise.withResolvers<void>();
    await page.route(
      '**/api/get-audit-logs-for-installation-inspection-and-item',
      async (route) => {
        const before = await route.fetch();
        await saved.promise;
        await route.fulfill({ response: before });
      },
      { times: 1 },
    );
    const read = page.waitForRequest('**/api/get-audit-logs-for-installation-inspection-and-item');
    await openItem('Padeye, port');
    await read;
    const answer = page.waitForResponse('**/api/set-condition');
    await item.condition('Defective').click();
    await answer;
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    saved.resolve();
    await expect(item.history).toContainText('Defective');
  });
});

test.describe('notes', { tag: '@agent' }, () => {
  test(
    'are written, previewed, read and removed [NOTE-01] [NOTE-02] [NOTE-03] [NOTE-04] [NOTE-05] [NOTE-06]',
    { tag: '@offline' },
    async ({ openItem, company, rig, page, item }) => {
      const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
      const member = await company.maren.call('getInstallationInspectionItemByInstallationAndItem', inspected);
      const words = 'Split pin missing on lower clevis, replaced on site';
      await openItem('Padeye, port');
      await item.come();
      await page.getByRole('button', { name: 'Add note', exact: true }).click();
      const writing = page.getByRole('dialog', { name: 'Add note' });
      await expect(writing.getByRole('button', { name: 'Add Note' })).toBeDisabled();
      await writing.getByRole('textbox', { name: 'Note' }).fill('  ');
      await expect(writing.getByRole('button', { name: 'Add Note' })).toBeDisabled();
      await writing.getByRole('textbox', { name: 'Note' }).fill(words);
      const added = page.waitForRequest('**/api/add-note-to-installation-inspection-item');
      await writing.getByRole('button', { name: 'Add Note' }).click();
      expect((await added).postDataJSON()).toMatchObject({
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port'],
        content: words,
      });

      const notes = page.getByRole('region', { name: 'Notes' });
      await expect(notes.getByRole('button', { name: 'Split pin missing on…', exact: true })).toBeVisible();
      await expect(notes.getByRole('listitem')).toContainText(new Date().getFullYear().toString());
      // Twenty characters are shown in full.
      const brief = await company.maren.call('addNoteToInstallationInspectionItem', {
        ...inspected,
        content: 'Weld ground flush ok',
      });
      await page.reload();
      await expect(notes.getByRole('button', { name: 'Weld ground flush ok', exact: true })).toBeVisible();
      const preview = notes.getByRole('button', { name: 'Split pin missing on…' });
      const size = page.viewportSize()!;
      for (const width of [360, 1024, 1440]) {
        await page.setViewportSize({ ...size, width });
        // The text is complete at every width: nothing of its paragraph is cut off.
        const cut = (): Promise<boolean> =>
          preview.evaluate(({ parentElement: text }) => text!.scrollWidth > text!.clientWidth);
        await expect.poll(cut, { message: `cut off at ${width} px` }).toBe(false);
      }
      await page.setViewportSize(size);
      await preview.click();
      const view = page.getByRole('dialog', { name: 'Note' });
      await expect(view.getByText(words)).toBeVisible();
      await view.getByRole('button', { name: 'Remove note' }).click();
      const question = page.getByRole('dialog', { name: 'Remove note' });
      await expect(question).toContainText('Are you sure you want to remove this note from this inspection?');
      const removed = page.waitForRequest('**/api/remove-note-from-installation-inspection-item');
      await question.getByRole('button', { name: 'Remove', exact: true }).click();
      expect((await removed).method()).toBe('DELETE');
      const taken = (await removed).postDataJSON() as { noteId: string };
      expect(taken).toEqual({ installationInspectionItemId: member.id, noteId: expect.any(String) });
      expect(taken.noteId).not.toBe(brief.id);
      await expect(notes.getByRole('listitem')).toHaveCount(1);
      await expect(notes.getByRole('button', { name: 'Weld ground flush ok', exact: true })).toBeVisible();
    },
  );
});

test.describe('Escape on an item', { tag: '@agent' }, () => {
  test('closes the uppermost layer and leaves the item open', async ({ openItem, item, page }) => {
    await openItem('Padeye, port');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(item.condition('Defective')).toBeVisible();
  });
});
