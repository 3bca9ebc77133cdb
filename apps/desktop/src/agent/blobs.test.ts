import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { COMPANIES, tinyPhoto } from '@holdfast/core/testing';
import { blobFile } from '@holdfast/host';
import { backUp, restore } from '@holdfast/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, PASSWORD, PEOPLE, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('photos and files', () => {
  it('are transferred both ways, byte for byte', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    const other = await ready(world, 'idris');
    const content = Buffer.alloc(3_000_000, 'Holdfast').toString('base64');
    const file = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File: content });
    await run(one);
    await run(other);
    const fetched = await other.agent.fetch(`/files/${file.id}.bin`, {
      headers: { authorization: other.agent.authorization() },
    });
    expect(Buffer.from(await fetched.arrayBuffer()).equals(Buffer.from(content, 'base64'))).toBe(true);
    expect(await other.agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
  });

  it('are transferred unchanged when they are compressed themselves', async () => {
    const made = await world.server.build.itemInInspection();
    const other = await ready(world, 'idris');
    const web = await world.server.as('maren');
    const text = Buffer.from(`Certificate of conformity ${made.item.id}. `.repeat(200));
    for (const content of [gzipSync(text), deflateSync(text), brotliCompressSync(text)]) {
      const base64File = content.toString('base64');
      const file = await web('addFileToItem', { itemId: made.item.id, filename: 'log.packed', base64File });
      await run(other);
      const fetched = await other.agent.fetch(`/files/${file.id}.packed`, {
        headers: { authorization: other.agent.authorization() },
      });
      expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
    }
  });

  it('continue after a power cut during the transfer', async () => {
    const made = await world.server.build.itemInInspection();
    const other = await ready(world, 'idris');
    const web = await world.server.as('maren');
    for (const size of [1, 100, 70_000, 200_000]) {
      const bytes = Buffer.alloc(size, `Shackle ${made.item.id}`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await mkdir(join(other.agent.folder, 'blobs/.incoming'), { recursive: true });
      await writeFile(
        join(other.agent.folder, 'blobs/.incoming', `${made.item.scopeId}.${sha256}`),
        bytes.subarray(0, size / 2),
      );
      await web('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File: bytes.toString('base64') });
    }
    await run(other);
    expect(
      await other.agent.running.application.read
        .selectFrom('blobQueue')
        .selectAll()
        .where('state', '!=', 'done')
        .execute(),
    ).toEqual([]);
  });

  it('are complete after a power cut following the last byte, both ways', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    const other = await ready(world, 'idris');
    await onlyWhenAsked(other);
    await onlyWhenAsked(one);
    const bytes = Buffer.alloc(20_000, `Chain ${made.item.id}`);
    await one.call('addFileToItem', {
      itemId: made.item.id,
      filename: 'plan.bin',
      base64File: bytes.toString('base64'),
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const part = (folder: string): string => join(folder, 'blobs/.incoming', `${made.item.scopeId}.${sha256}`);
    for (const folder of [world.server.folder, other.agent.folder]) {
      await mkdir(dirname(part(folder)), { recursive: true });
      await writeFile(part(folder), bytes);
    }
    await run(one);
    await run(other);
    for (const { agent } of [one, other])
      expect(await agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
    for (const folder of [world.server.folder, other.agent.folder])
      expect(await readFile(blobFile(join(folder, 'blobs'), made.item.scopeId, sha256))).toEqual(bytes);
  });

  it('that are damaged on the disk, and wrong rows, are corrected by a full sync', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    const content = Buffer.alloc(50_000, 'anchor').toString('base64');
    const file = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File: content });
    await run(one);
    const sha256 = createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex');
    const path = blobFile(join(one.agent.folder, 'blobs'), made.item.scopeId, sha256);
    const bytes = await readFile(path);
    bytes[7]! ^= 1;
    await writeFile(path, bytes);
    const { write } = one.agent.running.application;
    await write.deleteFrom('item').where('id', '=', made.item.id).execute();
    await expect(one.call('getItem', { id: made.item.id } as never)).rejects.toThrow();

    await run(one, true);
    expect((await readFile(path)).equals(Buffer.from(content, 'base64'))).toBe(true);
    const items = await one.call('getItemsForInstallation', { installationId: made.installation.id });
    expect(items.map(({ id }) => id)).toEqual([made.item.id]);
    expect(file.filename).toBe('plan.bin');
  });

  it('that are damaged on both sides remain on the desktop, set aside, until an intact copy is received', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const content = Buffer.alloc(50_000, `windlass ${made.item.id}`);
    const base64File = content.toString('base64');
    await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File });
    await run(one);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const [here, there] = [one.agent.folder, world.server.folder].map((folder) =>
      blobFile(join(folder, 'blobs'), made.item.scopeId, sha256),
    ) as [string, string];
    const worn = Buffer.from(content);
    worn[7]! ^= 1;
    for (const file of [here, there]) await writeFile(file, worn);
    await run(one, true);
    const aside = join(one.agent.folder, 'blobs/.damaged', `${made.item.scopeId}.${sha256}`);
    expect((await readFile(aside)).equals(worn)).toBe(true);
    await writeFile(there, content);
    await run(one);
    expect((await readFile(here)).equals(content)).toBe(true);
    await expect(readFile(aside)).rejects.toThrow('ENOENT');
  });

  it('that were never sent are kept by a full sync, also damaged, and are not retried endlessly', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    await world.server.stop();
    const content = Buffer.alloc(50_000, `capstan ${made.item.id}`);
    const base64File = content.toString('base64');
    await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File });
    const sha256 = createHash('sha256').update(content).digest('hex');
    const path = blobFile(join(one.agent.folder, 'blobs'), made.item.scopeId, sha256);
    content[7]! ^= 1;
    await writeFile(path, content);
    await world.server.start();
    await run(one);
    await run(one, true);
    expect((await readFile(path)).equals(content)).toBe(true);
    const queued = one.agent.running.application.read
      .selectFrom('blobQueue')
      .select('state')
      .where('sha256', '=', sha256);
    expect(await queued.execute()).toEqual([{ state: 'damaged' }]);
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 0, waitingBlobs: 0 });
  });

  it(
    'of a company that was withdrawn are removed from the device, except for those that were never sent',
    { timeout: 120_000 },
    async () => {
      const made = await world.server.build.itemInInspection();
      const one = await ready(world, 'idris');
      await onlyWhenAsked(one);
      const file = async (text: string): Promise<string> => {
        const bytes = Buffer.alloc(5_000, `${text} ${made.item.id}`);
        const base64File = bytes.toString('base64');
        await one.call('addFileToItem', { itemId: made.item.id, filename: `${text}.bin`, base64File });
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return blobFile(join(one.agent.folder, 'blobs'), made.item.scopeId, sha256);
      };
      const sent = await file('sent');
      const base64Image = tinyPhoto(909);
      await one.call('addImageToInstallationInspectionItem', { ...place(made), filename: 'guard.png', base64Image });
      await run(one);
      const sha256 = createHash('sha256').update(Buffer.from(base64Image, 'base64')).digest('hex');
      const folders = ['blobs', 'renditions'].map((name) => join(one.agent.folder, name));
      const photoFiles = async (): Promise<string[]> => {
        const all = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })));
        return all.flat().filter((name) => name.includes(sha256));
      };
      expect(await photoFiles()).toHaveLength(3);
      const unsent = await file('unsent');
      const wren = await world.server.as('wren');
      await wren('updateUser', { id: PEOPLE.idris.id, companyId: COMPANIES.skerrow });
      const { driver } = one.agent.running;
      await driver.run('User');
      await driver.settled();
      await expect(readFile(sent)).rejects.toThrow('ENOENT');
      expect(await photoFiles()).toEqual([]);
      expect((await readFile(unsent)).length).toBe(5_000);
      await wren('updateUser', { id: PEOPLE.idris.id, companyId: PEOPLE.idris.companyId });
      // The move has removed the password.
      await wren('setUserPassword', { id: PEOPLE.idris.id, password: PASSWORD });
    },
  );
});

describe('a server that was restored from a backup', () => {
  it(
    'receives the photos and files that it lacks from devices that sent or have them',
    { timeout: 120_000 },
    async () => {
      const made = await world.server.build.itemInInspection();
      const one = await ready(world, 'maren');
      await onlyWhenAsked(one);
      await run(one);
      const backup = join(await mkdtemp(join(tmpdir(), 'holdfast-backup-')), 'unit');
      await backUp(world.server.config, backup);
      const content = Buffer.alloc(20_000, `Fairlead ${made.item.id}`);
      const base64File = content.toString('base64');
      const { id } = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File });
      await run(one);

      await world.server.stop();
      await rm(world.server.folder, { recursive: true });
      await restore(world.server.config, backup);
      await world.server.start();
      // A restore ends the sessions of devices: their people sign in again.
      await one.agent.signIn('maren');
      await one.agent.running.driver.settled();
      const again = await ready(world, 'idris');
      const headers = { authorization: again.agent.authorization() };
      const fetched = await again.agent.fetch(`/files/${id}.bin`, { headers });
      expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
      await rm(dirname(backup), { recursive: true });
    },
  );
});
