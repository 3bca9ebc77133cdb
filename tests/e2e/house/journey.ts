/** What every journey starts from. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { DashboardPage } from '../pages/dashboardPage.ts';
import { InspectionPage } from '../pages/inspectionPage.ts';
import { InstallationPage } from '../pages/installationPage.ts';
import { ItemPage } from '../pages/itemPage.ts';
import { LoginPage } from '../pages/loginPage.ts';
import { type Company, makeCompany, makeRig, type Person, type Rig, signIn } from './company.ts';
import { type Desk, type HostName, openDesk } from './hosts.ts';
import { type Server, startServer } from './server.ts';
import { showTheme, THEMES } from './themes.ts';

interface WorkerParts {
  /** What serves the pages of the journey, and answers the calls of inspectors and viewers. */
  host: HostName;
  server: Server;
  /** The company on the server, whatever the host. */
  cloud: Company;
  /** The agent between page and server; null on the server itself. */
  desk: Desk | null;
  company: Company;
}

interface Parts {
  login: LoginPage;
  dashboard: DashboardPage;
  installation: InstallationPage;
  inspection: InspectionPage;
  item: ItemPage;
  /** An installation of this journey's own. */
  rig: Rig;
  /** Puts a fresh session of somebody into the browser, as a sign-in would, and opens a path. Answers its token. */
  as(person: Person, path?: string): Promise<string>;
  /** Opens an item of the rig as Maren. */
  openItem(name: string): Promise<void>;
}

/** A journey in a browser, over a real server, or over an agent of it: the project of the run says which. */
export const test = base.extend<Parts, WorkerParts>({
  host: ['server', { option: true, scope: 'worker' }],
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ demo: false });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  cloud: [async ({ server }, use) => use(await makeCompany(server)), { scope: 'worker' }],
  desk: [
    async ({ host, server, cloud }, use) => {
      const desk = host === 'server' ? null : await openDesk(server.address, cloud, host);
      await use(desk);
      await desk?.remove();
    },
    { scope: 'worker' },
  ],
  company: [async ({ cloud, desk }, use) => use(desk?.company ?? cloud), { scope: 'worker' }],
  baseURL: async ({ server, desk }, use) => use(desk?.address ?? server.address),
  context: async ({ context, desk }, use) => {
    if (desk !== null) {
      const { hostname } = new URL(desk.address);
      const cookie = { name: 'window', value: desk.window, domain: hostname, path: '/' };
      await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
    }
    await use(context);
  },
  page: async ({ page }, use) => {
    const forbidden: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) forbidden.push(message.text());
    });
    await use(page);
    expect(forbidden, 'What the page wants is allowed by its own policy').toEqual([]);
  },
  login: async ({ page }, use) => use(new LoginPage(page)),
  dashboard: async ({ page }, use) => use(new DashboardPage(page)),
  installation: async ({ page }, use) => use(new InstallationPage(page)),
  inspection: async ({ page }, use) => use(new InspectionPage(page)),
  item: async ({ page }, use) => use(new ItemPage(page)),
  rig: async ({ cloud, desk }, use) => {
    const rig = await makeRig(cloud);
    await desk?.receive(rig);
    await use(rig);
    desk?.reconnect();
  },
  as: async ({ page, context, server, desk }, use) =>
    use(async (person, path = '/') => {
      const token = await (desk?.signIn(person.email) ?? signIn(server.address, person.email));
      const { hostname } = new URL(desk?.address ?? server.address);
      await context.addCookies([
        { name: 'token', value: token, domain: hostname, path: '/', httpOnly: true, sameSite: 'Strict' },
      ]);
      // Any page of the server will do to reach what the browser keeps for it; this one has the least to load.
      await page.goto('/healthz');
      await page.evaluate((value) => localStorage.setItem('token', value), token);
      await page.goto(path);
      return token;
    }),
  openItem: async ({ as, company, rig, dashboard, inspection }, use) =>
    use(async (name) => {
      await as(company.maren);
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await inspection.row(name).click();
    }),
});

/** What axe finds on a page, in short; nothing is expected. */
export function axeFindings(page: Page): Promise<string[]> {
  return found(new AxeBuilder({ page }));
}

/**
 * What axe finds on a page that is light: everything, and in the other looks what hangs on colours.
 * @param within selector of the part whose colours are in question; the page unless said otherwise
 */
export async function axeFindingsInEveryLook(page: Page, within = 'html'): Promise<string[]> {
  const findings = await axeFindings(page);
  for (const theme of THEMES.slice(1)) {
    await showTheme(page, theme);
    const inTheme = await found(
      new AxeBuilder({ page }).include(within).withRules(['color-contrast', 'link-in-text-block']),
    );
    findings.push(...inTheme.map((finding) => `${theme}: ${finding}`));
  }
  await showTheme(page, THEMES[0]);
  return findings;
}

async function found(builder: AxeBuilder): Promise<string[]> {
  // The other mode opens a page for every look, to put together frames of other origins; there are none.
  const { violations } = await builder.setLegacyMode().analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary}`),
  );
}

export { expect };
