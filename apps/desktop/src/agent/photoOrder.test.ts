import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { tinyPhoto } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, place, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const PHOTOS = 8;
type Made = Awaited<ReturnType<World['server']['build']['itemInInspection']>>;

/** An inspection with photos that are large enough to have small copies. @returns the hashes of the photos, too */
async function inspectionWithPhotos(): Promise<Made & { hashes: string[] }> {
  const made = await world.server.build.itemInInspection();
  const web = await world.server.as('maren');
  const hashes: string[] = [];
  for (let i = 0; i < PHOTOS; i += 1) {
    const bytes = Buffer.concat([Buffer.from(tinyPhoto(i), 'base64'), randomBytes(80_000)]);
    hashes.push(createHash('sha256').update(bytes).digest('hex'));
    const base64Image = bytes.toString('base64');
    await web('addImageToInstallationInspectionItem', { ...place(made), filename: `${i}.png`, base64Image });
  }
  return { ...made, hashes };
}

/** A desktop with all records and without photos. */
async function withoutPhotos(): Promise<Desk> {
  const one = await ready(world, 'maren', {});
  await one.call('setSyncOptions', { autosync: false, syncImages: false });
  await one.agent.running.driver.settled();
  return one;
}

const arrived = async ({ agent }: Desk): Promise<string[]> =>
  (await agent.running.application.read.selectFrom('blob').select('sha256').orderBy('createdAt').execute()).map(
    ({ sha256 }) => sha256,
  );

describe('photos received by a desktop', () => {
  it('start with those of the inspection in view, each after its small copy', async () => {
    const one = await withoutPhotos();
    const inspections = [await inspectionWithPhotos(), await inspectionWithPhotos(), await inspectionWithPhotos()];
    await run(one);
    const viewed = inspections[1]!;
    await one.call('getNotesForInstallationInspectionItem', place(viewed));
    await one.call('setSyncOptions', { autosync: false, syncImages: true });
    await one.agent.running.driver.settled();
    await run(one);
    const order = await arrived(one);
    const positions = viewed.hashes.map((sha256) => order.indexOf(sha256));
    expect(order.length).toBeGreaterThanOrEqual(3 * PHOTOS);
    // Four are in transfer at a time.
    expect(Math.max(...positions)).toBeLessThan(PHOTOS + 4);
    const { blobs } = one.agent.running.application.ports;
    const { scopeId } = viewed.item;
    for (const sha256 of viewed.hashes)
      expect(await blobs.size({ scopeId, sha256, rendition: 320 })).toBeGreaterThan(0);
  });

  it('are limited to chosen installations, with their number by installation', async () => {
    const one = await withoutPhotos();
    const [kept, left] = [await inspectionWithPhotos(), await inspectionWithPhotos()];
    await run(one);
    await one.call('chooseInstallationPhotos', { installationId: left.installation.id, chosen: false });
    await one.call('setSyncOptions', { autosync: false, syncImages: true });
    await run(one);
    const listed = async (id: string) =>
      (await one.call('getInstallationPhotos', {})).find(({ installationId }) => installationId === id);
    expect(await listed(kept.installation.id)).toMatchObject({
      chosen: true,
      count: PHOTOS,
      here: PHOTOS,
      missingBytes: 0,
    });
    expect(await listed(left.installation.id)).toMatchObject({ chosen: false, count: PHOTOS, here: 0 });
    expect((await listed(left.installation.id))!.missingBytes).toBeGreaterThan(PHOTOS * 80_000);
    expect(await one.agent.running.driver.status()).toMatchObject({ message: 'Up to date.' });
    await one.call('chooseInstallationPhotos', { installationId: left.installation.id, chosen: true });
    await run(one);
    expect(await listed(left.installation.id)).toMatchObject({ chosen: true, here: PHOTOS });
  });

  it.skipIf(process.platform !== 'linux')(
    'wait while the connection is metered, until a person requests them or allows it',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'holdfast-metered-'));
      await writeFile(join(folder, 'busctl'), '#!/bin/sh\necho "u 1"\n');
      await chmod(join(folder, 'busctl'), 0o755);
      const path = process.env['PATH'];
      process.env['PATH'] = `${folder}${delimiter}${path}`;
      try {
        const one = await withoutPhotos();
        const made = await inspectionWithPhotos();
        await one.call('setSyncOptions', { autosync: false, syncImages: true });
        await one.agent.running.driver.settled();
        const { driver } = one.agent.running;
        await driver.run('Interval');
        await driver.settled();
        expect((await driver.status()).message).toMatch(/photos and files wait: this connection is metered\./);
        expect(await arrived(one)).not.toContain(made.hashes[0]);
        await run(one);
        expect(await arrived(one)).toEqual(expect.arrayContaining(made.hashes));
      } finally {
        process.env['PATH'] = path;
        await rm(folder, { recursive: true });
      }
    },
  );
});
