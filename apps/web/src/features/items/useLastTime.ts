import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import type { InspectedItem } from '../conditions/index.ts';

/** What the inspection before found on an item. `isSettled`: it is known, or could not be read for now. */
export function useLastTime(item: InspectedItem, isMember: boolean) {
  const { data, error, failureCount, refetch } = useQuery({
    ...queryOf('getPreviousAnswers', item),
    enabled: isMember,
  });
  return { lastTime: data, error, refetch, isSettled: !isMember || data !== undefined || failureCount > 0 };
}
