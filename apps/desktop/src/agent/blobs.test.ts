import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { blobFile } from '@holdfast/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyWhenAsked, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('photos and files', () => {
  it('travel both ways, byte for byte', async () => {
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

  it('arrive as they are when they are packed themselves', async () => {
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

  it('of which some had come when the power was cut go on from there', async () => {
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
      await other.agent.running.house.read.selectFrom('blobQueue').selectAll().where('state', '!=', 'done').execute(),
    ).toEqual([]);
  });

  it('of which the last byte had come when the power was cut arrive all the same, both ways', async () => {
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

  it('that are damaged on the disk, and rows that are not as they should be, are healed by a full sync', async () => {
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
    const { write } = one.agent.running.house;
    await write.deleteFrom('item').where('id', '=', made.item.id).execute();
    await expect(one.call('getItem', { id: made.item.id } as never)).rejects.toThrow();

    await run(one, true);
    expect((await readFile(path)).equals(Buffer.from(content, 'base64'))).toBe(true);
    const items = await one.call('getItemsForInstallation', { installationId: made.installation.id });
    expect(items.map(({ id }) => id)).toEqual([made.item.id]);
    expect(file.filename).toBe('plan.bin');
  });
});
