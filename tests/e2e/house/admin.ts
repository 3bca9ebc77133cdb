/** What the journeys of the administration share. */
import type { Page, Request } from '@playwright/test';
import { AdminPage } from '../pages/adminPage.ts';
import { AdminTemplatePage } from '../pages/adminTemplatePage.ts';
import { test as base } from './journey.ts';

/** A journey of an administrator. */
export const test = base.extend<{ admin: AdminPage; studio: AdminTemplatePage }>({
  admin: async ({ page }, use) => use(new AdminPage(page)),
  studio: async ({ page }, use) => use(new AdminTemplatePage(page)),
});

let names = 0;

/** A name no other journey uses. */
export function own(name: string): string {
  names += 1;
  return `${name} ${process.pid}-${names}`;
}

/** The next call of a method to an address, query included; pages of the same address are not meant. */
export function asked(page: Page, method: string, path: RegExp): Promise<Request> {
  return page.waitForRequest((request) => {
    const { pathname, search } = new URL(request.url());
    return request.method() === method && request.resourceType() !== 'document' && path.test(pathname + search);
  });
}
