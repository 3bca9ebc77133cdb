import type { Usage } from '@holdfast/contract';
import { t } from './texts/index.ts';

/** What the removal of something touches, in numbers (decisions 19). */
export function usageText({ answers, items, inspections }: Usage): string {
  if (answers === 0) return t('admin.usageNone');
  return t('admin.usageSome', {
    answers: t('admin.usageAnswers', { count: answers }),
    items: t('admin.usageItems', { count: items }),
    inspections: t('admin.usageInspections', { count: inspections }),
  });
}
