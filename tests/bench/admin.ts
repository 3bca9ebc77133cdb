/**
 * The administration in Chromium with its processor slowed down four times: 2,000 item types, 5,000 users, a template of 200 fields. Each
 * interaction is measured as the browser measures it, from the input to the next picture (Event Timing), with the longest frame that followed
 * (Long Animation Frames), and the time its scripts took of the processor, which a busy machine does not lengthen. `node tests/bench/admin.ts`, over the web application as it is built; docs/benchmarks.md has the bound.
 */
import { type Account, FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { makeCompany, signIn } from '../e2e/fixtures/company.ts';
import { startServer } from '../e2e/fixtures/server.ts';

const ITEM_TYPES = 2_000;
const USERS = 5_000;
const FIELDS = 200;
const SLOWER = 4;
const BOUND_MS = 200;
/** Time in ms to wait for the effects of an input. */
const SETTLE_MS = 700;

/** Measurements that the page records about itself. */
interface Noted {
  events: number[];
  frames: number[];
}

const server = await startServer({ demo: false });
const browser = await chromium.launch({
  executablePath: process.env['HOLDFAST_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
const over: string[] = [];
try {
  const { wren, itemTypes, inspections } = await makeCompany(server);
  const { call } = wren;
  for (let i = 0; i < ITEM_TYPES; i += 1) {
    const { id } = await call('createItemType', { name: `Type ${i}` });
    if (i % 20 === 0) await call('addItemTypeParent', { id, parentId: itemTypes.area });
  }
  const template = await call('createFieldsTemplate', {
    name: 'Two hundred questions',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
  });
  const types = Object.values(FIELD_TYPES);
  for (let i = 0; i < FIELDS; i += 1) {
    const fieldTypeId = types[i % types.length]!.id;
    const { id } = await call('createField', {
      name: `Question ${i}`,
      fieldTypeId,
      fieldsTemplateId: template.id,
      order: i,
    });
    const { options } = types[i % types.length]!;
    if (options) await call('updateField', { id, options: ['One', 'Two', 'Three'].map((name) => ({ name })) });
  }
  const [account] = await call('getUsers', {});

  const token = await signIn(server.address, wren.email);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: {
      cookies: [],
      origins: [{ origin: server.address, localStorage: [{ name: 'token', value: token }] }],
    },
  });
  const page = await context.newPage();
  const users = Array.from({ length: USERS }, (_, i): Account => ({
    ...account!,
    id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
    name: `Person ${(i * 7919) % USERS}`,
    email: `person-${i}@northmere.example`,
  }));
  await page.route('**/ext/admin/users', (route) => route.fulfill({ json: users }));
  await page.goto(`${server.address}/admin`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await listen(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  const menu = page.getByRole('navigation', { name: 'Administration' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('link');
  const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  // By selectors, because a search by role among thousands of elements takes longer than the measured action.
  const handleOf = (name: string) => `[aria-label="Move ${name}: drag, or press the arrow keys"]`;
  const handle = (name: string) => page.locator(handleOf(name));
  const field = (name: string) => page.locator(`ul[aria-label="Fields"] > li:has(${handleOf(name)})`);
  const step = (name: string, work: () => Promise<unknown>): Promise<void> => measure(page, session, name, work);
  const wheel = async (x = 500): Promise<void> => {
    await page.mouse.move(x, 600);
    for (let i = 0; i < 12; i += 1) {
      await page.mouse.wheel(0, 1_500);
      await page.waitForTimeout(60);
    }
  };

  await step('item types: open the list', async () => {
    await menu.getByRole('link', { name: 'Item Types', exact: true }).click();
    await page.getByRole('row').nth(5).waitFor();
  });
  await step('item types: scroll', () => wheel());
  await step('item types: as a list', () => page.getByText('List', { exact: true }).click());
  await step('item types: sort', () => page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click());
  await step('item types: scroll what is sorted', () => wheel());
  await step('item types: search', async () => {
    await search.click();
    await page.keyboard.type('type 1234', { delay: 120 });
    await row('Type 1234').waitFor();
  });
  await step('item types: open the editor', async () => {
    await row('Type 1234').click();
    await title('Type 1234');
  });
  const names = page.getByRole('textbox', { name: 'Name', exact: true });
  await step('item type: type a name', async () => {
    await names.click();
    await page.keyboard.type(' main', { delay: 120 });
  });
  const parents = page.getByRole('region', { name: 'Parent Item Types' }).getByRole('combobox');
  await step('item type: open the choice of a parent', async () => {
    await parents.click();
    await page.getByRole('option').nth(5).waitFor();
  });
  await step('item type: search a parent', () => page.keyboard.type('type 19', { delay: 120 }));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await step('users: open the list', async () => {
    await menu.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('row').nth(5).waitFor();
  });
  await step('users: scroll', () => wheel());
  await step('users: sort', () => page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click());
  await step('users: scroll what is sorted', () => wheel());
  await step('users: search', async () => {
    await search.click();
    await page.keyboard.type('person 4321', { delay: 120 });
  });
  await step('users: open one', async () => {
    await page.getByRole('row').nth(1).getByRole('button').click();
    await page.getByRole('dialog').waitFor();
  });
  await step('user: type a name', async () => {
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).click();
    await page.keyboard.type(' the second', { delay: 120 });
  });
  await page.goto(`${server.address}/admin/inspections/${inspections.DROPS}?tab=itemTypes`);
  await listen(page);
  const added = page.getByRole('region', { name: 'Item Types' }).getByRole('combobox').last();
  await added.waitFor();
  await page.waitForTimeout(4 * SETTLE_MS);
  await step('inspection: open the choice of an item type', async () => {
    await added.click();
    await page.getByRole('option').nth(5).waitFor();
  });
  await step('inspection: search an item type', () => page.keyboard.type('type 77', { delay: 120 }));
  await page.keyboard.press('Escape');

  await menu.getByRole('link', { name: 'Item Type Templates', exact: true }).click();
  await row('Two hundred questions').waitFor();
  await step('template: open the studio', async () => {
    await page.locator('[role="row"] a', { hasText: 'Two hundred questions' }).click();
    await handle('Question 5').waitFor();
    await page.locator('[aria-label="Preview"] textarea').first().waitFor();
    await handle(`Question ${FIELDS - 1}`).waitFor({ state: 'attached' });
  });
  await step('template: scroll', () => wheel());
  await step('template: open a field', () => field('Question 5').locator('[aria-expanded="false"]').click());
  await step('template: type its name', async () => {
    await field('Question 5').locator('input').first().click();
    await page.keyboard.type(' bis', { delay: 120 });
  });
  await step('template: choose its type', () =>
    field('Question 5 bis').locator('input[aria-haspopup="listbox"]').first().click(),
  );
  await page.keyboard.press('Escape');
  await step('template: save', () => page.keyboard.press('ControlOrMeta+s'));
  await handle('Question 8').focus();
  await step('template: move a field by the keys', async () => {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowDown');
  });
  await step('template: drag a field', async () => {
    const from = (await handle('Question 10').boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    for (let i = 1; i <= 10; i += 1) await page.mouse.move(from.x + 10, from.y + 10 + i * 12);
    await page.mouse.up();
  });
  await step('template: add a field', () => page.locator('button', { hasText: 'Add Field' }).click());
  await step('template: scroll the preview', () => wheel(1_150));
} finally {
  await browser.close();
  await server.remove();
}
console.log(over.length === 0 ? `nothing over ${BOUND_MS} ms` : `over ${BOUND_MS} ms: ${over.join('; ')}`);

/** Makes the page record its inputs and its long frames. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const noted: Noted = { events: [], frames: [] };
    Object.assign(window, { noted });
    const watch = (into: number[], init: PerformanceObserverInit): void =>
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) into.push(entry.duration);
      }).observe(init);
    watch(noted.events, { type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    watch(noted.frames, { type: 'long-animation-frame' });
  });
}

/** Runs an action, and prints the longest wait, the longest frame and the processor time of scripts that it caused. */
async function measure(page: Page, session: CDPSession, name: string, work: () => Promise<unknown>): Promise<void> {
  const scripts = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find((metric) => metric.name === 'ScriptDuration')!.value;
  };
  const noted = await page.evaluateHandle(() => Reflect.get(window, 'noted') as Noted);
  await noted.evaluate((seen) => {
    seen.events.length = 0;
    seen.frames.length = 0;
  });
  const before = await scripts();
  await work();
  await page.waitForTimeout(SETTLE_MS);
  const took = (await scripts()) - before;
  const { events, frames } = await noted.evaluate((seen) => seen);
  const [wait, frame] = [Math.max(0, ...events), Math.max(0, ...frames)];
  if (Math.max(wait, frame) > BOUND_MS) over.push(name);
  console.log(
    `${name.padEnd(46)} input to picture ${wait.toFixed(0).padStart(5)} ms   longest frame ${frame.toFixed(0).padStart(5)} ms   scripts ${took.toFixed(0).padStart(5)} ms`,
  );
}
