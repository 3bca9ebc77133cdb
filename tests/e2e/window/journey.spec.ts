/**
 * A day with the desktop in screenshots, which are written to `test-results`: the first start, ten items offline with photos and tags, a
 * sweep, online again, an update, and recovery from a broken one. `npm run window -- --installed journey.spec.ts` runs it with the package
 * installed in a minimal Debian.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { publicKeyOf } from '@holdfast/host';
import { openPty, tslSim } from '@holdfast/rfid/testing';
import { expect, test } from '@playwright/test';
import { type Company, makeCompany, makeRig, type Rig } from '../fixtures/company.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { openConnection } from '../../../apps/desktop/src/agent/testing/connection.ts';
import { type Application, installFor, kill } from './fixtures/application.ts';
import { openInspection, press, reload } from './fixtures/pressing.ts';
import { makeReleaseKey, publishRelease } from './fixtures/publishing.ts';
import { takePicture, windowsNamed } from './fixtures/screen.ts';
import { BAR, signIn } from './fixtures/signIn.ts';

const key = makeReleaseKey();
const NAMES = Array.from({ length: 10 }, (_, n) => `Signal lamp ${n + 1}`);
const tagOf = (n: number): string => `3414257BF400000000001${n.toString(16).toUpperCase().padStart(3, '0')}`;

let server: Server;
let company: Company;
let rig: Rig;
let application: Application;
let line: Awaited<ReturnType<typeof openConnection>>;

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  company = await makeCompany(server);
  rig = await makeRig(company);
  line = await openConnection(server.address);
  for (const name of NAMES) {
    const { itemId } = await company.maren.call('newItem', {
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      name,
      parentItemId: rig.items['Drill floor']!,
    });
    rig.items[name] = itemId;
  }
});
test.afterAll(async () => {
  await application.remove();
  await line.close();
  await server.remove();
});

const CALL = `
  const [path, body] = arguments;
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer ' + localStorage.getItem('token'),
    'x-holdfast-window': localStorage.getItem('holdfast:window'),
  };
  return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).then(async (answer) => [answer.status, await answer.text()]);`;

/** Draws a photo of an item. @returns JPEG as base64 */
const PHOTO = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 });
  const ink = canvas.getContext('2d');
  const sky = ink.createLinearGradient(0, 0, 0, 900);
  sky.addColorStop(0, '#9db7c9');
  sky.addColorStop(1, '#4a5a63');
  ink.fillStyle = sky;
  ink.fillRect(0, 0, 1200, 900);
  ink.fillStyle = '#c9a227';
  ink.fillRect(480, 180, 240, 540);
  ink.fillStyle = '#1d252b';
  ink.font = '48px sans-serif';
  ink.fillText(arguments[0], 60, 840);
  return canvas.toDataURL('image/jpeg', 0.8).split(',')[1];`;

test('works from the first start over a day offline to an update, and recovers from a broken one', async () => {
  const info = test.info();
  test.setTimeout(900_000);
  mkdirSync(info.outputDir, { recursive: true });
  application = installFor(null, { HOLDFAST_AGENT_KEYS: publicKeyOf(key) });
  const readerPath = join(application.home, 'ttyUSB94');
  application.environment['HOLDFAST_AGENT_READERS'] = `tsl:${readerPath}`;
  const sim = tslSim({ serial: '1128-EU-000001' });
  const port = await openPty(readerPath, (bytes) => sim.receive(bytes));
  let pictures = 0;
  const page = await application.start('tauri://');
  const picture = async (name: string): Promise<void> => {
    pictures += 1;
    const path = info.outputPath(`${String(pictures).padStart(2, '0')}-${name}.png`);
    await expect.poll(() => windowsNamed('Holdfast')).toHaveLength(1);
    // After two frames the display shows the state of the page.
    await page.run(
      'return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
    );
    takePicture(windowsNamed('Holdfast')[0]!, path);
  };
  const restartAgent = (): void => {
    for (const { pid, command } of application.processes()) if (command.includes('agent/main.js')) kill(pid);
  };
  try {
    await expect.poll(() => page.text(), { timeout: 90_000 }).toContain('Connect this computer');
    await picture('first-start');
    await page.type('#address', line.address);
    // The window of this page closes with the click.
    await page.run('setTimeout(() => document.querySelector("button").click(), 100)');
    await page.turnTo('http://holdfast-');
    await expect.poll(() => page.text(), { timeout: 90_000 }).toContain('Login');
    await picture('login');
    await signIn(page, company.maren);
    await picture('signed-in');
    await expect.poll(() => page.text(BAR), { timeout: 60_000 }).toContain('1128-EU-000001');

    line.open(false);
    line.cut();
    await expect.poll(() => page.text(BAR), { timeout: 120_000 }).toContain('Not connected');
    await openInspection(page, rig);
    await expect.poll(() => page.text('[role=treegrid]')).toContain('Signal lamp 1');
    await press(page, NAMES[0]!);
    await expect.poll(() => page.text('h1')).toContain(NAMES[0]!);
    for (const [n, name] of NAMES.entries()) {
      const where = { installationInspectionId: rig.drops, itemId: rig.items[name]! };
      const calls: [string, object][] = [
        ['/api/set-condition', { ...where, conditionId: CONDITIONS.fitForPurpose.id }],
        [
          '/api/add-image-to-installation-inspection-item',
          { ...where, filename: `${name}.jpg`, base64Image: await page.run<string>(PHOTO, name) },
        ],
        ['/ext/items/set-tag', { itemId: where.itemId, tag: tagOf(n) }],
      ];
      for (const [address, body] of calls)
        expect(await page.run(CALL, address, body), address).toMatchObject({ 0: 200 });
    }
    await expect.poll(() => page.text(BAR)).toContain('waiting to sync (30)');
    // The page does not know of changes made by direct calls.
    await reload(page);
    await expect.poll(() => page.text('[aria-labelledby=photos-title]').catch(() => '')).toContain('1');
    await picture('ten-items-offline');

    await page.run('history.go(-1)');
    await press(page, 'RFID sweep');
    await press(page, 'Start sweep');
    await expect.poll(() => page.text('[role=dialog]')).toContain('0 of 10 found');
    sim.tags = NAMES.slice(0, 8).map((_, n) => ({ epc: tagOf(n), rssi: -30 }));
    port.emit(sim.trigger());
    await expect.poll(() => page.text('[role=dialog]')).toContain('8 of 10 found');
    await picture('sweep');
    await press(page, 'Finish and save');
    await expect.poll(() => page.text('[role=dialog]')).toContain('8 found, 2 missing, 0 unexpected');
    await picture('sweep-saved-offline');
    await page.click('[role=dialog] button[aria-label="Close"]');

    line.open(true);
    await expect.poll(() => page.text(BAR), { timeout: 180_000 }).toContain('Up to date.');
    await picture('online-again');
    const asked = { installationInspectionId: rig.drops };
    await expect.poll(async () => (await company.maren.call('getSweeps', asked)).length, { timeout: 60_000 }).toBe(1);
    const [sweep] = await company.maren.call('getSweeps', asked);
    expect(sweep).toMatchObject({ found: 8, missing: 2, unexpected: 0 });
    const last = { ...asked, itemId: rig.items[NAMES[9]!]! };
    expect((await company.maren.call('getInstallationInspectionItemCondition', last))?.name).toBe('Fit for purpose');
    await expect
      .poll(async () => (await company.maren.call('getImagesForInstallationInspectionItem', last)).length)
      .toBe(1);

    await publishRelease(server, company, '0.2.0', key);
    restartAgent();
    await expect.poll(() => page.text(BAR)).toContain('Update to 0.2.0');
    await picture('update-offered');
    await press(page, 'Update to 0.2.0');
    await expect.poll(() => page.text(BAR), { timeout: 120_000 }).toContain('Updated to 0.2.0. Restart Now');
    await picture('update-installed');
    await press(page, 'Updated to 0.2.0. Restart Now');
    const runs = (version: string): boolean =>
      application.processes().some(({ command }) => command.includes(`versions/${version}/agent/main.js`));
    await expect.poll(() => runs('0.2.0'), { timeout: 90_000 }).toBe(true);
    await expect.poll(() => page.text(BAR).catch(() => ''), { timeout: 90_000 }).toContain('Connected');
    await picture('updated');

    await publishRelease(server, company, '0.3.0', key, true);
    restartAgent();
    await expect.poll(() => page.text(BAR).catch(() => ''), { timeout: 90_000 }).toContain('Update to 0.3.0');
    await press(page, 'Update to 0.3.0');
    await expect.poll(() => page.text(BAR), { timeout: 120_000 }).toContain('Updated to 0.3.0. Restart Now');
    const starts = (version: string): number =>
      page.lines.filter((line) => line.startsWith(`starting ${version}`)).length;
    const before = starts('0.2.0');
    await press(page, 'Updated to 0.3.0. Restart Now');
    // The new release is tried and abandoned, and the previous one is started again.
    await expect.poll(() => starts('0.3.0'), { timeout: 120_000 }).toBeGreaterThan(0);
    await expect.poll(() => starts('0.2.0'), { timeout: 120_000 }).toBeGreaterThan(before);
    await expect.poll(() => page.text(BAR).catch(() => ''), { timeout: 90_000 }).toMatch(/^\s*Connected/);
    await expect.poll(() => page.text(BAR)).not.toContain('0.3.0');
    await picture('back-from-a-broken-release');
  } finally {
    await port.unplug();
  }
});
