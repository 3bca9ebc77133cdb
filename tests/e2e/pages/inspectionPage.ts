import type { Locator, Page } from '@playwright/test';

/** The working list of an inspection. */
export class InspectionPage {
  readonly page: Page;
  readonly title: Locator;
  readonly back: Locator;
  readonly search: Locator;
  readonly tree: Locator;
  readonly filter: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.back = page.getByRole('button', { name: 'Back to the installation' });
    this.search = page.getByRole('searchbox', { name: 'Search items' });
    this.tree = page.getByRole('treegrid');
    this.filter = page.getByRole('radiogroup', { name: 'Condition' });
  }

  /** The rendered rows without the header. */
  get rows(): Locator {
    return this.tree.getByRole('rowgroup').getByRole('row');
  }

  row(name: string): Locator {
    return this.rows.filter({
      has: this.page.locator('[role="gridcell"]:first-child').getByTitle(name, { exact: true }),
    });
  }

  /** Names of the rows on screen, in order. */
  async names(): Promise<string[]> {
    const rows = await this.rows.evaluateAll((all) =>
      all
        .toSorted((a, b) => Number((a as HTMLElement).dataset['index']) - Number((b as HTMLElement).dataset['index']))
        .map((row) => row.querySelector('[title]:not([role])')?.textContent ?? ''),
    );
    return rows;
  }

  async narrow(condition: string): Promise<void> {
    await this.filter.getByText(condition, { exact: true }).click();
  }
}
