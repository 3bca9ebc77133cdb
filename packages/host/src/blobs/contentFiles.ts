/** Forms of contents in their files: plain or encrypted. */
import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rm, stat } from 'node:fs/promises';
import { type Appended, DamagedContent } from '@holdfast/core';
import { orNull } from '../orNull.ts';
import { appendSealed, contentOfPart, receivedSealed } from '../sealed/sealedParts.ts';
import {
  type ByteRange,
  openSealed,
  type Pieces,
  sealed,
  sealedBytes,
  type SealedFile,
} from '../sealed/sealedFiles.ts';

/** Reads and writes files with one content each. The result is null when the file does not exist. */
export interface ContentFiles {
  /** Returns the bytes to write for a content. */
  encoded(content: Pieces): Pieces;
  encodedBytes(content: Uint8Array): Promise<Uint8Array>;
  /** Bytes of the content. */
  size(file: string): Promise<number | null>;
  get(file: string): Promise<Uint8Array | null>;
  read(file: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>;
  /** True when every file contains its content unencrypted. */
  readonly isPlain: boolean;
  /** Bytes that were received of a content that is not complete. */
  received(part: string): Promise<number>;
  append(part: string, content: AsyncIterable<Uint8Array>, at: { offset: number; size: number }): Promise<Appended>;
  /** Makes the file of a complete part. @returns its path, which may be that of the part, and the hash of its content */
  complete(part: string): Promise<{ whole: string; sha256: string }>;
}

/** Unencrypted contents. */
export const plainFiles: ContentFiles = {
  encoded: (content) => content,
  encodedBytes: (content) => Promise.resolve(content),
  size: sizeOf,
  get: (file) => orNull(readFile(file)),
  read: async (file, range) => (await orNull(open(file)))?.createReadStream(range) ?? null,
  isPlain: true,
  received: async (part) => (await sizeOf(part)) ?? 0,
  append: appendPlain,
  complete: async (part) => ({ whole: part, sha256: (await hashOf(plainFiles.read(part)))! }),
};

/**
 * Contents that may be encrypted; each file shows whether it is.
 * @param seals whether new ones are encrypted
 */
export function sealedFiles(key: Uint8Array, seals: boolean): ContentFiles {
  const written: Pick<ContentFiles, 'encoded' | 'encodedBytes' | 'received' | 'append' | 'complete'> = seals
    ? {
        encoded: (content) => sealed(key, content),
        encodedBytes: (content) => sealedBytes(key, content),
        received: (part) => receivedSealed(part, key),
        append: (part, content, at) => appendSealed(part, key, content, at),
        complete: (part) => completeSealed(part, key),
      }
    : plainFiles;

  /** @param usePlain applied to a file that is not encrypted */
  async function either<T>(
    file: string,
    useSealed: (opened: SealedFile, handle: FileHandle) => Promise<T>,
    usePlain: () => Promise<T>,
  ): Promise<T | null> {
    const handle = await orNull(open(file));
    if (handle === null) return null;
    let isHandedOn = false;
    try {
      const opened = await openSealed(handle, key);
      if (opened === null) return await usePlain();
      const result = await useSealed(opened, handle);
      isHandedOn = typeof result === 'object' && result !== null && Symbol.asyncIterator in result;
      return result;
    } finally {
      if (!isHandedOn) await handle.close();
    }
  }

  return {
    ...written,
    isPlain: false,
    size: (file) =>
      either<number | null>(
        file,
        async ({ size }) => size,
        () => sizeOf(file),
      ),
    get: (file) =>
      either<Uint8Array | null>(
        file,
        async (opened) => bytesOf(opened),
        () => plainFiles.get(file),
      ),
    read: (file, range) =>
      either<AsyncIterable<Uint8Array> | null>(
        file,
        async (opened, handle) => closing(opened.read(range), handle),
        () => plainFiles.read(file, range),
      ),
  };
}

/** SHA-256 of a content, in lower-case hexadecimal; null when there is none. */
export async function hashOf(content: Promise<AsyncIterable<Uint8Array> | null>): Promise<string | null> {
  const pieces = await content;
  if (pieces === null) return null;
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Writes all pieces and forces them to disk. */
export async function writePieces(handle: FileHandle, pieces: Pieces): Promise<void> {
  for await (const piece of pieces)
    for (let done = 0; done < piece.length;) done += (await handle.write(piece, done)).bytesWritten;
  await handle.sync();
}

async function sizeOf(file: string): Promise<number | null> {
  return (await orNull(stat(file)))?.size ?? null;
}

async function bytesOf({ read }: SealedFile): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of read()) parts.push(part);
  return Buffer.concat(parts);
}

/** Returns the pieces of a file and closes it after the last one, or when the consumer stops. */
function closing(pieces: AsyncGenerator<Buffer, void, void>, handle: FileHandle): AsyncIterable<Uint8Array> {
  return (async function* read() {
    try {
      yield* pieces;
    } finally {
      await handle.close();
    }
  })();
}

async function completeSealed(part: string, key: Uint8Array): Promise<{ whole: string; sha256: string }> {
  const whole = `${part}.whole`;
  await rm(whole, { force: true });
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of contentOfPart(part, key)) {
      hash.update(piece);
      yield piece;
    }
  }
  const handle = await open(whole, 'wx', 0o600);
  try {
    await writePieces(handle, sealed(key, hashed()));
    return { whole, sha256: hash.digest('hex') };
  } catch (error) {
    // No content has an empty hash: the part is removed, and the content is fetched again.
    if (error instanceof DamagedContent) return { whole, sha256: '' };
    throw error;
  } finally {
    await handle.close();
  }
}

async function appendPlain(
  part: string,
  content: AsyncIterable<Uint8Array>,
  { offset, size }: { offset: number; size: number },
): Promise<Appended> {
  const before = (await sizeOf(part)) ?? 0;
  if (before !== offset) return { received: before, refused: 'offset' };
  const handle = await open(part, 'a', 0o600);
  let received = before;
  try {
    for await (const piece of content) {
      received += piece.length;
      if (received > size) break;
      for (let done = 0; done < piece.length;) done += (await handle.write(piece, done)).bytesWritten;
    }
  } finally {
    await handle.sync();
    await handle.close();
  }
  return received <= size ? { received, refused: null } : { received: 0, refused: 'length' };
}
