/** Storage of photos and files: recognises their type, checks that they can be used, and stores their bytes. */
import { Problem, RENDITIONS } from '@holdfast/contract';
import type { LocalDb } from '../calls/ctx.ts';
import type { PrepareCtx } from '../calls/handler.ts';
import type { Ports } from '../ports.ts';
import { bytesOfBase64 } from './base64.ts';
import { mustHaveSpace, spaceMustLast } from '../usage/index.ts';
import { decodePhoto } from './decodePhoto.ts';
import { isPolyglot, PHOTO_TYPES, sniff } from './sniff.ts';

/** A content that is stored. */
export interface StoredContent {
  sha256: string;
  size: number;
  mimeType: string;
}

/** A photo that is stored. */
export interface StoredImage extends StoredContent {
  /** Pixels, upright. */
  width: number;
  height: number;
}

/** Number of bytes from the start of a file by which its type is recognised. */
const HEAD_BYTES = 4_096;

/** Seconds to wait before trying again while too many bytes are being received. */
const RETRY_SECONDS = 5;

type StoreCtx = Pick<PrepareCtx, 'local' | 'ports' | 'scopeId'>;

/** Reasons why a content is refused as a photo, by its type; any other type is no picture. */
const REFUSED: Readonly<Record<string, string>> = {
  'image/svg+xml': 'This is an SVG drawing, not a photo. Export it as PNG, or add it as a file.',
  'image/heic':
    'This is an HEIC photo. On an iPhone choose Settings > Camera > Formats > Most Compatible before taking photos, or save this one as JPEG.',
  'image/avif': 'This is an AVIF picture. Save it as JPEG or PNG.',
  'image/tiff': 'This is a TIFF picture. Save it as JPEG or PNG.',
};
const NO_PICTURE = 'This is not a picture. Photos are JPEG, PNG, WebP, GIF or BMP.';
const TWO_THINGS = 'This picture has something else hidden in it. Take a screenshot of it, or save it again.';
const DAMAGED = 'This picture is damaged, or larger than any camera makes.';

/** Source of the bytes of a content: base64 under a key of the input, or a finished upload, named by its hash. */
export type Source = { base64: string; path: string } | { sha256: string };

/** The source in the input of a call, which was checked to contain exactly one. */
export function sourceOf(base64: string | undefined, sha256: string | undefined, path: string): Source {
  return sha256 === undefined ? { base64: base64 ?? '', path } : { sha256 };
}

/**
 * Stores a photo: sniffed by content, decoded to the end, with upright copies (product decision 22). An uploaded photo is in memory while
 * it is queued, and counts towards the limit of memory like a body.
 * @throws {Problem} `unsupportedMedia` with the remedy, `tooLarge`, `badInput`, `unavailable` while too much is in flight
 */
export async function storeImage(ctx: StoreCtx, source: Source): Promise<StoredImage> {
  const { ports } = ctx;
  const { imageBytes } = ports.uploads.limits;
  if ('base64' in source)
    return storeDecoded(ctx, bytesOfBase64(ports, source.base64, source.path, imageBytes), imageBytes);
  const { sha256 } = source;
  const giveBack = ports.uploads.take(await uploadedSize(ctx, sha256, imageBytes));
  if (giveBack === null) throw new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
  try {
    const bytes = await ports.blobs.get({ scopeId: ctx.scopeId, sha256, rendition: null });
    return await storeDecoded(ctx, bytes ?? new Uint8Array(), imageBytes);
  } finally {
    giveBack();
  }
}

