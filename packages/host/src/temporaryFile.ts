import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadOnceBytes } from '@holdfast/core';
import { readOnceFile } from './blobs/readOnceFile.ts';

/**
 * Writes a temporary file completely, removes it from its folder and then returns its bytes.
 * @param write writes the file at a path
 * @throws the error of `write`; the file is removed then
 */
export async function temporaryFile(write: (path: string) => Promise<void>): Promise<ReadOnceBytes> {
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
