import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { showTheme, THEMES } from '../fixtures/themes.ts';

const WEB = join(import.meta.dirname, '../../../apps/web');
const FOLDER = join(import.meta.dirname, '../../../gallery');
const SIZES = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'phone-landscape', width: 844, height: 390 },
  { name: 'tablet', width: 1024, height: 768 },
  { name: 'desk', width: 1440, height: 900 },
] as const;

/** The page of components is in no build: a development server shows it. */
test('every shared component in every state', async ({ browser }) => {
  const server: ViteDevServer = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, hmr: false },
  });
  await server.listen();
  const address = server.resolvedUrls!.local[0]!;
  try {
    for (const { name, width, height } of SIZES) {
      const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.goto(`${address}dev/components`);
      await page.getByRole('heading', { name: 'Components in every state' }).waitFor({ timeout: 120_000 });
      for (const theme of THEMES) {
        await showTheme(page, theme);
        await page.waitForTimeout(100);
        await page.screenshot({ path: join(FOLDER, `components-${name}-${theme}.png`), fullPage: true });
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(errors).toEqual([]);
      await page.close();
    }
  } finally {
    await server.close();
  }
});
