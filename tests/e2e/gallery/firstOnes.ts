/** The first inspection of the dashboard and its first item, of the demo. */
import type { Page } from '@playwright/test';

/** Opens the list of items of the first inspection of the first installation. */
export async function openFirstList(page: Page): Promise<void> {
  await page.getByRole('article').first().getByRole('button').nth(1).click();
  await page.getByRole('treegrid').waitFor();
}

/** Opens the first item of the list that is no place. */
export function openFirstItem(page: Page): Promise<void> {
  return page
    .getByRole('treegrid')
    .getByRole('rowgroup')
    .getByRole('row')
    .filter({ hasNot: page.locator('[aria-label^="Collapse"]') })
    .first()
    .click();
}
