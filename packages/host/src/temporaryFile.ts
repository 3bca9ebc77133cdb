import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How much of it is read at a time. */
const PIECE_BYTES = 512 * 1024;

/**
 * The bytes of a file that is written whole before the first of them is given, and gone afterwards.
 * @param write writes the file at a path
 * @throws whatever `write` throws; nothing is left behind then
 */
export async function temporaryFile(write: (path: string) => Promise<void>): Promise<AsyncIterable<Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  try {
    await write(path);
  } catch (error) {
    await remove();
    throw error;
  }
  const stream = createReadStream(path, { highWaterMark: PIECE_BYTES });
  stream.once('close', () => void remove());
  return stream;
}
