/** Bytes for tests of core: kept in memory, with photos that are recognised but not decoded. Hosts test the real ones. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { FILE_BYTES, IMAGE_BYTES } from '@holdfast/contract';
import type { BlobKey, Blobs, PartKey, Ports, StoredBlob } from '../ports.ts';

/** Bytes in memory. */
export function memoryBlobs(now: () => number = () => 0): Blobs {
  const kept = new Map<string, Uint8Array>();
  const parts = new Map<string, Uint8Array>();
  const stored = new Map<string, StoredBlob>();
  const nameOf = ({ scopeId, sha256, rendition }: BlobKey): string => `${scopeId} ${sha256} ${rendition ?? ''}`;
  const partOf = ({ scopeId, sha256, sender = '' }: PartKey): string => {
    if (!/^[\w-]*$/.test(sender)) throw new Error('This names no sender.');
    return `${scopeId} ${sha256} ${sender}`;
  };
  return {
    async put(scopeId, content, limitBytes) {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for await (const piece of content instanceof Uint8Array ? [content] : content) {
        size += piece.length;
        if (size > limitBytes) return null;
        pieces.push(piece);
      }
      const bytes = new Uint8Array(Buffer.concat(pieces));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      kept.set(nameOf({ scopeId, sha256, rendition: null }), bytes);
      stored.set(nameOf({ scopeId, sha256, rendition: null }), { scopeId, sha256, storedAt: now() });
      return { sha256, size };
    },
    putRendition(key, content) {
      kept.set(nameOf(key), content);
      return Promise.resolve();
    },
    size: (key) => Promise.resolve(kept.get(nameOf(key))?.length ?? null),
    get: (key) => Promise.resolve(kept.get(nameOf(key)) ?? null),
    file: () => Promise.resolve(null),
    open(key, range) {
      const bytes = kept.get(nameOf(key));
      if (bytes === undefined) return Promise.resolve(null);
      return Promise.resolve(inOnePiece(range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)));
    },
    received: (key) => Promise.resolve(parts.get(partOf(key))?.length ?? 0),
    async append(key, content, offset, size) {
      const name = nameOf({ ...key, rendition: null });
      const part = partOf(key);
      const sizes = typeof size === 'number' ? [size] : size;
      const largest = Math.max(...sizes);
      let bytes = parts.get(part) ?? new Uint8Array();
      if (bytes.length !== offset) return { received: bytes.length, refused: 'offset' };
      for await (const piece of content) {
        bytes = new Uint8Array(Buffer.concat([bytes, piece]));
        if (bytes.length > largest) {
          parts.delete(part);
          return { received: 0, refused: 'length' };
        }
        parts.set(part, bytes);
      }
      const received = bytes.length;
      if (received < largest && !sizes.includes(received)) return { received, refused: null };
      const isRight = createHash('sha256').update(bytes).digest('hex') === key.sha256;
      if (!isRight && received < largest) return { received, refused: null };
      parts.delete(part);
      if (!isRight) return { received: 0, refused: 'hash' };
      kept.set(name, bytes);
      stored.set(name, { scopeId: key.scopeId, sha256: key.sha256, storedAt: now() });
      return { received, refused: null };
    },
    storedAt: (key) => Promise.resolve(stored.get(nameOf({ ...key, rendition: null }))?.storedAt ?? null),
    async *list() {
      for (const blob of stored.values()) yield await Promise.resolve(blob);
    },
    async check({ scopeId, sha256 }) {
      const bytes = await Promise.resolve(kept.get(nameOf({ scopeId, sha256, rendition: null })));
      if (bytes === undefined) return 'missing';
      return createHash('sha256').update(bytes).digest('hex') === sha256 ? 'whole' : 'damaged';
    },
    mayServe: () => Promise.resolve(true),
    setAside({ scopeId, sha256 }) {
      kept.delete(nameOf({ scopeId, sha256, rendition: null }));
      return Promise.resolve();
    },
    newlySetAside: () => [],
    delete({ scopeId, sha256 }) {
      stored.delete(nameOf({ scopeId, sha256, rendition: null }));
      for (const rendition of [null, 320, 1280] as const) kept.delete(nameOf({ scopeId, sha256, rendition }));
      return Promise.resolve();
    },
  };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Photos and uploads for tests of core: a PNG's size is read from its head, and nothing else counts as a photo. */
export const mediaPorts: Pick<Ports, 'images' | 'uploads'> = {
  images: {
    decode(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      if (bytes.length < 33 || view.getUint32(12) !== 0x49484452) return Promise.resolve(null);
      const renditions = { 320: bytes, 1280: bytes };
      return Promise.resolve({ width: view.getUint32(16), height: view.getUint32(20), renditions });
    },
    draw: (_bytes, edit, edge) => Promise.resolve(Buffer.from(`${edge}:${JSON.stringify(edit)}`)),
  },
  uploads: {
    limits: { imageBytes: IMAGE_BYTES, fileBytes: FILE_BYTES },
    take: () => () => undefined,
    fromBase64: (text) => (/^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null),
    toUtf8: (text) => Buffer.from(text, 'utf8'),
    fromUtf8: (bytes) => new TextDecoder().decode(bytes),
    toBase64: (bytes) => Buffer.from(bytes).toString('base64'),
  },
};

/** The smallest photo: a PNG of one pixel, base64. A number makes another file with the same picture and a different text. */
export function tinyPhoto(which = 0): string {
  const head = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64');
  const text = Buffer.from(`Comment\0${which}`, 'latin1');
  const rest = Buffer.from('AAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
  return Buffer.concat([head, chunk('tEXt', text), rest]).toString('base64');
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
