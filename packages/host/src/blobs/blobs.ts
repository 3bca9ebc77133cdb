/** Bytes of photos and files on disk. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlobKey, type Blobs, DamagedContent, type PartKey } from '@holdfast/core';
import { blobFile } from './blobFolder.ts';
import { type ContentFiles, hashOf, plainFiles, writePieces } from './contentFiles.ts';
import { makePrivate } from '../folder.ts';
import { orNull } from '../orNull.ts';

/** Time in ms for which an interrupted upload is kept before its space is freed. */
const UNFINISHED_MS = 24 * 60 * 60 * 1000;

/** Folders of bytes. */
export interface BlobFolders {
  /** Originals, which a backup contains. */
  blobs: string;
  /** Copies of photos, which can be generated again. */
  renditions: string;
}

/** Contents in a folder. */
export interface DiskBlobs extends Blobs {
  /** Removes an original and leaves its copies; does nothing when it is not here. */
  removeOriginal(key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<void>;
}

/**
 * Bytes on disk.
 * @param options `checked`: originals are compared with their hash before they are served; `files`: form of contents in their files
 *
 * An original is written to a temporary file, forced to disk and renamed, so that a file under its final name is complete and survives a power cut.
 */
export function diskBlobs(
  { blobs, renditions }: BlobFolders,
  options: { checked?: boolean; files?: ContentFiles } = {},
): DiskBlobs {
  const { files = plainFiles } = options;
  for (const folder of [blobs, renditions]) makePrivate(folder, 0o700);
  const incoming = join(blobs, '.incoming');
  let sweeping: Promise<void> = Promise.resolve();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const underWay = new Set<string>();
  const damaged = join(blobs, '.damaged');
  const checks = openChecks(files);
  let found: Pick<BlobKey, 'scopeId' | 'sha256'>[] = [];

  const fileOf = ({ scopeId, sha256, rendition }: BlobKey): string => {
    if (!/^(?:library|[0-9a-f-]{36})$/.test(scopeId) || !/^[0-9a-f]{64}$/.test(sha256))
      throw new Error('This names no blob.');
    return rendition === null
      ? blobFile(blobs, scopeId, sha256)
      : `${blobFile(renditions, scopeId, sha256)}.${rendition}`;
  };

  /** Frees the space of interrupted uploads, at the first upload and then at most once a day. */
  const sweepDaily = (): Promise<void> => {
    if (Date.now() - sweptAt < UNFINISHED_MS) return sweeping;
    sweptAt = Date.now();
    sweeping = sweep(incoming).catch((error: unknown) => {
      sweptAt = Number.NEGATIVE_INFINITY;
      throw error;
    });
    return sweeping;
  };

  const partOf = ({ sender, ...key }: PartKey): string => {
    fileOf({ ...key, rendition: null });
    if (sender === undefined) return join(incoming, `${key.scopeId}.${key.sha256}`);
    if (!/^[\w-]{1,80}$/.test(sender)) throw new Error('This names no sender.');
    return join(incoming, `${key.scopeId}.${key.sha256}.${sender}`);
  };

  /** Moves a complete file to its final name. The entries of new folders are forced to disk, too. */
  const settle = async (part: string, key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<void> => {
    const file = fileOf({ ...key, rendition: null });
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await rename(part, file);
    for (const folder of [dirname(file), dirname(dirname(file)), blobs]) await syncFolder(folder);
    await rm(join(damaged, `${key.scopeId}.${key.sha256}`), { force: true });
  };

  const setAside = async (key: Pick<BlobKey, 'scopeId' | 'sha256'>): Promise<void> => {
    await mkdir(damaged, { recursive: true, mode: 0o700 });
    await orNull(rename(fileOf({ ...key, rendition: null }), join(damaged, `${key.scopeId}.${key.sha256}`)));
  };

  return {
    async put(scopeId, content, limitBytes) {
      await sweepDaily();
      const part = join(incoming, randomUUID());
      const written = await writePart(part, content, limitBytes, files);
      if (written === null) return null;
      const file = fileOf({ scopeId, sha256: written.sha256, rendition: null });
      if ((await files.size(file)) === written.size) {
        await unlink(part);
        // A row is about to refer to the content again: its age starts again, so that it is not removed.
        const now = new Date();
        await orNull(utimes(file, now, now));
        return written;
      }
      await settle(part, { scopeId, sha256: written.sha256 });
      return written;
    },
    async putRendition(key, content) {
      const file = fileOf(key);
      const part = `${file}.${randomUUID()}`;
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(part, await files.encodedBytes(content), { mode: 0o600 });
      await rename(part, file);
    },
    size: async (key) => files.size(fileOf(key)),
    get: async (key) => files.get(fileOf(key)).catch(nullWhenDamaged),
    async file(key) {
      const file = fileOf(key);
      const size = files.isPlain ? await files.size(file) : null;
      return size === null ? null : { file, size };
    },
    open: async (key, range) => files.read(fileOf(key), range),
    received: async (key) => files.received(partOf(key)),
    async append(key, content, offset, size) {
      const part = partOf(key);
      if (underWay.has(part)) return { received: offset, refused: 'busy' };
      underWay.add(part);
      try {
        await sweepDaily();
        const sizes = typeof size === 'number' ? [size] : size;
        const largest = Math.max(...sizes);
        const appended = await files.append(part, content, { offset, size: largest });
        if (appended.refused === 'length') await rm(part, { force: true });
        const { received } = appended;
        if (appended.refused !== null || (received < largest && !sizes.includes(received))) return appended;
        const { whole, sha256 } = await files.complete(part);
        if (sha256 === key.sha256) await settle(whole, key);
        // Another of the sizes is right, and the rest is still to come.
        else if (received < largest) {
          if (whole !== part) await rm(whole, { force: true });
          return appended;
        }
        for (const left of new Set([part, whole])) await rm(left, { force: true });
        return sha256 === key.sha256 ? appended : { received: 0, refused: 'hash' };
      } finally {
        underWay.delete(part);
      }
    },
    storedAt: async (key) => (await orNull(stat(fileOf({ ...key, rendition: null }))))?.mtimeMs ?? null,
    async *list() {
      for (const scopeId of await namesIn(blobs)) {
        if (scopeId.startsWith('.')) continue;
        for (const start of await namesIn(join(blobs, scopeId))) {
          for (const sha256 of await namesIn(join(blobs, scopeId, start))) {
            const found = await orNull(stat(blobFile(blobs, scopeId, sha256)));
            if (found !== null) yield { scopeId, sha256, storedAt: found.mtimeMs };
          }
        }
      }
    },
    async check(key) {
      const hash = await hashIn(files, fileOf({ ...key, rendition: null }));
      if (hash === null) return 'missing';
      return hash === key.sha256 ? 'whole' : 'damaged';
    },
    async mayServe(key) {
      if (options.checked !== true) return true;
      const file = fileOf({ ...key, rendition: null });
      if (await checks.isWhole(file, key.sha256)) return true;
      await setAside(key);
      found.push({ scopeId: key.scopeId, sha256: key.sha256 });
      return false;
    },
    setAside,
    newlySetAside() {
      const all = found;
      found = [];
      return all;
    },
    removeOriginal: (key) => rm(fileOf({ ...key, rendition: null }), { force: true }),
    async delete({ scopeId, sha256 }) {
      for (const rendition of [null, 320, 1280] as const)
        await rm(fileOf({ scopeId, sha256, rendition }), { force: true });
      await rm(join(damaged, `${scopeId}.${sha256}`), { force: true });
      const part = partOf({ scopeId, sha256 });
      if (!underWay.has(part)) await rm(part, { force: true });
    },
  };
}

/** Time in ms for which a file that passed its check is not checked again. */
const WHOLE_MS = 10 * 60 * 1000;
/** Largest file that is read before it is served; the check in the background covers larger ones. */
const CHECKED_BYTES = 32 * 1024 * 1024;
/** Maximum number of files remembered as checked. */
const REMEMBERED = 20_000;

/** Compares files with their hashes before they are served, each once in a while. */
function openChecks(files: ContentFiles): { isWhole(file: string, sha256: string): Promise<boolean> } {
  const whole = new Map<string, number>();
  return {
    async isWhole(file, sha256) {
      const now = Date.now();
      if (now - (whole.get(file) ?? -Infinity) < WHOLE_MS) return true;
      const size = await files.size(file);
      if (size === null || size > CHECKED_BYTES) return true;
      const hash = await hashIn(files, file);
      if (hash !== null && hash !== sha256) return false;
      if (whole.size >= REMEMBERED) whole.clear();
      whole.set(file, now);
      return true;
    },
  };
}

/** Writes content and forces it to disk. @returns null when it is longer than the limit; the file is removed then */
async function writePart(
  part: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
  limitBytes: number,
  files: ContentFiles,
): Promise<{ sha256: string; size: number } | null> {
  const handle = await open(part, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      size += piece.length;
      if (size > limitBytes) return;
      hash.update(piece);
      yield piece;
    }
  }
  try {
    await writePieces(handle, files.encoded(measured()));
    if (size <= limitBytes) return { sha256: hash.digest('hex'), size };
    await unlink(part);
    return null;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Returns the SHA-256 of the content of a file; null when there is no file; an empty text, which is never a hash, when it cannot be read. */
async function hashIn(files: ContentFiles, file: string): Promise<string | null> {
  return hashOf(files.read(file)).catch((error: unknown) => nullWhenDamaged(error) ?? '');
}

/** Returns null for an error of damaged content. @throws every other error */
function nullWhenDamaged(error: unknown): null {
  if (error instanceof DamagedContent) return null;
  throw error;
}

/** Frees the space of interrupted uploads. Recent ones may belong to another process. */
async function sweep(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) {
    const part = join(incoming, name);
    const found = await orNull(stat(part));
    if (found !== null && Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(part, { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows has no handle on a folder that could be forced to disk.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the names in a folder; none when it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  return (await orNull(readdir(folder))) ?? [];
}
