import type { Locator, Page } from '@playwright/test';

/** The view of one installation. */
export class InstallationPage {
  readonly page: Page;
  readonly back: Locator;

  constructor(page: Page) {
    this.page = page;
    this.back = page.getByRole('button', { name: 'Back to the dashboard' });
  }

  title(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  card(inspection: string): Locator {
    return this.page.getByRole('article').filter({ hasText: inspection });
  }

  async count(inspection: string, label: string): Promise<number> {
    const entry = this.card(inspection)
      .locator('dl > div')
      .filter({ has: this.page.getByText(label, { exact: true }) });
    return Number(await entry.locator('dd').textContent());
  }
}
