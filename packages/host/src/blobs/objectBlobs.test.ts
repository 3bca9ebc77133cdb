import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobContract, COMPANIES } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../testing/objectStore.ts';
import { diskBlobs } from './blobs.ts';
import { objectBlobs } from './objectBlobs.ts';
import { openBucket } from './objectStore.ts';

const { northmere } = COMPANIES;
const forever = new AbortController().signal;

let root: string;
let store: TestStore;
let made = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-blobs-'));
  store = await openTestStore();
});
afterAll(async () => {
  await store.remove();
  await rm(root, { recursive: true, force: true });
});

const disk = () => {
  const home = join(root, String((made += 1)));
  return diskBlobs({ blobs: join(home, 'blobs'), renditions: join(home, 'renditions') });
};
const bucket = () => openBucket(store.address);

async function text(pieces: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (pieces === null) return null;
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString('latin1');
}

async function empty(): Promise<void> {
  const all = bucket();
  for await (const { key } of all.list('')) await all.remove(key);
}

blobContract('bucket', async () => {
  await empty();
  return objectBlobs(disk(), bucket(), 'bucket');
});

describe('originals in a bucket', () => {
  it('are not in the folder, are read by ranges, and by another server that has another folder', async () => {
    await empty();
    const folder = disk();
    const blobs = objectBlobs(folder, bucket(), 'bucket');
    const content = Buffer.from('Certificate of conformity');
    const { sha256 } = (await blobs.put(northmere, content, 1_000))!;
    const key = { scopeId: northmere, sha256, rendition: null } as const;
    expect(await folder.size(key)).toBeNull();
    const other = objectBlobs(disk(), bucket(), 'bucket');
    expect(await other.size(key)).toBe(content.length);
    expect(await text(await other.open(key, { start: 12, end: 13 }))).toBe('of');
    expect(Buffer.from((await other.get(key))!).toString()).toBe(content.toString());
    const file = (await other.file(key))!;
    expect(file.size).toBe(content.length);
    expect(await other.move(forever)).toEqual({ moved: 0, failed: 0 });
    await other.delete(key);
    expect(await other.size(key)).toBeNull();
  });

  it('that are large are uploaded in parts and returned complete', async () => {
    await empty();
    const blobs = objectBlobs(disk(), bucket(), 'bucket');
    const content = randomBytes(20 * 1024 * 1024 + 7);
    const { sha256 } = (await blobs.put(northmere, content, content.length))!;
    const key = { scopeId: northmere, sha256, rendition: null } as const;
    expect(await blobs.size(key)).toBe(content.length);
    expect(await blobs.check(key)).toBe('whole');
    const last = await text(await blobs.open(key, { start: content.length - 3, end: content.length - 1 }));
    expect(last).toBe(content.subarray(-3).toString('latin1'));
  });

  it('remain in the folder while the store does not answer, are served from it, and are moved later', async () => {
    await empty();
    const folder = disk();
    const blobs = objectBlobs(folder, bucket(), 'bucket');
    await store.stop();
    const { sha256 } = (await blobs.put(northmere, Buffer.from('taken at sea'), 1_000))!;
    const key = { scopeId: northmere, sha256, rendition: null } as const;
    expect(await text(await blobs.open(key))).toBe('taken at sea');
    expect(await blobs.move(forever)).toEqual({ moved: 0, failed: 1 });
    await store.start();
    expect(await blobs.move(forever)).toEqual({ moved: 1, failed: 0 });
    expect(await folder.size(key)).toBeNull();
    expect(await text(await blobs.open(key))).toBe('taken at sea');
  });

  it('move from the folder to the bucket and back while they are read', async () => {
    await empty();
    const folder = disk();
    const keys = [];
    for (let i = 0; i < 12; i += 1) {
      const { sha256 } = (await folder.put(northmere, Buffer.from(`photo ${i}`), 1_000))!;
      await folder.putRendition({ scopeId: northmere, sha256, rendition: 320 }, Buffer.from('small'));
      keys.push({ scopeId: northmere, sha256, rendition: null } as const);
    }
    for (const home of ['bucket', 'folder'] as const) {
      const blobs = objectBlobs(folder, bucket(), home);
      const state = { isMoving: true };
      const moving = blobs.move(forever).finally(() => {
        state.isMoving = false;
      });
      let reads = 0;
      while (state.isMoving) {
        for (const [i, key] of keys.entries()) {
          expect(await text(await blobs.open(key))).toBe(`photo ${i}`);
          reads += 1;
        }
      }
      expect(await moving).toEqual({ moved: 12, failed: 0 });
      expect(reads).toBeGreaterThanOrEqual(12);
      for (const key of keys) {
        expect((await folder.size(key)) === null).toBe(home === 'bucket');
        expect(await folder.size({ ...key, rendition: 320 })).toBe(5);
      }
    }
    let left = 0;
    for await (const _ of bucket().list('')) left += 1;
    expect(left).toBe(0);
  });

  it('are found when they are moved into the folder between the checks of both places', async () => {
    await empty();
    const folder = disk();
    const content = Buffer.from('on its way');
    const key = { scopeId: northmere, sha256: createHash('sha256').update(content).digest('hex') };
    const original = { ...key, rendition: null } as const;
    const arrive = async (): Promise<null> => {
      await folder.put(northmere, content, 1_000);
      return null;
    };
    const blobs = objectBlobs(folder, { ...bucket(), stat: arrive, open: arrive }, 'folder');
    const reads = {
      size: () => blobs.size(original),
      get: async () => (await blobs.get(original))?.length ?? null,
      open: async () => (await text(await blobs.open(original))) === 'on its way' || null,
      file: () => blobs.file(original),
      storedAt: () => blobs.storedAt(key),
      check: async () => (await blobs.check(key)) === 'whole' || null,
    };
    for (const [name, read] of Object.entries(reads)) {
      await folder.removeOriginal(key);
      expect(await read(), name).not.toBeNull();
    }
  });

  it('are not confused with other objects of the bucket', async () => {
    await empty();
    const blobs = objectBlobs(disk(), bucket(), 'bucket');
    const { sha256 } = (await blobs.put(northmere, Buffer.from('an original'), 1_000))!;
    const pieces = async function* () {
      yield Buffer.from('other');
    };
    for (const key of ['blobs/notes.txt', `blobs/${northmere}/ab/short`]) await bucket().write(key, pieces(), 5);
    const listed = [];
    for await (const each of blobs.list()) listed.push(each);
    expect(listed).toEqual([{ scopeId: northmere, sha256, storedAt: expect.any(Number) as number }]);
    expect(await objectBlobs(disk(), bucket(), 'folder').move(forever)).toEqual({ moved: 1, failed: 0 });
  });

  it('are served as a file from the folder, and not moved out of it while they are used there', async () => {
    await empty();
    const folder = disk();
    const blobs = objectBlobs(folder, bucket(), 'bucket');
    const key = { scopeId: northmere, sha256: (await folder.put(northmere, Buffer.from('here'), 1_000))!.sha256 };
    const original = { ...key, rendition: null } as const;
    // No request is needed for an original in the folder.
    const closed = objectBlobs(folder, openBucket({ ...store.address, url: 'http://127.0.0.1:9/holdfast' }), 'bucket');
    expect((await closed.file(original))!.size).toBe(4);
    expect(await closed.file({ ...key, rendition: 320 })).toBeNull();
    expect(await blobs.move(forever)).toEqual({ moved: 1, failed: 0 });
    expect((await blobs.file(original))!.size).toBe(4);
    expect(await blobs.move(forever)).toEqual({ moved: 0, failed: 0 });
    expect(await blobs.file({ scopeId: northmere, sha256: 'a'.repeat(64), rendition: null })).toBeNull();
  });

  it('are moved until the server stops', async () => {
    await empty();
    const folder = disk();
    for (const content of ['one', 'two']) await folder.put(northmere, Buffer.from(content), 1_000);
    const blobs = objectBlobs(folder, bucket(), 'bucket');
    expect(await blobs.move(AbortSignal.abort())).toEqual({ moved: 0, failed: 0 });
    expect(await blobs.move(forever)).toEqual({ moved: 2, failed: 0 });
  });

  it('that are damaged are found and are no longer served', async () => {
    await empty();
    const blobs = objectBlobs(disk(), bucket(), 'bucket');
    const { sha256 } = (await blobs.put(northmere, Buffer.from('whole'), 1_000))!;
    const key = { scopeId: northmere, sha256 };
    const pieces = (async function* () {
      yield Buffer.from('other');
    })();
    await bucket().write(`blobs/${northmere}/${sha256.slice(0, 2)}/${sha256}`, pieces, 5);
    expect(await blobs.check(key)).toBe('damaged');
    await blobs.setAside(key);
    expect(await blobs.check(key)).toBe('missing');
    expect(await blobs.size({ ...key, rendition: null })).toBeNull();
    expect((await bucket().stat(`damaged/${northmere}.${sha256}`))?.size).toBe(5);
  });
});

