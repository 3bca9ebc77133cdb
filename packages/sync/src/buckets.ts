import { addToDigest, EMPTY_DIGEST, rowDigest } from './digest.ts';
import { LIMITS } from '@holdfast/contract/sync';
import type { StoredRow } from './registry.ts';

/** Returns the bucket of a row in a repair. */
export function bucketOf(table: string, id: string): number {
  return Number(rowDigest(table, id, 0) % BigInt(LIMITS.buckets));
}

/** Returns the digest of each bucket. */
export function bucketSums(rows: readonly { table: string; row: StoredRow }[]): string[] {
  const sums = Array.from({ length: LIMITS.buckets }, () => EMPTY_DIGEST);
  for (const { table, row } of rows) {
    const bucket = bucketOf(table, row.id);
    sums[bucket] = addToDigest(sums[bucket]!, rowDigest(table, row.id, row._seq));
  }
  return sums;
}
