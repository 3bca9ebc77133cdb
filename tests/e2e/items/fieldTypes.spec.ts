import type { FieldsForm } from '@holdfast/contract';
import { makeAllFields } from '../fixtures/allFields.ts';
import { DROPS, today } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

test.describe('questions of every type', { tag: '@agent' }, () => {
  test('are shown in their configured order, with their options in order, also under options at any depth [FLDS-23] [SUBF-06]', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    await openItem(made.name);
    const section = page.getByRole('region', { name: `questions of ${made.name}` });
    const names = section.locator('[id$="-label"]');
    const order = ['Checked', 'Day', 'Moment', 'Several', 'One', 'Words', 'Amount', 'Fixing'];
    await expect(names).toHaveText(order);
    await section.getByRole('combobox', { name: 'One', exact: true }).click();
    await expect(page.getByRole('option')).toHaveText(['Kolvik', 'Brandreth']);
    await page.keyboard.press('Escape');

    for (const [fixing, prefix] of [
      ['Fixing', 'inner '],
      ['inner Fixing', 'innermost '],
    ] as const) {
      await section.getByRole('combobox', { name: fixing, exact: true }).click();
      await page.getByRole('option', { name: 'Bolted' }).click();
      const under = section.getByRole('group', { name: 'Further fields: Bolted' }).last();
      await expect(under.locator('[id$="-label"]')).toHaveText(order.map((name) => `${prefix}${name}`));
    }
    const words = section.getByRole('textbox', { name: 'innermost Words' });
    await words.fill('M24, torque marked');
    await words.blur();
    const amount = section.getByRole('textbox', { name: 'innermost Amount' });
    await amount.fill('12.5');
    await amount.blur();
    await section.getByRole('group', { name: 'innermost Checked' }).getByRole('button', { name: 'Yes' }).click();
    await expect
      .poll(async () => {
        const { fieldResponses } = await company.maren.call('getFieldsForItem', { itemId: made.itemId });
        return fieldResponses.map(({ displayValue }) => displayValue).toSorted();
      })
      .toEqual(['12.5', 'Bolted', 'Bolted', 'M24, torque marked', 'Yes']);
  });

  test('are saved at once for choices, and otherwise 1,500 ms after the last key or pick; a reload shows them all [ITEM-19] [FLDS-01] [FLDS-02] [FLDS-03] [FLDS-04] [FLDS-05] [FLDS-06] [FLDS-07] [CNST-02] [CNST-03]', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    test.slow();
    const made = await makeAllFields(company, rig);
    const sent: { value: string; displayValue: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/save-item-field')) sent.push(request.postDataJSON() as (typeof sent)[0]);
    });
    await page.clock.install();
    await openItem(made.name);
    const section = page.getByRole('region', { name: `questions of ${made.name}` });
    const words = section.getByRole('textbox', { name: 'Words', exact: true });
    await expect(words).toBeVisible();
    // From here on the clock of the page is paused, and advanced explicitly.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    let before = 0;
    const saved = async (afterMs: number, displayValue: string | RegExp): Promise<void> => {
      if (afterMs > 0) {
        await page.clock.runFor(afterMs - 100);
        expect(sent).toHaveLength(before);
      }
      await page.clock.runFor(200);
      await expect.poll(() => sent.length).toBe(before + 1);
      expect(sent[before]!.displayValue).toMatch(displayValue);
      before += 1;
    };
    const choose = async (question: string, choice: string): Promise<void> => {
      await section.getByRole('combobox', { name: question, exact: true }).click();
      await page.clock.runFor(50);
      await page.getByRole('option', { name: choice, exact: true }).click();
    };

    await words.fill('M24, torque marked');
    await saved(1_500, 'M24, torque marked');
    await section.getByRole('textbox', { name: 'Amount', exact: true }).fill('12.5');
    await saved(1_500, '12.5');
    await section.getByRole('group', { name: 'Checked', exact: true }).getByRole('button', { name: 'Yes' }).click();
    await saved(0, 'Yes');
    await choose('One', 'Brandreth');
    await saved(0, 'Brandreth');
    await choose('Several', 'Lock wire');
    await saved(0, 'Lock wire');
    await page.keyboard.press('Escape');
    await choose('Fixing', 'None');
    await saved(0, 'None');
    const day = section.getByRole('textbox', { name: 'Day', exact: true });
    await day.fill('03/04/2027');
    await saved(1_500, '03/04/2027');
    await day.blur();
    await page.clock.runFor(50);
    const moment = section.getByRole('button', { name: /^Moment/ });
    await moment.click();
    await page.clock.runFor(50);
    await page.getByRole('button', { name: /^15 / }).click();
    await saved(1_500, /^15\/\d\d\/\d{4} \d\d:\d\d [ap]m$/);
    const picked = sent.at(-1)!;
    expect(new Date(picked.value).toISOString()).toBe(picked.value);

    await page.clock.resume();
    await page.reload();
    await expect(words).toHaveValue('M24, torque marked');
    await expect(section.getByRole('textbox', { name: 'Amount', exact: true })).toHaveValue('12.5');
    await expect(
      section.getByRole('group', { name: 'Checked', exact: true }).getByRole('button', { name: 'Yes' }),
    ).toHaveAttribute('aria-pressed', 'true');
    await expect(section.getByRole('combobox', { name: 'One', exact: true })).toHaveValue('Brandreth');
    await expect(section.locator('.mantine-Pill-root')).toHaveText(['Lock wire']);
    await expect(section.getByRole('combobox', { name: 'Fixing', exact: true })).toHaveValue('None');
    await expect(day).toHaveValue('03/04/2027');
    await expect(moment).toHaveText(picked.displayValue);
  });

  test('show any day as DD/MM/YYYY, and a moment with its time; cleared they are empty [FLDS-14] [FLDS-15] [FLDS-17]', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    const sent: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/save-item-field')) sent.push(request.postDataJSON() as Record<string, unknown>);
    });
    await openItem(made.name);
    const day = page.getByRole('textbox', { name: 'Day', exact: true });
    await expect(day).toHaveAttribute('placeholder', 'Select a Date');
    for (const [typed, value] of [
      ['31/12/1899', '1899-12-31T00:00:00.000Z'],
      ['01/02/2199', '2199-02-01T00:00:00.000Z'],
    ] as const) {
      await day.fill(typed);
      await day.blur();
      await expect(day).toHaveValue(typed);
      await expect.poll(() => sent.at(-1)).toMatchObject({ value, displayValue: typed });
    }
    await day.fill('');
    await day.blur();
    await expect.poll(() => sent.at(-1)).toMatchObject({ value: '', displayValue: '' });

    const moment = page.getByRole('button', { name: /^Moment/ });
    await expect(moment).toHaveText('Select a Date and Time');
    await company.maren.call('saveItemField', {
      itemId: made.itemId,
      fieldId: await fieldOf('Moment'),
      value: '2026-01-15T13:05:00.000Z',
      displayValue: '15/01/2026 01:05 pm',
      parentFieldOptionId: null,
    });
    await page.reload();
    await expect(page.getByRole('button', { name: /^Moment/ })).toHaveText('15/01/2026 01:05 pm');

    async function fieldOf(name: string): Promise<string> {
      const { fieldsTemplates } = await company.maren.call('getFieldsForItem', { itemId: made.itemId });
      return fieldsTemplates[0]!.fields.find((field) => field.name === name)!.id;
    }
  });

  test('are read-only when the user may not answer; days are sent as ISO date-times [FLDS-16]', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    const form = await company.maren.call('getFieldsForItem', { itemId: made.itemId });
    const of = (name: string): string => form.fieldsTemplates[0]!.fields.find((field) => field.name === name)!.id;
    for (const [name, value, displayValue] of [
      ['Day', '2026-04-03T00:00:00.000Z', '03/04/2026'],
      ['Checked', 'true', 'Yes'],
    ] as const) {
      const answer = { itemId: made.itemId, fieldId: of(name), value, displayValue, parentFieldOptionId: null };
      await company.maren.call('saveItemField', answer);
    }
    const wrong = company.maren.call('saveItemField', {
      itemId: made.itemId,
      fieldId: of('Day'),
      value: '03/04/2026',
      displayValue: '03/04/2026',
      parentFieldOptionId: null,
    });
    await expect(wrong).rejects.toMatchObject({ status: 422 });
    await as(company.jorun);
    await dashboard.openInspection(rig.installationName, DROPS);
    await inspection.row(made.name).click();
    const day = page.getByRole('textbox', { name: 'Day', exact: true });
    await expect(day).toHaveValue('03/04/2026');
    await expect(day).toHaveAttribute('readonly');
    const yes = page.getByRole('group', { name: 'Checked' }).getByRole('button', { name: 'Yes' });
    const no = page.getByRole('group', { name: 'Checked' }).getByRole('button', { name: 'No' });
    const background = (button: typeof yes): Promise<string> =>
      button.evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect(yes).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => (await background(yes)) !== (await background(no))).toBe(true);
    await no.click({ force: true });
    await expect(yes).toHaveAttribute('aria-pressed', 'true');
  });

  test('accept the current day and minute with one press, and add the current time to a picked day', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    const sent: { value: string; displayValue: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/save-item-field')) sent.push(request.postDataJSON() as (typeof sent)[0]);
    });
    await page.clock.install({ time: new Date('2027-03-04T13:05:40Z') });
    await openItem(made.name);
    await page.getByRole('button', { name: 'Today Day', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Day', exact: true })).toHaveValue('04/03/2027');
    await expect.poll(() => sent.at(-1)).toMatchObject({ value: '2027-03-04T00:00:00.000Z' });
    await page.getByRole('button', { name: 'Now Moment', exact: true }).click();
    const moment = page.getByRole('button', { name: /^Moment/ });
    await expect(moment).toHaveText('04/03/2027 01:05 pm');
    await expect.poll(() => sent.at(-1)).toMatchObject({ value: '2027-03-04T13:05:00.000Z' });

    const other = page.getByRole('textbox', { name: 'Day', exact: true });
    await other.click();
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
    await expect(page.locator('[data-today]:visible')).toHaveText('4');
    await page.keyboard.press('Escape');
    await company.maren.call('saveItemField', {
      itemId: made.itemId,
      fieldId: (await company.maren.call('getFieldsForItem', { itemId: made.itemId })).fieldsTemplates[0]!.fields.find(
        ({ name }) => name === 'Moment',
      )!.id,
      value: '',
      displayValue: '',
      parentFieldOptionId: null,
    });
    await page.reload();
    await expect(moment).toHaveText('Select a Date and Time');
    await moment.click();
    await page.getByRole('button', { name: /^15 / }).click();
    await expect(moment).toHaveText('15/03/2027 01:05 pm');
    const hours = page.getByRole('spinbutton', { name: 'Hours' });
    await hours.focus();
    await page.keyboard.type('21');
    await expect(moment).toHaveText('15/03/2027 09:05 pm');
  });

  test('answered by Yes or No say that there is no answer yet, and look different from an answered No', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    await openItem(made.name);
    const checked = page.getByRole('group', { name: 'Checked' });
    const no = checked.getByRole('button', { name: 'No' });
    await expect(checked).toHaveAccessibleDescription('Not answered');
    await expect(no).toHaveAttribute('aria-pressed', 'true');
    await expect(no).toHaveCSS('border-style', 'dashed');
    await no.scrollIntoViewIfNeeded();
    const place = await no.boundingBox();
    await no.click();
    await expect(checked).toHaveAccessibleDescription('');
    await expect(checked.getByText('Not answered')).toHaveCount(0);
    await expect(no).toHaveAttribute('aria-pressed', 'true');
    await expect(no).toHaveCSS('border-style', 'solid');
    expect(await no.boundingBox()).toEqual(place);
    await expect
      .poll(async () => {
        const { fieldResponses } = await company.maren.call('getFieldsForItem', { itemId: made.itemId });
        return fieldResponses.map(({ value }) => value);
      })
      .toEqual(['false']);
  });

  test('of an unknown type show an error, and do not affect the others [FLDS-09] [ERRS-07]', async ({
    openItem,
    page,
  }) => {
    await page.route('**/api/get-fields-for-item', async (route) => {
      const form = (await (await route.fetch()).json()) as FieldsForm;
      const tag = form.fieldsTemplates[0]!.fields.find(({ name }) => name === 'Tag number')!;
      tag.fieldType = { ...tag.fieldType, name: 'Hologram' };
      await route.fulfill({ json: form });
    });
    await openItem('Padeye, port');
    const section = page.getByRole('region', { name: 'Identification' });
    await expect(section.getByText('Unsupported Field Type', { exact: true })).toBeVisible();
    await section.getByRole('textbox', { name: 'Weight (kg)' }).fill('12');
    const saved = page.waitForResponse('**/api/save-item-field');
    await section.getByRole('textbox', { name: 'Weight (kg)' }).blur();
    expect((await saved).status()).toBe(200);
  });

  test('show help and pictures, and load each picture from its address [FLDS-21] [FLDS-22]', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    const { fields } = await company.wren.call('getFieldsTemplate', { id: made.fieldsTemplateId });
    const words = fields.find(({ name }) => name === 'Words')!;
    await company.wren.call('updateField', { id: words.id, description: 'As it is stamped on the plate.' });
    const { images } = await company.wren.call('addFieldImage', {
      id: words.id,
      base64: PIXEL,
      path: 'plate.png',
    });
    await openItem(made.name);
    const section = page.getByRole('region', { name: `questions of ${made.name}` });
    await expect(section.getByText('As it is stamped on the plate.')).toBeVisible();
    const picture = section.getByRole('img', { name: 'Picture for Words' });
    await expect(picture).toHaveAttribute('src', `/field-images/${images[0]!.id}.png?size=320`);
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(1);
    await expect(section.getByRole('link', { name: 'Picture for Words' })).toHaveAttribute(
      'href',
      `/field-images/${images[0]!.id}.png`,
    );
  });

  test('show the error in a number, and keep the typed text', async ({ openItem, company, rig, page }) => {
    const made = await makeAllFields(company, rig);
    await openItem(made.name);
    const amount = page.getByRole('textbox', { name: 'Amount', exact: true });
    await amount.pressSequentially('12,,');
    await expect(page.getByText('Not saved: use one decimal point or comma')).toBeVisible();
    await expect(amount).toHaveValue('12,,');
    await amount.fill('-');
    await amount.blur();
    await expect(page.getByText('Not saved: a number needs at least one digit.')).toBeVisible();
    await expect(amount).toHaveValue('-');
    await amount.fill('-3');
    await amount.blur();
    await expect(page.getByText('Not saved: a number needs at least one digit.')).toHaveCount(0);
    await expect
      .poll(async () => {
        const { fieldResponses } = await company.maren.call('getFieldsForItem', { itemId: made.itemId });
        return fieldResponses.map(({ value }) => value);
      })
      .toEqual(['-3']);
  });

  test('show all lines of a text, up to twelve', async ({ openItem, company, rig, page }) => {
    const made = await makeAllFields(company, rig);
    await openItem(made.name);
    const words = page.getByRole('textbox', { name: 'Words', exact: true });
    const heightOf = async (lines: number): Promise<number> => {
      await words.fill(Array.from({ length: lines }, (_, n) => `Line ${n}`).join('\n'));
      return (await words.boundingBox())!.height;
    };
    const one = await heightOf(1);
    expect(Math.round(one)).toBeGreaterThanOrEqual(48);
    expect(one).toBeLessThan(52);
    const three = await heightOf(3);
    const line = (await heightOf(4)) - three;
    expect(line).toBeGreaterThan(15);
    expect(await heightOf(8)).toBeCloseTo(three + 5 * line, 0);
    const twelve = await heightOf(12);
    expect(await heightOf(40)).toBeCloseTo(twelve, 0);
    expect(await words.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  });
});

