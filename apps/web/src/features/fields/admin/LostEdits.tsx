import type { Field } from '@holdfast/contract';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { t } from '../../../lib/texts/administration.ts';
import { changedTexts } from './fieldEdits.ts';
import type { FieldEditing } from './useFieldEdits.ts';

/** Notice about changes to questions that another administrator deleted meanwhile, with the typed texts. */
export function LostEdits({
  fields,
  editing: { edits, discard },
}: {
  fields: readonly Field[];
  editing: FieldEditing;
}) {
  const lost = [...edits].filter(([id]) => !fields.some((field) => field.id === id));
  if (lost.length === 0) return null;
  return (
    <Alert color="yellow" role="alert" icon={<IconTrash aria-hidden />} title={t('adminFields.lostTitle')}>
      <Text size="sm">{t('adminFields.lostText')}</Text>
      {lost.map(([id, edit]) => (
        <Text key={id} size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {[edit.base.name, ...changedTexts(edit)].join(' · ')}
        </Text>
      ))}
      <Group mt="sm">
        <Button variant="default" onClick={() => lost.forEach(([id]) => discard(id))}>
          {t('actions.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
