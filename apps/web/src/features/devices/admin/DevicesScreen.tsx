import type { Device } from '@holdfast/contract';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type Column, DataTable, idOf, NARROW_MOMENT_TRACK, momentCell } from '../../../ui/admin/DataTable.tsx';
import type { Filter } from '../../../ui/admin/Filters.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { ConnectDialog } from './ConnectDialog.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';
import { accessText, companiesOf, encryptedText, peopleOf } from './deviceTexts.ts';

const FILTERS: readonly Filter<Device>[] = [
  { id: 'version', label: t('adminDevices.version'), of: ({ appVersion }) => appVersion },
  { id: 'encrypted', label: t('adminDevices.encrypted'), of: encryptedText },
  { id: 'state', label: t('adminUsers.state'), of: accessText },
];

/** Lists every desktop: its users, its last contact, and the changes that wait on it. */
export function DevicesScreen() {
  const read = useQuery(adminQuery('load the devices', 'getDevices', {}));
  const [openId, setOpenId] = useState<string | null>(null);
  const [isConnecting, setConnecting] = useState(false);
  const open = read.data?.find(({ id }) => id === openId);
  const columns: Column<Device>[] = [
    {
      id: 'name',
      title: t('admin.name'),
      cell: ({ name }) => name,
      sort: ({ name }) => name,
      track: 'minmax(100px, 4fr)',
    },
    {
      id: 'people',
      title: t('adminDevices.people'),
      cell: peopleOf,
      sort: peopleOf,
      track: 'minmax(84px, 3fr)',
      wideOnly: true,
    },
    {
      id: 'company',
      title: t('adminUsers.company'),
      cell: companiesOf,
      sort: companiesOf,
      track: 'minmax(88px, 3fr)',
      wideOnly: true,
    },
    {
      id: 'lastSeen',
      title: t('adminDevices.lastSeen'),
      cell: ({ lastSeenAt }) => momentCell(lastSeenAt),
      sort: ({ lastSeenAt }) => lastSeenAt ?? '',
      track: NARROW_MOMENT_TRACK,
      wideOnly: true,
    },
    {
      id: 'version',
      title: t('adminDevices.version'),
      cell: ({ appVersion }) => appVersion,
      sort: ({ appVersion }) => appVersion,
      track: '72px',
      wideOnly: true,
    },
    {
      id: 'waiting',
      title: t('adminDevices.waiting'),
      cell: ({ waiting }) => waiting.toLocaleString('en-GB'),
      sort: ({ waiting }) => waiting,
      track: '64px',
      numeric: true,
    },
    {
      id: 'refused',
      title: t('adminDevices.refused'),
      cell: ({ refused }) => (refused === 0 ? '' : refused.toLocaleString('en-GB')),
      sort: ({ refused }) => refused,
      track: '72px',
      numeric: true,
      wideOnly: true,
    },
    { id: 'state', title: t('adminUsers.state'), cell: state, sort: accessText, track: '96px' },
  ];
  return (
    <>
      <ListPage
        title={t('admin.devices')}
        read={read}
        wordsOf={(device) => [device.name, peopleOf(device), companiesOf(device), accessText(device)].join(' ')}
        filters={FILTERS}
        create={{ label: t('adminDevices.connect'), isBusy: false, run: () => setConnecting(true) }}
        empty={{ title: t('admin.nothingYet'), hint: t('adminDevices.emptyHint') }}
      >
        {(found) => (
          <DataTable
            label={t('admin.devices')}
            rows={found}
            columns={columns}
            keyOf={idOf}
            onOpen={({ id }) => setOpenId(id)}
          />
        )}
      </ListPage>
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
      {open !== undefined && <DeviceDialog key={open.id} device={open} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** Returns the state of a device: unemphasised while it is in use. */
function state(device: Device): ReactNode {
  if (device.access === 'open') return accessText(device);
  return (
    <Badge variant="default" tt="none">
      {accessText(device)}
    </Badge>
  );
}
