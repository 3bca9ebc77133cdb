import type { Condition, InspectionRow } from '@holdfast/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/calls/api.ts';
import { keyOf, queryOf } from '../../lib/calls/queries.ts';
import type { StatusAppearance } from '../../ui/indicators/StatusDot.tsx';
import { appearanceOf, notCheckedAppearance } from './appearance.ts';

/** An item within one inspection. */
export interface InspectedItem {
  installationInspectionId: string;
  itemId: string;
}

const NONE: readonly Condition[] = [];

/** The conditions that an item can have; empty while they are being loaded. They never change while the page is open. */
export function useConditions(): readonly Condition[] {
  return useQuery({ ...queryOf('getConditions', {}), staleTime: Infinity }).data ?? NONE;
}

/** Returns a function from the id of a condition to its appearance; null is Not Checked. */
export function useConditionAppearance(): (conditionId: string | null) => StatusAppearance {
  const conditions = useConditions();
  return useMemo(() => {
    const appearances = new Map(conditions.map((condition) => [condition.id, appearanceOf(condition)]));
    const notChecked = notCheckedAppearance();
    return (conditionId) => (conditionId === null ? notChecked : (appearances.get(conditionId) ?? notChecked));
  }, [conditions]);
}

/**
 * The read of an item within one inspection. Screens show the condition from the working list only, so the condition in the answer is
 * written to the list.
 */
export function itemQuery(inspected: InspectedItem) {
  const name = 'getInstallationInspectionItemByInstallationAndItem';
  const read = async ({ client, signal }: { client: QueryClient; signal?: AbortSignal }) => {
    const found = await call(name, inspected, signal === undefined ? {} : { signal });
    showInList(client, inspected, found);
    return found;
  };
  return { ...queryOptions({ queryKey: keyOf(name, inspected), queryFn: read }), read };
}

function showInList(
  cache: QueryClient,
  { installationInspectionId, itemId }: InspectedItem,
  { conditionId, clock }: Pick<InspectionRow, 'conditionId' | 'clock'>,
): void {
  const { queryKey } = queryOf('getItemsForInstallationInspection', { installationInspectionId });
  const rows = cache.getQueryData(queryKey);
  const row = rows?.find((known) => known.itemId === itemId);
  if (row === undefined || (row.conditionId === conditionId && row.clock === clock)) return;
  cache.setQueryData(
    queryKey,
    rows?.map((known) => (known === row ? { ...known, conditionId, clock } : known)),
  );
}

/**
 * Returns the row of an item in an inspection and its version from cached data: from the item, or while the item is not loaded, from the
 * working list. Returns undefined when neither is loaded or the item is not in the inspection.
 */
export function knownRow(cache: QueryClient, inspected: InspectedItem): { row: string; clock: string } | undefined {
  const member = cache.getQueryData(itemQuery(inspected).queryKey);
  if (member !== undefined) return { row: member.id, clock: member.clock };
  const { installationInspectionId, itemId } = inspected;
  const rows = cache.getQueryData(queryOf('getItemsForInstallationInspection', { installationInspectionId }).queryKey);
  const found = rows?.find((known) => known.itemId === itemId);
  return found === undefined || found.clock === null ? undefined : { row: found.id, clock: found.clock };
}
