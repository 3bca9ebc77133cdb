import type { Field, FieldsTemplate } from '@holdfast/contract';
import { callAdmin } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import type { Question } from '../../../ui/dialogs/confirm.tsx';
import { reportsText, usageText } from './usageText.ts';

/**
 * Shows the recorded answers before questions change their type, and the reports that name their short names before these change.
 * @returns true when the user continues
 */
export async function isSureOfChanges(
  template: FieldsTemplate,
  shown: readonly Field[],
  confirm: (question: Question) => Promise<boolean>,
): Promise<boolean> {
  for (const field of template.fields) {
    const wanted = shown.find(({ id }) => id === field.id);
    if (wanted === undefined) continue;
    const isRetyped = wanted.fieldTypeId !== field.fieldTypeId;
    const isRenamed = field.shortName !== '' && wanted.shortName !== field.shortName;
    if (!isRetyped && !isRenamed) continue;
    const usage = await callAdmin('load the usage', 'getFieldUsage', { id: field.id });
    if (isRetyped && (usage.answers > 0 || usage.reports.length > 0)) {
      const { answers, reports } = usage;
      const title = t('adminFields.typeTitle', { name: wanted.name, type: wanted.fieldType.name });
      const named = t('adminFields.typeReports', { count: reports.length, names: reports.join(', ') });
      const text = [
        ...(answers > 0 ? [usageText(usage), t('adminFields.typeKeepsAnswers')] : []),
        ...(reports.length > 0 ? [named] : []),
      ].join(' ');
      if (!(await confirm({ title, text, confirm: t('adminFields.typeConfirm') }))) return false;
    }
    if (isRenamed && usage.reports.length > 0) {
      const title = t('adminFields.shortNameTitle', { name: wanted.name });
      const text = reportsText(usage.reports).join(' ');
      if (!(await confirm({ title, text, confirm: t('adminFields.shortNameConfirm') }))) return false;
    }
  }
  return true;
}
