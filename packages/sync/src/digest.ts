import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The proof that two databases hold the same versions of the same rows: the sum, modulo 2^64, of eight bytes of a hash of every live row's
 * table, id and sequence number (sync.md 2.6). Only the server gives sequence numbers, so they identify content.
 */

const MASK = (1n << 64n) - 1n;

/** The share of one row in the digest of its scope. */
export function rowDigest(table: string, id: string, seq: number): bigint {
  const hash = sha256(utf8ToBytes(`${table}|${id}|${seq}`));
  let value = 0n;
  for (let i = 0; i < 8; i++) value = (value << 8n) | BigInt(hash[i]!);
  return value;
}

/** A digest with one row more, or with a negative share one row less. */
export function addToDigest(digest: string, share: bigint): string {
  return ((BigInt(`0x${digest}`) + share) & MASK).toString(16).padStart(16, '0');
}

/** The digest of no rows: sixteen hexadecimal digits, as every digest is kept. */
export const EMPTY_DIGEST = '0000000000000000';

/** SHA-256 of a text, in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
