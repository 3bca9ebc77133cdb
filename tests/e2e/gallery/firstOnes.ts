/** The first inspection on the dashboard of the demo, and its first item. */
import type { Page } from '@playwright/test';

/** Opens the list of items of the first inspection of the first installation. */
export async function openFirstList(page: Page): Promise<void> {
  await page.getByRole('article').first().getByRole('button').nth(1).click();
  await page.getByRole('treegrid').waitFor();
}

/** Opens the first item of the list that is not a location. */
export function openFirstItem(page: Page): Promise<void> {
  return page
    .getByRole('treegrid')
    .getByRole('rowgroup')
    .getByRole('row')
    .filter({ hasNot: page.locator('[aria-label^="Collapse"]') })
    .first()
    .click();
}
