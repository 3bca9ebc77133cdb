import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { InspectionRow } from '@holdfast/contract';
import type { Page } from '@playwright/test';
import { measureFirstLoad } from '../fixtures/firstLoad.ts';
import { expect, test } from '../fixtures/journey.ts';

/** Limits of the first load up to the login page, in transferred bytes. */
const FIRST_LOAD = { scripts: 210_000, all: 290_000 };
/** Greatest number of scripts: each is a request, and a round trip on a slow line. Without shared chunks there are 199. */
const SCRIPTS = 125;
const ITEMS = 5_000;

test.describe('the weight of the application', () => {
  test('is at most 210 kB of JavaScript and 290 kB in total up to the login page, without the schemas of the contract', async ({
    page,
    server,
  }) => {
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text());
    });
    const sent = await measureFirstLoad(page, server.address);
    const texts = await Promise.all(scripts);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => text.includes('ZodError'))).toEqual([]);
    expect(sent.scripts).toBeGreaterThan(100_000);
    expect(sent.scripts).toBeLessThanOrEqual(FIRST_LOAD.scripts);
    expect(sent.all).toBeLessThanOrEqual(FIRST_LOAD.all);
  });

  test('includes the styles of every library component it uses, and of no other', async () => {
    const folder = join(import.meta.dirname, '../../../dist/web/assets');
    const textOf = (ending: RegExp): string =>
      readdirSync(folder)
        .filter((name) => ending.test(name))
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('\n');
    const scripts = textOf(/\.js$/);
    const own = textOf(/\.css$/);
    const library = createRequire(join(import.meta.dirname, '../../../apps/web/package.json'));
    const sheets = dirname(library.resolve('@mantine/core/styles.css'));
    const wrong = readdirSync(join(sheets, 'styles'))
      .filter((name) => /^[A-Z]\w+\.css$/.test(name))
      .filter((name) => {
        const classes = readFileSync(join(sheets, 'styles', name), 'utf8').match(/\.m_[\da-f]+/g) ?? [];
        const isDrawn = classes.some((known) => scripts.includes(known.slice(1)));
        return isDrawn !== classes.some((known) => own.includes(known));
      });
    expect(wrong).toEqual([]);
  });

  test('combines small modules that the same screens share, so that it has at most 125 scripts', async () => {
    const scripts = readdirSync(join(import.meta.dirname, '../../../dist/web/assets')).filter((name) =>
      name.endsWith('.js'),
    );
    expect(scripts.length).toBeGreaterThan(20);
    expect(scripts.length).toBeLessThanOrEqual(SCRIPTS);
  });

  test('contains nothing of the page of components, which only development servers show', async () => {
    const folder = join(import.meta.dirname, '../../../dist/web');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:js|css|html)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(50);
    const texts = ['dev/components', 'Components in every state', 'ComponentsScreen'];
    const holding = files.filter((file) => {
      const content = readFileSync(join(folder, file), 'utf8');
      return texts.some((text) => file.includes(text) || content.includes(text));
    });
    expect(holding).toEqual([]);
  });

  test(
    'does not grow with the list: of 5,000 items only the visible ones are rendered, and the last can be reached [INSP-22]',
    { tag: '@agent' },
    async ({ as, company, rig, dashboard, inspection, page }) => {
      await listMany(page);
      await as(company.maren);
      await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
      await expect(inspection.row('Item 0')).toBeVisible();
      expect(await inspection.rows.count()).toBeLessThan(60);
      // Scrolls through the list as fast as a wheel: every frame is rendered, and contains rows.
      const frames = await inspection.tree.evaluate(async (tree) => {
        const scroller = tree.parentElement!;
        const seen: { gap: number; rows: number }[] = [];
        let last = performance.now();
        for (let turns = 0; turns < 120; turns += 1) {
          scroller.scrollTop += 480;
          const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
          seen.push({ gap: now - last, rows: tree.querySelectorAll('[data-index]').length });
          last = now;
        }
        return seen;
      });
      expect(Math.min(...frames.map(({ rows }) => rows))).toBeGreaterThan(5);
      const [middle] = frames
        .map(({ gap }) => gap)
        .toSorted((a, b) => a - b)
        .slice(frames.length / 2);
      expect(middle).toBeLessThan(50);
      await inspection.row('Item 0').focus();
      await page.keyboard.press('End');
      await expect(inspection.row(`Item ${ITEMS - 1}`)).toBeFocused();
      expect(await inspection.rows.count()).toBeLessThan(60);
      await inspection.search.fill('Item 4321');
      await expect(inspection.rows).toHaveCount(1);
    },
  );

  test('reuses the elements of hidden rows for new ones, in the order of the list, and keeps the focus', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    page,
  }) => {
    await listMany(page);
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await inspection.row('Item 3').focus();
    const scroller = inspection.tree.locator('..');
    await scroller.evaluate((element) => element.scrollTo(0, 60 * 48));
    await expect(inspection.row('Item 62')).toBeInViewport();
    const before = await inspection.row('Item 62').elementHandle();
    await scroller.evaluate((element) => element.scrollBy(0, 30 * 48));
    await expect(inspection.row('Item 95')).toBeInViewport();
    expect(await before.evaluate((element) => element.isConnected)).toBe(true);
    await expect(inspection.row('Item 3')).toBeFocused();

    const reported = (): Promise<number[]> =>
      inspection.tree
        .getByRole('rowgroup')
        .evaluate((group) =>
          (group.getAttribute('aria-owns') ?? '')
            .split(' ')
            .map((id) => Number(document.getElementById(id)?.dataset['index'])),
        );
    const drawn = await inspection.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset['index'])));
    await expect.poll(reported).toEqual(drawn.toSorted((a, b) => a - b));
    expect(drawn).not.toEqual(drawn.toSorted((a, b) => a - b));

    await page.keyboard.press('ArrowDown');
    await expect(inspection.row('Item 4')).toBeFocused();
    await expect(inspection.row('Item 4')).toBeInViewport();
  });
});

/** Answers with a list of thousands of items. */
async function listMany(page: Page): Promise<void> {
  await page.route('**/api/get-items-for-installation-inspection', async (route) => {
    const [area] = (await (await route.fetch()).json()) as InspectionRow[];
    const rows = Array.from({ length: ITEMS }, (_, index): InspectionRow => {
      const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
      return { ...area!, id, itemId: id, name: `Item ${index}`, isLocation: false, context: false, order: index };
    });
    await route.fulfill({ json: rows });
  });
}
