import { Alert, Button, Group, Table, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { formatMoment } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/administration.ts';

/** A value that two users saved differently. */
export interface Difference {
  name: string;
  theirs: string;
  yours: string;
}

/** Notice that another user saved in the meantime. Shows both values, with an action that overwrites the other user's values. */
export function ConflictNotice({
  who,
  at,
  differences,
  isSaving,
  onSaveOnTop,
  onTakeTheirs,
}: {
  /** Name of the user who saved; null when unknown. */
  who: string | null;
  /** Time, ISO. */
  at: string | null;
  differences: readonly Difference[];
  isSaving: boolean;
  onSaveOnTop(): void;
  onTakeTheirs(): void;
}) {
  const title = who === null ? t('admin.conflictByUnknown') : t('admin.conflictBy', { who });
  return (
    <Alert color="yellow" role="alert" icon={<IconUsers aria-hidden />} title={title}>
      <Text size="sm" mb="xs">
        {at === null ? t('admin.conflictText') : t('admin.conflictTextAt', { when: formatMoment(at) })}
      </Text>
      <Table withRowBorders={false} verticalSpacing={4} style={{ overflowWrap: 'anywhere' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th>{t('admin.conflictTheirs')}</Table.Th>
            <Table.Th>{t('admin.conflictYours')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ name, theirs, yours }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{theirs}</Table.Td>
              <Table.Td>{yours}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group mt="sm">
        {/* Save of the page is its primary action. */}
        <Button variant="light" onClick={onSaveOnTop} loading={isSaving}>
          {t('admin.saveOnTop')}
        </Button>
        <Button variant="default" onClick={onTakeTheirs} disabled={isSaving}>
          {t('admin.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
