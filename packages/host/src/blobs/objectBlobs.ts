/** Bytes of photos and files in a bucket, with a local folder for contents that are not there yet. */
import { createHash } from 'node:crypto';
import type { BlobKey, Blobs } from '@holdfast/core';
import type { DiskBlobs } from './blobs.ts';
import type { ObjectStore } from './objectStore.ts';

type Original = Pick<BlobKey, 'scopeId' | 'sha256'>;

/** Place where originals are stored. They are read from both places, so that they can be moved while they are served. */
export type BlobHome = 'folder' | 'bucket';

/** Contents in a bucket and a folder. */
export interface ObjectBlobs extends Blobs {
  /**
   * Moves originals to the configured place: from the folder to the bucket, or back. An original that cannot be moved is skipped and retried by the
   * next call.
   * @param signal stops the work after the current original
   * @returns how many were moved, and how many could not be
   */
  move(signal: AbortSignal): Promise<{ moved: number; failed: number }>;
}

/** Prefixes of keys in the bucket. */
const ORIGINALS = 'blobs/';
const DAMAGED = 'damaged/';

/** Lifetime in seconds of a signed address of an original; a transfer that has begun continues after it. */
const SIGNED_SECONDS = 60;
/** Time in ms for which a copy that was fetched for a report is kept in the folder. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Contents whose originals are kept in a bucket. Uploads arrive in the folder, are checked there and moved to the bucket before they are confirmed.
 * An original that the bucket refuses stays in the folder, is served from there and moved later. Upright copies stay in the folder, because they can
 * be generated again.
 * @param disk the folder
 */
export function objectBlobs(disk: DiskBlobs, bucket: ObjectStore, home: BlobHome): ObjectBlobs {
  /** Originals fetched into the folder for a reader of files, with the time of the last use, ms. */
  const fetched = new Map<string, number>();

  /** Moves an original from the folder to the bucket. */
  async function send(key: Original): Promise<void> {
    const original = { ...key, rendition: null };
    const size = await disk.size(original);
    const bytes = size === null ? null : await disk.open(original);
    if (size === null || bytes === null) return;
    await bucket.write(keyOf(key), bytes, size);
    await disk.removeOriginal(key);
  }

  /** Moves an original that was just stored. It stays in the folder while the bucket does not accept it. */
  async function settle(key: Original): Promise<void> {
    if (home === 'bucket') await send(key).catch(() => undefined);
  }

  /** Copies an original of the bucket into the folder. @returns false when it is missing or damaged */
  async function fetchIntoFolder(key: Original): Promise<boolean> {
    const stored = await bucket.stat(keyOf(key));
    const bytes = stored === null ? null : await bucket.open(keyOf(key));
    if (stored === null || bytes === null) return false;
    const put = await disk.put(key.scopeId, bytes, stored.size);
    return put?.sha256 === key.sha256;
  }

  async function dropFetched(): Promise<void> {
    for (const [name, at] of fetched) {
      if (Date.now() - at < KEPT_MS) continue;
      fetched.delete(name);
      await disk.removeOriginal(originalOf(name)!);
    }
  }

  return {
    ...disk,
    async put(scopeId, content, limitBytes) {
      const stored = await disk.put(scopeId, content, limitBytes);
      if (stored !== null) await settle({ scopeId, sha256: stored.sha256 });
      return stored;
    },
    async append(key, content, offset, size) {
      const appended = await disk.append(key, content, offset, size);
      // The folder holds it only once it is complete.
      if (appended.refused === null) await settle(key);
      return appended;
    },
    size: (key) =>
      inEither(
        key,
        () => disk.size(key),
        async () => (await bucket.stat(keyOf(key)))?.size ?? null,
      ),
    get: (key) =>
      inEither(
        key,
        () => disk.get(key),
        async () => {
          const bytes = await bucket.open(keyOf(key));
          return bytes === null ? null : collected(bytes);
        },
      ),
    async file(key) {
      await dropFetched();
      const here = await disk.file(key);
      if (key.rendition !== null) return here;
      const name = keyOf(key);
      // An original that could not be fetched may have been moved into the folder meanwhile.
      if (here === null && !(await fetchIntoFolder(key))) return disk.file(key);
      if (here === null || fetched.has(name)) fetched.set(name, Date.now());
      return here ?? disk.file(key);
    },
    open: (key, range) =>
      inEither(
        key,
        () => disk.open(key, range),
        () => bucket.open(keyOf(key), range),
      ),
    async address(key, headers) {
      const isHere = (await disk.size({ ...key, rendition: null })) !== null;
      return isHere ? null : bucket.sign(keyOf(key), SIGNED_SECONDS, headers);
    },
    storedAt: (key) =>
      inEither(
        { ...key, rendition: null },
        () => disk.storedAt(key),
        async () => (await bucket.stat(keyOf(key)))?.storedAt ?? null,
      ),
    async *list() {
      yield* disk.list();
      for await (const { key, storedAt } of bucket.list(ORIGINALS)) {
        const original = originalOf(key);
        if (original !== null) yield { ...original, storedAt };
      }
    },
    async check(key) {
      const here = await disk.check(key);
      if (here !== 'missing') return here;
      const bytes = await bucket.open(keyOf(key));
      if (bytes === null) return disk.check(key);
      const hash = createHash('sha256');
      for await (const piece of bytes) hash.update(piece);
      return hash.digest('hex') === key.sha256 ? 'whole' : 'damaged';
    },
    async setAside(key) {
      await disk.setAside(key);
      const stored = await bucket.stat(keyOf(key));
      const bytes = stored === null ? null : await bucket.open(keyOf(key));
      if (stored === null || bytes === null) return;
      await bucket.write(`${DAMAGED}${key.scopeId}.${key.sha256}`, bytes, stored.size);
      await bucket.remove(keyOf(key));
    },
    async delete(key) {
      await disk.delete(key);
      await bucket.remove(keyOf(key));
    },
    async move(signal) {
      const result = { moved: 0, failed: 0 };
      const originals = home === 'bucket' ? disk.list() : inBucket();
      for await (const key of originals) {
        if (signal.aborted) break;
        if (home === 'bucket' && fetched.has(keyOf(key))) continue;
        try {
          if (home === 'bucket') await send(key);
          else await take(key);
          result.moved += 1;
        } catch {
          result.failed += 1;
        }
      }
      return result;
    },
  };

  async function* inBucket(): AsyncGenerator<Original> {
    for await (const { key } of bucket.list(ORIGINALS)) {
      const original = originalOf(key);
      if (original !== null) yield original;
    }
  }

  /** Moves an original from the bucket into the folder. */
  async function take(key: Original): Promise<void> {
    if (!(await fetchIntoFolder(key))) throw new Error('The original in the bucket is damaged.');
    await bucket.remove(keyOf(key));
  }
}

/** Looks for a content in the folder, then in the bucket, then in the folder again, in case it was moved there between the first two lookups. */
async function inEither<T>(
  { rendition }: Pick<BlobKey, 'rendition'>,
  inFolder: () => Promise<T | null>,
  inBucket: () => Promise<T | null>,
): Promise<T | null> {
  const here = await inFolder();
  if (here !== null || rendition !== null) return here;
  return (await inBucket()) ?? inFolder();
}

function keyOf({ scopeId, sha256 }: Original): string {
  return `${ORIGINALS}${scopeId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Returns the original that a key names; null for any other object. */
function originalOf(key: string): Original | null {
  const [, scopeId, sha256] = /^blobs\/(library|[0-9a-f-]{36})\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key) ?? [];
  return scopeId === undefined || sha256 === undefined ? null : { scopeId, sha256 };
}

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
