import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedContent } from '@holdfast/core';
import { blobContract, COMPANIES } from '@holdfast/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskBlobs } from '../blobs/blobs.ts';
import { sealedFiles } from '../blobs/contentFiles.ts';
import { blobFile } from '../blobs/blobFolder.ts';
import { type ByteRange, CHUNK_BYTES, CHUNK_EXTRA, HEADER_BYTES, openSealed, sealed } from './sealedFiles.ts';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const WHOLE_CHUNK = CHUNK_BYTES + CHUNK_EXTRA;

let root: string;
let file: string;
let made = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-sealed-'));
  file = join(root, 'file');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const folders = () => {
  const home = join(root, String((made += 1)));
  return { blobs: join(home, 'blobs'), renditions: join(home, 'renditions') };
};

/** Bytes without repetition within a chunk. */
const contentOf = (size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8) * 17 + (at >> 16)) & 0xff;
  return bytes;
};

async function sealedIn(content: Buffer, pieceBytes = content.length || 1): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += pieceBytes) pieces.push(content.subarray(at, at + pieceBytes));
  const parts: Buffer[] = [];
  for await (const part of sealed(KEY, pieces)) parts.push(part);
  return Buffer.concat(parts);
}

async function contentIn(bytes: Buffer, range?: ByteRange): Promise<Buffer | null> {
  await writeFile(file, bytes);
  const handle = await open(file);
  try {
    const opened = await openSealed(handle, KEY);
    if (opened === null) return null;
    const parts: Buffer[] = [];
    for await (const part of opened.read(range)) parts.push(part);
    return Buffer.concat(parts);
  } finally {
    await handle.close();
  }
}

/** Sizes around the ends of chunks, and others. */
const sizes = fc.oneof(
  fc.constantFrom(0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES + 5),
  fc.integer({ min: 0, max: 4 * CHUNK_BYTES }),
);

describe('an encrypted file', () => {
  it('returns the content that was written in any pieces, and the number of its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 997, max: 3 * CHUNK_BYTES }), async (size, pieceBytes) => {
        const content = contentOf(size);
        const bytes = await sealedIn(content, pieceBytes);
        expect((await contentIn(bytes))?.equals(content)).toBe(true);
        const handle = await open(file);
        expect((await openSealed(handle, KEY))?.size).toBe(size);
        await handle.close();
      }),
      { numRuns: 60 },
    );
  });

  it('returns any range of its content', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, first, second) => {
        fc.pre(size > 0);
        const [start, end] = [first % size, second % size].toSorted((a, b) => a - b) as [number, number];
        const content = contentOf(size);
        const read = await contentIn(await sealedIn(content), { start, end });
        expect(read?.equals(content.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to return anything when any byte was changed, or when it is truncated anywhere', async () => {
    const content = contentOf(2 * CHUNK_BYTES + 300);
    const bytes = await sealedIn(content);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.boolean(),
        async (at, by, cut) => {
          const changed = Buffer.from(cut ? bytes.subarray(0, at) : bytes);
          if (!cut) changed[at] = changed[at]! ^ by;
          // Without the start of the header the file is not recognised as encrypted.
          if (at < (cut ? HEADER_BYTES : 16)) expect(await contentIn(changed)).toBeNull();
          else await expect(contentIn(changed)).rejects.toThrow(DamagedContent);
        },
      ),
      {
        numRuns: 200,
        examples: [
          [HEADER_BYTES + WHOLE_CHUNK, 1, true],
          [HEADER_BYTES, 1, true],
          [20, 1, false],
        ],
      },
    );
  });

  it('refuses a range of a file whose end is missing', async () => {
    const bytes = await sealedIn(contentOf(3 * CHUNK_BYTES));
    const cut = bytes.subarray(0, HEADER_BYTES + 2 * WHOLE_CHUNK);
    await expect(contentIn(cut, { start: 0, end: 10 })).rejects.toThrow(DamagedContent);
  });

  it('refuses chunks in another order, of another file, and after the last one', async () => {
    const content = contentOf(3 * CHUNK_BYTES);
    const bytes = await sealedIn(content);
    const chunk = (from: Buffer, index: number) =>
      from.subarray(HEADER_BYTES + index * WHOLE_CHUNK, HEADER_BYTES + (index + 1) * WHOLE_CHUNK);
    const header = bytes.subarray(0, HEADER_BYTES);
    const other = await sealedIn(content);
    for (const chunks of [
      [chunk(bytes, 1), chunk(bytes, 0), chunk(bytes, 2)],
      [chunk(other, 0), chunk(bytes, 1), chunk(bytes, 2)],
      [chunk(bytes, 0), chunk(bytes, 2)],
      [chunk(bytes, 0), chunk(bytes, 1), chunk(bytes, 2), chunk(bytes, 2)],
    ])
      await expect(contentIn(Buffer.concat([header, ...chunks]))).rejects.toThrow(DamagedContent);
  });

  it('contains no part of its plain content, and differs each time', async () => {
    const content = Buffer.from('Certificate of conformity '.repeat(400));
    const [first, second] = [await sealedIn(content), await sealedIn(content)];
    expect(first.includes('conformity')).toBe(false);
    expect(first.subarray(16).equals(second.subarray(16))).toBe(false);
  });
});

