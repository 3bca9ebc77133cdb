import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The proof that two databases hold the same versions of the same rows: the sum, modulo 2^64, of eight bytes of a hash of every live row's
 * table, id and sequence number (sync.md 2.6). Only the server gives sequence numbers, so they identify content.
 */

const MASK = (1n << 64n) - 1n;

/** The share of one row in the digest of its scope. */
export function rowDigest(table: string, id: string, seq: number): bigint {
  const hash = sha256(utf8(`${table}|${id}|${seq}`));
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

/** Bytes of a text. Table names, ids and numbers are ASCII; anything else is encoded as UTF-8 too. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}
