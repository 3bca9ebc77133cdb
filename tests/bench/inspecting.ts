/**
 * Measures an inspector's actions in Chromium, with a processor slowed down four times and 600 ms to the server: the number of presses for
 * "no defect, next" and for an item with a finding, the time from Next to the complete item, layout shifts, long tasks, and the size of the
 * first load (bounds in docs/benchmarks.md). `node tests/bench/inspecting.ts` after a build of the web application.
 */
import { type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test';
import { type Company, makeCompany, makeRig, signIn } from '../e2e/fixtures/company.ts';
import { measureFirstLoad } from '../e2e/fixtures/firstLoad.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { median } from './load.ts';
import { machine } from './page.ts';

const SLOWER = 4;
const LATENCY_MS = 600;
/** Steps from item to item that are measured. */
const STEPS = 10;
/** Pause in which an inspector looks at an item, ms: the next one is fetched meanwhile. */
const LOOK_MS = 3_000;
const FIRST = 'Floodlight, monkey board';
/** Text that is typed with a pause after each key, ms. */
const TYPED = { text: 'Guard wire frayed at the upper lug, renewed', pauseMs: 60 };

interface Shifts {
  shift: number;
  longest: number;
}

/** Counts the actions of the user. */
interface Person {
  count: number;
  press(what: Locator): Promise<void>;
  key(key: string): Promise<void>;
}

const server = await startServer({ demo: false });
const browser = await chromium.launch({
  executablePath: process.env['HOLDFAST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--disable-gpu',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});
try {
  const company = await makeCompany(server);
  await measure(company, 'desktop, by mouse', { viewport: { width: 1440, height: 900 } }, 'mouse');
  await measure(company, 'phone, by touch', { viewport: { width: 390, height: 844 }, hasTouch: true }, 'touch');
  await measure(company, 'desktop, by keys', { viewport: { width: 1440, height: 900 } }, 'keys');
  await printFirstLoad();
  console.log(machine());
} finally {
  await browser.close();
  await server.remove();
}

async function measure(
  company: Company,
  name: string,
  size: Pick<BrowserContextOptions, 'viewport' | 'hasTouch'>,
  way: 'mouse' | 'touch' | 'keys',
): Promise<void> {
  const rig = await makeRig(company);
  const token = await signIn(server.address, company.maren.email);
  const context = await browser.newContext({
    ...size,
    permissions: ['camera'],
    storageState: {
      cookies: [],
      origins: [
        {
          origin: server.address,
          localStorage: [
            { name: 'token', value: token },
            { name: 'holdfast:burst', value: 'true' },
          ],
        },
      ],
    },
  });
  const page = await context.newPage();
  await page.goto(server.address);
  const card = page.getByRole('article', { name: rig.installationName });
  await card.getByRole('button').nth(1).click();
  await page.getByRole('row').filter({ hasText: FIRST }).waitFor();
  await page.waitForTimeout(LOOK_MS);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await watch(page);
  await page.getByRole('row').filter({ hasText: FIRST }).click();
  await isFull(page, FIRST);
  await page.waitForTimeout(LOOK_MS);
  const steps: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    steps.push(await timeOfNext(page, step % 2 === 0 ? 'Next item' : 'Previous item'));
    await page.waitForTimeout(LOOK_MS);
  }
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as Shifts);
  const typing = await longestWhileTyping(page);
  // The key of the next question begins at the first one again.
  for (const step of ['Next item', 'Previous item']) {
    await timeOfNext(page, step);
    await page.waitForTimeout(LOOK_MS);
  }
  const finding = await recordFinding(page, way);
  const fit = await fitAndNext(page, way);
  print(`no defect, next: ${name}`, fit, 1, 'presses');
  print(`condition, 3 fields, photo: ${name}`, finding, way === 'keys' ? 14 : 8, 'presses');
  print(`Next to the full item: ${name}`, median(steps), 100, 'ms', `middle of ${STEPS} steps`);
  print(`layout shift: ${name}`, seen.shift, 0.02, '', `from the list over ${STEPS} items`);
  print(`longest task while typing: ${name}`, typing, 100, 'ms', `${TYPED.text.length} keys`);
  print(`longest task while walking: ${name}`, seen.longest, null, 'ms', 'from the list over all items');
  await context.close();
}

/** Prints a figure. `bound`: the most it may be; null: it has none. */
function print(what: string, value: number, bound: number | null, unit: string, detail = ''): void {
  const words = (number: number): string =>
    `${number < 1 && number > 0 ? number.toFixed(3) : number.toFixed(0)} ${unit}`.trim();
  const goal = bound === null ? '' : `bound ${words(bound)}`;
  console.log(`${what.padEnd(52)} ${words(value).padStart(10)}   ${goal.padEnd(16)} ${detail}`.trimEnd());
}

/** Measures what the login page of a new browser transfers. */
async function printFirstLoad(): Promise<void> {
  const context = await browser.newContext();
  const { all } = await measureFirstLoad(await context.newPage(), server.address);
  print('first load, all files', all / 1024, 300, 'KiB', 'up to the login page, as sent');
  await context.close();
}

