/** RFID readers on pseudo-terminals, from the page in the desktop's window. */
import { join } from 'node:path';
import { openPty, tslSim } from '@holdfast/rfid/testing';
import { expect, test } from '@playwright/test';
import { type Company, makeCompany, makeRig, type Rig } from '../fixtures/company.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { type Application, installFor } from './fixtures/application.ts';
import { openInspection, press } from './fixtures/pressing.ts';
import { BAR, signIn } from './fixtures/signIn.ts';
import type { DrivenPage } from './fixtures/webDriver.ts';

const EPC = '3414257BF40000000000162E';
const OTHER = 'E28011606000020A12345678';

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

/** Calls the agent as the page does. */
const CALL = `
  const [method, path, body] = arguments;
  const headers = {
    'content-type': 'application/json',
    authorization: 'Bearer ' + localStorage.getItem('token'),
    'x-holdfast-window': localStorage.getItem('holdfast:window'),
  };
  return fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    .then(async (answer) => [answer.status, JSON.parse((await answer.text()) || 'null')]);`;

test('shows readers while they are connected, puts tags on items and opens items by them [RFID-01] [RFID-02] [RFID-03] [RFID-05] [RFID-06] [RFID-07] [RFID-08] [RFID-09] [RFID-10] [RFID-11] [RFID-12] [BRDG-04] [BRDG-09]', async () => {
  application = installFor(server.address);
  const path = join(application.home, 'ttyUSB95');
  application.environment['HOLDFAST_AGENT_READERS'] = `tsl:${path}`;
  const sim = tslSim({ serial: '1128-EU-000001' });
  const plug = (): ReturnType<typeof openPty> => openPty(path, (bytes) => sim.receive(bytes));
  let port: Awaited<ReturnType<typeof openPty>> | null = null;
  try {
    const page = await application.start();
    await signIn(page, company.maren);
    await openInspection(page, rig);
    await press(page, 'Gas detector, doghouse');
    await expect.poll(() => page.text('h1')).toContain('Gas detector, doghouse');
    await press(page, 'RFID tag');
    await expect.poll(() => page.text('[role=dialog]')).toContain('No reader is connected');
    expect(await page.text(BAR)).not.toContain('1128-EU-000001');

    port = await plug();
    await expect.poll(() => page.text(BAR)).toContain('1128-EU-000001');
    await expect.poll(() => page.text('[role=dialog]')).toContain('Hold the reader close to the tag');
    const [, readers] = await page.run<[number, { devices: { id: string; com: string }[]; selected: string }]>(
      CALL,
      'GET',
      '/ext/desktop/readers',
    );
    expect(readers.selected).toBe(readers.devices[0]!.id);
    expect(readers.devices[0]).toMatchObject({ com: path, displayName: '1128-EU-000001' });

    // While the dialog is open the reader scans automatically.
    sim.tags = [{ epc: EPC, rssi: -30 }];
    await expect.poll(() => page.text('[role=dialog]')).toContain('3414 257B F400 0000 0000 162E');
    sim.tags = [{ epc: OTHER, rssi: -30 }];
    await expect.poll(() => page.text()).toContain('has the tag 3414 257B F400 0000 0000 162E');
    sim.tags = [];
    await press(page, 'Overwrite tag');
    await expect.poll(() => page.text('[role=dialog]')).toContain('E280 1160 6000 020A 1234 5678');
    const itemId = rig.items['Gas detector, doghouse']!;
    const tagOnServer = async (): Promise<string | null> => (await company.maren.call('getItem', { itemId })).tag;
    await expect.poll(tagOnServer).toBe(OTHER);
    await closeDialog(page);

    await page.run('history.go(-1)');
    await expect.poll(() => page.text('h1')).not.toContain('Gas detector, doghouse');
    sim.tags = [{ epc: OTHER, rssi: -30 }];
    port.emit(sim.trigger());
    await expect.poll(() => page.text('h1')).toContain('Gas detector, doghouse');
    sim.tags = [{ epc: EPC, rssi: -30 }];
    port.emit(sim.trigger());
    await expect.poll(() => page.text()).toContain('No item has this tag');
    expect(await page.text('h1')).toContain('Gas detector, doghouse');
    sim.tags = [];

    await press(page, 'RFID tag');
    await press(page, 'Remove tag');
    await expect.poll(() => page.text('[role=dialog]')).toContain('This item has no tag.');
    await expect.poll(tagOnServer).toBeNull();
    await closeDialog(page);

    const menu = (): Promise<string> => page.text('[role=menu]');
    await press(page, 'RFID reader 1128-EU-000001');
    await press(page, 'Start scanning');
    await press(page, 'RFID reader 1128-EU-000001');
    await expect.poll(menu).toContain('scanning');
    await press(page, 'Stop scanning');
    await press(page, 'RFID reader 1128-EU-000001');
    await expect.poll(menu).toContain('ready');
    await port.unplug();
    await expect.poll(menu).toContain('out of reach');
    port = await plug();
    await expect.poll(menu).toContain('ready');
  } finally {
    await port?.unplug();
  }
});

async function closeDialog(page: DrivenPage): Promise<void> {
  await page.run(
    '[...document.querySelectorAll("[role=dialog] button")].find((each) => each.ariaLabel === "Close").click()',
  );
  await expect.poll(() => page.text('[role=dialog]')).toBe('');
}
