import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobFile } from '@holdfast/host';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Desk, onlyWhenAsked, ready, run } from './testing/desk.ts';
import { openConnection } from './testing/connection.ts';
import { openWorld, type World } from './testing/world.ts';

const MEGABYTE = 1024 * 1024;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** Adds files to an item. @returns their contents */
async function addFiles(call: Desk['call'], itemId: string, sizes: readonly number[]): Promise<Buffer[]> {
  const contents = sizes.map((size) => randomBytes(size));
  for (const content of contents)
    await call('addFileToItem', { itemId, filename: 'photo.bin', base64File: content.toString('base64') });
  return contents;
}

const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Reads a content from a data folder. */
const stored = (folder: string, scopeId: string, content: Buffer): Promise<Buffer> =>
  readFile(blobFile(join(folder, 'blobs'), scopeId, sha256Of(content)));

/** Transferred bytes of each run, the newest first. */
const runsOf = ({ agent }: Desk): Promise<{ bytesIn: number; bytesOut: number }[]> =>
  agent.running.application.read
    .selectFrom('syncRun')
    .select(['bytesIn', 'bytesOut'])
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .execute();

const nothingWaits = async ({ agent }: Desk): Promise<boolean> =>
  (await agent.running.driver.waiting()).waitingBlobs === 0;

describe('photos and files over a connection', () => {
  it('use it fully: four are transferred at a time, and one request reads the state of all', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'maren');
    await onlyWhenAsked(one);
    const contents = await addFiles(one.call, made.item.id, [500, 400, 300, 200, 100, 50]);
    const real = fetch;
    const four = Promise.withResolvers<void>();
    const asked: string[] = [];
    let underWay = 0;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      const path = new URL(url instanceof Request ? url.url : url).pathname;
      asked.push(path);
      if (init?.method !== 'PUT') return real(url, init);
      underWay += 1;
      if (underWay === 4) four.resolve();
      // No request is answered before the fourth one has started.
      await four.promise;
      return real(url, init);
    });
    await run(one);
    expect(await nothingWaits(one)).toBe(true);
    expect(asked.filter((path) => path.endsWith('/blobs/check'))).toHaveLength(1);
    for (const content of contents)
      expect(await stored(world.server.folder, made.item.scopeId, content)).toEqual(content);
  });

  it('that breaks during the upload continue soon at the position of the server', async () => {
    const made = await world.server.build.itemInInspection();
    const connection = await openConnection(world.server.address);
    const one = await ready(world, 'maren', { server: connection.address });
    await onlyWhenAsked(one);
    const [content] = await addFiles(one.call, made.item.id, [3_000_000]);
    await one.call('setSyncOptions', { autosync: true, syncImages: true });
    connection.cutAfter(1_500_000);
    await run(one);
    await expect.poll(() => nothingWaits(one), { timeout: 2_500 }).toBe(true);
    await one.agent.running.driver.settled();
    expect(await stored(world.server.folder, made.item.scopeId, content!)).toEqual(content);
    const [last] = await runsOf(one);
    expect(last!.bytesOut).toBeLessThan(3_000_000 - MEGABYTE + 10_000);
    await one.agent.stop();
    await connection.close();
  });

  it('that breaks during the download continue soon at the position of the desktop', async () => {
    const made = await world.server.build.itemInInspection();
    const connection = await openConnection(world.server.address);
    const other = await ready(world, 'idris', { server: connection.address });
    await onlyWhenAsked(other);
    const [content] = await addFiles(await world.server.as('maren'), made.item.id, [3_000_000]);
    await other.call('setSyncOptions', { autosync: true, syncImages: true });
    connection.cutAfter(2_000_000);
    await run(other);
    await expect.poll(() => nothingWaits(other), { timeout: 2_500 }).toBe(true);
    await other.agent.running.driver.settled();
    expect(await stored(other.agent.folder, made.item.scopeId, content!)).toEqual(content);
    const [last] = await runsOf(other);
    expect(last!.bytesIn).toBeLessThan(3_000_000 - MEGABYTE);
    await other.agent.stop();
    await connection.close();
  });
});
