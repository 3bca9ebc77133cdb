import { type FetchQueryOptions, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryOf } from '../../lib/calls/queries.ts';
import { itemQuery } from '../conditions/index.ts';

/** Time in ms for which an item must be shown before the next items are prefetched, so that paging through items causes no requests. */
const AFTER_MS = 400;

/**
 * Prefetches the data of items that may be shown next: of the nearest ones at once, of further ones one request after the other, so that they
 * delay neither a save nor the next item. Further ones are available when the connection is lost.
 * @param further called when the nearest ones are loaded
 */
export function usePrefetchedItems(
  installationInspectionId: string,
  nearest: readonly (string | null)[],
  further: () => readonly string[],
): void {
  const cache = useQueryClient();
  const furtherItems = useEffectEvent(further);
  const wanted = [...new Set(nearest)].filter((itemId) => itemId !== null).join(' ');
  useEffect(() => {
    if (wanted === '') return undefined;
    let isOver = false;
    const prefetch = async (): Promise<void> => {
      const ids = wanted.split(' ');
      await Promise.all(ids.flatMap((id) => readsOf(cache, installationInspectionId, id)).map(({ read }) => read()));
      if (isOver) return;
      for (const id of furtherItems()) {
        for (const { queryKey, read } of readsOf(cache, installationInspectionId, id)) {
          if (cache.getQueryData(queryKey) === undefined) await read();
          if (isOver || cache.getQueryState(queryKey)?.status === 'error') return;
        }
      }
    };
    const timer = setTimeout(() => void prefetch(), AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [cache, installationInspectionId, wanted]);
}

interface Read {
  queryKey: QueryKey;
  /** Reads it, unless it was read a moment ago. */
  read(): Promise<void>;
}

/** Returns the reads of the screen of an item. */
function readsOf(cache: QueryClient, installationInspectionId: string, itemId: string): Read[] {
  const item = { installationInspectionId, itemId };
  return [
    readOf(cache, itemQuery(item)),
    readOf(cache, queryOf('getFieldsForInstallationInspection', item)),
    readOf(cache, queryOf('getPreviousAnswers', item)),
    readOf(cache, queryOf('getInspectionsForItem', { itemId })),
    readOf(cache, queryOf('getFieldsForItem', { itemId })),
    readOf(cache, queryOf('getImagesForInstallationInspectionItem', item)),
    readOf(cache, queryOf('getNotesForInstallationInspectionItem', item)),
    readOf(cache, queryOf('getFilesForItem', { itemId })),
    readOf(cache, queryOf('getAuditLogsForInstallationInspectionAndItem', item)),
  ];
}

function readOf<T>(cache: QueryClient, query: FetchQueryOptions<T> & { queryKey: QueryKey }): Read {
  return { queryKey: query.queryKey, read: () => cache.prefetchQuery(query) };
}
