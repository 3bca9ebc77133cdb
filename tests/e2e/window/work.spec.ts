/** Functions of the desktop's window that need the computer around it: updates, files of the device, an RFID reader. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyOf } from '@holdfast/host';
import { openPty, tslSim } from '@holdfast/rfid/testing';
import { expect, test } from '@playwright/test';
import { type Company, makeCompany, makeRig, type Rig } from '../fixtures/company.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { type Application, installFor, kill } from './fixtures/application.ts';
import { openInspection, press } from './fixtures/pressing.ts';
import { standIn } from './fixtures/programs.ts';
import { makeReleaseKey, publishRelease } from './fixtures/publishing.ts';
import { BAR, signIn } from './fixtures/signIn.ts';
import type { DrivenPage } from './fixtures/webDriver.ts';

const key = makeReleaseKey();
const otherKey = makeReleaseKey();

let server: Server;
let company: Company;
let rig: Rig;
let application: Application;

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  company = await makeCompany(server);
  rig = await makeRig(company);
});
test.afterAll(() => server.remove());
test.afterEach(() => application.remove());

async function openItem(page: DrivenPage, name: string): Promise<void> {
  await openInspection(page, rig);
  await press(page, name);
  await expect.poll(() => page.text('h1')).toContain(name);
}

const publish = (version: string, signedWith: string): Promise<void> =>
  publishRelease(server, company, version, signedWith);

/** Ends the agent. Its next start immediately asks the server for a release. */
function restartAgent(): void {
  for (const { pid, command } of application.processes()) if (command.includes('agent/main.js')) kill(pid);
}

test('offers a release, shows how it is installed or failed, and runs it after a restart that loses no unsaved changes [TBAR-10] [TBAR-11] [TBAR-12] [TBAR-13] [TBAR-14] [TBAR-15] [ERRS-06] [BRDG-05] [BRDG-06]', async () => {
  application = installFor(server.address, { HOLDFAST_AGENT_KEYS: publicKeyOf(key) });
  const page = await application.start();
  await signIn(page, company.maren);
  expect(await page.text(BAR)).not.toContain('Update');

  await publish('0.2.0', otherKey);
  restartAgent();
  await expect.poll(() => page.text(BAR)).toContain('Update to 0.2.0');
  await press(page, 'Update to 0.2.0');
  await expect.poll(() => page.text(BAR), { timeout: 60_000 }).toContain('Update Failed. Try again later');

  await company.wren.call('stageRelease', { version: '0.2.0', percent: 100, withdrawn: true });
  restartAgent();
  await expect.poll(() => page.text(BAR)).not.toContain('Update');

  await publish('0.3.0', key);
  restartAgent();
  await expect.poll(() => page.text(BAR)).toContain('Update to 0.3.0');
  await page.run(
    `window.seen = [];
     const bar = document.querySelector(arguments[0]);
     new MutationObserver(() => window.seen.push(bar.innerText)).observe(bar, { subtree: true, childList: true, characterData: true });`,
    BAR,
  );
  await press(page, 'Update to 0.3.0');
  await expect.poll(() => page.text(BAR), { timeout: 90_000 }).toContain('Updated to 0.3.0. Restart Now');
  const seen = await page.run<string[]>('return window.seen');
  expect(seen.some((text) => text.includes('Updating to 0.3.0...'))).toBe(true);

  // While a photo is being saved and a text is typed, the restart asks for confirmation; unsaved changes survive it.
  await openItem(page, 'Padeye, port');
  await page.run(PASTE_AND_HOLD, PIXEL);
  await expect.poll(() => page.run(PHOTOS)).toBe(1);
  const typed = (): Promise<string | undefined> => page.run(`${FIELD} return field?.value`);
  const type = async (text: string): Promise<void> =>
    page.type(`[id="${await page.run<string>(`${FIELD} return field.id`)}"]`, text);
  await expect.poll(typed).toBe('');
  await type('NMT-PE-01');
  const agentPid = (): number | undefined =>
    application.processes().find(({ command }) => command.includes('agent/main.js'))?.pid;
  const before = agentPid();
  await press(page, 'Updated to 0.3.0. Restart Now');
  await expect.poll(() => page.text('[role=dialog]')).toContain('One photo or file is still being saved');
  await page.clickNamed('Cancel');
  await expect.poll(() => page.text('[role=dialog]')).toBe('');
  expect(agentPid()).toBe(before);
  await type('7');
  await press(page, 'Updated to 0.3.0. Restart Now');
  await expect.poll(() => page.text('[role=dialog]')).toContain('Restart Holdfast?');
  await page.clickNamed('Restart now');
  // The page belongs to the version that served it, so it is reloaded.
  await expect
    .poll(() => page.run('return window.seen === undefined').catch(() => false), { timeout: 60_000 })
    .toBe(true);
  await expect.poll(() => page.text(BAR)).toContain('Connected');
  expect(await page.text(BAR)).not.toContain('0.3.0.');
  const running = application.processes().filter(({ command }) => command.includes('versions/0.3.0/agent/main.js'));
  expect(running).toHaveLength(1);
  await expect.poll(typed).toBe('NMT-PE-017');
  const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
  await expect
    .poll(async () => (await company.maren.call('getImagesForInstallationInspectionItem', place)).length)
    .toBe(1);
});