describe('the address of an original', () => {
  let strict: TestStore;
  beforeAll(async () => {
    strict = await openTestStore('strict');
  });
  afterAll(() => strict.remove());
  const headers = {
    contentType: 'application/pdf',
    contentDisposition: `attachment; filename="Prüfung 1+1.pdf"; filename*=UTF-8''Pr%C3%BCfung.pdf`,
  };
  const direct = () => openBucket({ ...strict.address, directUrl: strict.address.url });

  it('serves it completely or by ranges, with the signed headers, to any caller', async () => {
    const blobs = objectBlobs(disk(), direct(), 'bucket');
    const { sha256 } = (await blobs.put(northmere, Buffer.from('Certificate of conformity'), 1_000))!;
    const address = (await blobs.address!({ scopeId: northmere, sha256 }, headers))!;
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('Certificate of conformity');
    const part = await fetch(address, { headers: { range: 'bytes=12-' } });
    expect([part.status, await part.text()]).toEqual([206, 'of conformity']);
  });

  it('serves nothing else, and only for a short time', async () => {
    const bucket = direct();
    const blobs = objectBlobs(disk(), bucket, 'bucket');
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((content) => blobs.put(northmere, Buffer.from(content), 1_000)),
    );
    const address = new URL((await blobs.address!({ scopeId: northmere, sha256: one!.sha256 }, headers))!);
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    const elsewhere = new URL(address);
    elsewhere.pathname = elsewhere.pathname.replaceAll(one!.sha256, other!.sha256);
    const asPage = new URL(address);
    asPage.searchParams.set('response-content-type', 'text/html');
    for (const changed of [elsewhere, asPage]) expect((await fetch(changed)).status).toBe(403);
    const brief = await bucket.sign(address.pathname.replace('/holdfast/', ''), 1, headers);
    expect((await fetch(brief!)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await fetch(brief!)).status).toBe(403);
  });

  it('is undefined while it is in the folder, and where desktops cannot reach the bucket', async () => {
    const folder = disk();
    const { sha256 } = (await folder.put(northmere, Buffer.from('Waits in the folder'), 1_000))!;
    expect(await objectBlobs(folder, direct(), 'bucket').address!({ scopeId: northmere, sha256 }, headers)).toBeNull();
    const inside = objectBlobs(disk(), openBucket(strict.address), 'bucket');
    const stored = (await inside.put(northmere, Buffer.from('In the bucket'), 1_000))!;
    expect(await inside.address!({ scopeId: northmere, sha256: stored.sha256 }, headers)).toBeNull();
  });
});
