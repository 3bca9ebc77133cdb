import type { SetupChange, SetupPart, SetupPreview } from '@holdfast/contract';
import { Text, Title } from '@mantine/core';
import { t, type TextKey } from '../../../lib/texts/administration.ts';
import classes from './SetupChanges.module.css';

/** Maximum number of names listed per kind; the total includes the others. */
const NAME_LIMIT = 60;

/** Labels of the columns that a setup can change, as in the editors. */
const COLUMN_NAMES: Readonly<Record<string, TextKey>> = {
  description: 'adminSetup.description',
  evidence: 'adminRules.evidence',
  fieldTypeId: 'adminSetup.fieldType',
  fieldsTemplateId: 'adminSetup.part.fieldsTemplate',
  filename: 'admin.name',
  inspectionItemTypeListViewFieldNames: 'adminInspections.columnsResult',
  isLocation: 'adminSetup.isLocation',
  isQuestion: 'adminSetup.isQuestion',
  itemFieldsTemplateId: 'adminSetup.itemTemplate',
  itemTypeId: 'adminSetup.part.itemType',
  itemTypeListViewFieldNames: 'adminInspections.columnsItem',
  name: 'admin.name',
  order: 'adminSetup.order',
  parentDefaultItemId: 'adminSetup.parent',
  required: 'adminSetup.required',
  rules: 'adminRules.title',
  shortName: 'admin.shortName',
  showInList: 'adminSetup.showInList',
  type: 'adminSetup.kind',
};

/** Effects of importing a setup: changes first, since they replace existing values, then additions, by kind. */
export function SetupChanges({ preview: { name, counts, changes } }: { preview: SetupPreview }) {
  const changed = changes.filter(({ verdict }) => verdict === 'changed');
  const made = Map.groupBy(
    changes.filter(({ verdict }) => verdict === 'new'),
    ({ part }) => part,
  );
  return (
    <>
      <div role="status">
        <Title order={3}>{name}</Title>
        <Text c="dimmed">
          {changes.length === 0
            ? t('adminSetup.nothing')
            : [
                t('adminRegister.new', { count: counts.new }),
                t('adminRegister.changed', { count: counts.changed }),
                t('adminRegister.unchanged', { count: counts.unchanged }),
              ].join(', ')}
        </Text>
      </div>
      {changes.length > 0 && (
        // A list longer than its window is scrolled by keyboard.
        <ul className={classes['changes']} aria-label={t('adminSetup.changes')} tabIndex={0}>
          {changed.map((change) => (
            <Changed key={`${change.part} ${change.name}`} change={change} />
          ))}
          {[...made].map(([part, news]) => (
            <New key={part} part={part} names={news.map((one) => one.name)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Changed({ change: { part, name, differences } }: { change: SetupChange }) {
  return (
    <li className={classes['change']}>
      <Text c="dimmed" size="sm">
        {t('adminSetup.changedPart', { part: t(`adminSetup.part.${part}`) })}
      </Text>
      <Text fw={550}>{name}</Text>
      {differences.map((difference) => (
        <Text key={difference.column} size="sm">
          {wordsOf(difference)}
        </Text>
      ))}
    </li>
  );
}

function wordsOf({ column, was, is }: SetupChange['differences'][number]): string {
  const what = COLUMN_NAMES[column];
  // For pictures, only the hash is shown: the other columns describe the bytes.
  if (what === undefined) return column === 'sha256' ? t('adminSetup.pictureReplaced') : '';
  return t('adminSetup.difference', { what: t(what), was: was || t('admin.empty'), is: is || t('admin.empty') });
}

function New({ part, names }: { part: SetupPart; names: readonly string[] }) {
  const listed = names.slice(0, NAME_LIMIT).join(', ');
  const rest = names.length - NAME_LIMIT;
  return (
    <li className={classes['change']}>
      <Text c="dimmed" size="sm">
        {t(`adminSetup.newParts.${part}`, { count: names.length })}
      </Text>
      <Text>{rest > 0 ? `${listed} ${t('admin.attentionMore', { count: rest })}` : listed}</Text>
    </li>
  );
}