blobContract('encrypted disk', () => Promise.resolve(diskBlobs(folders(), { files: sealedFiles(KEY, true) })));
blobContract('formerly encrypted disk', () =>
  Promise.resolve(diskBlobs(folders(), { files: sealedFiles(KEY, false) })),
);

describe('encrypted contents on disk', () => {
  const { northmere } = COMPANIES;
  const content = contentOf(3 * CHUNK_BYTES + 100);

  it('are read like those that are not encrypted, and do not contain their plain bytes', async () => {
    const at = folders();
    const plain = (await diskBlobs(at).put(northmere, Buffer.from('laid down before'), 1_000))!;
    const blobs = diskBlobs(at, { files: sealedFiles(KEY, true) });
    const one = (await blobs.put(northmere, content, content.length))!;
    await blobs.putRendition({ scopeId: northmere, sha256: one.sha256, rendition: 320 }, content);
    const key = { scopeId: northmere, sha256: one.sha256, rendition: null };
    expect(await blobs.file(key)).toBeNull();
    expect(await blobs.size({ ...key, sha256: plain.sha256 })).toBe(16);
    expect(await blobs.check(key)).toBe('whole');
    const bytes = await readFile(blobFile(at.blobs, northmere, one.sha256));
    const copy = await readFile(`${blobFile(at.renditions, northmere, one.sha256)}.320`);
    for (const stored of [bytes, copy]) expect(stored.includes(content.subarray(1_000, 1_032))).toBe(false);
    const after = diskBlobs(at, { files: sealedFiles(KEY, false) });
    expect(Buffer.from((await after.get(key))!).equals(content)).toBe(true);
    // With another key no content is accepted.
    expect(await diskBlobs(at, { files: sealedFiles(OTHER_KEY, true) }).check(key)).toBe('damaged');
  });

  it('are found damaged when a byte changed, and are not returned', async () => {
    const at = folders();
    const blobs = diskBlobs(at, { files: sealedFiles(KEY, true) });
    const { sha256 } = (await blobs.put(northmere, content, content.length))!;
    const path = blobFile(at.blobs, northmere, sha256);
    const bytes = await readFile(path);
    bytes[CHUNK_BYTES * 2] = bytes[CHUNK_BYTES * 2]! ^ 1;
    await writeFile(path, bytes);
    expect(await blobs.check({ scopeId: northmere, sha256 })).toBe('damaged');
    expect(await blobs.get({ scopeId: northmere, sha256, rendition: null })).toBeNull();
  });

  it('that arrive in several parts continue after the last complete record, after an interruption at any byte', async () => {
    const { sha256 } = (await diskBlobs(folders()).put(northmere, content, content.length))!;
    const key = { scopeId: northmere, sha256 };
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: content.length - 1 }), fc.nat(), async (first, cutAt) => {
        const at = folders();
        const blobs = diskBlobs(at, { files: sealedFiles(KEY, true) });
        await blobs.append(key, pieces(content.subarray(0, first)), 0, content.length);
        const part = join(at.blobs, '.incoming', `${northmere}.${sha256}`);
        const bytes = await readFile(part);
        if (first > 16) expect(bytes.includes(content.subarray(0, 16))).toBe(false);
        await writeFile(part, bytes.subarray(0, cutAt % (bytes.length + 1)));
        const received = await blobs.received(key);
        expect(received).toBeLessThanOrEqual(first);
        // The next attempt is interrupted early, too.
        const next = received + 1;
        await blobs.append(key, pieces(content.subarray(received, next)), received, content.length);
        expect(await blobs.received(key)).toBe(next % content.length);
        if (next < content.length) await blobs.append(key, pieces(content.subarray(next)), next, content.length);
        expect(Buffer.from((await blobs.get({ ...key, rendition: null }))!).equals(content)).toBe(true);
        expect(await readdir(join(at.blobs, '.incoming'))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 30_000) yield await Promise.resolve(content.subarray(at, at + 30_000));
}
