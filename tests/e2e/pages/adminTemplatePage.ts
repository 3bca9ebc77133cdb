import type { Locator, Page } from '@playwright/test';

/** The editor of a template with its two panes. */
export class AdminTemplatePage {
  readonly page: Page;
  readonly fields: Locator;
  readonly preview: Locator;
  readonly addField: Locator;

  constructor(page: Page) {
    this.page = page;
    this.fields = page.getByRole('list', { name: 'Fields' });
    this.preview = page.getByRole('region', { name: 'Preview' });
    this.addField = page.getByRole('button', { name: 'Add Field' });
  }

  /** The field's line in the list. */
  field(name: string): Locator {
    return this.fields
      .getByRole('listitem')
      .filter({
        has: this.page.getByRole('button', { name: `Move ${name}: drag, or press the arrow keys`, exact: true }),
      })
      .first();
  }

  /** Returns the names of the fields in order. */
  async names(): Promise<string[]> {
    const labels = await this.fields
      .getByRole('button', { name: /^Move .*arrow keys$/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    return labels.map((label) => /^Move (.*): drag/.exec(label)?.[1] ?? '');
  }

  async open(name: string): Promise<void> {
    await this.field(name).locator('[aria-expanded="false"]').click();
  }

  /** Adds a field of a type without saving. */
  async add(name: string, type: string): Promise<Locator> {
    await this.addField.click();
    const field = this.field('New field');
    await field.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    const named = this.field(name);
    await named.getByRole('combobox', { name: 'Field Type' }).click();
    await this.page.getByRole('option', { name: type, exact: true }).click();
    return named;
  }

  /** Adds an option to an open field, which may open a further template. */
  async addOption(field: Locator, name: string, opens?: string): Promise<void> {
    await field.getByRole('button', { name: 'Add option' }).click();
    await field
      .getByRole('textbox', { name: /^Option \d+$/ })
      .last()
      .fill(name);
    if (opens === undefined) return;
    await field.getByRole('combobox', { name: `Further questions of ${name}` }).click();
    await this.page.getByRole('option', { name: opens, exact: true }).click();
  }
}
