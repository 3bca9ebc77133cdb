/**
 * Figures of the desktop in its own window, over a filled database: start, memory, processor at rest, and a reader that sends 1,000 reads a second
 * (`npm run bench:desktop`; docs/benchmarks.md, "The desktop"). `--write` puts them into that page, `--items 500` makes a shorter run.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPty, type Pty, tslSim, type TslSim } from '@holdfast/rfid/testing';
import { expect } from '@playwright/test';
import { makeCompany } from '../../e2e/fixtures/company.ts';
import { startServer } from '../../e2e/fixtures/server.ts';
import { installFor } from '../../e2e/window/fixtures/application.ts';
import { openInspection, press } from '../../e2e/window/fixtures/pressing.ts';
import { BAR, signIn } from '../../e2e/window/fixtures/signIn.ts';
import type { DrivenPage } from '../../e2e/window/fixtures/webDriver.ts';
import { median } from '../load.ts';
import { machine, writeFigures } from '../page.ts';
import type { Figure } from '../turns.ts';
import { fill, tagOf } from './fill.ts';
import { memoryOf, processorSeconds, startedAt } from './processes.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '5000' }, write: { type: 'boolean', default: false } },
});
const ITEMS = Number(values.items);
const STARTS = 5;
const REST_SECONDS = 30;
/** Tags that are read one at a time. */
const SINGLE_TAGS = 25;
const READ_SECONDS = 10;
/** Reads of one pull of the trigger, of which there are ten in a second. */
const READS = 100;
const SERIAL = '1128-EU-000001';
const DIALOG = '[role=dialog]';

/** Notes in the page the time of each frame, and when the number of items found was on screen. */
const WATCH = `
  const dialog = document.querySelector(arguments[0]);
  window.frames = [];
  window.shown = [];
  let last = performance.now();
  const frame = (now) => { window.frames.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  let known = 0;
  new MutationObserver(() => {
    const found = Number(dialog.querySelector('[role=status]').textContent.replaceAll(',', '').split(' ')[0]);
    if (found === known) return;
    known = found;
    // The picture with the change is drawn after the next frame's callbacks.
    requestAnimationFrame(() => setTimeout(() => window.shown.push([Date.now(), found])));
  }).observe(dialog, { subtree: true, childList: true, characterData: true });`;

const server = await startServer({ demo: false });
const company = await makeCompany(server);
const rig = await fill(company, server.address, ITEMS);
const application = installFor(server.address);
const path = join(application.home, 'ttyUSB92');
application.environment['HOLDFAST_AGENT_READERS'] = `tsl:${path}`;
const sim = tslSim({ serial: SERIAL });
const port = await openPty(path, (bytes) => sim.receive(bytes));
const measured: Record<string, Figure> = {};
try {
  const first = await application.start();
  await signIn(first, company.maren);
  await application.quit();
  const page = await start();
  await openInspection(page, rig, 'Lifting Equipment');
  await expect.poll(() => page.text('[role=treegrid]'), { timeout: 60_000 }).toContain('Area');
  await rest();
  await sweep(page, port);
} finally {
  await port.unplug();
  await application.remove();
  await server.remove();
}
for (const [name, { value, detail, goal }] of Object.entries(measured)) {
  const bound = goal === undefined ? '' : `${goal.isMet ? '' : 'misses '}${goal.text}`;
  console.log(`${name.padEnd(56)} ${value.padStart(8)}   ${bound.padEnd(16)} ${detail}`);
}
console.log(machine());
if (values.write) writeFigures('desktop', measured, machine());

/** Adds a figure with its bound. */
function add(name: string, value: number, unit: string, bound: number | null, detail: string): void {
  const digits = unit === '%' ? 2 : 0;
  const goal = bound === null ? {} : { goal: { text: `≤ ${bound} ${unit}`, isMet: value <= bound } };
  measured[name] = { value: `${value.toFixed(digits)} ${unit}`, detail, ...goal };
}

/** Starts the signed-in application several times. @returns the page of the last start */
async function start(): Promise<DrivenPage> {
  const starts: number[] = [];
  for (;;) {
    const page = await application.start();
    await expect.poll(() => page.text(), { intervals: [25], timeout: 60_000 }).toContain(rig.installationName);
    const window = application.processes().find(({ command }) => command.endsWith('/holdfast'));
    if (window === undefined) throw new Error('The window has no process.');
    starts.push(Date.now() - startedAt(window.pid));
    if (starts.length === STARTS) {
      const all = starts.map((ms) => ms.toFixed(0)).join(', ');
      add('start to the list of installations', median(starts), 'ms', 3_000, `${ITEMS} items; ${all} ms`);
      return page;
    }
    await application.quit();
  }
}

