import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/calls/queries.ts';
import type { InspectedItem } from '../conditions/index.ts';

/** Returns the findings of the previous inspection of an item. `isSettled`: they are loaded, or could not be read. */
export function useLastTime(item: InspectedItem, isMember: boolean) {
  const { data, error, failureCount, refetch } = useQuery({
    ...queryOf('getPreviousAnswers', item),
    enabled: isMember,
  });
  return { lastTime: data, error, refetch, isSettled: !isMember || data !== undefined || failureCount > 0 };
}
