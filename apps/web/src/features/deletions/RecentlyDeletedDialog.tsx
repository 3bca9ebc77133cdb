import type { RecentlyDeleted } from '@holdfast/contract';
import { roleHolds } from '@holdfast/contract/roles';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCube, IconFile, IconNote, IconPhotoOff, IconRadar2, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { isDesktop } from '../../lib/host.ts';
import { type Outbox, stateOf, useOutbox, useSaves } from '../../lib/outbox/index.ts';
import { t } from '../../lib/texts/recentlyDeleted.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { useFocusInList } from '../../ui/hooks/useFocusInList.ts';
import { usePicture } from '../../ui/hooks/usePicture.ts';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { withdrawUndo } from '../../ui/offers.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { deletedImageAddress } from '../media/fileNames.ts';
import { useUser } from '../users/index.ts';
import classes from './RecentlyDeletedDialog.module.css';
import { kindOf, nameOf, saveOfDeletion, saveOfRestoring } from './restoring.ts';

/**
 * Lists the deleted records of an inspection, and restores them.
 * @param itemId limits the list to the records of an item until the user asks for all; absent: all are listed
 */
export default function RecentlyDeletedDialog({
  installationInspectionId,
  itemId,
  onClose,
}: {
  installationInspectionId: string;
  itemId?: string;
  onClose(): void;
}) {
  const { role } = useUser();
  const readOnly = !roleHolds(role, 'inspect');
  const [isWhole, setWhole] = useState(itemId === undefined);
  const { data, error, refetch } = useQuery({
    ...queryOf('getRecentlyDeleted', { installationInspectionId }),
    staleTime: 0,
  });
  const list = useRef<HTMLUListElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const outbox = useOutbox();
  const [restored, setRestored] = useState<RecentlyDeleted | null>(null);
  useEffect(withdrawUndo, []);
  const noteFocus = useFocusInList(list, close);
  const records = isWhole ? data : data?.filter((record) => 'itemId' in record && record.itemId === itemId);
  return (
    <Dialog opened onClose={onClose} title={t('deleted.title')} size="lg" closeOnBlur>
      <Stack gap="md">
        {records === undefined ? (
          error === null ? (
            <Loading>
              <Stack gap="xs">
                <Skeleton height={64} />
                <Skeleton height={64} />
                <Skeleton height={64} />
              </Stack>
            </Loading>
          ) : (
            <Failed what={t('deleted.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
          )
        ) : records.length === 0 ? (
          <Empty
            title={t(isWhole ? 'deleted.none' : 'deleted.noneOfItem')}
            hint={t(isWhole ? 'deleted.noneHint' : 'deleted.noneOfItemHint')}
          />
        ) : (
          <ul ref={list} className={classes['list']} aria-label={t('deleted.title')} onFocus={noteFocus}>
            {records.map((record) => (
              <Entry
                key={`${record.kind} ${record.id}`}
                record={record}
                installationInspectionId={installationInspectionId}
                readOnly={readOnly}
                onRestored={() => setRestored(record)}
              />
            ))}
          </ul>
        )}
        {/* In the dialog: a message over it would cover the list while one record after the other is restored. */}
        <Group gap="xs" role="status">
          {restored !== null && (
            <>
              <Text size="sm" flex="1 1 160px">
                {t('deleted.restored', { name: nameOf(restored) })}
              </Text>
              <Button
                variant="light"
                onClick={() => {
                  undoRestoring(outbox, restored, installationInspectionId);
                  setRestored(null);
                }}
              >
                {t('actions.undo')}
              </Button>
            </>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t(isDesktop ? 'deleted.keptDesktop' : 'deleted.kept')}
          {readOnly && ` ${t('deleted.readOnly')}`}
        </Text>
        <DialogActions>
          {!isWhole && (
            <Button variant="default" onClick={() => setWhole(true)}>
              {t('deleted.whole')}
            </Button>
          )}
          <Button ref={close} variant="default" onClick={onClose}>
            {t('actions.close')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function Entry({
  record,
  installationInspectionId,
  readOnly,
  onRestored,
}: {
  record: RecentlyDeleted;
  installationInspectionId: string;
  readOnly: boolean;
  onRestored(): void;
}) {
  const outbox = useOutbox();
  const saves = useSaves();
  const restoring = saveOfRestoring(record, installationInspectionId);
  const save = saves.findLast(({ subject }) => subject === restoring.subject);
  const state = save === undefined ? 'idle' : stateOf(save, saves);
  const name = nameOf(record);
  const { userName, deletedAt } = record;
  const restore = (): void => {
    outbox.add(restoring);
    onRestored();
  };
  return (
    <li className={classes['entry']}>
      <div className={classes['picture']}>
        <Picture record={record} />
      </div>
      <div className={classes['text']}>
        <Text fw={550}>{name}</Text>
        <Text size="sm" c="dimmed">
          {kindOf(record)}
        </Text>
        <Text size="sm" c="dimmed">
          {userName === '' ? t('deleted.byUnknown') : t('deleted.by', { user: userName })}
          {' · '}
          <time dateTime={deletedAt}>{formatMoment(deletedAt)}</time>
        </Text>
        {save !== undefined && state !== 'idle' && (
          <SaveMark
            state={state}
            {...(save.refusal ? { reason: save.refusal.reason } : {})}
            onRetry={() => outbox.retry(save.key)}
            onDiscard={() => outbox.discard(save.key)}
          />
        )}
      </div>
      {!readOnly && save === undefined && (
        <Button
          variant="light"
          flex="none"
          leftSection={<IconRestore size={20} aria-hidden />}
          aria-label={t('deleted.restoreNamed', { name })}
          onClick={restore}
        >
          {t('deleted.restore')}
        </Button>
      )}
    </li>
  );
}

/** Discards a restoration that was not sent yet; deletes the record again otherwise. */
function undoRestoring(outbox: Outbox, record: RecentlyDeleted, installationInspectionId: string): void {
  const { subject } = saveOfRestoring(record, installationInspectionId);
  const waiting = outbox.saves().findLast((save) => save.subject === subject && save.attempts === 0);
  if (waiting === undefined) outbox.add(saveOfDeletion(record, installationInspectionId));
  else outbox.discard(waiting.key);
}

const ICONS = { item: IconCube, note: IconNote, file: IconFile, sweep: IconRadar2 };

/** The photo that was removed, or the symbol of another kind of record. */
function Picture({ record }: { record: RecentlyDeleted }) {
  if (record.kind === 'image') return <DeletedPhoto id={record.id} filename={record.filename} />;
  const Icon = ICONS[record.kind];
  return <Icon size={24} aria-hidden />;
}

function DeletedPhoto({ id, filename }: { id: string; filename: string }) {
  const address = deletedImageAddress({ id, filename });
  const { isMissing, onError } = usePicture(address);
  if (isMissing) return <IconPhotoOff size={24} role="img" aria-label={t('deleted.noPicture')} />;
  return <img src={address} alt="" loading="lazy" decoding="async" onError={onError} />;
}
