import type { DeletableKind, RecordUse } from '@holdfast/contract';
import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { offerUndo } from '../../../ui/offers.tsx';
import { addressOf, OPERATIONS } from './kinds.ts';

/** Deletes an unused record after a confirmation; for a record in use, lists its uses with links. */
export function DeleteDialog({
  kind,
  id,
  name,
  hint,
  onClose,
  onDeleted,
}: {
  kind: DeletableKind;
  id: string;
  name: string;
  /** Alternative to deleting a record in use. */
  hint?: string;
  onClose(): void;
  /** Called after the deletion, before lists are read again. */
  onDeleted(): Promise<void> | void;
}) {
  const cache = useQueryClient();
  const { isBusy, write, attempt } = useAdminWrites();
  const uses = useQuery({ ...adminQuery('load what uses it', 'getRecordUses', { kind, id }), staleTime: 0, gcTime: 0 });
  const { remove, restore } = OPERATIONS[kind];
  const deleteIt = async (): Promise<void> => {
    await callAdmin('delete the record', remove, { id });
    onClose();
    await onDeleted();
    await cache.invalidateQueries();
    offerUndo(t('deletions.done', { name }), () => void attempt(() => write('restore the record', restore, { id })));
  };
  const isUsed = uses.data !== undefined && uses.data.length > 0;
  return (
    <Dialog opened onClose={onClose} title={t(isUsed ? 'deletions.usedTitle' : 'deletions.title', { name })}>
      <Stack gap="md">
        {uses.data === undefined ? (
          <Unread read={uses} rows={2} />
        ) : isUsed ? (
          <>
            <Text>{t('deletions.used')}</Text>
            <List>
              {uses.data.map((use) => (
                <List.Item key={use.kind}>
                  <Use use={use} />
                </List.Item>
              ))}
            </List>
            {hint !== undefined && <Text>{hint}</Text>}
          </>
        ) : (
          <Text>{t('deletions.text')}</Text>
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t(isUsed ? 'actions.close' : 'actions.cancel')}
          </Button>
          {!isUsed && (
            <Button
              color="red.8"
              disabled={uses.data === undefined}
              loading={isBusy}
              onClick={() => void attempt(deleteIt)}
            >
              {t('deletions.delete')}
            </Button>
          )}
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Records of one kind that use a record: their number, and links to the first ones. */
function Use({ use: { kind, count, records } }: { use: RecordUse }) {
  const isMore = count > records.length && records.length > 0;
  return (
    <>
      {t(`deletions.use.${kind}`, { count })}
      {records.length > 0 && ': '}
      {records.map(({ id, name, deleted }, index) => {
        const address =
          kind === 'item' || kind === 'installationInspection' || kind === 'user' ? undefined : addressOf(kind, id);
        return (
          <span key={id}>
            {index > 0 && ', '}
            {deleted ? (
              t('deletions.inBin', { name })
            ) : address === undefined ? (
              name
            ) : (
              <Anchor component={Link} to={address}>
                {name}
              </Anchor>
            )}
          </span>
        );
      })}
      {isMore && ' …'}
    </>
  );
}
