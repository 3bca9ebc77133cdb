import { close, createReadStream, fstat, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { LentBytes } from '@holdfast/core';

/** Bytes read at a time when the consumer keeps the pieces. */
const PIECE_BYTES = 512 * 1024;
/** Bytes lent at a time; the next piece is read while the consumer takes one. */
const LENT_BYTES = 256 * 1024;

/**
 * Opens a file that is read once and removed. The file is open from now on and no longer in its folder, so that a process that is killed leaves nothing
 * behind; where a file that is open cannot be removed, it goes when it is closed.
 * @param remove takes the file away; called when it is open, and again once it was read, or its consumer went away
 * @throws when there is no such file
 */
export async function readOnceFile(path: string, remove: () => Promise<void>): Promise<LentBytes & Readable> {
  const file = await promisify(open)(path, 'r');
  const gone = (): Promise<void> => remove().catch(() => undefined);
  try {
    const { size } = await promisify(fstat)(file);
    await gone();
    let reading: Promise<unknown> = Promise.resolve();
    // The number of a file that is closed may be another one's at once: nothing is read by it then, and it is not closed under a reading.
    const fs = {
      open,
      read,
      close: (fd: number, done: (error?: Error | null) => void) =>
        void reading.catch(() => undefined).then(() => close(fd, done)),
    };
    const stream = createReadStream(path, { fd: file, highWaterMark: PIECE_BYTES, fs });
    stream.once('close', () => void gone());
    const readInto = (piece: Buffer): Promise<number> => {
      if (stream.destroyed) return Promise.reject(new Error('The file was let go of.'));
      const filled = promisify(read)(file, piece, 0, piece.length, null).then(({ bytesRead }) => bytesRead);
      reading = filled;
      return filled;
    };
    return Object.assign(stream, {
      size,
      lend: (take: Take) => lend(readInto, size, take).finally(() => stream.destroy()),
    });
  } catch (error) {
    await promisify(close)(file);
    throw error;
  }
}

type Take = (piece: Uint8Array) => Promise<void>;

/** @throws when the file ends before its size, because the consumer would wait for the rest */
async function lend(readInto: (piece: Buffer) => Promise<number>, size: number, take: Take): Promise<void> {
  let filling = Buffer.allocUnsafeSlow(LENT_BYTES);
  let spare = Buffer.allocUnsafeSlow(LENT_BYTES);
  let filled = readInto(filling);
  for (let left = size; left > 0;) {
    const bytes = await filled;
    if (bytes === 0) throw new Error(`A file is ${left} bytes short.`);
    left -= bytes;
    const piece = filling.subarray(0, bytes);
    [filling, spare] = [spare, filling];
    filled = readInto(filling);
    // Looked at with the next piece, which there is none of when this one is refused.
    filled.catch(() => undefined);
    await take(piece);
  }
}
