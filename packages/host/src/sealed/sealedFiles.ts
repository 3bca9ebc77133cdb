/**
 * Encrypted files: a header, then chunks of 64 KiB, each encrypted with AES-256-GCM under a random nonce
 * (docs/security.md, "Encryption of a desktop"). The key of a file is derived from the key of the device and the header by HKDF, so that a file
 * with a changed header cannot be decrypted. Each chunk is bound to its position and to whether it is the last one, so that truncated, extended
 * or recombined files are refused.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { DamagedContent } from '@holdfast/core';

/** Name of the format, with its version. */
const MAGIC = Buffer.from('HFSEAL\0\u0001', 'latin1');
/** Bytes of the name of the key, which follows the name of the format. */
const NAME_BYTES = 8;
/** Bytes of the header: name of the format, name of the key, and 16 random bytes. */
export const HEADER_BYTES = 32;
/** Bytes of content in a chunk; the last one may hold fewer. */
export const CHUNK_BYTES = 64 * 1024;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes of a chunk in addition to its content. */
export const CHUNK_EXTRA = NONCE_BYTES + TAG_BYTES;
/** Bytes of a key. */
export const KEY_BYTES = 32;

/** Bytes in pieces. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Returns the name of a key, which does not reveal the key. */
export function keyNameOf(key: Uint8Array): Buffer {
  return createHash('sha256').update('holdfast data key ').update(key).digest().subarray(0, NAME_BYTES);
}

/** Makes the header of a new file. */
export function newHeader(key: Uint8Array): Buffer {
  return Buffer.concat([MAGIC, keyNameOf(key), randomBytes(HEADER_BYTES - MAGIC.length - NAME_BYTES)]);
}

/** Returns true for the beginning of a file that was encrypted with any key. */
export function isSealed(start: Uint8Array): boolean {
  return start.length >= HEADER_BYTES && MAGIC.equals(start.subarray(0, MAGIC.length));
}

/** Returns true for the beginning of a file that was encrypted with a key. */
export function isSealedBy(key: Uint8Array, start: Uint8Array): boolean {
  return start.length >= HEADER_BYTES && Buffer.concat([MAGIC, keyNameOf(key)]).equals(start.subarray(0, 16));
}

/** Encrypts and decrypts the chunks of one file. */
export interface ChunkCipher {
  /** @param place position data that the chunk is bound to */
  seal(content: Uint8Array, place: Uint8Array): Buffer;
  /** @throws {DamagedContent} for anything that was not encrypted for this file and place */
  open(chunk: Uint8Array, place: Uint8Array): Buffer;
}

/** The cipher of the file with a header. */
export function chunkCipher(key: Uint8Array, header: Uint8Array): ChunkCipher {
  const own = Buffer.from(hkdfSync('sha256', key, header.subarray(16), header, KEY_BYTES));
  return {
    seal(content, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(place);
      return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
    },
    open(chunk, place) {
      if (chunk.length < CHUNK_EXTRA) throw new DamagedContent();
      const tag = chunk.subarray(chunk.length - TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', own, chunk.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(place)
        .setAuthTag(tag);
      const content = decipher.update(chunk.subarray(NONCE_BYTES, chunk.length - TAG_BYTES));
      try {
        decipher.final();
      } catch {
        throw new DamagedContent();
      }
      return content;
    },
  };
}

function placeOf(index: number, isLast: boolean): Buffer {
  const place = Buffer.alloc(9);
  place.writeBigUInt64BE(BigInt(index));
  place[8] = isLast ? 1 : 0;
  return place;
}

/** Encrypts a content as a stream. */
export async function* sealed(key: Uint8Array, content: Pieces): AsyncGenerator<Buffer, void, void> {
  const header = newHeader(key);
  const cipher = chunkCipher(key, header);
  yield header;
  let waiting: Uint8Array[] = [];
  let length = 0;
  let index = 0;
  for await (const piece of content) {
    waiting.push(piece);
    length += piece.length;
    // A full chunk is held until more bytes arrive, because it may be the last one.
    if (length <= CHUNK_BYTES) continue;
    const bytes = Buffer.concat(waiting, length);
    let at = 0;
    for (; length - at > CHUNK_BYTES; at += CHUNK_BYTES, index += 1)
      yield cipher.seal(bytes.subarray(at, at + CHUNK_BYTES), placeOf(index, false));
    waiting = [bytes.subarray(at)];
    length -= at;
  }
  yield cipher.seal(Buffer.concat(waiting, length), placeOf(index, true));
}

/** Returns the encrypted file of a content in memory. */
export async function sealedBytes(key: Uint8Array, content: Uint8Array): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of sealed(key, [content])) parts.push(part);
  return Buffer.concat(parts);
}

/** An encrypted file that is open. */
export interface SealedFile {
  /** Bytes of the content, by the size of the file. */
  readonly size: number;
  /**
   * Returns the content, or a range of it that begins within it, as it is read.
   * @throws {DamagedContent} before any byte of a modified chunk, and when the file was truncated
   */
  read(range?: ByteRange): AsyncGenerator<Buffer, void, void>;
}

/** Opens an encrypted file. @returns null when it was not encrypted with this key */
export async function openSealed(handle: FileHandle, key: Uint8Array): Promise<SealedFile | null> {
  const header = await readAt(handle, 0, HEADER_BYTES);
  if (!isSealedBy(key, header)) return null;
  const stored = (await handle.stat()).size - HEADER_BYTES;
  const chunks = Math.ceil(stored / (CHUNK_BYTES + CHUNK_EXTRA));
  const size = Math.max(0, stored - chunks * CHUNK_EXTRA);
  const cipher = chunkCipher(key, header);
  const chunk = async (index: number): Promise<Buffer> => {
    const bytes = await readAt(handle, HEADER_BYTES + index * (CHUNK_BYTES + CHUNK_EXTRA), CHUNK_BYTES + CHUNK_EXTRA);
    return cipher.open(bytes, placeOf(index, index === chunks - 1));
  };
  return {
    size,
    async *read({ start, end } = { start: 0, end: size - 1 }) {
      if (chunks === 0) throw new DamagedContent();
      const last = Math.min(chunks - 1, Math.floor(Math.max(0, end) / CHUNK_BYTES));
      // Only the last chunk proves that the file is not truncated.
      if (last < chunks - 1) await chunk(chunks - 1);
      for (let index = Math.floor(start / CHUNK_BYTES); index <= last; index += 1) {
        const from = index * CHUNK_BYTES;
        const content = await chunk(index);
        const piece = content.subarray(Math.max(0, start - from), Math.min(content.length, end + 1 - from));
        if (piece.length > 0) yield piece;
      }
    },
  };
}

/** Reads bytes of a file; fewer where it ends. */
export async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}
