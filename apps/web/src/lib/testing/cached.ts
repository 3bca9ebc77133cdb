import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';
import { DataCache } from '../calls/dataCache.ts';
import { keyOf } from '../calls/queries.ts';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** A cache of answers, and the operations whose answers were invalidated. */
export interface Cached {
  cache: QueryClient;
  put<N extends OperationName>(name: N, input: InputOf<Named<N>>, answer: unknown): void;
  get<N extends OperationName>(name: N, input: InputOf<Named<N>>): OutputOf<Named<N>> | undefined;
  /** Names of operations whose cached answers are to be read again. */
  stale(): string[];
}

/** Creates a cache without answers. */
export function cached(): Cached {
  const cache = new DataCache({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  return {
    cache,
    put: (name, input, answer) => void cache.setQueryData(keyOf(name, input), answer),
    get: (name, input) => cache.getQueryData(keyOf(name, input)),
    stale: () =>
      cache
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.isInvalidated)
        .map(({ queryKey }) => String(queryKey[0]))
        .toSorted(),
  };
}
