import type { InstallationInspectionSummary } from '@holdfast/contract';
import { daysBetween, progressOf } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';

/** Returns the text on an inspection's timing. `day`: midnight UTC of today at the installation, in seconds. */
export function timingOf(inspection: InstallationInspectionSummary, day: number): { text: string; overdue: boolean } {
  const { startDate, expectedEndDate } = inspection;
  if (isComplete(inspection)) return { text: t('inspections.complete'), overdue: false };
  if (day < startDate)
    return { text: t('inspections.startsIn', { count: daysBetween(day, startDate) }), overdue: false };
  if (day > expectedEndDate) {
    return { text: t('inspections.overdue', { count: daysBetween(expectedEndDate, day) }), overdue: true };
  }
  if (day === expectedEndDate) return { text: t('inspections.endsToday'), overdue: false };
  return { text: t('inspections.daysLeft', { count: daysBetween(day, expectedEndDate) }), overdue: false };
}

/** Returns true when every item in it was checked. */
function isComplete(inspection: InstallationInspectionSummary): boolean {
  return progressOf(inspection) === 100;
}

/** Returns true when it belongs to the Previous Inspections: its expected end has passed, or it is complete (product decision 14). */
export function isPrevious(inspection: InstallationInspectionSummary, day: number): boolean {
  return inspection.expectedEndDate < day || isComplete(inspection);
}

/**
 * Sorts inspections by the work they need: overdue, running, not started, complete. The newest is first within each, but the next one to
 * start among those that have not started.
 */
export function inWorkingOrder(
  inspections: readonly InstallationInspectionSummary[],
  day: number,
): InstallationInspectionSummary[] {
  const rank = (inspection: InstallationInspectionSummary): number =>
    isComplete(inspection) ? 3 : (dueOf(inspection, day) ?? 2);
  return inspections.toSorted(
    (a, b) => rank(a) - rank(b) || (rank(a) === 2 ? a.startDate - b.startDate : b.startDate - a.startDate),
  );
}

/** Number of days in advance for which an inspection that has not started is announced. */
const AHEAD_DAYS = 7;

/** Rank of an inspection that needs work now: 0 overdue, 1 running, 2 starting within a week; null for other inspections. */
export function dueOf(inspection: InstallationInspectionSummary, day: number): 0 | 1 | 2 | null {
  if (isComplete(inspection)) return null;
  if (inspection.expectedEndDate < day) return 0;
  if (inspection.startDate <= day) return 1;
  return daysBetween(day, inspection.startDate) <= AHEAD_DAYS ? 2 : null;
}
