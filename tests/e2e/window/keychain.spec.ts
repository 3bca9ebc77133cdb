/** The key of the desktop's secret in a real keychain, and its state on the sync screen (docs/security.md, "The secret of a desktop"). */
import { mkdirSync } from 'node:fs';
import { CONDITIONS } from '@holdfast/contract';
import { expect, test } from '@playwright/test';
import { type Company, makeCompany, makeRig, type Rig } from '../fixtures/company.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { type Application, installFor } from './fixtures/application.ts';
import { openInspection, press } from './fixtures/pressing.ts';
import { takePicture, windowsNamed } from './fixtures/screen.ts';
import { openSessionBus, type SessionBus } from './fixtures/sessionBus.ts';
import { BAR, signIn } from './fixtures/signIn.ts';
import type { DrivenPage } from './fixtures/webDriver.ts';

const IN_KEYCHAIN = 'The key to its access to the server is in the keychain of this computer.';
const IN_FILE = 'The key to its access to the server is in a file beside the data';

let server: Server;
let company: Company;
let rig: Rig;
let bus: SessionBus;
let application: Application;

test.beforeAll(async () => {
  server = await startServer({ demo: false });
  company = await makeCompany(server);
  rig = await makeRig(company);
});
test.afterAll(() => server.remove());
test.beforeEach(async () => {
  bus = await openSessionBus();
  application = installFor(server.address, {
    HOLDFAST_AGENT_KEYCHAIN: '1',
    DBUS_SESSION_BUS_ADDRESS: bus.address,
  });
});
test.afterEach(async () => {
  await application.remove();
  await bus.close();
});

/** Opens the sync screen. @param name name of its screenshot */
async function openSyncScreen(page: DrivenPage, name: string): Promise<void> {
  await page.click(`${BAR} button`);
  await expect.poll(() => page.text('main')).toContain('The key to its access to the server');
  await page.run('document.querySelector("main").lastElementChild.scrollIntoView()');
  mkdirSync(test.info().outputDir, { recursive: true });
  takePicture(windowsNamed('Holdfast')[0]!, test.info().outputPath(`${name}.png`));
}

test('lies in the keychain, without which the desktop works offline and shows why, until it is unlocked', async () => {
  await bus.openKeychain(true);
  const page = await application.start();
  await signIn(page, company.maren);
  await openSyncScreen(page, 'in-keychain');
  expect(await page.text('main')).toContain(IN_KEYCHAIN);
  await application.quit();

  await bus.closeKeychain();
  await bus.openKeychain(false);
  const locked = await application.start();
  await expect.poll(() => locked.text(BAR)).toContain('The keychain of this computer is locked');
  expect(await locked.text(BAR)).toContain('Not connected');
  await openInspection(locked, rig);
  await press(locked, 'Padeye, port');
  await expect.poll(() => locked.text('h1')).toContain('Padeye, port');
  const choose = `
    const conditions = [...document.querySelectorAll('[role=group][aria-label^="Condition of"] button')];
    const found = conditions.find((each) => each.innerText.includes('Defective'));
    found?.click();
    return found !== undefined;`;
  await expect.poll(() => locked.run(choose)).toBe(true);
  await expect.poll(() => locked.text(BAR)).toContain('waiting to sync (1)');
  await openSyncScreen(locked, 'locked');
  expect(await locked.text('main')).toContain(IN_KEYCHAIN);
  // A run that is still trying shows its progress instead.
  await expect.poll(() => locked.text('main')).toContain('Unlock it, then synchronise again.');

  await bus.closeKeychain();
  await bus.openKeychain(true);
  await press(locked, 'Sync Now');
  await expect.poll(() => locked.text(BAR)).toContain('Connected');
  await expect.poll(() => locked.text(BAR)).not.toContain('waiting to sync');
  const place = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
  const condition = await company.maren.call('getInstallationInspectionItemCondition', place);
  expect(condition?.id).toBe(CONDITIONS.defective.id);
});

test('lies in a file on a computer without a keychain, and in the keychain from the first start with one', async () => {
  const page = await application.start();
  await signIn(page, company.maren);
  await openSyncScreen(page, 'in-file');
  expect(await page.text('main')).toContain(IN_FILE);
  await application.quit();

  await bus.openKeychain(true);
  const moved = await application.start();
  await expect.poll(() => moved.text(BAR)).toContain('Up to date.');
  await openSyncScreen(moved, 'moved');
  expect(await moved.text('main')).toContain(IN_KEYCHAIN);
  await press(moved, 'Sync Now');
  await expect.poll(() => moved.text('main')).toContain('Up to date.');
});
