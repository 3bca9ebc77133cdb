import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOnceFile } from './readOnceFile.ts';

const content = randomBytes(1_200_000);
let folder: string;
let path: string;
const remove = vi.fn<() => Promise<void>>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-read-once-'));
  path = join(folder, 'file');
  writeFileSync(path, content);
  remove.mockReset().mockImplementation(() => rm(path, { force: true }));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the bytes of a file', () => {
  it('are passed in order, each piece unchanged until it is consumed, in two buffers', async () => {
    const file = await readOnceFile(path, remove);
    expect(file.size).toBe(content.length);
    const taken: Buffer[] = [];
    const memory = new Set<ArrayBufferLike>();
    await file.forEachPiece(async (piece) => {
      memory.add(piece.buffer);
      // The next piece is read meanwhile.
      await sleep(10);
      taken.push(Buffer.from(piece));
    });
    expect(Buffer.concat(taken).equals(content)).toBe(true);
    expect(taken.length).toBeGreaterThan(3);
    expect(memory.size).toBe(2);
    await expect.poll(() => remove.mock.calls.length).toBe(2);
  });

  it('are complete for a reader that keeps the pieces', async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await readOnceFile(path, remove)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    await expect.poll(() => remove.mock.calls.length).toBe(2);
  });

  it('are released when a reader refuses a piece, with the error of the reader', async () => {
    const file = await readOnceFile(path, remove);
    let pieces = 0;
    const refusing = file.forEachPiece(() => {
      pieces += 1;
      return pieces === 2 ? Promise.reject(new Error('no more')) : Promise.resolve();
    });
    await expect(refusing).rejects.toThrow('no more');
    expect(pieces).toBe(2);
    await expect.poll(() => remove.mock.calls.length).toBe(2);
  });

  it('are never those of another file, although they are released while they are read', async () => {
    const file = await readOnceFile(path, remove);
    const other = join(folder, 'other');
    writeFileSync(other, randomBytes(content.length));
    const taken: Buffer[] = [];
    const opened: FileHandle[] = [];
    const reading = file.forEachPiece(async (piece) => {
      taken.push(Buffer.from(piece));
      file.destroy();
      // Takes the number that has become free.
      await sleep(20);
      opened.push(await open(other));
    });
    await expect(reading).rejects.toThrow('The file was closed.');
    await expect(file.forEachPiece(() => Promise.resolve())).rejects.toThrow('The file was closed.');
    for (const one of opened) await one.close();
    const bytes = Buffer.concat(taken);
    expect(bytes.equals(content.subarray(0, bytes.length))).toBe(true);
  });

  it('leave nothing in the folder once the file is opened', async () => {
    const file = await readOnceFile(path, remove);
    expect(existsSync(path)).toBe(false);
    const pieces: Uint8Array[] = [];
    for await (const piece of file) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  });

  it('are available even where an open file cannot be removed, which is removed when it is no longer used', async () => {
    remove.mockRejectedValueOnce(new Error('EBUSY'));
    const file = await readOnceFile(path, remove);
    expect(existsSync(path)).toBe(true);
    file.destroy();
    await expect.poll(() => existsSync(path)).toBe(false);
  });

  it('are refused for a missing file', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(readOnceFile(nowhere, remove)).rejects.toThrow('ENOENT');
    expect(existsSync(nowhere)).toBe(false);
    expect(remove).not.toHaveBeenCalled();
  });
});
