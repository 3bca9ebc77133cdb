import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobFile } from '@holdfast/host';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../../../packages/host/src/testing/objectStore.ts';
import { onlyWhenAsked, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

let store: TestStore;
let world: World;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
  await store.remove();
});

/** Opens a server whose contents are in a bucket that desktops reach at an address. */
async function open(directUrl: (url: string) => string | null): Promise<void> {
  store = await openTestStore();
  const bucket = { ...store.address, directUrl: directUrl(store.address.url), home: 'bucket' as const };
  world = await openWorld(null, bucket);
}

/** Sends a file from one desktop to another. @returns its requests for originals, by host, and whether it arrived complete */
async function sent(): Promise<{ asked: { host: string; hasToken: boolean }[]; arrived: boolean }> {
  const made = await world.server.build.itemInInspection();
  const one = await ready(world, 'maren');
  const content = randomBytes(200_000);
  const file = { itemId: made.item.id, filename: 'certificate.bin', base64File: content.toString('base64') };
  await one.call('addFileToItem', file);
  await run(one);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const asked: { host: string; hasToken: boolean }[] = [];
  const real = fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const address = new URL(url instanceof Request ? url.url : url);
    // The server's own requests to the store name its bytes 0 to 0, or none of the headers that are signed.
    const isDesktop = address.pathname.includes('/ext/sync/blobs/') || address.search.includes('response-content-type');
    if (address.pathname.endsWith(sha256) && isDesktop)
      asked.push({ host: address.host, hasToken: new Headers(init?.headers).has('authorization') });
    return real(url, init);
  });
  const other = await ready(world, 'idris');
  await onlyWhenAsked(other);
  await run(other);
  const stored = await readFile(blobFile(join(other.agent.folder, 'blobs'), made.item.scopeId, sha256));
  return { asked, arrived: stored.equals(content) };
}

describe('a desktop of a server whose photos and files are in a bucket', () => {
  it('fetches them there, without its token, when the server redirects it', async () => {
    await open((url) => url);
    const { asked, arrived } = await sent();
    const { host } = new URL(store.address.url);
    expect(arrived).toBe(true);
    expect(asked.map((one) => one.host)).toEqual([new URL(world.server.address).host, host]);
    expect(asked[1]!.hasToken).toBe(false);
  });

  it('fetches them from the server when that does not redirect it', async () => {
    await open(() => null);
    const { asked, arrived } = await sent();
    expect(arrived).toBe(true);
    expect(asked).toEqual([{ host: new URL(world.server.address).host, hasToken: true }]);
  });

  it('fetches them from the server when it does not reach the bucket', async () => {
    // A port on which no program listens.
    await open((url) => url.replace(/:\d+/, ':9'));
    const { asked, arrived } = await sent();
    expect(arrived).toBe(true);
    const { host } = new URL(world.server.address);
    expect(asked.map((one) => one.host)).toEqual([host, '127.0.0.1:9', host]);
  });
});
