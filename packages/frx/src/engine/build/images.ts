import type { ImageResource } from '../../page.ts';
import type { ImageMaker } from '../../template/properties.ts';

/** Returns a hash (FNV-1a over words of four bytes) and the length: enough to distinguish the pictures of one report. */
function fingerprint(bytes: Uint8Array): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  const mix = (value: number): void => {
    // A multiplication carries only to higher bits, so that the upper half is mixed into the lower one.
    low = Math.imul(low ^ value, 0x01000193);
    low ^= low >>> 15;
    high = Math.imul(high ^ value, 0x85ebca6b);
    high ^= high >>> 13;
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) mix(view.getUint32(at, true));
  for (let at = whole; at < bytes.length; at += 1) mix(bytes[at]!);
  return `${bytes.length.toString(36)}-${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`;
}

/**
 * Returns a function that returns the same resource for equal bytes.
 * @param describe determines format and size of a picture
 */
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
