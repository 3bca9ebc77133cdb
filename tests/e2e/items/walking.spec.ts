import { CONDITIONS } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';

const FIRST = 'Floodlight, girt 6';

/** A browser entry about elements of the page that moved. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

test.describe('one item, one screen', () => {
  for (const { what, width, height, most } of [
    { what: 'phone', width: 390, height: 844, most: 0.3 },
    { what: 'tablet', width: 820, height: 1180, most: 0.18 },
  ])
    test(`a ${what} shows condition, photos, note, last time and the first question without scrolling`, async ({
      openItem,
      company,
      rig,
      item,
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await openItem(FIRST);
      await recordLastYear(company, rig, FIRST);
      await page.reload();
      await item.come();
      const bars =
        (await item.conditions.boundingBox())!.height + ((await page.locator('header').boundingBox())?.height ?? 0);
      const head = (await page.locator('[class*="head"]:has(h1)').first().boundingBox())!.height;
      expect((bars + head) / height, 'share of the bars').toBeLessThan(most);
      const question = page.getByText('Inspected at', { exact: true });
      const parts = [
        page.getByRole('button', { name: 'Take photo' }),
        page.getByRole('button', { name: 'Add note' }),
        page.getByRole('button', { name: 'As last time' }),
        page.getByRole('button', { name: 'Camera' }),
        page.getByRole('button', { name: 'Next not checked' }),
        question,
      ];
      for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
      const box = (await question.boundingBox())!;
      const bar = (await item.conditions.boundingBox())!;
      expect(box.y + box.height <= bar.y || box.y >= bar.y + bar.height, 'not under the bar').toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    });

  test('the camera of the bar opens at any position of the scrolled item', async ({ openItem, item, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openItem(FIRST);
    await item.come();
    await page.getByRole('tab', { name: 'History' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Camera' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test.describe('the next item follows by itself', () => {
  test('after Fit for purpose only, with one press per item, each with an undo', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openItem(FIRST);
    await item.come();
    await item.condition('Fit for purpose').click();
    await expect(item.title).toHaveText(FIRST);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Open the next item after Fit for purpose' }).click();

    await item.condition('Fit for purpose').click();
    await expect(item.title).toHaveText('Floodlight, monkey board');
    // Immediately by a key: a press so soon after the step would be attributed to the previous item.
    await page.keyboard.press('1');
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await expect(page.getByText('Floodlight, monkey board: Fit for purpose')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Floodlight, monkey board: Not Checked')).toBeVisible();
    // A finding needs more to be recorded.
    await item.condition('Defective').click();
    await expect(item.condition('Defective')).toHaveAttribute('aria-pressed', 'true');
    await expect(item.title).toHaveText('Gas detector, doghouse');

    const stored = async (): Promise<Record<string, string | null>> => {
      const rows = await company.maren.call('getItemsForInstallationInspection', {
        installationInspectionId: rig.drops,
      });
      return Object.fromEntries(rows.map(({ name, conditionId }) => [name, conditionId]));
    };
    await expect.poll(stored).toMatchObject({
      [FIRST]: CONDITIONS.fitForPurpose.id,
      'Floodlight, monkey board': null,
      'Gas detector, doghouse': CONDITIONS.defective.id,
    });
    // The browser stores the choice.
    await page.reload();
    await item.come();
    await page.keyboard.press('1');
    await expect(item.title).not.toHaveText('Gas detector, doghouse');
  });
});

test.describe('the step to the next item', () => {
  test('sends no requests: the next item was fetched while this one was shown', async ({
    openItem,
    rig,
    item,
    page,
  }) => {
    // The history of an item is read last.
    const read = new Set<string>();
    page.on('response', (response) => {
      if (!response.url().endsWith('/api/get-audit-logs-for-installation-inspection-and-item')) return;
      read.add((response.request().postDataJSON() as { itemId: string }).itemId);
    });
    await openItem('Floodlight, monkey board');
    await expect.poll(() => [...read]).toContain(rig.items['Junction box, crown']);
    // Any request of the step itself would never be answered.
    await page.route(/\/(?:api|ext)\//, () => undefined);
    await item.next.click();
    await expect(item.title).toHaveText('Junction box, crown');
    await item.come();
    await expect(page.getByRole('textbox', { name: 'Recommendation' })).toBeVisible();
    await expect(page.getByText('No notes yet.')).toBeVisible();
    await expect(item.history.getByText('created').first()).toBeAttached();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });

  test('saves typed text for the item it was typed for, and shows it on no other', async ({
    openItem,
    company,
    rig,
    item,
    page,
  }) => {
    await openItem('Floodlight, monkey board');
    await item.come();
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    await recommendation.fill('Renew the guard wire');
    // Like a swipe or a key of a reader, this leaves the focus where it is.
    await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Next item"]')?.click());
    await expect(item.title).toHaveText('Junction box, crown');
    await expect(recommendation).toHaveValue('');
    await expect(recommendation).not.toBeFocused();
    await expect(item.name).toHaveValue('Junction box, crown');
    const stored = async (name: string): Promise<string[]> => {
      const form = await company.maren.call('getFieldsForInstallationInspection', {
        installationInspectionId: rig.drops,
        itemId: rig.items[name]!,
      });
      return form.fieldResponses.map(({ value }) => value);
    };
    await expect.poll(() => stored('Floodlight, monkey board')).toEqual(['Renew the guard wire']);
    expect(await stored('Junction box, crown')).toEqual([]);
    await item.previous.click();
    await expect(recommendation).toHaveValue('Renew the guard wire');
  });
});

test.describe('the layout of an item', () => {
  for (const { what, width, height } of [
    { what: 'phone', width: 390, height: 844 },
    { what: 'desktop', width: 1440, height: 900 },
  ])
    test(`does not move on a ${what} while its parts and those of its list arrive one after another, nor on the step to the next item`, async ({
      as,
      company,
      rig,
      dashboard,
      inspection,
      item,
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await as(company.maren);
      // The columns of the list arrive after its rows, and later than the 500 ms in which the browser attributes layout shifts to the press.
      await page.route('**/api/get-inspection', async (route) => {
        const response = await route.fetch();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.fulfill({ response });
      });
      await expect(dashboard.card(rig.installationName)).toBeVisible();
      await page.evaluate(() => {
        const seen = { shift: 0, from: [] as string[] };
        Object.assign(window, { seen });
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries() as LayoutShift[]) {
            if (entry.hadRecentInput) continue;
            seen.shift += entry.value;
            seen.from.push(
              ...entry.sources.map(({ node }) => `${entry.value.toFixed(4)} ${node?.textContent?.slice(0, 40)}`),
            );
          }
        }).observe({ type: 'layout-shift' });
      });
      await dashboard.openInspection(rig.installationName, DROPS);
      await expect(inspection.row(FIRST)).toBeVisible();
      // The questions arrive last, and everything arrives later than those 500 ms.
      await page.route('**/api/get-*', async (route) => {
        const response = await route.fetch();
        const isLast = /fields-for-installation-inspection|previous-answers/.test(route.request().url());
        await new Promise((resolve) => setTimeout(resolve, isLast ? 1_600 : 700));
        await route.fulfill({ response });
      });
      await inspection.row(FIRST).click();
      const isComplete = async (): Promise<void> => {
        await item.come();
        await expect(item.history.getByText('created').first()).toBeAttached();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      };
      await isComplete();
      await item.next.click();
      await expect(item.title).not.toHaveText(FIRST);
      await isComplete();
      const seen = await page.evaluate(() => Reflect.get(window, 'seen') as { shift: number; from: string[] });
      expect(seen.shift, seen.from.join('\n')).toBeLessThan(0.02);
    });
});
