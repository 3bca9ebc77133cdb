import type { Locator, Page } from '@playwright/test';

/** The login screen. */
export class LoginPage {
  readonly page: Page;
  readonly email: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly alert: Locator;
  readonly forgot: Locator;

  constructor(page: Page) {
    this.page = page;
    this.email = page.getByPlaceholder('Email Address');
    this.password = page.getByPlaceholder('Password');
    this.submit = page.getByRole('button', { name: 'Login', exact: true });
    this.alert = page.getByRole('alert');
    this.forgot = page.getByRole('link', { name: 'Forgot Password' });
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.submit.waitFor();
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
