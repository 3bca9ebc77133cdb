import { close, createReadStream, fstat, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { ReadOnceBytes } from '@holdfast/core';

/** Bytes read at a time when the consumer keeps the pieces. */
const PIECE_BYTES = 512 * 1024;
/** Bytes in each piece; the next piece is read while the consumer processes the current one. */
const SHARED_PIECE_BYTES = 256 * 1024;

/**
 * Opens a file that is read once, and removes it from its folder at once, so that a killed process leaves nothing behind. Where an open file cannot
 * be removed, it is removed when it is closed.
 * @param remove removes the file; called when it is open, and again when it was read completely or its consumer stopped
 * @throws when there is no such file
 */
export async function readOnceFile(path: string, remove: () => Promise<void>): Promise<ReadOnceBytes & Readable> {
  const file = await promisify(open)(path, 'r');
  const gone = (): Promise<void> => remove().catch(() => undefined);
  try {
    const { size } = await promisify(fstat)(file);
    await gone();
    let reading: Promise<unknown> = Promise.resolve();
    // The descriptor of a closed file may be reused at once: it is not read after the close, and not closed during a read.
    const fs = {
      open,
      read,
      close: (fd: number, done: (error?: Error | null) => void) =>
        void reading.catch(() => undefined).then(() => close(fd, done)),
    };
    const stream = createReadStream(path, { fd: file, highWaterMark: PIECE_BYTES, fs });
    stream.once('close', () => void gone());
    const readInto = (piece: Buffer): Promise<number> => {
      if (stream.destroyed) return Promise.reject(new Error('The file was closed.'));
      const filled = promisify(read)(file, piece, 0, piece.length, null).then(({ bytesRead }) => bytesRead);
      reading = filled;
      return filled;
    };
    return Object.assign(stream, {
      size,
      forEachPiece: (take: Take) => forEachPiece(readInto, size, take).finally(() => stream.destroy()),
    });
  } catch (error) {
    await promisify(close)(file);
    throw error;
  }
}

type Take = (piece: Uint8Array) => Promise<void>;

/** @throws when the file ends before its size, because the consumer would wait for the rest */
async function forEachPiece(readInto: (piece: Buffer) => Promise<number>, size: number, take: Take): Promise<void> {
  let filling = Buffer.allocUnsafeSlow(SHARED_PIECE_BYTES);
  let spare = Buffer.allocUnsafeSlow(SHARED_PIECE_BYTES);
  let filled = readInto(filling);
  for (let left = size; left > 0;) {
    const bytes = await filled;
    if (bytes === 0) throw new Error(`A file is ${left} bytes short.`);
    left -= bytes;
    const piece = filling.subarray(0, bytes);
    [filling, spare] = [spare, filling];
    filled = readInto(filling);
    // Awaited with the next piece, except when `take` rejects.
    filled.catch(() => undefined);
    await take(piece);
  }
}
