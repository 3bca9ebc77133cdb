import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { formatMoment, formatSize } from '../../lib/formats.ts';
import { newId } from '../../lib/ids.ts';
import { amend, queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import classes from './Library.module.css';
import { LibraryFooter } from './LibraryFooter.tsx';
import { type PicturedItem, refreshWhatShowsFiles } from './mutations.ts';
import { shortName } from '../../lib/fileNames.ts';
import { usePicks } from './usePicks.ts';

/** Files of other items of the installation, to be put on this one too. */
export default function FileLibrary({ item, onClose }: { item: PicturedItem; onClose(): void }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('getOtherFilesByInstallationInspectionItem', { ...item }));
  const { picked, toggle } = usePicks();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same choice sent again after a broken answer is the same call.
  const [key] = useState(newId);

  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const imageIds = [...picked];
      const files = await call(
        'addItemFilesFromAnotherInspection',
        { ...item, imageIds },
        { idempotencyKey: `${key}:${imageIds.length}` },
      );
      amend(cache, 'getFilesForItem', { itemId: item.itemId }, () => files);
      refreshWhatShowsFiles(cache);
      onClose();
    } catch (reason) {
      setBusy(false);
      setFailure(reasonOf(reason));
    }
  };

  return (
    <Dialog opened onClose={onClose} title={t('files.library')} size="lg">
      <Stack>
        {data === undefined ? (
          error === null ? (
            <Loading>
              <Stack gap="xs">
                <Skeleton height={52} />
                <Skeleton height={52} />
                <Skeleton height={52} />
              </Stack>
            </Loading>
          ) : (
            <Failed what={t('files.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
          )
        ) : data.length === 0 ? (
          <Empty title={t('files.libraryEmpty')} hint={t('files.libraryEmptyHint')} />
        ) : (
          <ul className={classes['files']}>
            {data.map((file) => (
              <li key={file.id}>
                <label className={classes['file']}>
                  <input type="checkbox" checked={picked.has(file.id)} onChange={() => toggle(file.id)} />
                  <span className={classes['fileText']}>
                    <Text component="span" display="block" title={file.filename}>
                      {shortName(file.filename)}
                    </Text>
                    <Text component="span" display="block" size="sm" c="dimmed">
                      {t('files.fromItem', { item: file.itemName })} · {formatMoment(file.createdAt)} ·{' '}
                      {formatSize(file.size)}
                    </Text>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
        <LibraryFooter
          failure={failure === null ? null : `${t('files.addFailed')} – ${failure}`}
          label={t('files.add', { count: picked.size })}
          disabled={picked.size === 0}
          busy={busy}
          onAdd={() => void add()}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}
