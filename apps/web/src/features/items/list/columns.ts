import type { Inspection, ListViewField } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../lib/calls/queries.ts';

/** Columns of the working list beside name and location, and the values that its search covers. */
export interface ListColumns {
  columns: readonly string[];
  searchable: readonly string[];
}

const NONE: ListColumns = { columns: [], searchable: [] };

/** Returns the columns of the working list of an inspection; none while they are being loaded. */
export function useListColumns(installationInspectionId: string): ListColumns {
  const inspectionId = useQuery(queryOf('getInstallationInspection', { installationInspectionId })).data?.inspectionId;
  const { data: type } = useQuery({
    ...queryOf('getInspection', { inspectionId: inspectionId ?? '' }),
    enabled: inspectionId !== undefined,
  });
  return useMemo(() => (type === undefined ? NONE : columnsOf(type)), [type]);
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
