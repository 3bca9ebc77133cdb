import { useQuery } from '@tanstack/react-query';
import { isDesktop } from '../../../lib/host.ts';
import { queryOf } from '../../../lib/calls/queries.ts';

const NONE: ReadonlySet<string> = new Set();

const asSet = (ids: string[]): ReadonlySet<string> => new Set(ids);

/** The items with changes made on this device that are not on the server yet; always empty on the web. */
export function useWaitingItems(): ReadonlySet<string> {
  return useQuery({ ...queryOf('getWaitingItems', {}), enabled: isDesktop, select: asSet }).data ?? NONE;
}
