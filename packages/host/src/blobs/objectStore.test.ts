import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openTestStore, type TestStore } from '../testing/objectStore.ts';
import { type ObjectStore, openBucket } from './objectStore.ts';

const KEY = 'blobs/one';
const MEGABYTE = 1024 * 1024;

/** Opens a bucket of a store that answers as a function does. */
async function answering(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<ObjectStore> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/holdfast`;
  return openBucket({ url, region: 'eu', accessKey: 'key', secretKey: 'secret', directUrl: null });
}

async function* piecesOf(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

describe('size and time of an object', () => {
  const at = 'Thu, 15 Jan 2026 12:00:00 GMT';
  const time = Date.UTC(2026, 0, 15, 12);

  it.each([
    ['one byte of it', 206, { 'content-range': 'bytes 0-0/1234', 'last-modified': at }, { size: 1234, storedAt: time }],
    ['all of it', 200, { 'content-length': '3', 'last-modified': at }, { size: 3, storedAt: time }],
    ['that it is empty', 416, { 'content-range': 'bytes */0', 'last-modified': at }, { size: 0, storedAt: time }],
    ['that no byte of it is there', 416, { 'content-length': '8', 'last-modified': at }, { size: 0, storedAt: time }],
    ['no time', 206, { 'content-range': 'bytes 0-0/9' }, { size: 9, storedAt: 0 }],
    ['that there is none', 404, {}, null],
  ])('are those of a store that answers %s', async (_what, status, headers, stat) => {
    const bucket = await answering((request, response) => {
      expect(request.headers.range).toBe('bytes=0-0');
      const bodies: Record<number, string> = { 200: 'abc', 206: 'a', 416: '<Error/>' };
      response.writeHead(status, headers).end(bodies[status]);
    });
    expect(await bucket.stat(KEY)).toEqual(stat);
  });

  it('are unknown when the store fails', async () => {
    const bucket = await answering((_request, response) => response.writeHead(503).end());
    await expect(bucket.stat(KEY)).rejects.toThrow('The object store answered 503.');
    const refusing = await answering((_request, response) => response.writeHead(403).end());
    await expect(refusing.stat(KEY)).rejects.toThrow('403');
    await expect(refusing.open(KEY)).rejects.toThrow();
  });
});

it('a list continues until the store states that it is complete', async () => {
  const asked: (string | null)[] = [];
  const bucket = await answering((request, response) => {
    const next = new URL(request.url!, 'http://store').searchParams.get('continuation-token');
    asked.push(next);
    const keys = next === null ? ['a', 'b'] : ['c'];
    const objects = keys.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>5</Size><LastModified>2026-01-15T12:00:00.000Z</LastModified></Contents>`,
    );
    const more = next === null ? '<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>' : '';
    response.setHeader('content-type', 'application/xml');
    response.end(`<?xml version="1.0"?><ListBucketResult>${objects.join('')}${more}</ListBucketResult>`);
  });
  const found = [];
  for await (const each of bucket.list('')) found.push(each);
  expect(found).toEqual(['a', 'b', 'c'].map((key) => ({ key, size: 5, storedAt: Date.UTC(2026, 0, 15, 12) })));
  expect(asked).toEqual([null, 't']);
});

describe('an object of a real store', () => {
  let store: TestStore;
  let bucket: ObjectStore;
  beforeAll(async () => {
    store = await openTestStore();
    bucket = openBucket(store.address);
  });
  afterAll(() => store.remove());

  const read = async (range?: { start: number; end: number }) => {
    const pieces = await bucket.open(KEY, range);
    if (pieces === null) return null;
    const all: Uint8Array[] = [];
    for await (const piece of pieces) all.push(piece);
    return Buffer.concat(all);
  };

  it('is written whatever its pieces are: up to one part, exactly some parts, and a little more', async () => {
    for (const [size, piece] of [
      [8 * MEGABYTE, 3 * MEGABYTE],
      [8 * MEGABYTE + 1, 5 * MEGABYTE],
      [16 * MEGABYTE, 16 * MEGABYTE],
    ] as const) {
      const content = Buffer.alloc(size, 'Certificate of conformity. ');
      const pieces = Array.from({ length: Math.ceil(size / piece) }, (_, i) =>
        content.subarray(i * piece, (i + 1) * piece),
      );
      await bucket.write(KEY, piecesOf(...pieces), size);
      expect((await read())!.equals(content), String(size)).toBe(true);
    }
  });

  it('is not written when its bytes end early or fail, and does not replace the one before', async () => {
    await bucket.write(KEY, piecesOf(Buffer.from('whole')), 5);
    expect((await bucket.stat(KEY))!.storedAt).toBeGreaterThan(Date.UTC(2026, 0, 1));
    await expect(bucket.write(KEY, piecesOf(Buffer.from('par')), 5)).rejects.toThrow('3 of 5 bytes were read.');
    const failing = (async function* () {
      yield Buffer.alloc(9 * MEGABYTE);
      throw new Error('The disk is gone.');
    })();
    await expect(bucket.write(KEY, failing, 17 * MEGABYTE)).rejects.toThrow('The disk is gone.');
    expect((await read())!.toString()).toBe('whole');
    expect((await read({ start: 1, end: 2 }))!.toString()).toBe('ho');
    await bucket.remove(KEY);
    await bucket.remove(KEY);
    expect([await read(), await bucket.stat(KEY)]).toEqual([null, null]);
  });
});
