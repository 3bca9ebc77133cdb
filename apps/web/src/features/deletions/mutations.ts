import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/calls/queries.ts';
import type { SaveKinds } from '../../lib/outbox/saveKinds.ts';

/** Invalidates all queries that show which items an inspection has. */
export function refreshWhatShowsItems(cache: QueryClient): void {
  refresh(cache, [
    'getItemsForInstallationInspection',
    'getInstallationInspectionItemByInstallationAndItem',
    'getInstallationInspection',
    'getInstallation',
    'getInstallations',
    'getRecentlyDeleted',
  ]);
}

const ofItems = { refused: 'putBack', saved: refreshWhatShowsItems } as const;
const ofSweeps = {
  refused: 'putBack',
  saved: (cache: QueryClient) => refresh(cache, ['getSweeps', 'getRecentlyDeleted']),
} as const;

/** Effects of restored items and sweeps on the page, and of those that are deleted again. */
export const deletionSaves = {
  restoreItem: ofItems,
  deleteItem: ofItems,
  restoreSweep: ofSweeps,
  deleteSweep: ofSweeps,
} satisfies SaveKinds;