/** Returns the longest task, ms, while a text is typed into a field of the item. */
async function longestWhileTyping(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Recommendation' }).focus();
  await page.evaluate(() => Object.assign(Reflect.get(window, 'seen') as Shifts, { longest: 0 }));
  await page.keyboard.type(TYPED.text, { delay: TYPED.pauseMs });
  await page.waitForTimeout(LOOK_MS);
  const { longest } = await page.evaluate(() => Reflect.get(window, 'seen') as Shifts);
  await page.getByRole('textbox', { name: 'Recommendation' }).fill('');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(LOOK_MS);
  return longest;
}

function person(page: Page, way: 'mouse' | 'touch' | 'keys'): Person {
  const counting: Person = {
    count: 0,
    async press(what) {
      counting.count += 1;
      if (way === 'touch') await what.tap();
      else await what.click();
    },
    async key(key) {
      counting.count += 1;
      await page.keyboard.press(key);
    },
  };
  return counting;
}

/** Sets Needs attention, answers three questions and takes a photo; texts count as one action, as a phrase or dictation does. */
async function recordFinding(page: Page, way: 'mouse' | 'touch' | 'keys'): Promise<number> {
  const who = person(page, way);
  const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
  if (way === 'keys') {
    await who.key('2');
    await toQuestion(page, who, page.getByRole('button', { name: /^Inspected at/ }));
    await who.key('n');
    await toQuestion(page, who, page.getByRole('group', { name: 'Corrected on site' }).getByRole('button').first());
    await who.key('y');
    await toQuestion(page, who, recommendation);
    await page.keyboard.type('Renew');
    who.count += 1;
    await who.key('Escape');
    await who.key('p');
  } else {
    await who.press(
      page.getByRole('group', { name: /^Condition of/ }).getByRole('button', { name: 'Needs attention' }),
    );
    await who.press(page.getByRole('button', { name: 'Now' }).first());
    await who.press(page.getByRole('button', { name: 'Yes' }).first());
    await who.press(recommendation);
    await page.keyboard.type('Renew');
    await who.press(page.getByRole('button', { name: 'Camera' }));
  }
  const shutter = page.getByRole('button', { name: 'Take photo' }).last();
  await page.getByRole('dialog').getByRole('button', { name: 'Take photo', disabled: false }).waitFor();
  if (way === 'keys') await who.key('Enter');
  else await who.press(shutter);
  await page.getByText('1 photo added').waitFor();
  if (way === 'keys') await who.key('Escape');
  else await who.press(page.getByRole('button', { name: 'Done' }));
  return who.count;
}

/** Presses the key of the next question, and Escape in a field before it, until the wanted control has the focus. */
async function toQuestion(page: Page, who: Person, to: Locator): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await leaveField(page, who);
    const before = await page.evaluateHandle(() => document.activeElement);
    await who.key('q');
    // A question that is still being loaded gets the focus once it is there.
    await page.waitForFunction((last) => document.activeElement !== last, before, { timeout: 10_000 });
    if (await to.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('The key does not lead to the question.');
}

/** Leaves the field that has the focus: of a date the first Escape closes the calendar. */
async function leaveField(page: Page, who: Person): Promise<void> {
  const field = page.locator('input:focus, textarea:focus');
  if ((await field.count()) === 0) return;
  const calendar = page.locator('.mantine-Popover-dropdown').filter({ visible: true });
  if ((await calendar.count()) > 0) {
    await who.key('Escape');
    await calendar.waitFor({ state: 'hidden' });
  }
  await who.key('Escape');
  await field.waitFor({ state: 'detached' });
}

/** In speed mode: one press sets Fit for purpose and opens the next item. */
async function fitAndNext(page: Page, way: 'mouse' | 'touch' | 'keys'): Promise<number> {
  await page.evaluate(() => localStorage.setItem('holdfast:speed', 'true'));
  await page.reload();
  await isFull(page, null);
  const before = await page.getByRole('heading', { level: 1 }).innerText();
  const who = person(page, way);
  if (way === 'keys') await who.key('1');
  else
    await who.press(
      page.getByRole('group', { name: /^Condition of/ }).getByRole('button', { name: 'Fit for purpose' }),
    );
  await page.waitForFunction((name) => document.querySelector('h1')?.textContent !== name, before);
  return who.count;
}

/** Observes shifts of the layout and long tasks from now on. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = { shift: 0, longest: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shift += entry.value;
    }).observe({ type: 'layout-shift' });
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
  });
}

async function isFull(page: Page, name: string | null): Promise<void> {
  if (name !== null) await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('[role="group"][aria-busy="false"][aria-label^="Condition of"]').waitFor();
}

/** Milliseconds from the press to the name, condition and questions of another item on screen, as the page measures it. */
async function timeOfNext(page: Page, button: string): Promise<number> {
  await page.evaluate(() => {
    const before = document.querySelector('h1')?.textContent;
    const measured = new Promise<number>((resolve) => {
      document.addEventListener(
        'click',
        () => {
          const from = performance.now();
          const check = (): void => {
            const isThere =
              document.querySelector('h1')?.textContent !== before &&
              document.querySelector('[role="group"][aria-busy="false"][aria-label^="Condition of"]') !== null &&
              document.querySelector('[aria-busy="true"]') === null;
            if (isThere) requestAnimationFrame(() => resolve(performance.now() - from));
            else requestAnimationFrame(check);
          };
          check();
        },
        { once: true, capture: true },
      );
    });
    Object.assign(window, { measured });
  });
  await page.getByRole('button', { name: button }).click();
  return page.evaluate(() => Reflect.get(window, 'measured') as Promise<number>);
}