/** Measures memory and processor while the list of an inspection is open and no one works. */
async function rest(): Promise<void> {
  await sleep(15_000);
  const parts = memoryOf(application.processes());
  const detail = parts.map(({ part, mb }) => `${part} ${mb.toFixed(0)}`).join(', ');
  const whole = parts.reduce((sum, { mb }) => sum + mb, 0);
  add('memory of window, web view and agent', whole, 'MB', 500, `list of ${ITEMS} items open; ${detail}`);
  const before = processorSeconds(application.processes());
  await sleep(REST_SECONDS * 1000);
  const share = (processorSeconds(application.processes()) - before) / REST_SECONDS;
  add('processor at rest', share * 100, '%', 1, `of one processor, ${REST_SECONDS} s, list open`);
}

/** Measures the page during a sweep: tags that are read one by one, then 1,000 reads a second. */
async function sweep(page: DrivenPage, { emit }: Pty): Promise<void> {
  await expect.poll(() => page.text(BAR), { timeout: 60_000 }).toContain(SERIAL);
  await press(page, 'RFID sweep');
  await press(page, 'Start sweep');
  await expect.poll(() => page.text(DIALOG), { timeout: 30_000 }).toContain('hold the trigger');
  await page.run(WATCH, DIALOG);

  const sent: number[] = [];
  for (let n = 0; n < SINGLE_TAGS; n += 1) {
    read(sim, [n]);
    sent.push(Date.now());
    emit(sim.trigger());
    await sleep(300);
  }
  const shown = await page.run<[number, number][]>('return window.shown');
  const delays = sent
    .map((at, n) => (shown.find(([, found]) => found > n)?.[0] ?? Infinity) - at)
    .toSorted((a, b) => a - b);
  const spread = `${SINGLE_TAGS} tags, ${delays[0]} to ${delays.at(-1)} ms`;
  add('from the bytes of a tag to the screen', median(delays), 'ms', 100, spread);

  await page.run('window.frames.length = 0');
  const before = processorSeconds(application.processes());
  const began = performance.now();
  for (let block = 0; block < READ_SECONDS * 10; block += 1) {
    read(
      sim,
      Array.from({ length: READS }, (_, n) => SINGLE_TAGS + block * READS + n),
    );
    emit(sim.trigger());
    await sleep(Math.max(0, began + (block + 1) * 100 - performance.now()));
  }
  await sleep(1_000);
  const seconds = (performance.now() - began) / 1000;
  const busy = (processorSeconds(application.processes()) - before) / seconds;
  const frames = (await page.run<number[]>('return window.frames')).toSorted((a, b) => a - b);
  const at = (share: number): number => frames[Math.min(frames.length - 1, Math.floor(frames.length * share))]!;
  const long = frames.filter((ms) => ms > 50).length;
  const about = `${READ_SECONDS * 10 * READS} tags, longest ${at(1).toFixed(0)} ms, ${long} of ${frames.length} over 50 ms`;
  add('frame of the page at 1,000 reads a second, 99 %', at(0.99), 'ms', 50, about);
  add('processor at 1,000 reads a second', busy * 100, '%', null, 'of one processor, window, web view and agent');
  const expected = Math.min(ITEMS, SINGLE_TAGS + READ_SECONDS * 10 * READS).toLocaleString('en-GB');
  const found = (): Promise<string> => page.text(`${DIALOG} [role=status]`);
  await expect.poll(found, { timeout: 30_000 }).toMatch(new RegExp(`^${expected.replace(',', ',?')} of`));
  const saving = performance.now();
  await press(page, 'Finish and save');
  await expect
    .poll(() => page.text(DIALOG), { intervals: [50], timeout: 60_000 })
    .toMatch(new RegExp(`${expected.replace(',', ',?')} found`));
  const reads = (SINGLE_TAGS + READ_SECONDS * 10 * READS).toLocaleString('en-GB');
  add('save of the sweep', performance.now() - saving, 'ms', null, `${reads} tags read, until its result is on screen`);
}

/** Puts tags into the field of the reader. Numbers beyond the items are tags that no item carries. */
function read(reader: TslSim, numbers: readonly number[]): void {
  reader.tags = numbers.map((n) => ({ epc: tagOf(n), rssi: -30 }));
}
