import { CONDITIONS } from '@holdfast/contract';
import type { Person } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

const ITEM = 'Padeye, port';

/** Sets conditions as another user, outside of the page. */
const elsewhere = (person: Person, drops: string, itemId: string, conditionId: string) =>
  person.call('setCondition', { installationInspectionId: drops, itemId, conditionId });

test.describe('when two users change the same value', () => {
  // Without this, an event would show the other user's change before the user types, and there would be no conflict.
  test.beforeEach(({ page }) => page.route('**/ext/events', (route) => route.fulfill({ status: 404 })));

  test('both conditions are shown, and the user decides between the other one and the own one', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    const itemId = rig.items[ITEM]!;
    const stored = async () =>
      (
        await company.maren.call('getInstallationInspectionItemCondition', {
          installationInspectionId: rig.drops,
          itemId,
        })
      )?.name;
    await openItem(ITEM);
    await item.come();
    await elsewhere(company.wren, rig.drops, itemId, CONDITIONS.defective.id);
    await item.condition('Fit for purpose').click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Wren Castellane changed this in the meantime' });
    await expect(conflict).toContainText('Defective');
    await expect(conflict).toContainText('Fit for purpose');
    expect(await stored()).toBe('Defective');
    expect(await axeFindings(page)).toEqual([]);
    await conflict.getByRole('button', { name: 'Use the other value' }).click();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await expect(conflict).toHaveCount(0);

    await elsewhere(company.wren, rig.drops, itemId, CONDITIONS.notApplicable.id);
    await item.condition('Needs attention').click();
    await expect(conflict).toContainText('Not applicable');
    // A third change during the decision causes another conflict.
    await elsewhere(company.wren, rig.drops, itemId, CONDITIONS.fitForPurpose.id);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict).toContainText('Fit for purpose');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict).toHaveCount(0);
    await expect.poll(stored).toBe('Needs attention');
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
  });

  test('both answers are shown at the question, even when it had none before', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const itemId = rig.items[ITEM]!;
    await openItem(ITEM);
    const tag = page.getByRole('textbox', { name: 'Tag number' });
    await expect(tag).toBeVisible();
    const { fieldsTemplates } = await company.wren.call('getFieldsForItem', { itemId });
    const fieldId = fieldsTemplates[0]!.fields.find(({ name }) => name === 'Tag number')!.id;
    const answer = { itemId, fieldId, value: 'PE-118', displayValue: 'PE-118', parentFieldOptionId: null };
    await company.wren.call('saveItemField', answer);
    await tag.fill('PE-811');
    const conflict = page.getByRole('alert').filter({ hasText: 'Wren Castellane' });
    await expect(conflict).toContainText('PE-118');
    await expect(conflict).toContainText('PE-811');
    await expect(tag).toHaveValue('PE-811');
    // An undecided conflict survives a reload.
    await page.reload();
    await expect(conflict).toContainText('PE-118');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict).toHaveCount(0);
    await expect
      .poll(async () => (await company.wren.call('getFieldsForItem', { itemId })).fieldResponses[0]?.value)
      .toBe('PE-811');
  });

  test('both names are shown at the name field', async ({ openItem, company, rig, item, page }) => {
    const itemId = rig.items[ITEM]!;
    await openItem(ITEM);
    await expect(page.getByRole('textbox', { name: 'Tag number' })).toBeVisible();
    await company.wren.call('setItemName', { itemId, name: 'Padeye 5 t, port' });
    await item.name.fill('Padeye, port side');
    const conflict = page.getByRole('alert').filter({ hasText: 'Wren Castellane' });
    await expect(conflict).toContainText('Padeye 5 t, port');
    await expect(conflict).toContainText('Padeye, port side');
    await conflict.getByRole('button', { name: 'Use the other value' }).click();
    await expect(item.name).toHaveValue('Padeye 5 t, port');
    await expect(item.title).toHaveText('Padeye 5 t, port');
  });

  test('undecided conflicts are listed on every screen, and can be decided there', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    const itemId = rig.items[ITEM]!;
    await openItem(ITEM);
    await item.come();
    await elsewhere(company.wren, rig.drops, itemId, CONDITIONS.defective.id);
    await page.keyboard.press('1');
    await page.keyboard.press('k');
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await page.getByRole('button', { name: '1 change not saved' }).click();
    const list = page.getByRole('dialog', { name: 'Changes not saved' });
    await expect(list.getByRole('listitem')).toContainText('Condition of Padeye, port');
    await list.getByRole('button', { name: 'Keep mine' }).click();
    await expect(list).toContainText('Everything is saved.');
    await expect
      .poll(async () =>
        company.maren.call('getInstallationInspectionItemCondition', { installationInspectionId: rig.drops, itemId }),
      )
      .toMatchObject({ name: 'Fit for purpose' });
  });
});

test.describe('a change by another user while the user types', () => {
  test('is received by the page and shown as a conflict, not overwritten', async ({ openItem, company, rig, page }) => {
    const itemId = rig.items[ITEM]!;
    await openItem(ITEM);
    const tag = page.getByRole('textbox', { name: 'Tag number' });
    await tag.press('P');
    const { fieldsTemplates } = await company.wren.call('getFieldsForItem', { itemId });
    const fieldId = fieldsTemplates[0]!.fields.find(({ name }) => name === 'Tag number')!.id;
    const theirs = (answer: { json(): Promise<unknown> }): Promise<boolean> =>
      answer.json().then((form) => JSON.stringify(form).includes('PE-118'));
    const arrived = page.waitForResponse(
      async (answer) => answer.url().endsWith('/get-fields-for-item') && (await theirs(answer)),
    );
    const answer = { itemId, fieldId, value: 'PE-118', displayValue: 'PE-118', parentFieldOptionId: null };
    await company.wren.call('saveItemField', answer);
    // The pauses between keys are shorter than the pause after which text is saved, so that nothing is saved before the page has received
    // the other user's change.
    await tag.pressSequentially('E-811', { delay: 600 });
    await arrived;
    const conflict = page.getByRole('alert').filter({ hasText: 'Wren Castellane' });
    await expect(conflict).toContainText('PE-118');
    await expect(conflict).toContainText('PE-811');
    const stored = (await company.wren.call('getFieldsForItem', { itemId })).fieldResponses[0]?.value;
    expect(stored).toBe('PE-118');
  });
});