async function storeDecoded(ctx: StoreCtx, bytes: Uint8Array, limitBytes: number): Promise<StoredImage> {
  const { ports, scopeId } = ctx;
  const mimeType = sniff(bytes);
  if (!PHOTO_TYPES.has(mimeType)) throw refusal(REFUSED[mimeType] ?? NO_PICTURE);
  if (isPolyglot(bytes)) throw refusal(TWO_THINGS);
  await mustHaveSpace(ctx, scopeId, bytes.length);
  const decoded = await decodePhoto(ports.images, bytes, scopeId);
  if (decoded === null) throw refusal(DAMAGED);
  const stored = await put(ports, scopeId, bytes, limitBytes);
  for (const rendition of RENDITIONS)
    await ports.blobs.putRendition({ scopeId, sha256: stored.sha256, rendition }, decoded.renditions[rendition]);
  return { ...stored, mimeType, width: decoded.width, height: decoded.height };
}

/**
 * Stores a file of any kind, whose type is recognised by content. Of an uploaded file only the head is read again.
 * @throws {Problem} `tooLarge`, `badInput`
 */
export async function storeFile(ctx: StoreCtx, source: Source): Promise<StoredContent> {
  const { ports, scopeId } = ctx;
  const limitBytes = ports.uploads.limits.fileBytes;
  if ('base64' in source) {
    const bytes = bytesOfBase64(ports, source.base64, source.path, limitBytes);
    await mustHaveSpace(ctx, scopeId, bytes.length);
    return { ...(await put(ports, scopeId, bytes, limitBytes)), mimeType: sniff(bytes) };
  }
  const { sha256 } = source;
  const size = await uploadedSize(ctx, sha256, limitBytes);
  const key = { scopeId, sha256, rendition: null };
  const head = await collected(await ports.blobs.open(key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }));
  return { sha256, size, mimeType: sniff(head) };
}

/** @throws {Problem} `badInput` when no such content was uploaded, `tooLarge` above the limit */
async function uploadedSize({ ports, scopeId }: StoreCtx, sha256: string, limitBytes: number): Promise<number> {
  const size = await ports.blobs.size({ scopeId, sha256, rendition: null });
  if (size === null)
    throw new Problem('badInput', { issues: [{ path: 'sha256', message: 'names no uploaded content' }] });
  if (size > limitBytes) throw new Problem('tooLarge', { limitBytes });
  return size;
}

/** Joins a few pieces of bytes. */
export async function collected(pieces: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const all: number[] = [];
  for await (const piece of pieces ?? []) all.push(...piece);
  return Uint8Array.from(all);
}

/**
 * Records that a content is stored, in the transaction that refers to it. Its size is that of the stored bytes, not that in the row, which
 * may come from a device.
 * @throws {Problem} `unavailable` when they were collected as unused in the meantime: the next try stores them again; `storageFull` when
 * other contents have taken the space since the bytes were received
 */
export async function recordBlob(
  { local, ports, scopeId, now }: { local: LocalDb; ports: Ports; scopeId: string; now: number },
  { sha256, mimeType }: Pick<StoredContent, 'sha256' | 'mimeType'>,
): Promise<void> {
  const size = await ports.blobs.size({ scopeId, sha256, rendition: null });
  if (size === null) throw new Problem('unavailable', { retryAfterSeconds: 1 });
  await spaceMustLast({ local, ports }, scopeId, { sha256, size });
  await local
    .insertInto('blob')
    .values({ scopeId, sha256, size, mimeType, state: 'stored', createdAt: now })
    .onConflict((conflict) => conflict.columns(['scopeId', 'sha256']).doUpdateSet({ state: 'stored', size }))
    .execute();
}

/** Returns a file name without folders and without control characters, which change how headers, lists and terminals show it. */
export function baseName(filename: string): string {
  const [last = ''] = filename.split(/[/\\]/).slice(-1);
  return last.replaceAll(/\p{Cc}+/gu, ' ').trim() || 'unnamed';
}

async function put(
  { blobs }: Ports,
  scopeId: string,
  bytes: Uint8Array,
  limitBytes: number,
): Promise<Pick<StoredContent, 'sha256' | 'size'>> {
  const stored = await blobs.put(scopeId, bytes, limitBytes);
  if (stored === null) throw new Problem('tooLarge', { limitBytes });
  return stored;
}

function refusal(reason: string): Problem {
  return new Problem('unsupportedMedia', { reason });
}
