import type { Device, Release } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { formatSize } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type Column, DataTable, MOMENT_TRACK, momentCell } from '../../../ui/admin/DataTable.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { offerText, runningOn, stateText } from './releaseTexts.ts';

const NO_DEVICES: readonly Device[] = [];
const versionOf = ({ version }: Release): string => version;

/** Lists the releases of the desktop, to which devices each is offered, and how many devices run it. */
export function ReleasesScreen() {
  const read = useQuery(adminQuery('load the releases', 'getReleases', {}));
  const devices = useQuery(adminQuery('load the devices', 'getDevices', {})).data ?? NO_DEVICES;
  const [opened, setOpened] = useState<string | null>(null);
  const release = read.data?.find(({ version }) => version === opened);
  const running = (each: Release): string =>
    t('release.by', { running: runningOn(each, devices), count: devices.length });
  const columns: Column<Release>[] = [
    { id: 'version', title: t('release.version'), cell: versionOf, sort: versionOf, track: 'minmax(84px, 2fr)' },
    { id: 'state', title: t('release.state'), cell: stateText, sort: stateText, track: 'minmax(84px, 2fr)' },
    { id: 'offered', title: t('release.offered'), cell: offerText, track: 'minmax(120px, 4fr)', wideOnly: true },
    {
      id: 'running',
      title: t('release.running'),
      cell: running,
      sort: (each) => runningOn(each, devices),
      track: '110px',
      numeric: true,
    },
    {
      id: 'published',
      title: t('release.publishedAt'),
      cell: ({ publishedAt }) => momentCell(publishedAt),
      sort: ({ publishedAt }) => publishedAt,
      track: MOMENT_TRACK,
      wideOnly: true,
    },
    {
      id: 'size',
      title: t('release.size'),
      cell: ({ size }) => formatSize(size),
      sort: ({ size }) => size,
      track: '100px',
      numeric: true,
      wideOnly: true,
    },
  ];
  return (
    <>
      <ListPage
        title={t('admin.releases')}
        read={read}
        wordsOf={(each) => `${each.version} ${stateText(each)}`}
        empty={{ title: t('admin.nothingYet'), hint: t('release.emptyHint') }}
      >
        {(found) => (
          <DataTable
            label={t('admin.releases')}
            rows={found}
            columns={columns}
            keyOf={versionOf}
            onOpen={({ version }) => setOpened(version)}
          />
        )}
      </ListPage>
      {release !== undefined && (
        <ReleaseDialog key={release.version} release={release} devices={devices} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
