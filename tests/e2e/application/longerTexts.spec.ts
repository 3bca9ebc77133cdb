import type { Page } from '@playwright/test';
import { DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';
import { lengthenTexts, recordData } from '../fixtures/longerTexts.ts';

const SIZES = [
  { what: 'phone', width: 390, height: 844 },
  { what: 'upright tablet', width: 800, height: 1180 },
  { what: 'desktop', width: 1440, height: 900 },
];
const ITEM = 'Floodlight, girt 6';

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog').last()).toBeVisible();
};

/** Screens and dialogs that open from an item. */
const ITEM_SCENES: Record<string, (page: Page) => Promise<void>> = {
  item: async () => undefined,
  'new note': press('Add note'),
  keys: async (page) => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'photo library': press('Photo Library'),
  'more actions': async (page) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
  },
  'speed mode': async (page) => {
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Note', exact: true })).toBeVisible();
  },
};

test.describe('texts a third longer, as in another language', () => {
  test('are not cut off on phone, tablet and desktop, and every text is in the catalogue', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    item,
    page,
  }) => {
    test.slow();
    await recordLastYear(company, rig, ITEM);
    const data = recordData(page);
    /** Checks a screen in every size, and opens it again. */
    const checkScreen = async (scene: string): Promise<void> => {
      for (const { what, width, height } of SIZES) {
        await page.setViewportSize({ width, height });
        let cut: string[] = [];
        const foreign = async (): Promise<string[]> => {
          const found = await lengthenTexts(page, data);
          cut = found.cut;
          return found.foreign;
        };
        // Data may be on screen before this journey has read the answer with them.
        await expect.poll(foreign, `${scene} on ${what}: not of the catalogue`).toEqual([]);
        expect.soft(cut, `${scene} on ${what}: cut off`).toEqual([]);
      }
      await page.setViewportSize(SIZES[0]!);
      await page.reload();
    };
    await page.setViewportSize(SIZES[0]!);
    await as(company.maren);
    const card = dashboard.card(rig.installationName);
    await expect(card).toBeVisible();
    await checkScreen('dashboard');
    await card.getByRole('button').first().click();
    await expect(page.getByRole('heading', { name: 'Inspections' })).toBeVisible();
    await checkScreen('installation');
    await press('New Inspection')(page);
    await checkScreen('new inspection');
    await press('Installation Details')(page);
    await checkScreen('installation details');
    await page
      .getByRole('button', { name: new RegExp(DROPS) })
      .first()
      .click();
    await expect(inspection.tree).toBeVisible();
    await checkScreen('list');
    await expect(inspection.tree).toBeVisible();
    await press('New Item')(page);
    await checkScreen('new item');
    await expect(inspection.tree).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByRole('button', { name: 'Stop selecting' })).toBeVisible();
    await checkScreen('selected items');
    await inspection.row(ITEM).click();
    for (const [scene, open] of Object.entries(ITEM_SCENES)) {
      await item.come();
      await open(page);
      await checkScreen(scene);
    }
  });
});
