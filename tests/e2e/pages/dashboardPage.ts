import { expect, type Locator, type Page } from '@playwright/test';

/** The dashboard. */
export class DashboardPage {
  readonly page: Page;
  readonly title: Locator;
  readonly logo: Locator;
  readonly previous: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1, name: 'Installations' });
    this.logo = page.locator('main svg:has([data-ring])');
    this.previous = page.getByRole('region', { name: 'Previous Inspections' });
  }

  card(installation: string): Locator {
    return this.page.getByRole('article', { name: installation });
  }

  async openInstallation(installation: string): Promise<void> {
    await this.card(installation).getByRole('button', { name: installation }).click();
    await this.title.waitFor({ state: 'hidden' });
  }

  async openInspection(installation: string, inspection: string): Promise<void> {
    await this.card(installation).getByRole('button', { name: inspection }).click();
    await this.title.waitFor({ state: 'hidden' });
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: /^Menu of/ }).click();
    await this.page.getByRole('menuitem', { name: 'Sign out' }).click();
  }

  async chooseTheme(name: 'Light' | 'Dark' | 'Sunlight' | 'System'): Promise<void> {
    await this.page.getByRole('button', { name: /^Menu of/ }).click();
    await this.page.getByRole('menuitemradio', { name, exact: true }).click();
    // The menu stays open for trying several themes.
    await this.page.keyboard.press('Escape');
    await expect(this.page.getByRole('menu')).toHaveCount(0);
  }
}
