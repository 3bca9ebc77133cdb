import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures/journey.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

/** Requests of the item view, in an order that is unfavourable: the parts above arrive after those below. */
const LATE = [
  /\/api\/get-files-for-item$/,
  /\/api\/get-audit-logs-for-installation-inspection-and-item$/,
  /\/api\/get-installation-inspection-item-by-installation-and-item$/,
  /\/api\/get-fields-for-item$/,
  /\/api\/get-inspections-for-item$/,
  /\/api\/get-fields-for-installation-inspection$/,
  /\/ext\/items\/previous-answers$/,
  /\/assets\/DateControls[^/]*\.js$/,
  /\/api\/get-notes-for-installation-inspection-item$/,
  /\/api\/get-images-for-installation-inspection-item$/,
];
const STEP_MS = 150;

for (const { what, size } of [
  { what: 'a phone', size: { width: 390, height: 844 } },
  { what: 'a tablet', size: { width: 820, height: 1180 } },
  { what: 'a desktop', size: { width: 1280, height: 720 } },
])
  test(`nothing in the item view moves after it is shown, in whatever order its parts arrive, on ${what}`, async ({
    openItem,
    item,
    page,
  }) => {
    await page.setViewportSize(size);
    await openItem('Floodlight, girt 6');
    await item.come();
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Split pin renewed at the upper lug');
    await page.getByRole('dialog').getByRole('button', { name: 'Add Note' }).click();
    const note = page.getByRole('button', { name: 'Split pin renewed at…' });
    await expect(note).toBeVisible();
    await expect(page.getByText(/^\d+ change/)).toBeHidden();
    await page.addInitScript(recordMoves);
    for (const [at, address] of LATE.entries()) await page.route(address, later((at + 1) * STEP_MS));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Now Inspected at' })).toBeVisible();
    await expect(page.getByRole('tabpanel', { name: 'History' })).toBeVisible();
    await expect(note).toBeVisible();
    await page.waitForTimeout(STEP_MS);
    expect(await movesOf(page)).toEqual([]);
  });

for (const { what, size } of [
  { what: 'a phone', size: { width: 390, height: 844 } },
  { what: 'a desktop', size: { width: 1280, height: 720 } },
])
  test(`the upload button of the photo library stays in place when other photos arrive, on ${what}`, async ({
    openItem,
    item,
    page,
  }) => {
    await page.setViewportSize(size);
    const photos = new PhotosPanel(page);
    await openItem('Floodlight, girt 6');
    await item.come();
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/get-other-images-by-installation-inspection-item', async (route) => {
      await promise;
      await route.continue();
    });
    await photos.openLibrary.click();
    const upload = photos.library.getByRole('button', { name: 'Upload photos' });
    await upload.click({ trial: true });
    const before = await upload.boundingBox();
    answer();
    await expect(photos.library.getByText('No other photos yet')).toBeVisible();
    expect(await upload.boundingBox()).toEqual(before);
  });

function later(ms: number): (route: Route) => Promise<void> {
  return async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  };
}

/** Records each visible section, question and tab of the item view that changes its position; runs in the page. */
function recordMoves(): void {
  const moves: string[] = [];
  Object.assign(window, { moves });
  const places = new Map<Element, number>();
  const look = (): void => {
    const screen = document.querySelector('[class*=_screen_]');
    const top = screen === null ? 0 : screen.getBoundingClientRect().y - screen.scrollTop;
    for (const element of screen?.querySelectorAll('section, [data-question], [role=tab]') ?? []) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const place = Math.round(element.getBoundingClientRect().y - top);
      const before = places.get(element);
      if (before !== undefined && Math.abs(before - place) > 1)
        moves.push(`${element.textContent?.slice(0, 30)}: ${before} to ${place}`);
      places.set(element, place);
    }
    requestAnimationFrame(look);
  };
  look();
}

async function movesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { moves: string[] }).moves);
}
