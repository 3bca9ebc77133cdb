import type { Locator, Page } from '@playwright/test';

/** The sync screen of a desktop. */
export interface SyncScreen {
  message: Locator;
  progress: Locator;
  /** The runs of the history, newest first. */
  runs: Locator;
  /** Green of the bar less its red, -255 to 255. */
  greenness(): Promise<number>;
  /** Returns the appearance of the status of the first matching run: its colour and weight. */
  statusStyle(name: 'runningRow' | 'success' | 'fail'): Promise<string>;
  /** Items In and Items Out of the newest run. */
  numbers(): Promise<number[]>;
}

/** Finds the parts of the sync screen. */
export function syncScreen(page: Page): SyncScreen {
  const progress = page.getByRole('main').getByRole('progressbar');
  const runs = page.getByRole('table', { name: 'Sync History' }).locator('tbody').getByRole('row');
  return {
    message: page.getByRole('main').getByRole('status'),
    progress,
    runs,
    async greenness() {
      const background = await progress.evaluate((section) => getComputedStyle(section.parentElement!).backgroundColor);
      const [red, green] = background.match(/[\d.]+/g)!.map(Number);
      return green! - red!;
    },
    statusStyle: (name) =>
      runs
        .and(page.locator(`[data-state="${name}"]`))
        .first()
        .getByRole('cell')
        .last()
        .evaluate((cell) => `${getComputedStyle(cell).color} ${getComputedStyle(cell).fontWeight}`),
    async numbers() {
      const cells = await runs.first().getByRole('cell').allTextContents();
      return cells.slice(2, 4).map((text) => Number(text.replace(',', '')));
    },
  };
}
