import type { Locator, Page } from '@playwright/test';
import { axeFindingsInEveryLook, expect } from './journey.ts';

/** Opens a modal, has axe look at it in every look, and closes it. */
export async function look(
  page: Page,
  title: string,
  open: () => Promise<void>,
  ready?: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await open();
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect(dialog).toBeVisible();
  await ready?.(dialog);
  expect(await axeFindingsInEveryLook(page, '[role="dialog"]'), title).toEqual([]);
  const close = dialog.getByRole('button', { name: title === 'Camera' ? 'Cancel' : 'Close', exact: true });
  if ((await close.count()) === 0) await page.keyboard.press('Escape');
  else await close.nth(0).click();
  await expect(dialog).toHaveCount(0);
}

/** What presses a button of the page. */
export const pressOn = (page: Page) => (name: string) => () => page.getByRole('button', { name, exact: true }).click();
