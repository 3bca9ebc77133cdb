import { sha256Hex } from '#sha256';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Returns the id of a row that a natural key identifies: the first eight bytes of its parent's id, so that it sorts beside it, and eight bytes of a
 * hash of the whole key, so that two offline devices that create the row give it the same id. A UUID version 8 (data decision 7).
 * @param parentId a UUID
 * @param key values that distinguish the row from its siblings
 */
export function derivedId(parentId: string, ...key: readonly (string | null)[]): string {
  const hex = sha256Hex([parentId, ...key.map((part) => part ?? '')].join('|'));
  const head = parentId.slice(0, 14);
  const variant = ((Number.parseInt(hex[0]!, 16) & 3) | 8).toString(16);
  return `${head}8${parentId.slice(15, 18)}-${variant}${hex.slice(1, 4)}-${hex.slice(4, 16)}`;
}

/**
 * A UUID version 7: 48 bits of milliseconds, then ten random bytes with version and variant set (RFC 9562).
 * @param random ten bytes
 */
export function uuidV7(ms: number, random: Uint8Array): string {
  const time = Math.trunc(ms).toString(16).padStart(12, '0');
  const tail = bytesToHex(random.subarray(0, 10));
  const variant = ((Number.parseInt(tail[4]!, 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${tail.slice(1, 4)}-${variant}${tail.slice(5, 8)}-${tail.slice(8, 20)}`;
}
