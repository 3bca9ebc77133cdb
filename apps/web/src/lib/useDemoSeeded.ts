import { useQuery } from '@tanstack/react-query';
import { queryOf } from './calls/queries.ts';

/** Interval in ms between requests for the progress of creating the demo data. */
const ASK_MS = 3_000;

/** The share of the demo fleet that was created, polled until it is complete; 1 on a server without a demo. */
export function useDemoSeeded(): number {
  const { data } = useQuery({
    ...queryOf('getInstance', {}),
    staleTime: Infinity,
    refetchInterval: (query) => ((query.state.data?.demo?.seeded ?? 1) < 1 ? ASK_MS : false),
  });
  return data?.demo?.seeded ?? 1;
}
