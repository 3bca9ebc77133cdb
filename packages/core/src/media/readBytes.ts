/** Bytes at the address of a photo or file. */
import * as contract from '@holdfast/contract';
import { type MediaAnswer, Problem, RENDITIONS } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import type { Ports, Rendition } from '../ports.ts';
import { decodePhoto } from './decodePhoto.ts';
import { deletedImage } from './queries.ts';
import { PHOTO_TYPES, sniff } from './sniff.ts';
import { collected } from './store.ts';

/** A row that refers to a content. */
interface Reference {
  scopeId: string;
  sha256: string;
  mimeType: string;
  filename: string;
}

/** Returns a photo to users of its company (product decision 6). */
export const getImage = handler(contract.getImage, async ({ db, ports }, { id, size }) =>
  mediaAnswer(ports, await db.row('image', id), size),
);

/** Returns a photo that was removed, and can be restored, to users of its company. */
export const getDeletedImage = handler(contract.getDeletedImage, async ({ db, ports }, { id, size }) =>
  mediaAnswer(ports, await deletedImage(db, id), size),
);

/** Returns a file to users of its company. */
export const getFile = handler(contract.getFile, async ({ db, ports }, { id, size }) =>
  mediaAnswer(ports, await db.row('file', id), size),
);

/** Returns the logo of a company to its users. */
export const getCompanyLogo = handler(contract.getCompanyLogo, async ({ db, ports }, { id, size }) => {
  const logo = await db.row('companyLogo', id);
  return mediaAnswer(ports, logo && { ...logo, filename: 'logo' }, size);
});

/** A picture that explains a question. */
export const getFieldImage = handler(contract.getFieldImage, {
  reach: 'library',
  commit: async ({ db, ports }, { id, size }) => mediaAnswer(ports, await db.row('fieldImage', id), size),
});

/** Finds the bytes of a row that refers to a content. @throws {Problem} `notFound` when the row or its content is missing */
export async function mediaAnswer(
  ports: Ports,
  reference: Reference | undefined,
  size: '320' | '1280' | undefined,
): Promise<MediaAnswer> {
  if (reference === undefined) throw new Problem('notFound');
  const { scopeId, sha256, filename, mimeType } = reference;
  const rendition = size !== undefined && PHOTO_TYPES.has(mimeType) ? (Number(size) as Rendition) : null;
  const copy = rendition === null ? null : await sizeOfCopy(ports, { scopeId, sha256, rendition });
  if (copy !== null) return { scopeId, sha256, rendition, mimeType: 'image/jpeg', filename, size: copy };
  if (!(await ports.blobs.mayServe({ scopeId, sha256 }))) throw new Problem('notFound');
  const original = await ports.blobs.size({ scopeId, sha256, rendition: null });
  if (original === null) throw new Problem('notFound');
  return {
    scopeId,
    sha256,
    rendition: null,
    mimeType: await typeOf(ports, reference, original),
    filename,
    size: original,
  };
}

/** Number of bytes from the start of a file by which its type is recognised. */
const HEAD_BYTES = 4_096;

/** Returns the type of a content from its bytes: the row that refers to it may come from a device (product decision 6, 22). */
async function typeOf({ blobs }: Ports, { scopeId, sha256, mimeType }: Reference, size: number): Promise<string> {
  if (size === 0) return 'application/octet-stream';
  const head = await blobs.open(
    { scopeId, sha256, rendition: null },
    { start: 0, end: Math.min(size, HEAD_BYTES) - 1 },
  );
  if (head === null) throw new Problem('notFound');
  const actual = sniff(await collected(head));
  // Templates are stored as XML, which cannot be distinguished from other text by content.
  return actual === 'text/plain' && mimeType === 'application/xml' ? mimeType : actual;
}

/** Size of an upright copy in bytes. A missing copy is created again; null when the original cannot be read or copied. */
async function sizeOfCopy(
  { blobs, images }: Ports,
  key: { scopeId: string; sha256: string; rendition: Rendition },
): Promise<number | null> {
  const kept = await blobs.size(key);
  if (kept !== null) return kept;
  const original = await blobs.get({ ...key, rendition: null });
  const decoded = original === null ? null : await decodePhoto(images, original, key.scopeId);
  if (decoded === null) return null;
  for (const rendition of RENDITIONS) await blobs.putRendition({ ...key, rendition }, decoded.renditions[rendition]);
  return decoded.renditions[key.rendition].length;
}
