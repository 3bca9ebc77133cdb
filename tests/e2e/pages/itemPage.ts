import type { Locator, Page } from '@playwright/test';

/** The item view. */
export class ItemPage {
  readonly page: Page;
  readonly title: Locator;
  readonly back: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly name: Locator;
  readonly history: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.back = page.getByRole('button', { name: 'Back to the inspection' });
    this.next = page.getByRole('button', { name: 'Next item' });
    this.previous = page.getByRole('button', { name: 'Previous item' });
    this.name = page.getByRole('textbox', { name: 'Item Name' });
    this.history = page.getByRole('tabpanel', { name: 'History' });
  }

  condition(name: string): Locator {
    return this.page.getByRole('group', { name: /^Condition of/ }).getByRole('button', { name });
  }

  /** The control of a question. */
  question(name: string): Locator {
    return this.page.getByLabel(name, { exact: false });
  }
}
