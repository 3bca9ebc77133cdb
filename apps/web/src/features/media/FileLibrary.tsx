import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { shortName } from './fileNames.ts';
import { formatMoment, formatSize } from '../../lib/display/formats.ts';
import { amend, queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Library } from './Library.tsx';
import classes from './Library.module.css';
import { type PicturedItem, refreshWhatShowsFiles } from './mutations.ts';

/** Files of other items of the installation, which can be added to this item too. */
export default function FileLibrary({ item, onClose }: { item: PicturedItem; onClose(): void }) {
  const cache = useQueryClient();
  const query = useQuery(queryOf('getOtherFilesByInstallationInspectionItem', { ...item }));
  return (
    <Library
      words={{
        title: t('files.library'),
        failed: t('files.failed'),
        empty: t('files.libraryEmpty'),
        emptyHint: t('files.libraryEmptyHint'),
        add: (count) => (count === 0 ? t('files.addNone') : t('files.add', { count })),
        addFailed: t('files.addFailed'),
      }}
      size="lg"
      query={query}
      skeleton={
        <Stack gap="xs">
          <Skeleton height={52} />
          <Skeleton height={52} />
          <Skeleton height={52} />
        </Stack>
      }
      onAdd={async (imageIds, options) => {
        const files = await call('addItemFilesFromAnotherInspection', { ...item, imageIds }, options);
        amend(cache, 'getFilesForItem', { itemId: item.itemId }, () => files);
        refreshWhatShowsFiles(cache);
      }}
      onClose={onClose}
    >
      {(files, { picked, toggle }) => (
        <ul className={classes['files']}>
          {files.map((file) => (
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
    </Library>
  );
}
