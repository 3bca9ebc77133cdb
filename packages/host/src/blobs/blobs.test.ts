import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobContract, COMPANIES } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { blobFile } from './blobFolder.ts';
import { diskBlobs } from './blobs.ts';
import { openFiles } from '../testing/openFiles.ts';

let root: string;
let made = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-blobs-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const folders = () => {
  const home = join(root, String((made += 1)));
  return { blobs: join(home, 'blobs'), renditions: join(home, 'renditions') };
};

blobContract('disk', () => Promise.resolve(diskBlobs(folders())));

describe('bytes on disk', () => {
  const { northmere } = COMPANIES;
  const content = Buffer.from('Certificate of conformity');

  it('are where a backup looks for them, complete, and without unfinished files', async () => {
    const at = folders();
    const blobs = diskBlobs(at);
    const { sha256 } = (await blobs.put(northmere, content, 1_000))!;
    await blobs.put(northmere, content, 10);
    await blobs.put(northmere, content, 1_000);
    expect(await readFile(blobFile(at.blobs, northmere, sha256))).toEqual(content);
    expect(await readdir(join(at.blobs, '.incoming'))).toEqual([]);
  });

  it('are kept across a restart, except for an upload interrupted long ago', async () => {
    const at = folders();
    const { sha256 } = (await diskBlobs(at).put(northmere, content, 1_000))!;
    const [old, young] = ['old', 'young'].map((name) => join(at.blobs, '.incoming', name));
    await writeFile(old!, 'half');
    await writeFile(young!, 'half of another process');
    const longAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
    await utimes(old!, longAgo, longAgo);
    const again = diskBlobs(at);
    await again.put(northmere, Buffer.from('more'), 1_000);
    expect(await readdir(join(at.blobs, '.incoming'))).toEqual(['young']);
    expect(await again.size({ scopeId: northmere, sha256, rendition: null })).toBe(content.length);
  });

  it('lose an upload interrupted a day ago while the process runs, but not one interrupted today', async () => {
    const at = folders();
    const blobs = diskBlobs(at);
    const half = { scopeId: northmere, sha256: 'a'.repeat(64) };
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield content;
    };
    await blobs.append(half, pieces(), 0, 1_000);
    const later = (hours: number) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hours * 60 * 60 * 1000);
    const hours = [later(20)];
    await blobs.put(northmere, Buffer.from('one'), 1_000);
    expect(await blobs.received(half)).toBe(content.length);
    hours.push(later(5));
    await blobs.put(northmere, Buffer.from('two'), 1_000);
    for (const each of hours) each.mockRestore();
    expect(await blobs.received(half)).toBe(0);
  });

  it('are received from one sender at a time', async () => {
    const blobs = diskBlobs(folders());
    const half = { scopeId: northmere, sha256: 'd'.repeat(64) };
    let goOn = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    let begun = (): void => undefined;
    const beginning = new Promise<void>((resolve) => (begun = resolve));
    const slow = async function* (): AsyncGenerator<Uint8Array> {
      begun();
      await waiting;
      yield content;
    };
    const first = blobs.append(half, slow(), 0, 1_000);
    await beginning;
    const size = content.length;
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield content;
    };
    expect(await blobs.append(half, pieces(), 0, 1_000)).toEqual({ received: 0, refused: 'busy' });
    goOn();
    expect(await first).toEqual({ received: size, refused: null });
    expect(await blobs.append(half, pieces(), size, 1_000)).toEqual({ received: 2 * size, refused: null });
  });

  it('are removed with the part of them that has arrived', async () => {
    const at = folders();
    const blobs = diskBlobs(at);
    const half = { scopeId: northmere, sha256: 'b'.repeat(64) };
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      yield content;
    };
    await blobs.append(half, pieces(), 0, 1_000);
    await blobs.delete(half);
    expect(await readdir(join(at.blobs, '.incoming'))).toEqual([]);
    expect(await blobs.received(half)).toBe(0);
  });

  it('are written, read and checked without leaving a file open', async () => {
    const at = folders();
    const blobs = diskBlobs(at, { checked: true });
    const { sha256 } = (await blobs.put(northmere, content, 1_000))!;
    const key = { scopeId: northmere, sha256, rendition: null } as const;
    await blobs.put(northmere, content, 10);
    await blobs.append(
      { scopeId: northmere, sha256: 'c'.repeat(64) },
      (async function* () {
        yield content;
      })(),
      0,
      1_000,
    );
    expect([await blobs.check(key), await blobs.mayServe(key)]).toEqual(['whole', true]);
    for await (const _ of (await blobs.open(key))!) break;
    await expect.poll(() => openFiles(at.blobs)).toEqual([]);
  });

  it('are not read further once they exceed the limit', async () => {
    let read = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      while (read < 10_000) {
        read += 1;
        yield content;
      }
    };
    const at = folders();
    expect(await diskBlobs(at).put(northmere, endless(), 3 * content.length)).toBeNull();
    expect(read).toBe(4);
    expect(await readdir(join(at.blobs, '.incoming'))).toEqual([]);
  });

  it('are compared with their hash before they are served, and again after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const at = folders();
    const blobs = diskBlobs(at, { checked: true });
    const { sha256 } = (await blobs.put(northmere, content, 1_000))!;
    const key = { scopeId: northmere, sha256 };
    expect(await blobs.mayServe(key)).toBe(true);
    await writeFile(blobFile(at.blobs, northmere, sha256), 'Certificate of nothing___');
    vi.setSystemTime(Date.now() + 9 * 60_000);
    expect(await blobs.mayServe(key)).toBe(true);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await blobs.mayServe(key)).toBe(false);
    expect(blobs.newlySetAside()).toEqual([key]);
  });

  it('are removed with their copies of both sizes', async () => {
    const at = folders();
    const blobs = diskBlobs(at);
    const { sha256 } = (await blobs.put(northmere, content, 1_000))!;
    const sizes = [320, 1280] as const;
    for (const rendition of sizes) await blobs.putRendition({ scopeId: northmere, sha256, rendition }, content);
    await blobs.delete({ scopeId: northmere, sha256 });
    for (const rendition of [null, ...sizes])
      expect(await blobs.size({ scopeId: northmere, sha256, rendition }), String(rendition)).toBeNull();
  });

  it('are completed by the next upload when a file was truncated', async () => {
    const at = folders();
    const blobs = diskBlobs(at);
    const { sha256 } = (await blobs.put(northmere, content, 1_000))!;
    await writeFile(blobFile(at.blobs, northmere, sha256), 'Cert');
    await blobs.put(northmere, content, 1_000);
    expect(await readFile(blobFile(at.blobs, northmere, sha256))).toEqual(content);
  });

  it.each([
    ['../../etc', 'a'.repeat(64)],
    [COMPANIES.northmere, '../../../../etc/passwd'],
    ['', 'a'.repeat(64)],
  ])('cannot be accessed by the names %s and %s', async (scopeId, sha256) => {
    const blobs = diskBlobs(folders());
    const key = { scopeId, sha256, rendition: null };
    await expect((async () => blobs.get(key))()).rejects.toThrow('names no blob');
    await expect((async () => blobs.delete(key))()).rejects.toThrow('names no blob');
  });

  it('refuse an invalid scope before anything is written', async () => {
    await expect(diskBlobs(folders()).put('../elsewhere', content, 1_000)).rejects.toThrow('names no blob');
  });
});
