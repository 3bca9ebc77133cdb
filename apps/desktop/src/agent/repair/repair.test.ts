import { open, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { tinyPhoto } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, onlyWhenAsked, place, ready, run } from '../testing/desk.ts';
import { openWorld, type World } from '../testing/world.ts';
import { filesHolding } from '../../encryption/testing/plainText.ts';
import { repairCommand } from './command.ts';
import { noteDamage } from './repair.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // Enough rows that a third of the pages of a database is a part of it.
  for (let item = 0; item < 80; item += 1) await world.server.build.itemInInspection();
});
afterAll(() => world.close());

type Made = Awaited<ReturnType<World['server']['build']['itemInInspection']>>;

/** Work that was recorded offline and never sent, on a desktop that was stopped afterwards. */
async function unsentWork(isEncrypted = false): Promise<Desk & { made: Made }> {
  const made = await world.server.build.itemInInspection();
  const one = await ready(world);
  await onlyWhenAsked(one);
  await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.fitForPurpose.id });
  await run(one);
  await world.server.stop();
  await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
  await one.call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Guard is loose.' });
  const base64Image = tinyPhoto();
  await one.call('addImageToInstallationInspectionItem', { ...place(made), filename: 'guard.png', base64Image });
  if (isEncrypted) await one.call('setEncryption', { encrypted: true });
  await one.agent.stop();
  await world.server.start();
  if (isEncrypted) await encrypted(one);
  return { ...one, made };
}

/** Starts a desktop without its server until everything on it is encrypted. */
async function encrypted({ agent }: Desk): Promise<void> {
  await world.server.stop();
  const again = await world.agent({ dataFolder: agent.folder });
  const call = await again.signIn('maren');
  await expect.poll(() => call('getEncryption', {})).toMatchObject({ database: true, complete: true });
  await again.stop();
  await world.server.start();
}

const database = ({ agent }: Desk): string => join(agent.folder, 'device.db');

/** Overwrites a part of a file. @param from share of its length */
async function overwrite(file: string, from: number, to: number): Promise<void> {
  const { size } = await stat(file);
  const start = Math.floor((from * size) / 4096) * 4096;
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(Math.floor(to * size) - start, 0xa5), 0, undefined, start);
  await handle.close();
}

async function expectRescued(before: Desk & { made: Made }): Promise<void> {
  const { made } = before;
  const agent = await world.agent({ dataFolder: before.agent.folder });
  const call = await agent.signIn('maren');
  await agent.running.driver.settled();
  const { rescue } = await call('getRescue', {});
  expect(rescue).toMatchObject({ contents: 1, others: 0 });
  const values = rescue!.changes.flatMap(({ lines }) => lines.map(({ to }) => to));
  expect(values).toEqual(expect.arrayContaining(['Defective', 'Guard is loose.', 'guard.png']));
  await run({ agent, call });
  expect(await agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
  const web = await world.server.as('idris');
  expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
  const notes = await web('getNotesForInstallationInspectionItem', place(made));
  expect(notes.map(({ content }) => content)).toEqual(['Guard is loose.']);
  const [photo] = await web('getImagesForInstallationInspectionItem', place(made));
  expect(photo).toMatchObject({ filename: 'guard.png' });
  const { scopeId, sha256 } = (await world.server.running.application.read
    .selectFrom('image')
    .selectAll()
    .where('id', '=', photo!.id)
    .executeTakeFirst())!;
  expect(await world.server.running.application.ports.blobs.size({ scopeId, sha256, rendition: null })).not.toBeNull();
  await call('dismissRescue', {});
  expect(await call('getRescue', {})).toEqual({ rescue: null });
  await agent.stop();
}

describe('a damaged database of a desktop', () => {
  it.each([
    ['its header is overwritten', (file: string) => overwrite(file, 0, 0.0001)],
    ['a third of its pages is overwritten', (file: string) => overwrite(file, 0.5, 0.8)],
    ['it is truncated', async (file: string) => truncate(file, Math.floor((await stat(file)).size * 0.98))],
  ])('is rebuilt at the next start with the unsent work when %s', async (_, damage) => {
    const before = await unsentWork();
    await damage(database(before));
    await expectRescued(before);
  });

  it.each([
    ['its first page is overwritten', (file: string) => overwrite(file, 0, 0.002)],
    ['a third of its pages is overwritten', (file: string) => overwrite(file, 0.5, 0.8)],
    ['it is truncated', async (file: string) => truncate(file, Math.floor((await stat(file)).size * 0.98))],
  ])('is rebuilt in the same way when it is encrypted and %s, and is encrypted again', async (_, damage) => {
    const before = await unsentWork(true);
    await damage(database(before));
    await expectRescued(before);
    expect(await filesHolding(before.agent.folder, ['Guard is loose.', before.made.item.name as string])).toEqual([]);
  });

  it.each([
    ['that is plain', false],
    ['that is encrypted', true],
  ])('%s is checked and repaired by the command, which reports what it rescued by name', async (_, isEncrypted) => {
    const before = await unsentWork(isEncrypted);
    expect(await repairCommand(['--data', before.agent.folder, '--keychain', '0'], {})).toBe(
      'The database is whole. Nothing was changed.',
    );
    await overwrite(database(before), 0, 0.0001);
    const report = await repairCommand(['--data', before.agent.folder, '--keychain', '0'], {});
    expect(report).toContain('Unsent changes that were rescued: 3');
    expect(report).toContain(`${before.made.item.name} · Condition · Defective`);
    expect(report).toMatch(/The damaged files are in .*damaged-/);
    expect(await repairCommand(['--data', before.agent.folder, '--keychain', '0'], {})).toBe(
      'The database is whole. Nothing was changed.',
    );
  });

  it('that is found during work is rebuilt at the next start, although a quick check finds nothing', async () => {
    const before = await unsentWork();
    noteDamage(before.agent.folder, 'SqliteError: database disk image is malformed');
    await expectRescued(before);
  });
});
