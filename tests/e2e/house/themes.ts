/** The looks a person can choose. */
import type { Page } from '@playwright/test';

/** Every look, the one a page has by itself first. */
export const THEMES = ['light', 'dark', 'sunlight'] as const;

/** Shows a page in another look at once, as if it had been chosen in another window: whatever is open stays open. */
export async function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name);
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  }, theme);
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
}
