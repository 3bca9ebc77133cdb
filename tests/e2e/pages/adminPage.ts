import type { Locator, Page } from '@playwright/test';

/** Common elements of the administration's screens: the menu, lists with their search, editors with Save. */
export class AdminPage {
  readonly page: Page;
  readonly menu: Locator;
  readonly title: Locator;
  readonly search: Locator;
  readonly create: Locator;
  readonly name: Locator;
  readonly shortName: Locator;
  readonly save: Locator;
  readonly unsaved: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.menu = page.getByRole('navigation', { name: 'Administration' });
    this.title = page.getByRole('heading', { level: 1 });
    this.search = page.getByRole('searchbox', { name: 'Search' });
    this.create = page.getByRole('button', { name: 'Create', exact: true });
    this.name = page.getByRole('textbox', { name: 'Name', exact: true });
    this.shortName = page.getByRole('textbox', { name: 'Short Name', exact: true });
    this.save = page.getByRole('button', { name: 'Save', exact: true });
    this.unsaved = page.getByText('Unsaved changes', { exact: true });
    this.dialog = page.getByRole('dialog');
  }

  /** Follows an entry of the menu. Returns once its page is shown, or a dialog about unsaved changes. */
  async goTo(entry: string): Promise<void> {
    await this.menu.getByRole('link', { name: entry, exact: true }).click();
    const title = this.page.getByRole('heading', { level: 1, name: entry, exact: true });
    await title.or(this.dialog).first().waitFor();
  }

  /** Returns a row of a list by the text of its first cell. */
  row(name: string): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('cell', { name, exact: true }) });
  }

  section(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true });
  }

  /** Opens a select and chooses an option. */
  async choose(field: Locator, option: string): Promise<void> {
    await field.click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Links a record in a section. */
  async add(section: string, option: string): Promise<void> {
    const panel = this.section(section);
    await this.choose(panel.getByRole('combobox').last(), option);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await panel.getByRole('button', { name: `Remove ${option}`, exact: true }).waitFor();
  }

  /** Creates a record of the list on screen, and gives it a name. */
  async createNamed(name: string): Promise<void> {
    await this.create.click();
    await this.rename(name);
  }

  async rename(name: string): Promise<void> {
    await this.name.first().fill(name);
    await this.saveAll();
  }

  /** Saves, and waits until there are no unsaved changes. */
  async saveAll(): Promise<void> {
    await this.save.click();
    await this.unsaved.waitFor({ state: 'hidden' });
  }

  /** Presses a button of the open confirmation. */
  async confirm(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
