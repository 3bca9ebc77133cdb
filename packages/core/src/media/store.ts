/** Taking in bytes: what they are, whether they can be used, and keeping them. */
import { FILE_BYTES, IMAGE_BYTES, Problem, RENDITIONS } from '@holdfast/contract';
import type { LocalDb } from '../ctx.ts';
import type { PrepareCtx } from '../handler.ts';
import type { Ports } from '../ports.ts';
import { bytesOfBase64 } from './base64.ts';
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

type StoreCtx = Pick<PrepareCtx, 'ports' | 'scopeId'>;

/** Why a content cannot be a photo, by what it is; anything else is no picture at all. */
const REFUSED: Readonly<Record<string, string>> = {
  'image/svg+xml': 'This is an SVG drawing, not a photo. Export it as PNG, or add it as a file.',
  'image/heic':
    'This is an HEIC photo. On an iPhone choose Settings > Camera > Formats > Most Compatible before taking photos, or save this one as JPEG.',
  'image/avif': 'This is an AVIF picture. Save it as JPEG or PNG.',
  'image/tiff': 'This is a TIFF picture. Save it as JPEG or PNG.',
};
const NO_PICTURE = 'This is not a picture. Photos are JPEG, PNG, WebP, GIF or BMP.';
const TWO_THINGS = 'This picture has something else hidden in it. Take a screenshot of it, or save it anew.';
const DAMAGED = 'This picture is damaged, or larger than any camera makes.';

/**
 * Stores a photo: sniffed by content, decoded to the end, with upright copies (decisions 22).
 * @throws {Problem} `unsupportedMedia` with words that say what to do, `tooLarge`, `badInput`
 */
export async function storeImage({ ports, scopeId }: StoreCtx, base64: string, path: string): Promise<StoredImage> {
  const bytes = bytesOfBase64(ports, base64, path, IMAGE_BYTES);
  const mimeType = sniff(bytes);
  if (!PHOTO_TYPES.has(mimeType)) throw refusal(REFUSED[mimeType] ?? NO_PICTURE);
  if (isPolyglot(bytes)) throw refusal(TWO_THINGS);
  const decoded = await ports.images.decode(bytes);
  if (decoded === null) throw refusal(DAMAGED);
  const stored = await put(ports, scopeId, bytes, IMAGE_BYTES);
  for (const rendition of RENDITIONS)
    await ports.blobs.putRendition({ scopeId, sha256: stored.sha256, rendition }, decoded.renditions[rendition]);
  return { ...stored, mimeType, width: decoded.width, height: decoded.height };
}

/**
 * Stores a file of any kind; its type is what its content says.
 * @throws {Problem} `tooLarge`, `badInput`
 */
export async function storeFile({ ports, scopeId }: StoreCtx, base64: string, path: string): Promise<StoredContent> {
  const bytes = bytesOfBase64(ports, base64, path, FILE_BYTES);
  return { ...(await put(ports, scopeId, bytes, FILE_BYTES)), mimeType: sniff(bytes) };
}

/** Notes that the bytes of a content are here, in the transaction that refers to them. */
export async function rememberBlob(
  local: LocalDb,
  scopeId: string,
  { sha256, size, mimeType }: StoredContent,
  now: number,
): Promise<void> {
  await local
    .insertInto('blob')
    .values({ scopeId, sha256, size, mimeType, state: 'stored', createdAt: now })
    .onConflict((conflict) => conflict.columns(['scopeId', 'sha256']).doUpdateSet({ state: 'stored' }))
    .execute();
}

/** A file's name without the folders it lay in. */
export function baseName(filename: string): string {
  return filename.split(/[/\\]/).at(-1)!.trim() || 'unnamed';
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
