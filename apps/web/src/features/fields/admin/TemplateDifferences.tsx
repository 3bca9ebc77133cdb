import type { TemplateDifference } from '@holdfast/contract';
import { Text } from '@mantine/core';
import { t, type TextKey } from '../../../lib/texts/administration.ts';
import classes from './TemplateDifferences.module.css';

const PROPERTIES: Readonly<Record<string, TextKey>> = {
  name: 'admin.name',
  fieldType: 'adminFields.type',
  shortName: 'admin.shortName',
  description: 'adminFields.description',
  required: 'adminFields.required',
  showInList: 'adminFields.showInList',
  options: 'adminFields.options',
  showWhen: 'adminRules.showWhen',
  calculation: 'adminRules.calculation',
  unit: 'adminRules.unit',
  range: 'adminRules.rule.range',
  default: 'adminRules.default',
  evidence: 'adminRules.evidence',
};

/** The differences between two versions of a template. */
export function TemplateDifferences({ differences }: { differences: readonly TemplateDifference[] }) {
  if (differences.length === 0) return <Text c="dimmed">{t('adminVersions.same')}</Text>;
  return (
    // A list longer than its window is scrolled by keyboard.
    <ul className={classes['differences']} aria-label={t('adminVersions.differences')} tabIndex={0}>
      {differences.map(({ kind, fieldId, name, changes }) => (
        <li key={`${kind} ${fieldId}`} className={classes['difference']} data-kind={kind}>
          <Text size="sm" c="dimmed">
            {fieldId === null ? t('adminVersions.template') : t(`adminVersions.${kind}`)}
          </Text>
          <Text fw={550}>{name}</Text>
          {changes.map(({ property, was, is }) => (
            <Text key={property} size="sm">
              {t('adminSetup.difference', {
                what: t(PROPERTIES[property] ?? 'admin.name'),
                was: was || t('admin.empty'),
                is: is || t('admin.empty'),
              })}
            </Text>
          ))}
        </li>
      ))}
    </ul>
  );
}
