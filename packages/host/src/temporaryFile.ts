import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LentBytes } from '@holdfast/core';
import { readOnceFile } from './blobs/readOnceFile.ts';

/**
 * The bytes of a file that is written whole before the first of them is given, and has left its folder by then.
 * @param write writes the file at a path
 * @throws whatever `write` throws; nothing is left behind then
 */
export async function temporaryFile(write: (path: string) => Promise<void>): Promise<LentBytes> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'file');
  try {
    await write(path);
    return await readOnceFile(path, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}
