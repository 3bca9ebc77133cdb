import { CONDITIONS } from '@holdfast/contract';
import { expect, test } from '../fixtures/journey.ts';

test('a screen shows changes of another user without a reload [INST-12]', async ({
  openItem,
  item,
  rig,
  company,
  page,
}) => {
  const listening = page.waitForResponse('**/ext/events');
  await openItem('Padeye, port');
  await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');
  await listening;
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await company.wren.call('setCondition', {
    installationInspectionId: rig.drops,
    itemId: rig.items['Padeye, port']!,
    conditionId: CONDITIONS.defective.id,
  });
  await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});
