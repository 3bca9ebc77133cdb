import { expect, type Locator, type Page } from '@playwright/test';

/** The item view. */
export class ItemPage {
  readonly page: Page;
  readonly title: Locator;
  readonly back: Locator;
  readonly next: Locator;
  readonly previous: Locator;
  readonly name: Locator;
  readonly history: Locator;
  readonly conditions: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.back = page.getByRole('button', { name: 'Back to the inspection' });
    this.next = page.getByRole('button', { name: 'Next item' });
    this.previous = page.getByRole('button', { name: 'Previous item' });
    this.name = page.getByRole('textbox', { name: 'Item Name' });
    this.history = page.getByRole('tabpanel', { name: 'History' });
    this.conditions = page.getByRole('group', { name: /^Condition of/ });
  }

  condition(name: string): Locator {
    return this.conditions.getByRole('button', { name });
  }

  /** Waits until the item is loaded: choices made before are kept, and only sent then. */
  async come(timeout = 10_000): Promise<void> {
    await expect(this.conditions).toHaveAttribute('aria-busy', 'false', { timeout });
  }

  /** The control of a question. */
  question(name: string): Locator {
    return this.page.getByLabel(name, { exact: false });
  }
}
