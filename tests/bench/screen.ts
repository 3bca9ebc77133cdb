/**
 * The working list of 5,000 items in Chromium, its processor slowed down four times: from the data to the rows, the longest frame while
 * scrolling, and from a key to the next picture (docs/benchmarks.md says the bounds). `node tests/bench/screen.ts` after a build of the web application.
 */
import type { InspectionRow } from '@holdfast/contract';
import { chromium, type Page } from '@playwright/test';
import { callerOf, makeCompany, makeRig, signIn } from '../e2e/house/company.ts';
import { startServer } from '../e2e/house/server.ts';
import { median } from './load.ts';

const ITEMS = 5_000;
const SLOWER = 4;
/** A browser that starts, collects or is disturbed moves one opening; the middle of several counts. */
const ROUNDS = 5;
const LIST = '**/api/get-items-for-installation-inspection';

const server = await startServer({ demo: false });
const browser = await chromium.launch({
  executablePath: process.env['HOLDFAST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const company = await makeCompany(server);
  const rig = await makeRig(company);
  const rows = manyRows(
    await callerOf(server.address, company.maren.token)('getItemsForInstallationInspection', {
      installationInspectionId: rig.drops,
    }),
  );
  const token = await signIn(server.address, company.maren.email);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: {
      cookies: [],
      origins: [{ origin: server.address, localStorage: [{ name: 'token', value: token }] }],
    },
  });
  await context.route(LIST, (route) => route.fulfill({ json: rows }));
  let page = await context.newPage();
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.close();
    page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto(server.address);
    await page.getByRole('article', { name: rig.installationName }).waitFor();
    // The parts of the next screens are fetched meanwhile.
    await page.waitForTimeout(2_000);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    opened.push(await open(page, rig.installationName));
  }
  console.log(
    `rows on screen after the data: middle ${median(opened).toFixed(0)} ms, ${Math.min(...opened).toFixed(0)} to ${Math.max(...opened).toFixed(0)} of ${ROUNDS} (bound 300)`,
  );

  // Scrolls 60 rows a frame's worth at a time and keeps the longest time between two frames.
  const frames = await page.evaluate(async () => {
    const scroller = document.querySelector('[role="treegrid"]')!.parentElement!;
    const gaps: number[] = [];
    let last = 0;
    await new Promise<void>((resolve) => {
      const step = (now: number): void => {
        if (last !== 0) gaps.push(now - last);
        last = now;
        scroller.scrollTop += 240;
        if (gaps.length < 180) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    return gaps;
  });
  const longest = Math.max(...frames);
  // The browser counts in pictures of the screen, 16.7 ms each: one of three of them is at the bound, not over it.
  const late = frames.filter((gap) => gap > 51).length;
  console.log(
    `scrolling: middle frame ${median(frames).toFixed(1)} ms, longest ${longest.toFixed(0)} ms of ${frames.length}, ${late} over 50 ms (bound: none)`,
  );

  // Event Timing: from the key to the next picture, as the browser itself measures it.
  await page.evaluate(() => {
    const keys: number[] = [];
    Object.assign(window, { keys });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) if (entry.name === 'keydown') keys.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  await page.keyboard.press('/');
  await page.keyboard.type('item 43', { delay: 400 });
  await page.waitForTimeout(800);
  const keys = await page.evaluate(() => Reflect.get(window, 'keys') as number[]);
  console.log(
    `key to picture while searching: middle ${median(keys.length === 0 ? [0] : keys).toFixed(0)} ms, longest ${Math.max(0, ...keys).toFixed(0)} ms of ${keys.length} that took 16 ms or more (bound 50)`,
  );
} finally {
  await browser.close();
  await server.remove();
}

/** Opens the inspection of a card. @returns from the moment the last byte of the list is there to the first row on screen, ms */
async function open(page: Page, installationName: string): Promise<number> {
  await page.evaluate(() => {
    const seen = { data: 0, rows: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as PerformanceResourceTiming[])
        if (entry.name.endsWith('get-items-for-installation-inspection')) seen.data = entry.responseEnd;
    }).observe({ type: 'resource', buffered: true });
    const look = (): void => {
      if (document.querySelector('[role="treegrid"] [data-index]') === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => (seen.rows = performance.now()));
    };
    requestAnimationFrame(look);
  });
  await page.getByRole('article', { name: installationName }).getByRole('button').nth(1).click();
  await page.waitForFunction(() => (Reflect.get(window, 'seen') as { rows: number }).rows > 0);
  await page.waitForTimeout(1_000);
  const { data, rows } = await page.evaluate(() => Reflect.get(window, 'seen') as { data: number; rows: number });
  return rows - data;
}

/** Places of 99 items each, after the first row of a list. */
function manyRows([place]: InspectionRow[]): InspectionRow[] {
  const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  return Array.from({ length: ITEMS }, (_, n): InspectionRow => {
    const parent = n - (n % 100);
    const isPlace = n === parent;
    return {
      ...place!,
      id: id(n),
      itemId: id(n),
      name: isPlace ? `Place ${n}` : `Item ${n}`,
      parentItemId: isPlace ? null : id(parent),
      isLocation: isPlace,
      context: isPlace,
      order: n,
      values: { 'Tag number': `NMT-${n}`, 'Weight (kg)': String(n % 97) },
    };
  });
}
