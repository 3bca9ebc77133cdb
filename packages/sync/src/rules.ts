/** Decisions of the server about a pushed edit that compare clocks or check rights. */
import { type Clock, compareClocks, successor } from './clock.ts';
import type { Membership } from './rights.ts';

/**
 * Corrects an edit's clock to the server's time. The edit's age is measured by the device's own clock; the result never lies in the future, nor before
 * 1970: no message can hold such a clock, so that later edits of the row could not be sent.
 * @param skew time in ms by which the device's clock is behind the server's
 * @param now milliseconds UTC
 */
export function correctClock([ms, counter]: Clock, skew: number, now: number, deviceId: string): Clock {
  return [Math.max(0, Math.min(ms + skew, now)), counter, deviceId];
}

/** Returns true for an edit that is based on the newest value, or that follows an edit of the same device. */
export function isOnTop(base: Clock | null, current: Clock | undefined, deviceId: string): boolean {
  if (current === undefined || current[2] === deviceId) return true;
  return base !== null && compareClocks(base, current) === 0;
}

/** Returns true for an edit that takes effect: it is based on the newest value, or is the later edit (docs/sync.md, "What is promised"). */
export function wins(edit: Clock, base: Clock | null, current: Clock | undefined, deviceId: string): boolean {
  return current === undefined || isOnTop(base, current, deviceId) || compareClocks(edit, current) > 0;
}

/** Returns the clock after a winning edit, which is never earlier than the one it replaces. */
export function advanceClock(edit: Clock, current: Clock | undefined): Clock {
  if (current === undefined || compareClocks(edit, current) > 0) return edit;
  return successor(current, edit[2]);
}

/** Returns true when a user holds a right in a scope. Devices never write to the library. */
export function mayWrite(
  memberships: readonly Membership[],
  userId: string,
  scopeId: string,
  right: Membership['rights'][number],
): boolean {
  return (
    scopeId !== 'library' &&
    memberships.some((one) => one.userId === userId && one.scopeId === scopeId && one.rights.includes(right))
  );
}
