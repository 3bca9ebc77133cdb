import type { InspectionRow } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useSaves } from '../../lib/outbox/index.ts';
import { whenIdle } from '../../lib/idle.ts';
import { queryOf } from '../../lib/queries.ts';
import { useConditionsOnTheWay } from '../conditions/index.ts';
import { type Listing, listing, prepareSearch } from './listing.ts';
import { useListMemory } from './listMemory.ts';
import { itemNameSubject } from './mutations.ts';

/** Nothing is looked into while nothing is searched for: a list that has come is not worked out again when its columns come. */
const NO_FIELDS: readonly string[] = [];

/** The working list of an inspection, with what is on its way to the server shown as if it had arrived. */
export function useInspectionRows(installationInspectionId: string) {
  const query = useQuery(queryOf('getItemsForInstallationInspection', { installationInspectionId }));
  const conditions = useConditionsOnTheWay(installationInspectionId);
  const names = useNamesOnTheWay();
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

/** Returns the list in its stored state: visible rows, matches, counts. Undefined while it is not loaded. */
export function useListing(
  installationInspectionId: string,
  rows: readonly InspectionRow[] | undefined,
  searchable: readonly string[],
): Listing | undefined {
  const memory = useListMemory(installationInspectionId);
  // A key in the search box shows at once; the list follows it.
  const { filter, collapsed } = useDeferredValue(memory);
  useEffect(
    () => (rows === undefined ? undefined : whenIdle((mayGoOn) => prepareSearch(rows, searchable, mayGoOn))),
    [rows, searchable],
  );
  const fields = filter.search === '' ? NO_FIELDS : searchable;
  return useMemo(
    () => (rows === undefined ? undefined : listing(rows, filter, collapsed, fields)),
    [rows, filter, collapsed, fields],
  );
}

/** Returns the rows that Previous and Next walk along: the matches of the list; a search that found a single item is cleared with it. */
export function useWalkedRows(
  installationInspectionId: string,
  rows: readonly InspectionRow[] | undefined,
  searchable: readonly string[],
): readonly InspectionRow[] {
  const { filter } = useListMemory(installationInspectionId);
  const matches = useListing(installationInspectionId, rows, searchable)?.matches ?? NO_ROWS;
  const isFound = filter.search !== '' && matches.length < 2;
  return useMemo(
    () => (isFound && rows !== undefined ? listing(rows, { ...filter, search: '' }, new Set(), []).matches : matches),
    [isFound, rows, filter, matches],
  );
}

const NO_ROWS: readonly InspectionRow[] = [];

function useNamesOnTheWay(): ReadonlyMap<string, string> {
  const saves = useSaves();
  return useMemo(
    () =>
      new Map(
        saves
          .filter(({ subject, input }) => subject === itemNameSubject(String(input['itemId'])))
          .map(({ input }) => [String(input['itemId']), String(input['name'])]),
      ),
    [saves],
  );
}
