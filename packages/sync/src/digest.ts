import { sha256Hex } from '#sha256';

export { sha256Hex };

/**
 * The proof that two databases hold the same versions of the same rows: the sum, modulo 2^64, of eight bytes of a hash of every live row's
 * table, id and sequence number (docs/sync.md, "The messages"). Only the server gives sequence numbers, so they identify content.
 */

const MASK = (1n << 64n) - 1n;

/** The share of one row in the digest of its scope. */
export function rowDigest(table: string, id: string, seq: number): bigint {
  return BigInt(`0x${sha256Hex(`${table}|${id}|${seq}`).slice(0, 16)}`);
}

/** A digest with one row more, or with a negative share one row less. */
export function addToDigest(digest: string, share: bigint): string {
  return digestOf(BigInt(`0x${digest}`) + share);
}

/** A sum of shares as digests are kept. */
export function digestOf(sum: bigint): string {
  return (sum & MASK).toString(16).padStart(16, '0');
}

/** The digest of no rows: sixteen hexadecimal digits, as every digest is kept. */
export const EMPTY_DIGEST = '0000000000000000';
