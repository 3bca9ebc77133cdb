import { join } from 'node:path';
import { type Browser, expect, type Page, test as base } from '@playwright/test';
import { callerOf } from '../fixtures/company.ts';
import { axeFindings, colourFindings } from '../fixtures/journey.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { showTheme, THEMES } from '../fixtures/themes.ts';
import { adminDialogScenes } from './adminDialogScenes.ts';
import { adminScenes } from './adminScenes.ts';
import { desktopScenes } from './desktopScenes.ts';
import { openFirstItem, openFirstList } from './firstOnes.ts';
import { itemScenes } from './itemScenes.ts';
import { reportScenes } from './reportScenes.ts';

/** The demo's inspector, viewer and administrator. */
const SIGN_INS = {
  inspector: 'inspector@northmere.example',
  viewer: 'viewer@northmere.example',
  administrator: 'admin@holdfast.example',
};

/** Devices on which a scene is opened, once for all window sizes with the same input device. */
const DEVICES = [
  {
    device: 'in one hand',
    hasTouch: true,
    sizes: [
      { name: 'phone', width: 390, height: 844 },
      { name: 'phone-landscape', width: 844, height: 390 },
    ],
  },
  {
    device: 'on a table',
    hasTouch: false,
    sizes: [
      { name: 'desk', width: 1440, height: 900 },
      { name: 'tablet', width: 1024, height: 768 },
    ],
  },
  { device: 'on an arm', hasTouch: true, sizes: [{ name: 'tablet-upright', width: 800, height: 1180 }] },
] as const;
type Device = (typeof DEVICES)[number];
/** Prefixes of the requested scenes; all scenes by default. */
const WANTED = (process.env['HOLDFAST_SCENES'] ?? '').split(',');
/** True when each scene is checked with axe, too. */
const IS_CHECKED = process.env['HOLDFAST_AXE'] === '1';
const FOLDER = join(import.meta.dirname, '../../../gallery');

interface Scene {
  name: string;
  /** User of the session; null: none. */
  who: string | null;
  path?: string;
  /** Opens the screen. */
  go?(page: Page): Promise<void>;
  /** True when one of its requests is never answered. */
  isLoading?: boolean;
}

const openTarn = async (page: Page): Promise<void> => {
  await page.getByRole('article').first().getByRole('button').first().click();
  await page.getByRole('heading', { name: 'Inspections' }).waitFor();
};
const openItem = async (page: Page): Promise<void> => {
  await openFirstList(page);
  await openFirstItem(page);
  await page.getByRole('tabpanel', { name: 'History' }).waitFor();
};

