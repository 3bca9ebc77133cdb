import type { InspectionRow } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../../lib/calls/queries.ts';

/** Returns the name of the item in the input of a save, from the inspections read so far; undefined when it is not among them. */
export function itemNameOf(
  cache: QueryClient,
  { itemId, installationInspectionItemId }: { itemId?: unknown; installationInspectionItemId?: unknown },
): string | undefined {
  for (const [, rows] of cache.getQueriesData<InspectionRow[]>({
    queryKey: keyOf('getItemsForInstallationInspection'),
  })) {
    const row = rows?.find((known) => known.itemId === itemId || known.id === installationInspectionItemId);
    if (row !== undefined) return row.name;
  }
  return undefined;
}
