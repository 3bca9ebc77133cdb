import type { InspectionRow } from '@holdfast/contract';
import { ActionIcon, Button, CloseButton, Group, Pill, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFileText, IconInfoCircle, IconListCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { formatDayRange, progressOf } from '../../lib/formats.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { useViews } from '../../lib/views.ts';
import { Actions } from '../../ui/Actions.tsx';
import { Empty, Failed, Loading, ScreenTitle } from '../../ui/states.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { CountsBar } from '../conditions/index.ts';
import {
  ItemTree,
  NOT_CHECKED,
  useInspectionRows,
  useListColumns,
  useListing,
  useListMemory,
  useSelection,
} from '../items/index.ts';
import type { Gap } from '../reports/index.ts';
import { useUser } from '../users/index.ts';
import { ConditionFilter } from './ConditionFilter.tsx';
import classes from './InspectionScreen.module.css';
import { useInstallationInspection } from './queries.ts';

const InspectionDetailsDialog = part(() => import('./InspectionDetailsDialog.tsx'));
const InspectionReportsDialog = part(() => import('../reports/InspectionReportsDialog.tsx'));
const BulkBar = part(() => import('../items/selection/BulkBar.tsx'));
const AddItemDialog = part(() => import('../items/AddItemDialog.tsx'));

const NO_ROWS: readonly InspectionRow[] = [];
const NO_COUNTS: ReadonlyMap<string | null, number> = new Map();

/** The working list of an inspection: made for speed, it remembers how it was left. */
export function InspectionScreen({
  installationId,
  installationInspectionId,
}: {
  installationId: string;
  installationInspectionId: string;
}) {
  const { open, up } = useViews();
  const { data: inspection } = useInstallationInspection(installationInspectionId);
  const { rows, error, refetch } = useInspectionRows(installationInspectionId);
  const memory = useListMemory(installationInspectionId);
  const { columns, searchable } = useListColumns(installationInspectionId);
  const listing = useListing(installationInspectionId, rows, searchable);
  const { role } = useUser();
  const readOnly = role === 'viewer';
  const selection = useSelection(rows ?? NO_ROWS, listing);
  const [dialog, setDialog] = useState<'details' | 'reports' | 'add' | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const location = rows?.find(({ itemId }) => itemId === memory.filter.locationId);
  const { only } = memory.filter;

  useCommands([
    {
      id: 'search',
      group: t('shortcuts.list'),
      label: t('items.search'),
      keys: '/',
      run: () => search.current?.focus(),
    },
    selection.isOn
      ? { id: 'end', group: t('shortcuts.list'), label: t('bulk.end'), keys: 'escape', run: selection.clear }
      : { id: 'up', group: t('shortcuts.list'), label: t('actions.backToInstallation'), keys: 'escape', run: up },
    ...(readOnly
      ? []
      : [{ id: 'select', group: t('shortcuts.list'), label: t('bulk.begin'), keys: 'x', run: selection.begin }]),
  ]);

  // A location that left the list would hide everything for a reason nobody can see.
  const isLocationGone = rows !== undefined && memory.filter.locationId !== null && location === undefined;
  useEffect(() => {
    if (isLocationGone) memory.narrow({ locationId: null });
  }, [isLocationGone, memory]);

  const openItem = useCallback(
    (itemId: string): void => {
      memory.remember(itemId);
      open({ at: 'item', installationId, installationInspectionId, itemId });
    },
    [memory, open, installationId, installationInspectionId],
  );
  // The list is drawn anew when what it shows changes, not with every key in the search box.
  const latestOpen = useRef(openItem);
  useEffect(() => {
    latestOpen.current = openItem;
  });
  const { narrow } = memory;
  const narrowTo = useCallback((itemId: string) => narrow({ locationId: itemId }), [narrow]);
  const openRow = useCallback((itemId: string) => latestOpen.current(itemId), []);

  const showGap = (gap: Gap): void => {
    setDialog(gap.what === 'detailFields' ? 'details' : null);
    if (gap.what === 'detailFields') return;
    const condition = gap.what === 'notChecked' ? NOT_CHECKED : null;
    memory.narrow({ search: '', locationId: null, condition, only: 'itemIds' in gap ? gap : null });
  };

  return (
    <div className={classes['screen']}>
      <div className={classes['bar']}>
        <Group gap="sm">
          <ActionIcon aria-label={t('actions.backToInstallation')} onClick={up} variant="default">
            <IconArrowLeft size={24} />
          </ActionIcon>
          <div className={classes['title']}>
            {inspection === undefined ? (
              <Skeleton height={28} width={280} />
            ) : (
              <ScreenTitle>{inspection.inspectionName}</ScreenTitle>
            )}
            {inspection !== undefined && (
              <Text size="sm" c="dimmed">
                {inspection.installationName} · {formatDayRange(inspection.startDate, inspection.expectedEndDate)}
              </Text>
            )}
          </div>
          <Text fw={700} fz="xl" className={classes['percent']}>
            {inspection === undefined ? '' : t('inspections.percent', { percent: progressOf(inspection) })}
          </Text>
          <Actions>
            <Button
              variant="default"
              leftSection={<IconInfoCircle size={20} aria-hidden />}
              disabled={inspection === undefined}
              onClick={() => setDialog('details')}
            >
              {t('inspections.details')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileText size={20} aria-hidden />}
              onClick={() => setDialog('reports')}
            >
              {t('reports.title')}
            </Button>
            {!readOnly && (
              <Button
                leftSection={<IconPlus size={20} aria-hidden />}
                disabled={inspection === undefined || rows === undefined}
                onClick={() => setDialog('add')}
              >
                {t('items.new')}
              </Button>
            )}
          </Actions>
        </Group>
        <div className={classes['tools']}>
          <TextInput
            ref={search}
            className={classes['search']}
            size="md"
            type="search"
            aria-label={t('items.search')}
            placeholder={t('items.search')}
            leftSection={<IconSearch size={20} aria-hidden />}
            rightSection={
              memory.filter.search === '' ? null : (
                <CloseButton aria-label={t('items.clearSearch')} onClick={() => memory.narrow({ search: '' })} />
              )
            }
            value={memory.filter.search}
            onChange={(event) => memory.narrow({ search: event.currentTarget.value })}
          />
          {!readOnly && !selection.isOn && (
            <Button
              variant="subtle"
              leftSection={<IconListCheck size={20} aria-hidden />}
              disabled={listing === undefined}
              onClick={selection.begin}
            >
              {t('bulk.begin')}
            </Button>
          )}
          <ConditionFilter
            value={memory.filter.condition}
            counts={listing?.counts ?? NO_COUNTS}
            onChoose={(condition) => memory.narrow({ condition })}
          />
          {location !== undefined && (
            <Pill
              size="xl"
              className={classes['location'] ?? ''}
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('items.everywhere'), tabIndex: 0, 'aria-hidden': false }}
              onRemove={() => memory.narrow({ locationId: null })}
              onClick={() => memory.narrow({ locationId: null })}
            >
              {t('items.in', { location: location.name })}
            </Pill>
          )}
          {only !== null && (
            <Pill
              size="xl"
              className={classes['location'] ?? ''}
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('items.every'), tabIndex: 0, 'aria-hidden': false }}
              onRemove={() => memory.narrow({ only: null })}
              onClick={() => memory.narrow({ only: null })}
            >
              {t(`items.only.${only.what}`)}
            </Pill>
          )}
        </div>
      </div>
      <div className={classes['progress']}>
        {inspection !== undefined && <CountsBar counts={inspection} height={5} />}
      </div>
      {error !== null && rows === undefined ? (
        <Failed what={t('items.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : listing === undefined ? (
        <Loading>
          <Stack gap={8} p="md">
            {Array.from({ length: 12 }, (_, index) => (
              <Skeleton key={index} height={40} />
            ))}
          </Stack>
        </Loading>
      ) : listing.rows.length === 0 ? (
        <Empty title={t('items.none')} />
      ) : (
        <ItemTree
          rows={listing.rows}
          columns={columns}
          startAt={memory.lastItemId}
          selection={readOnly ? null : selection}
          onOpen={openRow}
          onToggle={memory.toggle}
          onLocation={narrowTo}
        />
      )}
      {dialog === 'reports' && (
        <Suspense>
          <InspectionReportsDialog
            installationInspectionId={installationInspectionId}
            onShow={showGap}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {selection.isOn && (
        <Suspense>
          <BulkBar
            installationId={installationId}
            installationInspectionId={installationInspectionId}
            rows={rows ?? NO_ROWS}
            selection={selection}
          />
        </Suspense>
      )}
      {inspection !== undefined && (
        <Suspense>
          {dialog === 'details' && (
            <InspectionDetailsDialog inspection={inspection} readOnly={readOnly} onClose={() => setDialog(null)} />
          )}
          {dialog === 'add' && (
            <AddItemDialog
              installationId={installationId}
              installationInspectionId={installationInspectionId}
              inspectionId={inspection.inspectionId}
              rows={rows ?? []}
              locationId={memory.filter.locationId}
              onAdded={openItem}
              onClose={() => setDialog(null)}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}
