/** Tests for every implementation of a blob store: in memory, on disk or as a service (data decision 20). */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Blobs } from '../ports.ts';
import { COMPANIES } from './companies.ts';

/** Defines the tests of an implementation. @param open opens a new, empty store */
export function blobContract(subject: string, open: () => Promise<Blobs>): void {
  describe(`${subject} keeps bytes`, () => {
    const { northmere, skerrow } = COMPANIES;
    const content = new TextEncoder().encode('Certificate of conformity LG-2291');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const original = { scopeId: northmere, sha256, rendition: null };
    let blobs: Blobs;
    beforeEach(async () => {
      blobs = await open();
    });

    it('answers the hash and length of what it took', async () => {
      expect(await blobs.put(northmere, content, 1_000)).toEqual({ sha256, size: content.length });
      expect(await blobs.size(original)).toBe(content.length);
      expect(Buffer.from((await blobs.get(original))!)).toEqual(Buffer.from(content));
    });

    it('takes a stream as it comes', async () => {
      expect(await blobs.put(northmere, pieces(content, 5), 1_000)).toEqual({ sha256, size: content.length });
      expect(Buffer.from((await blobs.get(original))!)).toEqual(Buffer.from(content));
    });

    it('takes the same content twice and an empty one', async () => {
      await blobs.put(northmere, content, 1_000);
      expect(await blobs.put(northmere, content, 1_000)).toEqual({ sha256, size: content.length });
      const nothing = await blobs.put(northmere, new Uint8Array(), 1_000);
      expect(await blobs.get({ scopeId: northmere, sha256: nothing!.sha256, rendition: null })).toHaveLength(0);
    });

    it('lists the originals with the moment each was stored, and counts one that is stored again as new', async () => {
      expect(await blobs.storedAt(original)).toBeNull();
      await blobs.put(northmere, content, 1_000);
      await blobs.put(skerrow, content, 1_000);
      const listed: string[] = [];
      for await (const { scopeId, sha256: hash, storedAt } of blobs.list()) {
        listed.push(`${scopeId} ${hash}`);
        expect(storedAt).toBe(await blobs.storedAt({ scopeId, sha256: hash }));
      }
      expect(listed.toSorted()).toEqual([`${northmere} ${sha256}`, `${skerrow} ${sha256}`].toSorted());
      const before = (await blobs.storedAt(original))!;
      await blobs.put(northmere, content, 1_000);
      expect(await blobs.storedAt(original)).toBeGreaterThanOrEqual(before);
    });

    it('takes as much as the limit and keeps nothing above it', async () => {
      expect(await blobs.put(northmere, content, content.length)).not.toBeNull();
      expect(await blobs.put(skerrow, content, content.length - 1)).toBeNull();
      expect(await blobs.put(skerrow, pieces(content, 5), content.length - 1)).toBeNull();
      expect(await blobs.size({ ...original, scopeId: skerrow })).toBeNull();
    });

    it('keeps scopes apart: a hash alone opens nothing', async () => {
      await blobs.put(northmere, content, 1_000);
      expect(await blobs.get({ ...original, scopeId: skerrow })).toBeNull();
      await blobs.put(skerrow, content, 1_000);
      await blobs.delete({ scopeId: skerrow, sha256 });
      expect(await blobs.size(original)).toBe(content.length);
    });

    it('keeps nothing of a stream that breaks', async () => {
      await expect(blobs.put(northmere, broken(content), 1_000)).rejects.toThrow('the connection is cut');
      expect(await blobs.size(original)).toBeNull();
    });

    it('reads the whole and a range of it', async () => {
      await blobs.put(northmere, content, 1_000);
      expect(await textOf(blobs.open(original))).toBe('Certificate of conformity LG-2291');
      expect(await textOf(blobs.open(original, { start: 15, end: 24 }))).toBe('conformity');
    });

    it('says null for what is not there, and removes it without an error', async () => {
      expect(await blobs.size(original)).toBeNull();
      expect(await blobs.get(original)).toBeNull();
      expect(await blobs.open(original)).toBeNull();
      await expect(blobs.delete(original)).resolves.toBeUndefined();
    });

    it('keeps copies beside their original and removes them with it', async () => {
      await blobs.put(northmere, content, 1_000);
      const copy = { ...original, rendition: 320 } as const;
      expect(await blobs.get(copy)).toBeNull();
      await blobs.putRendition(copy, new Uint8Array([1, 2, 3]));
      await blobs.putRendition(copy, new Uint8Array([4, 5]));
      expect([...(await blobs.get(copy))!]).toEqual([4, 5]);
      expect(await blobs.size({ ...original, rendition: 1280 })).toBeNull();
      expect(await blobs.size(original)).toBe(content.length);
      await blobs.delete(original);
      expect([await blobs.size(original), await blobs.size(copy)]).toEqual([null, null]);
    });

    it('takes an original in several goes, and has nothing to read before it is whole', async () => {
      const key = { scopeId: northmere, sha256 };
      const size = content.length;
      expect(await blobs.received(key)).toBe(0);
      expect(await blobs.append(key, pieces(content.subarray(0, 10), 4), 0, size)).toEqual({
        received: 10,
        refused: null,
      });
      expect([await blobs.received(key), await blobs.size(original)]).toEqual([10, null]);
      expect(await blobs.append(key, pieces(content.subarray(9), 4), 9, size)).toEqual({
        received: 10,
        refused: 'offset',
      });
      expect(await blobs.append(key, pieces(content.subarray(10), 4), 10, size)).toEqual({
        received: size,
        refused: null,
      });
      expect([await blobs.received(key), await blobs.size(original)]).toEqual([0, size]);
      expect(Buffer.from((await blobs.get(original))!)).toEqual(Buffer.from(content));
    });

    it('keeps what came before a cut, and goes on from there', async () => {
      const key = { scopeId: northmere, sha256 };
      await expect(blobs.append(key, broken(content), 0, content.length)).rejects.toThrow('the connection is cut');
      expect(await blobs.received(key)).toBe(10);
      await blobs.append(key, pieces(content.subarray(10), 4), 10, content.length);
      expect(await blobs.size(original)).toBe(content.length);
    });

    it('forgets an original in several goes that is too long or not what its name says', async () => {
      const key = { scopeId: northmere, sha256 };
      const size = content.length;
      expect(await blobs.append(key, pieces(content, 5), 0, size - 1)).toEqual({ received: 0, refused: 'length' });
      expect(await blobs.append(key, pieces(content.toReversed(), 5), 0, size)).toEqual({
        received: 0,
        refused: 'hash',
      });
      expect([await blobs.received(key), await blobs.size(original)]).toEqual([0, null]);
    });

    it('keeps apart what several send of an original, so that wrong bytes of one keep no other from sending it', async () => {
      const of = (sender: string) => ({ scopeId: northmere, sha256, sender });
      const size = content.length;
      await blobs.append(of('wrong'), pieces(content.toReversed().subarray(0, 10), 4), 0, size);
      expect(await blobs.received(of('right'))).toBe(0);
      const connection = Promise.withResolvers<void>();
      const held = blobs.append(of('slow'), slow(content, connection.promise), 0, size);
      expect(await blobs.append(of('right'), pieces(content, 4), 0, size)).toEqual({ received: size, refused: null });
      expect(await blobs.size(original)).toBe(size);
      connection.resolve();
      expect(await held).toEqual({ received: size, refused: null });
      expect(Buffer.from((await blobs.get(original))!)).toEqual(Buffer.from(content));
      await expect(blobs.append(of('../../etc'), pieces(content, 4), 0, size)).rejects.toThrow('names no sender');
    });

    it('is complete with the one of several sizes that fits its hash, and goes on after another one', async () => {
      const key = { scopeId: northmere, sha256 };
      const { length } = content;
      const sizes = [1, 10, length, length + 1];
      expect(await blobs.append(key, pieces(content.subarray(0, 10), 4), 0, sizes)).toEqual({
        received: 10,
        refused: null,
      });
      expect([await blobs.received(key), await blobs.size(original)]).toEqual([10, null]);
      await blobs.append(key, pieces(content.subarray(10), 4), 10, sizes);
      expect([await blobs.received(key), await blobs.size(original)]).toEqual([0, length]);
      const other = { ...key, sha256: 'c'.repeat(64) };
      const longer = Buffer.concat([content, Buffer.from('x')]);
      expect(await blobs.append(other, pieces(longer, 4), 0, sizes)).toEqual({ received: 0, refused: 'hash' });
      expect(await blobs.received(other)).toBe(0);
    });

    it('takes many at once, the same content among them', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => blobs.put(northmere, content, 1_000)));
      expect(new Set(all.map((one) => one!.sha256))).toEqual(new Set([sha256]));
      expect(Buffer.from((await blobs.get(original))!)).toEqual(Buffer.from(content));
    });
  });
}

async function* pieces(content: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < content.length; i += length) yield await Promise.resolve(content.subarray(i, i + length));
}

/** Yields the second half once a promise is resolved. */
async function* slow(content: Uint8Array, later: Promise<void>): AsyncGenerator<Uint8Array> {
  yield content.subarray(0, 10);
  await later;
  yield content.subarray(10);
}

async function* broken(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content.subarray(0, 10));
  throw new Error('the connection is cut');
}

async function textOf(opened: Promise<AsyncIterable<Uint8Array> | null>): Promise<string> {
  const read: Uint8Array[] = [];
  for await (const piece of (await opened)!) read.push(piece);
  return Buffer.concat(read).toString();
}
