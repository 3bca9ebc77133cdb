import { CONDITIONS } from '@holdfast/contract';
import { makeAllFields } from '../fixtures/allFields.ts';
import { expect, test } from '../fixtures/journey.ts';

const WORDS = 'Guard wire frayed at the upper lug, nuts torqued to 45 Nm';

test.describe('typed text', { tag: '@agent' }, () => {
  test('stays complete while answers of both inspectors are saved, the list is read again and the connection is slow', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    test.slow();
    const made = await makeAllFields(company, rig);
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue().catch(() => undefined);
    });
    await openItem(made.name);
    const section = page.getByRole('region', { name: `questions of ${made.name}` });
    await section.getByRole('combobox', { name: 'Fixing', exact: true }).click();
    await page.getByRole('option', { name: 'Bolted' }).click();
    const inner = section.getByRole('textbox', { name: 'inner Words' });
    await inner.click();

    const { call } = company.wren;
    const inspected = { installationInspectionId: rig.drops, itemId: made.itemId };
    const others = [
      () => call('setCondition', { ...inspected, conditionId: CONDITIONS.needsAttention.id }),
      () => call('addNoteToInstallationInspectionItem', { ...inspected, content: 'Seen from the deck' }),
      () => call('setItemName', { itemId: made.itemId, name: `${made.name} port` }),
      () => call('setCondition', { ...inspected, conditionId: CONDITIONS.fitForPurpose.id }),
    ];
    for (const [at, letter] of WORDS.split('').entries()) {
      if (at % 14 === 6) void others[(at - 6) / 14]?.();
      await page.keyboard.type(letter);
      // The speed of a person: answers that arrive meanwhile do so between two letters.
      await page.waitForTimeout(30);
    }
    await expect(inner).toBeFocused();
    await expect(inner).toHaveValue(WORDS);
    await inner.blur();
    await expect
      .poll(async () => {
        const { fieldResponses } = await company.maren.call('getFieldsForItem', { itemId: made.itemId });
        return fieldResponses.map(({ displayValue }) => displayValue).toSorted();
      })
      .toEqual(['Bolted', WORDS]);
  });

  test('in a question under a new choice is kept, because the question is built once', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const made = await makeAllFields(company, rig);
    await openItem(made.name);
    const section = page.getByRole('region', { name: `questions of ${made.name}` });
    await section.getByRole('combobox', { name: 'Fixing', exact: true }).click();
    const bolted = page.getByRole('option', { name: 'Bolted' });
    await expect(bolted).toBeVisible();
    await section.evaluate((questions) => {
      new MutationObserver((changes) => {
        const gone = changes.flatMap(({ removedNodes }) => [...removedNodes].map(({ textContent }) => textContent));
        if (gone.some((words) => words?.includes('inner Words'))) questions.setAttribute('data-built-again', 'true');
      }).observe(questions, { childList: true, subtree: true });
    });
    await bolted.click();
    await section.getByRole('textbox', { name: 'inner Words' }).fill('M24');
    await expect(page.getByRole('tabpanel', { name: 'History' })).toContainText('M24');
    await expect(section).not.toHaveAttribute('data-built-again');
  });
});
