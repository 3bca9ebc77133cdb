import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { type FreshServer, startFreshServer } from './testing/freshServer.ts';

const MEGABYTE = 1024 * 1024;

let server: FreshServer;

beforeEach(async () => {
  server = await startFreshServer('here');
});
afterEach(() => server.stop());

/** Megabytes with different contents, generated on demand. */
async function* megabytes(from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let each = from; each < to; each += 1) yield await Promise.resolve(Buffer.alloc(MEGABYTE, each));
}

const put = (sha256: string, size: number, offset: number, body: AsyncIterable<Uint8Array> | Uint8Array<ArrayBuffer>) =>
  fetch(`${server.address}/ext/items/${server.itemId}/contents/${sha256}?size=${size}&offset=${offset}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    body: body as never,
    duplex: 'half',
  });

describe('a large file', () => {
  it('is written to the disk in bounded memory, continues after an interruption, and is then named by its hash', async () => {
    const { call, itemId } = server;
    const count = 96;
    const hash = createHash('sha256');
    for await (const piece of megabytes(0, count)) hash.update(piece);
    const sha256 = hash.digest('hex');
    const size = count * MEGABYTE;
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);

    const half = await put(sha256, size, 0, megabytes(0, 40));
    expect(await half.json()).toEqual({ stored: false, received: 40 * MEGABYTE });
    expect(await call('getContentStatus', { itemId, sha256 })).toEqual({ stored: false, received: 40 * MEGABYTE });
    const rest = await put(sha256, size, 40 * MEGABYTE, megabytes(40, count));
    expect(await rest.json()).toEqual({ stored: true, received: size });
    const file = await call('addFileToItem', { itemId, filename: 'survey.bin', sha256 });
    clearInterval(watch);
    expect(file).toMatchObject({ size, filename: 'survey.bin' });
    // Client and server are one process here: far less than the file is held by both together.
    expect(most - before).toBeLessThan(72 * MEGABYTE);

    const tail = await fetch(`${server.address}/files/${file.id}.bin`, {
      headers: { authorization: `Bearer ${server.token}`, range: `bytes=${size - 2}-` },
    });
    expect([...new Uint8Array(await tail.arrayBuffer())]).toEqual([count - 1, count - 1]);
  }, 60_000);

  it('is refused when its hash differs or it is too large, and leaves nothing behind', async () => {
    const bytes = Buffer.alloc(3 * MEGABYTE, 7);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const other = await put(
      sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      bytes.length,
      0,
      bytes,
    );
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ code: 'uploadRefused', details: { reason: 'hash', received: 0 } });
    const tooLong = await put(sha256, 200 * MEGABYTE, 0, Buffer.alloc(1));
    expect(tooLong.status).toBe(413);
    expect(await readdir(join(server.folder, 'blobs', '.incoming'))).toEqual([]);
  });
});

describe('the limits of uploads', () => {
  it('are read from the environment in megabytes', () => {
    const limits = (HOLDFAST_IMAGE_MB?: string, HOLDFAST_FILE_MB?: string) =>
      readConfig({ HOLDFAST_IMAGE_MB, HOLDFAST_FILE_MB }).uploadLimits;
    expect(limits()).toEqual({ imageBytes: 25 * MEGABYTE, fileBytes: 100 * MEGABYTE });
    expect(limits('40', '500')).toEqual({ imageBytes: 40 * MEGABYTE, fileBytes: 500 * MEGABYTE });
    expect(() => limits('0')).toThrow('HOLDFAST_IMAGE_MB=0: must be between 1 and 100');
    expect(() => limits('25', 'much')).toThrow('must be a whole number of megabytes');
  });
});
