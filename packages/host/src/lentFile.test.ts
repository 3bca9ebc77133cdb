import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lentFile } from './lentFile.ts';

const content = randomBytes(1_200_000);
let folder: string;
let path: string;
const after = vi.fn<() => void>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-lent-'));
  path = join(folder, 'file');
  writeFileSync(path, content);
  after.mockReset();
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('The bytes of a file', () => {
  it('are lent in order, each piece untouched until it is taken, in the memory of two', async () => {
    const file = await lentFile(path, after);
    expect(file.size).toBe(content.length);
    const taken: Buffer[] = [];
    const memory = new Set<ArrayBufferLike>();
    await file.lend(async (piece) => {
      memory.add(piece.buffer);
      // The next piece is read meanwhile.
      await sleep(10);
      taken.push(Buffer.from(piece));
    });
    expect(Buffer.concat(taken).equals(content)).toBe(true);
    expect(taken.length).toBeGreaterThan(3);
    expect(memory.size).toBe(2);
    await expect.poll(() => after.mock.calls.length).toBe(1);
  });

  it('are whole for whoever keeps the pieces', async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of await lentFile(path, after)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    await expect.poll(() => after.mock.calls.length).toBe(1);
  });

  it('are let go of when somebody refuses a piece, with what they refused it for', async () => {
    const file = await lentFile(path, after);
    let pieces = 0;
    const refusing = file.lend(() => {
      pieces += 1;
      return pieces === 2 ? Promise.reject(new Error('no more')) : Promise.resolve();
    });
    await expect(refusing).rejects.toThrow('no more');
    expect(pieces).toBe(2);
    await expect.poll(() => after.mock.calls.length).toBe(1);
  });

  it('are not to be had of a file that is not there', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(lentFile(nowhere, after)).rejects.toThrow('ENOENT');
    expect(existsSync(nowhere)).toBe(false);
    expect(after).not.toHaveBeenCalled();
  });
});
