import { close, createReadStream, fstat, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { LentBytes } from '@holdfast/core';

/** How much of it is read at a time by whoever keeps the pieces. */
const PIECE_BYTES = 512 * 1024;
/** How much of it is lent at a time; while one piece is taken the next is read. */
const LENT_BYTES = 256 * 1024;

/**
 * The bytes of a file that is there for this alone. It is open from now on, and gone from its folder, so that a process that is killed leaves nothing
 * behind; where a file that is open cannot be removed, it goes when it is closed.
 * @param remove takes the file away; called when it is open, and again once it was read, or nobody wants it any more
 * @throws when there is no such file
 */
export async function lentFile(path: string, remove: () => Promise<void>): Promise<LentBytes & Readable> {
  const file = await promisify(open)(path, 'r');
  const gone = (): Promise<void> => remove().catch(() => undefined);
  try {
    const { size } = await promisify(fstat)(file);
    await gone();
    const stream = createReadStream(path, { fd: file, highWaterMark: PIECE_BYTES });
    stream.once('close', () => void gone());
    return Object.assign(stream, {
      size,
      lend: (take: Take) => lend(file, size, take).finally(() => stream.destroy()),
    });
  } catch (error) {
    await promisify(close)(file);
    throw error;
  }
}

type Take = (piece: Uint8Array) => Promise<void>;

/** @throws when the file ends before its size: whoever was told that would wait for the rest */
async function lend(file: number, size: number, take: Take): Promise<void> {
  let filling = Buffer.allocUnsafeSlow(LENT_BYTES);
  let spare = Buffer.allocUnsafeSlow(LENT_BYTES);
  const fill = (): Promise<{ bytesRead: number }> => promisify(read)(file, filling, 0, LENT_BYTES, null);
  let filled = fill();
  try {
    for (let left = size; left > 0;) {
      const { bytesRead } = await filled;
      if (bytesRead === 0) throw new Error(`A file is ${left} bytes short.`);
      left -= bytesRead;
      const piece = filling.subarray(0, bytesRead);
      [filling, spare] = [spare, filling];
      filled = fill();
      // Looked at with the next piece, which there is none of when this one is refused.
      filled.catch(() => undefined);
      await take(piece);
    }
  } finally {
    // The file is closed next, and its number may be another one's then.
    await filled.catch(() => undefined);
  }
}
