import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { LentBytes } from '@holdfast/core';

/** How much of it is read at a time by whoever keeps the pieces. */
const PIECE_BYTES = 512 * 1024;
/** How much of it is lent at a time; while one piece is taken the next is read. */
const LENT_BYTES = 256 * 1024;

/**
 * The bytes of a file.
 * @param after called once they were read, or nobody wants them any more
 * @throws when there is no such file
 */
export async function lentFile(path: string, after: () => void): Promise<LentBytes & Readable> {
  const { size } = await stat(path);
  const stream = createReadStream(path, { highWaterMark: PIECE_BYTES });
  stream.once('close', after);
  return Object.assign(stream, { size, lend: (take: Take) => lend(path, size, take).finally(() => stream.destroy()) });
}

type Take = (piece: Uint8Array) => Promise<void>;

/** @throws when the file ends before its size: whoever was told that would wait for the rest */
async function lend(path: string, size: number, take: Take): Promise<void> {
  const file = await open(path);
  try {
    let filling = Buffer.allocUnsafeSlow(LENT_BYTES);
    let spare = Buffer.allocUnsafeSlow(LENT_BYTES);
    let read = file.read(filling, 0, LENT_BYTES);
    for (let left = size; left > 0;) {
      const { bytesRead } = await read;
      if (bytesRead === 0) throw new Error(`${path} is ${left} bytes short.`);
      left -= bytesRead;
      const piece = filling.subarray(0, bytesRead);
      [filling, spare] = [spare, filling];
      read = file.read(filling, 0, LENT_BYTES);
      // Looked at with the next piece, which there is none of when this one is refused.
      read.catch(() => undefined);
      await take(piece);
    }
  } finally {
    await file.close();
  }
}
