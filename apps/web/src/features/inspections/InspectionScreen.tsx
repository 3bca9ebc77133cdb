import { roleHolds } from '@holdfast/contract/roles';
import type { InspectionRow, InstallationInspection } from '@holdfast/contract';
import { Button, Skeleton, Stack } from '@mantine/core';
import { type CSSProperties, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { useLeavingBar } from '../../ui/hooks/useLeavingBar.ts';
import { NothingFound } from '../../ui/illustrations.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { CountsBar } from '../conditions/index.ts';
import {
  ItemTree,
  type ListMemory,
  storeWalk,
  NOT_CHECKED,
  useInspectionRows,
  useListColumns,
  useListing,
  useListMemory,
  useSelection,
} from '../items/index.ts';
import type { Gap } from '../reports/index.ts';
import { useUser } from '../users/index.ts';
import { InspectionHead, type InspectionDialog } from './InspectionHead.tsx';
import classes from './InspectionScreen.module.css';
import { ListTools } from './ListTools.tsx';
import { useInstallationInspection } from './queries.ts';

const InspectionDetailsDialog = part(() => import('./InspectionDetailsDialog.tsx'));
const InspectionReportsDialog = part(() => import('../reports/InspectionReportsDialog.tsx'));
const ComparisonDialog = part(() => import('./comparing/ComparisonDialog.tsx'));
const RecentlyDeletedDialog = part(() => import('../deletions/RecentlyDeletedDialog.tsx'));
const SweepDialog = part(() => import('../sweeps/SweepDialog.tsx'));
const BulkBar = part(() => import('../items/selection/BulkBar.tsx'));
const AddItemDialog = part(() => import('../items/AddItemDialog.tsx'));

const NO_ROWS: readonly InspectionRow[] = [];

/** The working list of an inspection. It is optimised for speed, and restores its filters, order and position when it is opened again. */
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
  const { columns, searchable, isSettled } = useListColumns(installationInspectionId);
  const listing = useListing(installationInspectionId, isSettled ? rows : undefined, searchable);
  const { role } = useUser();
  const readOnly = !roleHolds(role, 'inspect');
  const selection = useSelection(rows ?? NO_ROWS, listing);
  const [dialog, setDialog] = useState<InspectionDialog | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const { bar, area, height: toolsHeight, isAway } = useLeavingBar();
  const { locationId } = memory.filter;
  const location = locationId === null ? undefined : rows?.find(({ itemId }) => itemId === locationId);

  useCommands([
    { id: 'search', group: t('shortcuts.list'), label: t('items.search'), keys: '/', run: () => focusOn(search) },
    selection.isOn
      ? { id: 'end', group: t('shortcuts.list'), label: t('bulk.end'), keys: 'escape', run: selection.clear }
      : { id: 'up', group: t('shortcuts.list'), label: t('actions.backToInstallation'), keys: 'escape', run: up },
    { id: 'deleted', group: t('shortcuts.list'), label: t('deleted.title'), run: () => setDialog('deleted') },
    ...(readOnly
      ? []
      : [{ id: 'select', group: t('shortcuts.list'), label: t('bulk.begin'), keys: 'x', run: selection.begin }]),
  ]);

  // If the filtered location is no longer in the list, its filter would hide every item for no visible reason.
  const isLocationGone = rows !== undefined && locationId !== null && location === undefined;
  useEffect(() => {
    if (isLocationGone) memory.narrow({ locationId: null });
  }, [isLocationGone, memory]);

  const openItem = useCallback(
    (itemId: string): void => {
      memory.remember(itemId);
      const walk = (listing?.matches ?? []).map((row) => row.itemId);
      storeWalk(installationInspectionId, walk);
      open({ at: 'item', installationId, installationInspectionId, itemId });
    },
    [memory, open, listing, installationId, installationInspectionId],
  );
  // The list is rendered when its contents change, not on every keystroke in the search box.
  const latestOpen = useRef(openItem);
  useEffect(() => {
    latestOpen.current = openItem;
  });
  const { narrow } = memory;
  const narrowTo = useCallback((itemId: string) => narrow({ locationId: itemId }), [narrow]);
  const openRow = useCallback((itemId: string) => latestOpen.current(itemId), []);

  const focusList = (): void => document.querySelector<HTMLElement>('[role="treegrid"] [data-index="0"]')?.focus();
  const showGap = (gap: Gap): void => {
    setDialog(gap.what === 'detailFields' ? 'details' : null);
    if (gap.what === 'detailFields') return;
    const condition = gap.what === 'notChecked' ? NOT_CHECKED : null;
    memory.narrow({ search: '', locationId: null, condition, only: 'itemIds' in gap ? gap : null });
  };

  return (
    <div
      ref={area}
      className={classes['screen']}
      style={{ '--tools': `${toolsHeight}px` } as CSSProperties}
      data-away={isAway || undefined}
    >
      <div className={classes['bar']}>
        <InspectionHead
          inspection={inspection}
          readOnly={readOnly}
          isListed={rows !== undefined}
          isSelecting={selection.isOn}
          onUp={up}
          onDialog={setDialog}
        />
        <ListTools
          barRef={bar}
          memory={memory}
          counts={listing?.counts}
          columns={columns}
          locationName={location?.name}
          searchRef={search}
          onLeaveSearch={focusList}
          onRecentlyDeleted={() => setDialog('deleted')}
          choosing={readOnly || selection.isOn ? null : { begin: selection.begin, isReady: listing !== undefined }}
        />
      </div>
      <div className={classes['progress']}>
        {inspection !== undefined && <CountsBar counts={inspection} height={5} />}
      </div>
      {listing === undefined || listing.rows.length === 0 ? (
        <div className={classes['state']}>
          <NoRows isLoaded={listing !== undefined} error={error} memory={memory} onRetry={() => void refetch()} />
        </div>
      ) : (
        <ItemTree
          rows={listing.rows}
          columns={columns}
          order={memory.order}
          under={toolsHeight}
          onArrange={memory.arrange}
          startAt={memory.lastItemId}
          filter={memory.filter}
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
            onCompare={() => setDialog('comparison')}
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
          <OpenDialog
            dialog={dialog}
            inspection={inspection}
            rows={rows ?? NO_ROWS}
            columns={columns}
            locationId={locationId}
            readOnly={readOnly}
            onOpen={openItem}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function focusOn({ current }: RefObject<HTMLElement | null>): void {
  current?.focus();
}

/** The open dialog over the list, of those that need the inspection. */
function OpenDialog({
  dialog,
  inspection,
  rows,
  columns,
  locationId,
  readOnly,
  onOpen,
  onClose,
}: {
  dialog: InspectionDialog | null;
  inspection: InstallationInspection;
  rows: readonly InspectionRow[];
  columns: readonly string[];
  locationId: string | null;
  readOnly: boolean;
  onOpen(itemId: string): void;
  onClose(): void;
}) {
  switch (dialog) {
    case 'details':
      return <InspectionDetailsDialog inspection={inspection} readOnly={readOnly} onClose={onClose} />;
    case 'comparison':
      return <ComparisonDialog inspection={inspection} columns={columns} onOpen={onOpen} onClose={onClose} />;
    case 'sweep':
      return (
        <SweepDialog
          inspection={inspection}
          rows={rows}
          locationId={locationId}
          readOnly={readOnly}
          onClose={onClose}
        />
      );
    case 'deleted':
      return <RecentlyDeletedDialog installationInspectionId={inspection.id} onClose={onClose} />;
    case 'add':
      return (
        <AddItemDialog
          installationId={inspection.installationId}
          installationInspectionId={inspection.id}
          inspectionId={inspection.inspectionId}
          rows={rows}
          locationId={locationId}
          onAdded={onOpen}
          onClose={onClose}
        />
      );
    default:
      return null;
  }
}

/** Filters under which every item is listed. */
const ALL_ITEMS = { search: '', condition: null, locationId: null, only: null };

/** Shown instead of the rows: while they are being loaded, when loading failed, or when no row matches. */
function NoRows({
  isLoaded,
  error,
  memory: { filter, narrow },
  onRetry,
}: {
  isLoaded: boolean;
  error: Error | null;
  memory: ListMemory;
  onRetry(): void;
}) {
  const { role } = useUser();
  const showAll = (): void => {
    narrow(ALL_ITEMS);
    // The button is removed; the rows take the focus from the title when they appear.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  if (isLoaded) {
    const isFiltered = Object.values(filter).some((value) => value !== null && value !== '');
    const action = isFiltered && (
      <Button variant="default" mt="sm" onClick={showAll}>
        {t('items.clearFilters')}
      </Button>
    );
    const hint = isFiltered ? {} : { hint: t(roleHolds(role, 'inspect') ? 'items.addFirst' : 'items.noneYet') };
    return <Empty icon={<NothingFound />} title={t('items.none')} {...hint} action={action} />;
  }
  if (error !== null) return <Failed isInset what={t('items.failed')} reason={reasonOf(error)} onRetry={onRetry} />;
  return (
    <Loading>
      <Stack gap={8} p="md">
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} height={40} />
        ))}
      </Stack>
    </Loading>
  );
}
