import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { CallError } from '@holdfast/contract/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FreshServer, startFreshServer } from './testing/freshServer.ts';

const MEGABYTE = 1024 * 1024;
/** Memory that the server may use beyond its idle state: bytes of bodies three times over, and two pictures being decoded. */
const MOST_MORE = 1_000 * MEGABYTE;

let server: FreshServer;

beforeEach(async () => {
  server = await startFreshServer('in its own process');
}, 60_000);
afterEach(() => server.stop());

const packed = new Map<number, Buffer>();
/** Empty rows of so many bytes, packed once: twenty pictures have the same ones. */
function emptyRows(length: number): Buffer {
  const rows = packed.get(length) ?? deflateSync(Buffer.alloc(length));
  packed.set(length, rows);
  return rows;
}

/** A PNG whose header claims so many pixels, with empty rows; `more` follows its end. */
function png(width: number, height: number, { more = Buffer.alloc(0), comment = '' } = {}): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const around = Buffer.alloc(8);
    around.writeUInt32BE(data.length, 0);
    around.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`)),
    chunk('IDAT', emptyRows((width * 3 + 1) * Math.min(height, 300))),
    chunk('IEND', Buffer.alloc(0)),
    more,
  ]);
}

/** Resident bytes of the server. */
const resident = (): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) * 1024;

/**
 * Sends photos at the same time. One that the server postpones is sent again when another one has been decided, so that the server always has as many
 * as it takes. Returns the outcome of each and the memory of the server.
 */
async function sendAll(
  photos: readonly Buffer[],
  how: 'base64' | 'uploaded',
): Promise<{ codes: string[]; more: number }> {
  const { address, token, call, installationInspectionId, itemId } = server;
  const before = resident();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, resident());
  }, 10);
  const postponed: (() => void)[] = [];
  let sent = 0;
  const add = async (photo: Buffer, index: number): Promise<string> => {
    const sha256 = createHash('sha256').update(photo).digest('hex');
    if (how === 'uploaded') {
      const answer = await fetch(`${address}/ext/items/${itemId}/contents/${sha256}?size=${photo.length}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(photo),
      });
      expect(await answer.json()).toMatchObject({ stored: true });
    }
    const content = how === 'uploaded' ? { sha256 } : { base64Image: photo.toString('base64') };
    for (;;) {
      sent += 1;
      try {
        await call('addImageToInstallationInspectionItem', {
          installationInspectionId,
          itemId,
          filename: `${index}.png`,
          ...content,
        });
        return 'taken';
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.status !== 503) return error.problem!.code;
      } finally {
        sent -= 1;
      }
      // The last one has no other to wait for.
      await new Promise<void>((resolve) => (sent > 0 ? postponed.push(resolve) : setTimeout(resolve, 100)));
    }
  };
  const codes = await Promise.all(
    photos.map(async (photo, index) => {
      const code = await add(photo, index);
      postponed.shift()?.();
      return code;
    }),
  );
  clearInterval(watch);
  return { codes, more: most - before };
}

describe.runIf(process.platform === 'linux')('many hostile pictures at once', () => {
  const many = 20;
  const each = (make: (index: number) => Buffer): Buffer[] => Array.from({ length: many }, (_, index) => make(index));

  it.each(['base64', 'uploaded'] as const)(
    'are refused in bounded memory: %s',
    async (how) => {
      const noise = randomBytes(20 * MEGABYTE);
      const ending = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
      const archive = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(MEGABYTE), ending]);
      const kinds = {
        // Nine hundred million pixels in a few kilobytes.
        bombs: each((index) => png(30_000, 30_000, { comment: String(index) })),
        // A valid header followed by noise.
        damaged: each((index) => Buffer.concat([png(4_000, 300).subarray(0, 60), Buffer.from([index]), noise])),
        polyglots: each((index) => png(400, 300, { more: archive, comment: String(index) })),
      };
      for (const [kind, photos] of Object.entries(kinds)) {
        const { codes, more } = await sendAll(photos, how);
        expect(new Set(codes), kind).toEqual(new Set(['unsupportedMedia']));
        expect(more, kind).toBeLessThan(MOST_MORE);
      }
      expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
      const { codes } = await sendAll([png(400, 300)], how);
      expect(codes).toEqual(['taken']);
    },
    180_000,
  );
});