/** The input for the tag number; null while it is not on screen. */
const FIELD = `
  const named = (each) => document.getElementById(each.getAttribute('aria-labelledby'))?.textContent ?? '';
  const field = [...document.querySelectorAll('textarea[aria-labelledby]')].find((each) => named(each).startsWith('Tag number')) ?? null;`;

/** Number of photos on screen. */
const PHOTOS = 'return document.querySelectorAll("[aria-labelledby=photos-title] img").length';
/** Pastes a photo, whose upload is not answered until the page is reloaded. */
const PASTE_AND_HOLD = `
  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, to, ...rest) {
    this.isHeld = String(to).includes('add-image');
    return open.call(this, method, to, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (!this.isHeld) send.call(this, body);
  };
  const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], 'padeye.png', { type: 'image/png' }));
  window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }));`;

test('adds files and photos of the device to an item and opens them with the program of the system [FILE-09] [IMGS-12] [BRDG-07] [BRDG-08]', async () => {
  application = installFor(server.address);
  // One program chooses the file that is named beside it, the other records the file that it should open.
  const { home } = application;
  standIn(application, { zenity: `cat ${home}/chosen`, 'xdg-open': `echo "$1" >> ${home}/opened` });
  const certificate = join(home, 'certificate.txt');
  writeFileSync(certificate, 'Load test of the padeye, 12 t.');
  const photo = join(home, 'padeye.png');
  writeFileSync(photo, Buffer.from(PIXEL, 'base64'));

  const page = await application.start();
  await signIn(page, company.maren);
  await openItem(page, 'Floodlight, girt 6');
  writeFileSync(join(home, 'chosen'), `${certificate}\n`);
  await press(page, 'Upload files');
  await expect.poll(() => page.text('[aria-labelledby=files-title]')).toContain('certificate.txt');
  await press(page, 'certificate.txt');
  await expect.poll(() => existsSync(join(home, 'opened'))).toBe(true);
  const opened = readFileSync(join(home, 'opened'), 'utf8').trim();
  expect(readFileSync(opened, 'utf8')).toBe('Load test of the padeye, 12 t.');

  writeFileSync(join(home, 'chosen'), `${photo}\n`);
  await press(page, 'Photo Library');
  await press(page, 'Upload photos');
  await expect.poll(() => page.run(PHOTOS)).toBe(1);
  const place = { installationInspectionId: rig.drops, itemId: rig.items['Floodlight, girt 6']! };
  await expect
    .poll(async () => (await company.maren.call('getImagesForInstallationInspectionItem', place)).length)
    .toBe(1);
});

test('opens the item whose tag is read on any screen, and shows the battery level of the reader in steps [ITEM-20] [RFID-04]', async () => {
  test.setTimeout(400_000);
  application = installFor(server.address);
  const path = join(application.home, 'ttyUSB90');
  application.environment['HOLDFAST_AGENT_READERS'] = `tsl:${path}`;
  const sim = tslSim({ serial: '1128-EU-000001' });
  const epc = '3414257BF40000000000162E';
  await company.maren.call('setTag', { itemId: rig.items['Padeye, port']!, tag: epc });
  const plug = (): ReturnType<typeof openPty> => openPty(path, (bytes) => sim.receive(bytes));
  let port = await plug();
  try {
    const page = await application.start();
    await signIn(page, company.maren);
    const step = (): Promise<string | null> =>
      page.run('return document.querySelector(arguments[0])?.dataset.step ?? null', `${BAR} svg[data-step]`);
    await expect.poll(step).toBe('6');
    // The battery is read when a reader connects.
    for (const [percent, shown] of [
      [4, '0'],
      [5, '1'],
      [47, '3'],
      [48, '4'],
      [95, '7'],
    ] as const) {
      await port.unplug();
      sim.battery.percent = percent;
      port = await plug();
      await expect.poll(step, { timeout: 60_000 }).toBe(shown);
    }

    sim.tags = [{ epc, rssi: -30 }];
    // From the dashboard, from the installation, and from another item.
    port.emit(sim.trigger());
    await expect.poll(() => page.text('h1')).toContain('Padeye, port');
    await page.run('history.go(-1)');
    await expect.poll(() => page.text('h1')).not.toContain('Padeye, port');
    port.emit(sim.trigger());
    await expect.poll(() => page.text('h1')).toContain('Padeye, port');
  } finally {
    await port.unplug();
  }
});

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
