/** Upright copies of pictures. */
import { RENDITIONS } from '@holdfast/contract';
import type { BlobKey, DataCell, Ports, Rendition } from '../ports.ts';
import { decodePhoto } from './decodePhoto.ts';

type Picture = Pick<BlobKey, 'scopeId' | 'sha256'>;

/** The bytes of a copy, which is created again when it is missing. @returns null when the original is missing or cannot be decoded */
export async function renditionOf(ports: Ports, picture: Picture, rendition: Rendition): Promise<Uint8Array | null> {
  return (await ports.blobs.get({ ...pictureKey(picture), rendition })) ?? (await madeAgain(ports, picture, rendition));
}

/** Copies of pictures in their order, for report data. Missing ones are created again, one after the other. */
export async function copiesOf(ports: Ports, pictures: readonly Picture[], rendition: Rendition): Promise<DataCell[]> {
  const kept = await Promise.all(
    pictures.map(async (picture) => {
      const key = { ...pictureKey(picture), rendition };
      return (await ports.blobs.file(key)) ?? (await ports.blobs.get(key));
    }),
  );
  const copies = [];
  for (const [i, picture] of pictures.entries()) copies.push(kept[i] ?? (await madeAgain(ports, picture, rendition)));
  return copies;
}

async function madeAgain(ports: Ports, picture: Picture, rendition: Rendition): Promise<Uint8Array | null> {
  const { blobs, images } = ports;
  const key = pictureKey(picture);
  const original = await blobs.get({ ...key, rendition: null });
  const decoded = original === null ? null : await decodePhoto(images, original, key.scopeId);
  if (decoded === null) return null;
  for (const each of RENDITIONS) await blobs.putRendition({ ...key, rendition: each }, decoded.renditions[each]);
  return decoded.renditions[rendition];
}

/** A row that refers to a picture has more columns than its key. */
function pictureKey({ scopeId, sha256 }: Picture): Picture {
  return { scopeId, sha256 };
}
