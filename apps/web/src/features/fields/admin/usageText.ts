import type { Usage } from '@holdfast/contract';
import { t } from '../../../lib/texts/administration.ts';

/** Returns the text on what a removal affects, in numbers (product decision 19). */
export function usageText({ answers, items, inspections }: Usage): string {
  if (answers === 0) return t('admin.usageNone');
  const touched = [
    t('admin.usageAnswers', { count: answers }),
    ...(items > 0 ? [t('admin.usageOnItems', { count: items })] : []),
    ...(inspections > 0 ? [t('admin.usageInInspections', { count: inspections })] : []),
  ];
  return t('admin.usageSome', { touched: touched.join(' ') });
}

/** Returns the sentences on the reports that name a short name which changes or is removed; none without such reports. */
export function reportsText(reports: readonly string[]): string[] {
  if (reports.length === 0) return [];
  return [
    t('adminVersions.reports', { count: reports.length, names: reports.join(', ') }),
    t('adminVersions.reportsKeep', { count: reports.length }),
  ];
}