const scenes: Scene[] = [
  { name: 'login', who: null },
  {
    name: 'login-refused',
    who: null,
    go: async (page) => {
      await page.getByPlaceholder('Email Address').fill('inspector@northmere.example');
      await page.getByPlaceholder('Password').fill('not the password');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'forgot-password', who: null, path: '/#forgot-password' },
  { name: 'reset-password', who: null, path: '/#reset-password=0123456789' },
  { name: 'first-administrator', who: null, path: '/#first-administrator' },
  { name: 'dashboard', who: 'inspector' },
  {
    name: 'user-menu',
    who: 'inspector',
    go: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.getByRole('button', { name: /^Menu of/ }).click();
    },
  },
  {
    name: 'account',
    who: 'inspector',
    go: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Account' }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'report-pages',
    who: 'inspector',
    go: async (page) => {
      await page
        .getByRole('button', { name: /^Show the pages of/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true, disabled: false }).waitFor();
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
  { name: 'inspection', who: 'inspector', go: openFirstList },
  {
    name: 'add-item',
    who: 'inspector',
    go: async (page) => {
      await openFirstList(page);
      await page.getByRole('button', { name: 'New Item' }).click();
      await page.getByRole('tab', { name: 'From the installation' }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'inspection-filtered',
    who: 'inspector',
    go: async (page) => {
      await openFirstList(page);
      await page.getByRole('radiogroup', { name: 'Condition' }).getByText('Defective', { exact: true }).click();
    },
  },
  {
    name: 'inspection-empty',
    who: 'inspector',
    go: async (page) => {
      await openFirstList(page);
      await page.getByRole('searchbox').fill('no such item');
    },
  },
  {
    name: 'inspection-selected',
    who: 'inspector',
    go: async (page) => {
      await openFirstList(page);
      const rows = page.getByRole('treegrid').getByRole('rowgroup').getByRole('row');
      await rows.nth(2).click({ modifiers: ['ControlOrMeta'] });
      await rows.nth(4).click({ modifiers: ['Shift'] });
    },
  },
  {
    name: 'inspection-move',
    who: 'inspector',
    go: async (page) => {
      await openFirstList(page);
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
            title: 'This was changed elsewhere in the meantime.',
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
      await page
        .getByRole('group', { name: /^Condition of/ })
        .getByRole('button', { name: 'Not applicable' })
        .click();
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
  {
    name: 'commands-found',
    who: 'inspector',
    go: async (page) => {
      await openItem(page);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search records and commands').fill('set');
    },
  },
  { name: 'viewer-item', who: 'viewer', go: openItem },
  { name: 'viewer-inspection', who: 'viewer', go: openFirstList },
  ...itemScenes,
  ...reportScenes,
  ...adminScenes,
  ...adminDialogScenes,
  ...desktopScenes,
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

for (const device of DEVICES) {
  test(device.device, async ({ browser, server, tokens }) => {
    const failures: string[] = [];
    /** Notes the failure of a scene, and continues with the next one. */
    const attempt = async (scene: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        failures.push(`${scene}: ${String(error)}`);
      }
    };
    for (const scene of scenes.filter(({ name }) => WANTED.some((begin) => name.startsWith(begin)))) {
      const token = scene.who === null ? null : tokens[scene.who]!;
      const page = await openPage(browser, { address: server.address, device, token });
      await attempt(scene.name, async () => {
        await page.goto(server.address + (scene.path ?? '/'));
        await scene.go?.(page);
      });
      // A screenshot is taken even when a scene failed.
      await attempt(scene.name, async () => {
        await settle(page, scene.isLoading);
        failures.push(...(await photograph(page, scene.name, device)));
      });
      await page.context().close();
    }
    expect(failures).toEqual([]);
  });
}

/** Opens a page with a user's session. */
async function openPage(
  browser: Browser,
  { address, device, token }: { address: string; device: Device; token: string | null },
): Promise<Page> {
  // Photos are fetched with the cookie only.
  const cookie = { name: 'token', value: token ?? '', url: address, httpOnly: true, sameSite: 'Strict' as const };
  const localStorage = token === null ? [] : [{ name: 'token', value: token }];
  const context = await browser.newContext({
    viewport: device.sizes[0],
    hasTouch: device.hasTouch,
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  });
  if (token !== null) await context.addCookies([cookie]);
  // A stream that stays open would keep the network from becoming idle.
  await context.route('**/ext/events', (route) => route.fulfill({ status: 404 }));
  return context.newPage();
}

/** Takes screenshots of the page in every size and theme. @returns what axe found, if it is asked for */
async function photograph(page: Page, scene: string, { sizes }: Device): Promise<string[]> {
  const findings: string[] = [];
  for (const size of sizes) {
    if (size !== sizes[0]) await page.setViewportSize(size);
    for (const theme of THEMES) {
      await showTheme(page, theme);
      await page.waitForTimeout(100);
      await page.screenshot({ path: join(FOLDER, `${scene}-${size.name}-${theme}.png`) });
      if (!IS_CHECKED) continue;
      const found = await (theme === THEMES[0] ? axeFindings(page) : colourFindings(page));
      const named = found.map((finding) => `${scene}, ${size.name}, ${theme}: ${finding}`);
      // Listed at once, too: a run over every scene takes long and may be ended before.
      for (const finding of named) console.log(finding);
      findings.push(...named);
    }
  }
  return findings;
}

/** Waits until nothing is loading or moving any more; a page that never settles is captured as it is. */
async function settle(page: Page, isLoading = false): Promise<void> {
  if (!isLoading) {
    await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined);
    const loading = page.locator('[aria-busy="true"], .mantine-Skeleton-root').filter({ visible: true }).first();
    await loading.waitFor({ state: 'hidden', timeout: 15_000 }).catch(() => undefined);
  }
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
}
