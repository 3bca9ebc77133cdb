import { sha256Hex } from '#sha256';

export { sha256Hex };

/**
 * The digest that proves that two databases have the same versions of the same rows: the sum, modulo 2^64, of eight bytes of a hash of every living
 * row's table, id and sequence number (docs/sync.md, "The messages"). Only the server assigns sequence numbers, so they identify content.
 */

const MASK = (1n << 64n) - 1n;

/** The share of one row in the digest of its scope. */
export function rowDigest(table: string, id: string, seq: number): bigint {
  return BigInt(`0x${sha256Hex(`${table}|${id}|${seq}`).slice(0, 16)}`);
}

/** Adds the share of a row to a digest, or removes it when negative. */
export function addToDigest(digest: string, share: bigint): string {
  return digestOf(BigInt(`0x${digest}`) + share);
}

/** Formats a sum of shares as a digest. */
export function digestOf(sum: bigint): string {
  return (sum & MASK).toString(16).padStart(16, '0');
}

/** The digest of no rows; every digest has sixteen hexadecimal digits. */
export const EMPTY_DIGEST = '0000000000000000';
