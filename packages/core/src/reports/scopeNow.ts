import { localTime } from '../localTime.ts';
import type { ReportScope } from './scope.ts';

/** Returns the local time at the scope; of several installations that of the first. */
export function scopeNow(now: number, { installations }: ReportScope): number {
  const [installation] = installations;
  return installation === undefined ? now : localTime(now, installation.timeZone);
}
