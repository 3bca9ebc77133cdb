import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { tinyPhoto } from '@holdfast/core/testing';
import { derivedId } from '@holdfast/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, startAgent } from './e2e/fixtures/agent.ts';
import { type Company, makeCompany, makeRig, type Rig } from './e2e/fixtures/company.ts';
import { type Server, startServer } from './e2e/fixtures/server.ts';
import { enterDesktop } from './faults/arena.ts';

const ROOT = join(import.meta.dirname, '..');

/** The last commit before the tables had columns of a second version. It stands for the released program that desktops still run. */
const RELEASED = '946e21492d2d5e75a81c0a365d35e0874b17cbe5';

const inHistory = existsSync(join(ROOT, '.git')) && isInHistory();

function isInHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${RELEASED}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Lays the sources of the released program into a folder, with the third-party packages of today. @returns the folder */
function checkOut(): string {
  const folder = join(ROOT, '.cache/released', RELEASED);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  const scope = join(fresh, 'node_modules/@holdfast');
  mkdirSync(scope, { recursive: true });
  const archive = execFileSync(
    'git',
    ['archive', RELEASED, 'apps/desktop', 'apps/server', 'packages', 'package.json'],
    {
      cwd: ROOT,
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  execFileSync('tar', ['x', '-C', fresh], { input: archive });
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(fresh, group))) {
      const own = join(fresh, group, name);
      const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as { name: string };
      symlinkSync(relative(scope, own), join(fresh, 'node_modules', manifest.name));
    }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Runs until nothing waits any more. @returns the message of the last run */
async function settle(call: Awaited<ReturnType<typeof enterDesktop>>['own'], message: RegExp): Promise<string> {
  await call('syncNow', {});
  await expect
    .poll(async () => (await call('getDesktopStatus', {})).message, { timeout: 40_000, interval: 200 })
    .toMatch(message);
  return (await call('getDesktopStatus', {})).message;
}

describe.skipIf(!inHistory)('a desktop that runs the program released before this one', () => {
  let folder = '';
  let server: Server;
  let company: Company;
  let rig: Rig;
  let desktop: Agent;
  const place = () => ({ installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! });

  beforeAll(async () => {
    folder = checkOut();
    server = await startServer({ demo: false });
    company = await makeCompany(server);
    rig = await makeRig(company);
    desktop = await startAgent(server.address, { program: join(folder, 'apps/desktop/src/agent/main.ts') });
  }, 120_000);
  afterAll(async () => {
    await desktop.remove();
    await server.remove();
  });

  it('signs in at this server, sends its work and receives that of others, and continues with this program', async () => {
    const maren = company.maren.call;
    const base64Image = tinyPhoto(7);
    const photo = { ...place(), filename: 'web.png', base64Image };
    const { id } = await maren('addImageToInstallationInspectionItem', photo);
    const installationInspectionItemId = derivedId(rig.drops, place().itemId);
    await maren('setImageCaption', { installationInspectionItemId, imageId: id, caption: 'Port side' });

    const { own: old } = await enterDesktop(desktop, company.maren.email);
    await settle(old, /^Up to date\.$/);
    expect((await old('getImagesForInstallationInspectionItem', place())).map(({ filename }) => filename)).toEqual([
      'web.png',
    ]);
    await old('setCondition', { ...place(), conditionId: CONDITIONS.defective.id });
    await old('addNoteToInstallationInspectionItem', { ...place(), content: 'Written by the older program.' });
    await old('addImageToInstallationInspectionItem', { ...place(), filename: 'old.png', base64Image: tinyPhoto(8) });
    await settle(old, /^Up to date\.$/);
    expect(await old('getDesktopStatus', {})).toMatchObject({ waiting: 0, waitingBlobs: 0, setAside: 0 });

    expect(await maren('getInstallationInspectionItemCondition', place())).toMatchObject({ name: 'Defective' });
    const notes = await maren('getNotesForInstallationInspectionItem', place());
    expect(notes.map(({ content }) => content)).toEqual(['Written by the older program.']);
    const photos = await maren('getImagesForInstallationInspectionItem', place());
    const captionOf = new Map(photos.map(({ filename, caption }) => [filename, caption]));
    expect(Object.fromEntries(captionOf)).toEqual({ 'old.png': '', 'web.png': 'Port side' });

    await desktop.kill();
    const present = await startAgent(server.address, { folder: desktop.folder });
    try {
      const { own } = await enterDesktop(present, company.maren.email);
      await settle(own, /^Up to date\.$/);
      const captions = (await own('getImagesForInstallationInspectionItem', place())).map(({ caption }) => caption);
      expect(captions.toSorted()).toEqual(['', 'Port side']);
      await own('addNoteToInstallationInspectionItem', { ...place(), content: 'Written by this program.' });
      await settle(own, /^Up to date\.$/);
    } finally {
      await present.kill();
    }
    const after = await maren('getNotesForInstallationInspectionItem', place());
    expect(after.map(({ content }) => content)).toContain('Written by this program.');
  }, 180_000);
});

describe.skipIf(!inHistory)('a desktop that runs this program at the server released before it', () => {
  it('says that the server has to be updated', async () => {
    const folder = checkOut();
    const program = join(folder, 'apps/server/src/main.ts');
    const before = await startServer({ demo: false, program });
    const company = await makeCompany(before);
    const desktop = await startAgent(before.address);
    try {
      const { own } = await enterDesktop(desktop, company.maren.email);
      await settle(own, /^The server is older than Holdfast on this device\./);
    } finally {
      await desktop.remove();
      await before.remove();
    }
  }, 120_000);
});
