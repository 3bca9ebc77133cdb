import type { ImageResource } from '../page.ts';
import type { ImageMaker } from '../template/properties.ts';

/** FNV-1a over all bytes, with the length: enough to tell the pictures of one report apart. */
function fingerprint(bytes: Uint8Array): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b);
  }
  return `${bytes.length.toString(36)}-${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}

/** Makes one resource for equal bytes. @param describe finds out format and size of a picture */
export function createImages(
  describe: (bytes: Uint8Array) => Pick<ImageResource, 'format' | 'width' | 'height'>,
): ImageMaker {
  const byId = new Map<string, ImageResource>();
  const byBytes = new WeakMap<Uint8Array, ImageResource>();
  return (bytes) => {
    const known = byBytes.get(bytes);
    if (known) return known;
    const id = fingerprint(bytes);
    let image = byId.get(id);
    if (!image) byId.set(id, (image = { id, bytes, ...describe(bytes) }));
    byBytes.set(bytes, image);
    return image;
  };
}
