import type { DeletableKind } from '@holdfast/contract';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { OPERATIONS } from './kinds.ts';

/** Notice in an editor that its record was deleted meanwhile. The record can be restored, so that the changes can be saved. */
export function DeletedNotice({
  kind,
  id,
  onRestored,
}: {
  kind: DeletableKind;
  id: string;
  /** Called before the record is read again. */
  onRestored(): void;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const restore = (): void =>
    void attempt(async () => {
      await write('restore the record', OPERATIONS[kind].restore, { id });
      onRestored();
    });
  return (
    <Alert color="yellow" role="alert" icon={<IconTrash aria-hidden />} title={t('deletions.goneTitle')}>
      <Group justify="space-between">
        <Text size="sm" flex="1 1 240px">
          {t('deletions.goneText')}
        </Text>
        <Button variant="default" loading={isBusy} onClick={restore}>
          {t('deletions.restore')}
        </Button>
      </Group>
    </Alert>
  );
}
