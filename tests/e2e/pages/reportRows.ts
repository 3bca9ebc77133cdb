import type { Download, Locator, Page } from '@playwright/test';

/** Time limit in ms for printing a report: on a busy machine its process takes long to start. */
const PRINT_MS = 60_000;

/** Rows of reports on any screen. */
export class ReportRows {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page, root: Locator) {
    this.page = page;
    this.root = root;
  }

  row(title: string): Locator {
    return this.root.getByRole('listitem').filter({ has: this.button(title) });
  }

  button(title: string): Locator {
    return this.page.getByRole('button', { name: title, exact: true });
  }

  get titles(): Promise<string[]> {
    return this.root.getByRole('listitem').getByRole('button').allTextContents();
  }

  /** Runs a report and waits for its file. */
  async print(title: string): Promise<Download> {
    const arriving = this.page.waitForEvent('download', { timeout: PRINT_MS });
    await this.root.getByRole('button', { name: title, exact: true }).click();
    return arriving;
  }
}
