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
