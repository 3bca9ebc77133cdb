/**
 * Encrypted contents that are not complete yet: the header of an encrypted file, then records of any length, each bound to its offset in the content. A
 * record that was cut off by the end of the process does not count.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { Appended } from '@holdfast/core';
import { orNull } from '../orNull.ts';
import {
  CHUNK_BYTES,
  CHUNK_EXTRA,
  chunkCipher,
  type ChunkCipher,
  HEADER_BYTES,
  isSealedBy,
  newHeader,
  readAt,
} from './sealedFiles.ts';

/** Bytes of the length before each record. */
const LENGTH_BYTES = 4;

/** Records of a part, up to the first incomplete one. */
interface Walked {
  /** Bytes of content. */
  received: number;
  /** Position in the file after the last complete record. */
  end: number;
}

function placeOf(offset: number): Buffer {
  const place = Buffer.alloc(12, 'part');
  place.writeBigUInt64BE(BigInt(offset), 4);
  return place;
}

async function* recordsOf(handle: FileHandle): AsyncGenerator<Walked & { at: number; length: number }> {
  const { size } = await handle.stat();
  let end = HEADER_BYTES;
  let received = 0;
  for (;;) {
    const head = await readAt(handle, end, LENGTH_BYTES);
    const length = head.length === LENGTH_BYTES ? head.readUInt32BE() : 0;
    const next = end + LENGTH_BYTES + length;
    if (length <= CHUNK_EXTRA || length > CHUNK_BYTES + CHUNK_EXTRA || next > size) return;
    yield { at: end + LENGTH_BYTES, length, received, end: next };
    received += length - CHUNK_EXTRA;
    end = next;
  }
}

async function walk(handle: FileHandle, key: Uint8Array): Promise<Walked & { cipher: ChunkCipher | null }> {
  const header = await readAt(handle, 0, HEADER_BYTES);
  if (!isSealedBy(key, header)) return { received: 0, end: 0, cipher: null };
  let walked: Walked = { received: 0, end: HEADER_BYTES };
  for await (const { received, length, end } of recordsOf(handle))
    walked = { received: received + length - CHUNK_EXTRA, end };
  return { ...walked, cipher: chunkCipher(key, header) };
}

/** Bytes of content in a part; 0 when there is none. */
export async function receivedSealed(part: string, key: Uint8Array): Promise<number> {
  const handle = await orNull(open(part));
  if (handle === null) return 0;
  try {
    return (await walk(handle, key)).received;
  } finally {
    await handle.close();
  }
}

/** Adds bytes to a part and forces them to disk, even if the connection breaks later. @param size bytes of the complete content */
export async function appendSealed(
  part: string,
  key: Uint8Array,
  content: AsyncIterable<Uint8Array>,
  { offset, size }: { offset: number; size: number },
): Promise<Appended> {
  const handle = (await orNull(open(part, 'r+'))) ?? (await open(part, 'wx+', 0o600));
  try {
    const walked = await walk(handle, key);
    if (walked.received !== offset) return { received: walked.received, refused: 'offset' };
    let { end, cipher } = walked;
    await handle.truncate(end);
    if (cipher === null) {
      const header = newHeader(key);
      cipher = chunkCipher(key, header);
      await handle.write(header, 0, header.length, 0);
      end = HEADER_BYTES;
    }
    const writing: Writing = { handle, cipher, end, written: offset };
    let received = offset;
    let waiting: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const piece of content) {
        received += piece.length;
        if (received > size) break;
        // Copied, because the memory of the piece may be reused after this iteration.
        waiting.push(Uint8Array.from(piece));
        length += piece.length;
        if (length < CHUNK_BYTES) continue;
        await writeRecords(writing, waiting, length);
        waiting = [];
        length = 0;
      }
    } finally {
      await writeRecords(writing, waiting, length);
      await handle.sync();
    }
    return received <= size ? { received, refused: null } : { received: 0, refused: 'length' };
  } finally {
    await handle.close();
  }
}

interface Writing {
  handle: FileHandle;
  cipher: ChunkCipher;
  /** Position in the file. */
  end: number;
  /** Bytes of content. */
  written: number;
}

async function writeRecords(writing: Writing, pieces: readonly Uint8Array[], length: number): Promise<void> {
  const bytes = Buffer.concat(pieces, length);
  for (let at = 0; at < length; at += CHUNK_BYTES) {
    const content = bytes.subarray(at, at + CHUNK_BYTES);
    const record = writing.cipher.seal(content, placeOf(writing.written));
    const head = Buffer.alloc(LENGTH_BYTES);
    head.writeUInt32BE(record.length);
    const all = Buffer.concat([head, record]);
    for (let done = 0; done < all.length;)
      done += (await writing.handle.write(all, done, all.length - done, writing.end + done)).bytesWritten;
    writing.end += all.length;
    writing.written += content.length;
  }
}

/** Returns the content of a part. @throws {DamagedContent} for a modified record */
export async function* contentOfPart(part: string, key: Uint8Array): AsyncGenerator<Buffer, void, void> {
  const handle = await open(part);
  try {
    const header = await readAt(handle, 0, HEADER_BYTES);
    if (!isSealedBy(key, header)) return;
    const cipher = chunkCipher(key, header);
    for await (const { at, length, received } of recordsOf(handle))
      yield cipher.open(await readAt(handle, at, length), placeOf(received));
  } finally {
    await handle.close();
  }
}
