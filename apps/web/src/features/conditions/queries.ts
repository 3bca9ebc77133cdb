import type { Condition } from '@holdfast/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { keyOf, queryOf } from '../../lib/queries.ts';
import type { StatusLook } from '../../ui/StatusDot.tsx';
import { lookOf, notCheckedLook } from './appearance.ts';

/** An item within one inspection. */
export interface InspectedItem {
  installationInspectionId: string;
  itemId: string;
}

const NONE: readonly Condition[] = [];

/** The conditions an item can be found in; empty until they are known. They never change while the page is open. */
export function useConditions(): readonly Condition[] {
  return useQuery({ ...queryOf('getConditions', {}), staleTime: Infinity }).data ?? NONE;
}

/** Returns a function from the id of a condition to its appearance; null is Not Checked. */
export function useConditionLook(): (conditionId: string | null) => StatusLook {
  const conditions = useConditions();
  return useMemo(() => {
    const looks = new Map(conditions.map((condition) => [condition.id, lookOf(condition)]));
    const notChecked = notCheckedLook();
    return (conditionId) => (conditionId === null ? notChecked : (looks.get(conditionId) ?? notChecked));
  }, [conditions]);
}

/**
 * The read of an item within one inspection. Screens show the condition of the working list alone; the condition that an answer brings is
 * written there.
 */
export function itemQuery(inspected: InspectedItem) {
  const name = 'getInstallationInspectionItemByInstallationAndItem';
  const read = async ({ client, signal }: { client: QueryClient; signal?: AbortSignal }) => {
    const found = await call(name, inspected, signal === undefined ? {} : { signal });
    showInList(client, inspected, found.conditionId);
    return found;
  };
  return { ...queryOptions({ queryKey: keyOf(name, inspected), queryFn: read }), read };
}

function showInList(
  cache: QueryClient,
  { installationInspectionId, itemId }: InspectedItem,
  conditionId: string | null,
): void {
  const { queryKey } = queryOf('getItemsForInstallationInspection', { installationInspectionId });
  const rows = cache.getQueryData(queryKey);
  const row = rows?.find((known) => known.itemId === itemId);
  if (row === undefined || row.conditionId === conditionId) return;
  cache.setQueryData(
    queryKey,
    rows?.map((known) => (known === row ? { ...known, conditionId } : known)),
  );
}