test.describe('drop-downs', { tag: '@agent' }, () => {
  test("say 'Loading...' while they load and 'No options' when there are none [FLDS-18] [ERRS-10]", async ({
    openItem,
    page,
  }) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/get-item-possible-parents', async (route) => {
      await held;
      await route.fulfill({ json: [] });
    });
    await openItem('Derrick');
    await page.getByRole('combobox', { name: 'Location' }).click();
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByText('No options', { exact: true })).toBeVisible();
  });

  test('are 140 to 300 px high, page by five entries, and close the gap of a removed choice in 260 ms [FLDS-19] [FLDS-20] [CNST-11]', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    const { fields } = await company.wren.call('getFieldsTemplate', { id: made.fieldsTemplateId });
    const one = fields.find(({ name }) => name === 'One')!;
    const names = Array.from({ length: 30 }, (_, index) => `Choice ${index + 1}`);
    const several = fields.find(({ name }) => name === 'Several')!;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openItem(made.name);
    await page.getByRole('combobox', { name: 'Several', exact: true }).click();
    const menu = page.locator('.mantine-MultiSelect-dropdown:visible');
    const height = async (): Promise<number> => (await menu.boundingBox())!.height;
    await expect.poll(height).toBeCloseTo(140, 0);
    await page.getByRole('option', { name: 'Split pin' }).click();
    await page.keyboard.press('Escape');
    const pill = page.locator('.mantine-Pill-root').filter({ hasText: 'Split pin' });
    await pill.evaluate((element) => {
      const began = performance.now();
      new MutationObserver(() => {
        if (!element.isConnected) Object.assign(window, { closedAfter: performance.now() - began });
      }).observe(document.body, { childList: true, subtree: true });
    });
    expect(await pill.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.26s');
    const saved = page.waitForRequest('**/api/save-item-field');
    await pill.locator('button').click();
    expect((await saved).postDataJSON()).toMatchObject({ fieldId: several.id, value: '' });
    await expect(pill).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, 'closedAfter') as number)).toBeGreaterThanOrEqual(260);

    await company.wren.call('updateField', { id: one.id, options: names.map((name) => ({ name })) });
    await page.reload();
    const select = page.getByRole('combobox', { name: 'One', exact: true });
    await select.click();
    const long = page.locator('.mantine-Select-dropdown:visible');
    await expect(page.getByRole('option', { name: 'Choice 1', exact: true })).toBeVisible();
    expect((await long.boundingBox())!.height).toBeCloseTo(300, 0);
    const marked = page.locator('[role="option"][data-combobox-selected]');
    await page.keyboard.press('ArrowDown');
    await expect(marked).toHaveText('Choice 1');
    await page.keyboard.press('PageDown');
    await expect(marked).toHaveText('Choice 6');
    await page.keyboard.press('PageDown');
    await expect(marked).toHaveText('Choice 11');
    for (const choice of ['Choice 6', 'Choice 1', 'Choice 1']) {
      await page.keyboard.press('PageUp');
      await expect(marked).toHaveText(choice);
    }
  });
});

