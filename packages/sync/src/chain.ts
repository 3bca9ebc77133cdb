import { sha256Hex } from './digest.ts';

/**
 * A digest over the changes of a device, one after the other. It distinguishes a copy of a device's database from the original
 * (docs/sync.md, "What is promised").
 */

/**
 * The chain with one change more. It holds what stays of a change when it can no longer be sent: its number, its action and its clock.
 * @param clock as JSON
 */
export function chainAfter(chain: string, n: number, groupId: string, clock: string): string {
  return sha256Hex(`${chain}|${n}|${groupId}|${clock}`);
}
