import { sha256Hex } from './digest.ts';

/**
 * A digest over the changes of a device, one after the other. It distinguishes a copy of a device's database from the original
 * (docs/sync.md, "What is promised").
 */

/**
 * Returns the chain after one more change. It covers the parts of a change that are kept after it can no longer be sent: number, action and clock.
 * @param clock as JSON
 */
export function chainAfter(chain: string, n: number, groupId: string, clock: string): string {
  return sha256Hex(`${chain}|${n}|${groupId}|${clock}`);
}
