import type { Inspection, Installation, ListViewField } from '@holdfast/contract';
import { type QueryClient, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf, queryOf } from '../../../lib/calls/queries.ts';

/** Columns of the working list beside name and location, and the values that its search covers. */
export interface ListColumns {
  columns: readonly string[];
  searchable: readonly string[];
}

const NONE: ListColumns = { columns: [], searchable: [] };

/**
 * Returns the columns of the working list of an inspection; none while they are being loaded.
 * `isSettled` is false while they may arrive at any moment: a list that is shown then would move when they do.
 */
export function useListColumns(installationInspectionId: string): ListColumns & { isSettled: boolean } {
  const cache = useQueryClient();
  const inspection = useQuery(queryOf('getInstallationInspection', { installationInspectionId }));
  const inspectionId = inspection.data?.inspectionId ?? listedType(cache, installationInspectionId);
  const type = useQuery({
    ...queryOf('getInspection', { inspectionId: inspectionId ?? '' }),
    enabled: inspectionId !== undefined,
  });
  const columns = useMemo(() => (type.data === undefined ? NONE : columnsOf(type.data)), [type.data]);
  const isUnreadable = hasFailed(type) || (inspectionId === undefined && hasFailed(inspection));
  return { ...columns, isSettled: type.data !== undefined || isUnreadable };
}

/** Returns true when a read failed, and stays true while it is tried again: a list that is shown must not disappear for it. */
function hasFailed({ failureCount, errorUpdateCount }: UseQueryResult): boolean {
  return failureCount > 0 || errorUpdateCount > 0;
}

/** Returns the inspection type of an inspection from the lists that led to it, so that its columns are loaded together with the rows. */
function listedType(cache: QueryClient, installationInspectionId: string): string | undefined {
  const lists = cache.getQueriesData<Installation[]>({ queryKey: keyOf('getInstallations') });
  const single = cache.getQueriesData<Installation>({ queryKey: keyOf('getInstallation') });
  return [...lists.flatMap(([, installations]) => installations ?? []), ...single.flatMap(([, one]) => one ?? [])]
    .flatMap(({ installationInspections }) => installationInspections)
    .find(({ id }) => id === installationInspectionId)?.inspectionId;
}

/** Returns the columns that an inspection type is configured to show, in that order, each once. */
export function columnsOf(
  settings: Pick<Inspection, 'itemTypeListViewFieldNames' | 'inspectionItemTypeListViewFieldNames'>,
): ListColumns {
  const fields = [settings.itemTypeListViewFieldNames, settings.inspectionItemTypeListViewFieldNames].flatMap((json) =>
    json === '' ? [] : (JSON.parse(json) as ListViewField[]),
  );
  const names = (some: readonly ListViewField[]): string[] => [...new Set(some.map(({ name }) => name))];
  return { columns: names(fields), searchable: names(fields.filter(({ isSearchable }) => isSearchable)) };
}
