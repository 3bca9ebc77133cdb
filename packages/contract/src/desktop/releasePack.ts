/** The file format of a release: a mark, the length of the head, the head (its signed manifest), then its files (docs/updates.md). */
import { ReleaseManifest, SignedManifest } from './releases.ts';

/** The first bytes of a pack. */
export const PACK_MARK = Uint8Array.of(0x48, 0x46, 0x52, 0x45, 0x4c, 0x31, 0x0a, 0x00);

/** Number of bytes at the start of a pack up to the end of the head's length. */
export const PACK_START = PACK_MARK.length + 4;

const HEAD_LIMIT = 4 * 1024 * 1024;

/** Returns the offset at which the head of a pack ends. @param start its first `PACK_START` bytes @returns null when it is not a release */
export function endOfHead(start: Uint8Array): number | null {
  if (start.length < PACK_START || PACK_MARK.some((byte, at) => start[at] !== byte)) return null;
  const length = new DataView(start.buffer, start.byteOffset).getUint32(PACK_MARK.length);
  return length > HEAD_LIMIT ? null : PACK_START + length;
}

/**
 * Reads the signed manifest of a pack without checking its signature. @param head its bytes up to the end of its head @returns null when it
 * has none
 */
export function headOfPack(head: Uint8Array): SignedManifest | null {
  let text = '';
  for (let at = PACK_START; at < head.length; at += 8_192)
    text += String.fromCharCode(...head.subarray(at, at + 8_192));
  return parsed(SignedManifest, text);
}

/** Reads a manifest without checking its signature. @returns null when it is invalid */
export function readManifest(manifest: string): ReleaseManifest | null {
  return parsed(ReleaseManifest, manifest);
}

function parsed<T>(
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
  text: string,
): T | null {
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/**
 * Compares two versions, number by number.
 * @returns below 0 when the first is older, 0 when they are the same, above 0 when it is newer
 */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (const place of [0, 1, 2]) {
    const difference = (left?.[place] ?? 0) - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
