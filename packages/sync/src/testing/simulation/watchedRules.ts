/** The rules of the server with checks of what they decide (I6). The simulation loads this module in place of `rules.ts` (`planting.ts`). */
import { type Clock, compareClocks } from '../../clock.ts';
import * as rules from '../../rules.ts';
import { Broken } from './broken.ts';

export * from '../../rules.ts';

/** @throws {Broken} for a decision against an edit based on the newest value, or for the older of two concurrent edits */
export function wins(edit: Clock, base: Clock | null, current: Clock | undefined, deviceId: string): boolean {
  const won = rules.wins(edit, base, current, deviceId);
  const onTop =
    current === undefined || current[2] === deviceId || (base !== null && compareClocks(base, current) === 0);
  if (onTop && !won) throw new Broken('an edit made on top of the newest value lost');
  if (!onTop && won && compareClocks(edit, current) <= 0) throw new Broken('an older edit overrode a later one');
  return won;
}

/** @throws {Broken} for a clock in the future */
export function correctClock(clock: Clock, skew: number, now: number, deviceId: string): Clock {
  const corrected = rules.correctClock(clock, skew, now, deviceId);
  if (corrected[0] > now) throw new Broken('a clock lies in the future');
  return corrected;
}
