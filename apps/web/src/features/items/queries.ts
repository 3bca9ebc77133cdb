import type { InspectionRow } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { savesOf, useSavesOf } from '../../lib/outbox/index.ts';
import { whenIdle } from '../../lib/idle.ts';
import { t } from '../../lib/texts/index.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { severityOf, useConditions, usePendingConditions } from '../conditions/index.ts';
import { type Listing, listing, prepareSearch } from './list/listing.ts';
import { useListMemory, storedWalk } from './list/listMemory.ts';
import { type Group, inOrder, type ListOrder } from './list/ordering.ts';

/** Searchable fields while the search is empty; constant, so that a list is not computed again when its columns arrive. */
const NO_FIELDS: readonly string[] = [];

/** The working list of an inspection, with unsent changes applied. */
export function useInspectionRows(installationInspectionId: string) {
  const query = useQuery(queryOf('getItemsForInstallationInspection', { installationInspectionId }));
  const conditions = usePendingConditions(installationInspectionId);
  const names = usePendingNames();
  const rows = useMemo(
    () =>
      conditions.size === 0 && names.size === 0
        ? query.data
        : query.data?.map((row): InspectionRow => {
            const conditionId = conditions.get(row.itemId);
            const name = names.get(row.itemId) ?? row.name;
            if (conditionId === undefined) return name === row.name ? row : { ...row, name };
            return { ...row, name, conditionId, context: false };
          }),
    [query.data, conditions, names],
  );
  return { ...query, rows };
}

/** Returns the list with its stored filters and order: visible rows, matches, counts. Undefined while it is not loaded. */
export function useListing(
  installationInspectionId: string,
  rows: readonly InspectionRow[] | undefined,
  searchable: readonly string[],
): Listing | undefined {
  const { filter: typed, collapsed: closed, order: chosen } = useListMemory(installationInspectionId);
  // The search box shows a keystroke at once; the list is updated after it.
  const { filter, collapsed, order } = useDeferredValue(
    useMemo(() => ({ filter: typed, collapsed: closed, order: chosen }), [typed, closed, chosen]),
  );
  const groups = useGroups(installationInspectionId, order);
  useEffect(
    () => (rows === undefined ? undefined : whenIdle((mayGoOn) => prepareSearch(rows, searchable, mayGoOn))),
    [rows, searchable],
  );
  const fields = filter.search === '' ? NO_FIELDS : searchable;
  return useMemo(
    () =>
      rows === undefined
        ? undefined
        : inOrder(rows, listing(rows, filter, collapsed, fields), order, groups, collapsed),
    [rows, filter, collapsed, fields, order, groups],
  );
}

const NO_GROUPS: readonly Group[] = [];

/** The groups of a list that is ordered by condition, the worst first, or by item type. */
function useGroups(installationInspectionId: string, { by }: ListOrder): readonly Group[] {
  const conditions = useConditions();
  const inspectionId = useQuery(queryOf('getInstallationInspection', { installationInspectionId })).data?.inspectionId;
  const { data: types } = useQuery({
    ...queryOf('getItemTypesForInspection', { inspectionId: inspectionId ?? '' }),
    enabled: by === 'type' && inspectionId !== undefined,
  });
  return useMemo(() => {
    if (by === 'type') return types?.map(({ id, name }) => ({ id, name })) ?? NO_GROUPS;
    if (by !== 'condition') return NO_GROUPS;
    return [...conditions, { id: null, name: t('conditions.notChecked') }].toSorted(
      (a, b) => severityOf(a.id) - severityOf(b.id),
    );
  }, [by, conditions, types]);
}

/**
 * Returns the rows in the order of the list, and its matches, through which Previous and Next move. A search that found a single item is
 * ignored. An order by recorded values stays as it was when the list was left.
 */
export function useWalkedRows(
  installationInspectionId: string,
  rows: readonly InspectionRow[] | undefined,
  searchable: readonly string[],
): { ordered: readonly InspectionRow[]; matches: readonly InspectionRow[] } {
  const { filter, order } = useListMemory(installationInspectionId);
  const matches = useListing(installationInspectionId, rows, searchable)?.matches ?? NO_ROWS;
  const isFound = filter.search !== '' && matches.length < 2;
  return useMemo(() => {
    if (rows === undefined) return { ordered: NO_ROWS, matches: NO_ROWS };
    const walked = isFound ? listing(rows, { ...filter, search: '' }, new Set(), []).matches : matches;
    if (order.by === 'place') return { ordered: rows, matches: walked };
    const ids = storedWalk(installationInspectionId) ?? matches.map(({ itemId }) => itemId);
    const places = new Map(ids.map((itemId, at) => [itemId, at]));
    const placeOf = ({ itemId }: InspectionRow): number => places.get(itemId) ?? ids.length;
    const ordered = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
    const isWalked = new Set(walked);
    return { ordered, matches: ordered.filter((row) => isWalked.has(row)) };
  }, [installationInspectionId, isFound, rows, filter, matches, order]);
}

const NO_ROWS: readonly InspectionRow[] = [];

const NAMES = ['setItemName'] as const;

function usePendingNames(): ReadonlyMap<string, string> {
  const saves = useSavesOf(NAMES);
  return useMemo(() => new Map(savesOf(saves, 'setItemName').map(({ input }) => [input.itemId, input.name])), [saves]);
}
