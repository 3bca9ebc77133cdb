import { join } from 'node:path';
import { type Browser, type Page, test as base } from '@playwright/test';
import { callerOf } from '../house/company.ts';
import { type Server, startServer } from '../house/server.ts';
import { adminScenes } from './adminScenes.ts';
import { reportScenes } from './reportScenes.ts';

/** The demo's inspector, viewer and administrator. */
const SIGN_INS = { inspector: 'inspector@northmere.example', administrator: 'admin@holdfast.example' };

const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'tablet-upright', width: 800, height: 1180 },
  { name: 'desk', width: 1440, height: 900 },
];
const THEMES = ['light', 'dark', 'sunlight'] as const;
const FOLDER = join(import.meta.dirname, '../../../gallery');

interface Scene {
  name: string;
  /** Whose session; null: nobody's. */
  who: string | null;
  path?: string;
  /** What leads to the screen. */
  go?(page: Page): Promise<void>;
}

const openTarn = async (page: Page): Promise<void> => {
  await page.getByRole('article').first().getByRole('button').first().click();
  await page.getByRole('heading', { name: 'Inspections' }).waitFor();
};
const openList = async (page: Page): Promise<void> => {
  await page.getByRole('article').first().getByRole('button').nth(1).click();
  await page.getByRole('treegrid').waitFor();
};
const openItem = async (page: Page): Promise<void> => {
  await openList(page);
  await page
    .getByRole('treegrid')
    .getByRole('rowgroup')
    .getByRole('row')
    .filter({ hasNot: page.locator('[aria-label^="Collapse"]') })
    .first()
    .click();
  await page.getByRole('tabpanel', { name: 'History' }).waitFor();
};

const scenes: Scene[] = [
  { name: 'login', who: null },
  { name: 'forgot-password', who: null, path: '/#forgot-password' },
  { name: 'dashboard', who: 'inspector' },
  {
    name: 'user-menu',
    who: 'inspector',
    go: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.getByRole('button', { name: /^Menu of/ }).click();
    },
  },
  { name: 'installation', who: 'inspector', go: openTarn },
  {
    name: 'new-inspection',
    who: 'inspector',
    go: async (page) => {
      await openTarn(page);
      await page.getByRole('button', { name: 'New Inspection' }).click();
      await page.getByRole('combobox', { name: 'Inspection' }).click();
      await page.getByRole('option').first().click();
    },
  },
  {
    name: 'installation-details',
    who: 'inspector',
    go: async (page) => {
      await openTarn(page);
      await page.getByRole('button', { name: 'Installation Details' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'inspection', who: 'inspector', go: openList },
  {
    name: 'add-item',
    who: 'inspector',
    go: async (page) => {
      await openList(page);
      await page.getByRole('button', { name: 'New Item' }).click();
      await page.getByRole('tab', { name: 'From the installation' }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  {
    name: 'inspection-filtered',
    who: 'inspector',
    go: async (page) => {
      await openList(page);
      await page.getByRole('radiogroup', { name: 'Condition' }).getByText('Defective', { exact: true }).click();
    },
  },
  {
    name: 'inspection-empty',
    who: 'inspector',
    go: async (page) => {
      await openList(page);
      await page.getByRole('searchbox').fill('no such item');
    },
  },
  {
    name: 'inspection-selected',
    who: 'inspector',
    go: async (page) => {
      await openList(page);
      const rows = page.getByRole('treegrid').getByRole('rowgroup').getByRole('row');
      await rows.nth(2).click({ modifiers: ['ControlOrMeta'] });
      await rows.nth(4).click({ modifiers: ['Shift'] });
    },
  },
  {
    name: 'inspection-move',
    who: 'inspector',
    go: async (page) => {
      await openList(page);
      const rows = page.getByRole('treegrid').getByRole('rowgroup').getByRole('row');
      await rows.nth(2).click({ modifiers: ['ControlOrMeta'] });
      await page.getByRole('button', { name: 'Set location' }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
  },
  { name: 'item', who: 'inspector', go: openItem },
  {
    name: 'item-conflict',
    who: 'inspector',
    go: async (page) => {
      await page.route('**/api/set-condition', (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: '',
            title: 'Somebody else changed this in the meantime.',
            status: 409,
            code: 'changedMeanwhile',
            details: {
              yours: 'Not applicable',
              theirs: 'Defective',
              by: null,
              byName: 'Idris Fallowby',
              at: '2026-11-13T14:50:00.000Z',
              clock: null,
            },
          }),
        }),
      );
      await openItem(page);
      await page.keyboard.press('4');
      await page.getByRole('button', { name: 'Keep mine' }).first().waitFor();
    },
  },
  {
    name: 'item-below',
    who: 'inspector',
    go: async (page) => {
      await openItem(page);
      await page.getByRole('tabpanel', { name: 'History' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'note',
    who: 'inspector',
    go: async (page) => {
      await openItem(page);
      await page.keyboard.press('n');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'keys',
    who: 'inspector',
    go: async (page) => {
      await openItem(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'commands',
    who: 'inspector',
    go: async (page) => {
      await openItem(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  },
  ...reportScenes,
  ...adminScenes,
  { name: 'not-found', who: 'inspector', path: '/nowhere' },
];

const test = base.extend<object, { tokens: Record<string, string>; server: Server }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ demo: true });
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  tokens: [
    async ({ server }, use) => {
      const call = callerOf(server.address, null);
      for (;;) {
        const { demo } = await call('getInstance', {});
        if (demo === null || demo.seeded === 1) break;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
      const { demo } = await call('getInstance', {});
      const tokens: Record<string, string> = {};
      for (const [role, email] of Object.entries(SIGN_INS)) {
        const { details } = await call('signIn', { email, password: demo!.password });
        tokens[role] = details!.token;
      }
      await use(tokens);
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});

for (const { name, width, height } of SIZES) {
  for (const theme of THEMES) {
    test(`${name}, ${theme}`, async ({ browser, server, tokens }) => {
      for (const scene of scenes) {
        const page = await openPage(browser, {
          address: server.address,
          width,
          height,
          theme,
          token: scene.who === null ? null : tokens[scene.who]!,
        });
        await page.goto(server.address + (scene.path ?? '/'));
        await scene.go?.(page);
        await settle(page);
        await page.screenshot({ path: join(FOLDER, `${scene.name}-${name}-${theme}.png`) });
        await page.context().close();
      }
    });
  }
}

/** A page with somebody's session and look in it. */
async function openPage(
  browser: Browser,
  {
    address,
    width,
    height,
    theme,
    token,
  }: { address: string; width: number; height: number; theme: string; token: string | null },
): Promise<Page> {
  const localStorage = [{ name: 'theme', value: theme }, ...(token === null ? [] : [{ name: 'token', value: token }])];
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 1200,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  });
  // A stream that stays open would never let the network be idle.
  await context.route('**/ext/events', (route) => route.fulfill({ status: 404 }));
  return context.newPage();
}

/** Waits until nothing is being loaded or moved any more. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
}