test.describe('fields marked for the list', { tag: '@agent' }, () => {
  test(
    'are offered first where the list columns are configured [FLDS-24]',
    { tag: '@server' },
    async ({ as, company, rig, page }) => {
      const made = await makeAllFields(company, rig);
      const { fields } = await company.wren.call('getFieldsTemplate', { id: made.fieldsTemplateId });
      const amount = fields.find(({ name }) => name === 'Amount')!;
      await company.wren.call('updateField', { id: amount.id, name: `Load of ${made.name}`, showInList: true });
      await as(company.wren, `/admin/inspections/${company.inspections.DROPS}`);
      await page.getByRole('tab', { name: 'List View Fields' }).click();
      await page.getByRole('combobox', { name: 'Name of the field: From the questions of the item types' }).click();
      const offered = page.getByRole('group', { name: 'Marked "Show in list"' });
      await expect(offered.getByRole('option', { name: `Load of ${made.name}` })).toBeVisible();
      await expect(offered.getByRole('option', { name: 'Words', exact: true })).toHaveCount(0);
    },
  );

  test('become columns of the list when they are configured [FLDS-24]', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
  }) => {
    const made = await makeAllFields(company, rig);
    const { fields } = await company.wren.call('getFieldsTemplate', { id: made.fieldsTemplateId });
    const amount = fields.find(({ name }) => name === 'Amount')!;
    const column = `Load of ${made.name}`;
    await company.wren.call('updateField', { id: amount.id, name: column, showInList: true });
    const type = `Loads of ${rig.installationName}`;
    const { id: inspectionId } = await company.wren.call('createInspection', { name: type });
    const itemTypeListViewFieldNames = JSON.stringify([{ name: column, isSearchable: true }]);
    await company.wren.call('updateInspection', { id: inspectionId, itemTypeListViewFieldNames });
    await company.wren.call('addInspectionItemType', { inspectionId, itemTypeId: made.itemTypeId });
    await company.wren.call('addCompanyInspection', { id: company.id, inspectionId });
    const { id } = await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId,
      startDate: today,
      endDate: today,
    });
    const { itemTypeId } = made;
    const { itemId } = await company.maren.call('newItem', {
      installationInspectionId: id,
      itemTypeId,
      name: 'Sling',
      parentItemId: null,
    });
    const answer = { value: '12.5', displayValue: '12.5', parentFieldOptionId: null };
    await company.maren.call('saveItemField', { itemId, fieldId: amount.id, ...answer });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, type);
    await expect(inspection.tree.getByRole('columnheader', { name: column })).toBeVisible();
    await expect(inspection.row('Sling').getByRole('gridcell', { name: '12.5', exact: true })).toBeVisible();
  });
});

test.describe('history', { tag: '@agent' }, () => {
  test("says 'No History' when nothing happened [HIST-05]", async ({ openItem, item, page }) => {
    await page.route('**/api/get-audit-logs-for-installation-inspection-and-item', (route) =>
      route.fulfill({ json: [] }),
    );
    await openItem('Padeye, port');
    await expect(item.history.getByText('No History', { exact: true })).toBeVisible();
  });
});
