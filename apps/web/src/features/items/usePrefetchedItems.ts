import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryOf } from '../../lib/queries.ts';
import { itemQuery } from '../conditions/index.ts';

/** Time in ms for which an item must be shown before the next items are prefetched, so that paging through items causes no requests. */
const AFTER_MS = 400;

/** Prefetches the data of items that may be shown next. */
export function usePrefetchedItems(installationInspectionId: string, itemIds: readonly (string | null)[]): void {
  const cache = useQueryClient();
  const wanted = [...new Set(itemIds)].filter((itemId) => itemId !== null).join(' ');
  useEffect(() => {
    if (wanted === '') return undefined;
    const timer = setTimeout(() => {
      for (const itemId of wanted.split(' ')) {
        const item = { installationInspectionId, itemId };
        void cache.prefetchQuery(itemQuery(item));
        void cache.prefetchQuery(queryOf('getFieldsForInstallationInspection', item));
        void cache.prefetchQuery(queryOf('getPreviousAnswers', item));
        void cache.prefetchQuery(queryOf('getInspectionsForItem', { itemId }));
        void cache.prefetchQuery(queryOf('getFieldsForItem', { itemId }));
        void cache.prefetchQuery(queryOf('getImagesForInstallationInspectionItem', item));
        void cache.prefetchQuery(queryOf('getNotesForInstallationInspectionItem', item));
        void cache.prefetchQuery(queryOf('getFilesForItem', { itemId }));
        void cache.prefetchQuery(queryOf('getAuditLogsForInstallationInspectionAndItem', item));
      }
    }, AFTER_MS);
    return () => clearTimeout(timer);
  }, [cache, installationInspectionId, wanted]);
}
