import type { AuditEntry, InputOf, exportAuditEntries } from '@holdfast/contract';
import { Badge, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddressState } from '../../../lib/navigation/addressState.ts';
import { adminQuery, callAdmin, showFailure } from '../../../lib/calls/adminCalls.ts';
import { callAndSave } from '../../../lib/calls/downloads.ts';
import { keyOf } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type Column, DataTable, MOMENT_TRACK, momentCell } from '../../../ui/admin/DataTable.tsx';
import { FilterPopover, FilterSelect } from '../../../ui/admin/Filters.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { DayInput } from '../../../ui/inputs/DayInput.tsx';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { entryText } from './entryTexts.ts';

const AREAS = ['signIn', 'account', 'company', 'configuration', 'report', 'export', 'device', 'system'] as const;

/** Seconds of a day. */
const DAY = 24 * 60 * 60;

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'time', title: t('audit.time'), cell: ({ at }) => momentCell(at), track: MOMENT_TRACK },
  { id: 'person', title: t('audit.person'), cell: ({ userName }) => userName, track: 'minmax(80px, 2fr)' },
  { id: 'action', title: t('audit.action'), cell: action, track: 'minmax(100px, 3fr)' },
  {
    id: 'subject',
    title: t('audit.subject'),
    cell: ({ subject }) => subject,
    track: 'minmax(110px, 3fr)',
    wideOnly: true,
  },
  {
    id: 'company',
    title: t('adminUsers.company'),
    cell: ({ companyName }) => companyName ?? '',
    track: 'minmax(96px, 2fr)',
    wideOnly: true,
  },
  {
    id: 'address',
    title: t('audit.address'),
    cell: ({ address }) => address ?? '',
    track: 'minmax(90px, 130px)',
    wideOnly: true,
  },
];

/** The audit log: who did what, when and from where, filtered by area, user, company and time. */
export function AuditScreen() {
  const [area, setArea] = useAddressState('area');
  const [userId, setUser] = useAddressState('person');
  const [companyId, setCompany] = useAddressState('company');
  const [fromText, setFromText] = useAddressState('from');
  const [toText, setToText] = useAddressState('to');
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const [isExporting, setExporting] = useState(false);
  const [from, to] = [secondsOf(fromText), secondsOf(toText)];
  const known = AREAS.find((each) => each === area);
  const filters: InputOf<typeof exportAuditEntries> = {
    ...(known === undefined ? {} : { area: known }),
    ...(userId === '' ? {} : { userId }),
    ...(companyId === '' ? {} : { companyId }),
    ...(from === null ? {} : { from: instant(from) }),
    ...(to === null ? {} : { to: instant(to + DAY) }),
  };
  const count = Object.keys(filters).length;
  const users = useQuery(adminQuery('load the users', 'getUsers', {}));
  const companies = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const pages = useInfiniteQuery({
    queryKey: keyOf('getAuditEntries', filters),
    queryFn: ({ pageParam, signal }) =>
      callAdmin(
        'load the audit log',
        'getAuditEntries',
        pageParam === null ? filters : { ...filters, before: pageParam },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.seq : undefined),
  });
  const rows = pages.data?.pages.flatMap(({ entries }) => entries);
  const showAll = (): void => {
    setArea('');
    setUser('');
    setCompany('');
    setFromText('');
    setToText('');
  };
  const save = async (): Promise<void> => {
    setExporting(true);
    try {
      await callAndSave('exportAuditEntries', filters);
    } catch (error) {
      showFailure(error);
    } finally {
      setExporting(false);
    }
  };
  return (
    <>
      <ListPage
        title={t('admin.audit')}
        read={{ data: rows, error: pages.error, refetch: pages.refetch }}
        wordsOf={searchedIn}
        empty={
          count === 0
            ? { title: t('admin.nothingYet'), hint: t('audit.emptyHint') }
            : { title: t('audit.noneFound'), hint: t('audit.noneFoundHint') }
        }
        aside={
          <>
            <FilterPopover count={count} onClear={showAll}>
              <FilterSelect
                label={t('audit.area')}
                data={AREAS.map((each) => ({ value: each, label: t(`audit.area.${each}`) }))}
                value={known ?? null}
                onChange={(value) => setArea(value ?? '')}
              />
              <FilterSelect
                label={t('audit.person')}
                data={(users.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }))}
                value={userId === '' ? null : userId}
                onChange={(value) => setUser(value ?? '')}
              />
              <FilterSelect
                label={t('adminUsers.company')}
                data={(companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={companyId === '' ? null : companyId}
                onChange={(value) => setCompany(value ?? '')}
              />
              <DayInput
                label={t('audit.from')}
                value={from}
                onChange={(day) => setFromText(textOf(day))}
                isOptional
                inPopover
              />
              <DayInput
                label={t('audit.to')}
                value={to}
                onChange={(day) => setToText(textOf(day))}
                isOptional
                inPopover
              />
            </FilterPopover>
            <Button
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden />}
              loading={isExporting}
              onClick={() => void save()}
            >
              {t('audit.export')}
            </Button>
          </>
        }
        more={
          pages.hasNextPage
            ? {
                label: t('audit.older'),
                isBusy: pages.isFetchingNextPage,
                run: () => void pages.fetchNextPage(),
              }
            : null
        }
      >
        {(found) => (
          <DataTable label={t('admin.audit')} rows={found} columns={COLUMNS} keyOf={positionOf} onOpen={setOpen} />
        )}
      </ListPage>
      {open !== null && <AuditEntryDialog entry={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function positionOf({ seq }: AuditEntry): string {
  return String(seq);
}

/** Midnight UTC of a day in the address, in Unix seconds; null when the address contains no day. */
function secondsOf(day: string): number | null {
  const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(milliseconds) ? null : milliseconds / 1000;
}

/** Formats a day for the address; empty for none. */
function textOf(seconds: number | null): string {
  return seconds === null ? '' : instant(seconds).slice(0, 10);
}

/** Converts Unix seconds to a moment. */
function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function searchedIn(entry: AuditEntry): string {
  const { userName, subject, companyName, address } = entry;
  return [userName, entryText(entry), subject, companyName ?? '', address ?? ''].join(' ');
}

/** Returns the action, with a badge when it was refused. */
function action(entry: AuditEntry) {
  if (entry.outcome === 'done') return entryText(entry);
  // The badge comes first: a narrow column shows only the beginning.
  return (
    <span>
      <Badge variant="default" tt="none">
        {t('audit.outcome.refused')}
      </Badge>{' '}
      {entryText(entry)}
    </span>
  );
}
