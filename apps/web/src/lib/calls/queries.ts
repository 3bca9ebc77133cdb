/** Reads: one cache entry per operation and input. */
import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** The cache key of an operation with an input; without an input, of all its inputs. */
export function keyOf<N extends OperationName>(name: N, input?: InputOf<Named<N>>): QueryKey {
  return input === undefined ? [name] : [name, input];
}

/** Returns the options of `useQuery` for an operation. */
export function queryOf<N extends OperationName>(name: N, input: InputOf<Named<N>>) {
  return queryOptions<OutputOf<Named<N>>>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}

/** Changes the cached answer of a read; does nothing when it was not read yet. */
export function amend<N extends OperationName>(
  cache: QueryClient,
  name: N,
  input: InputOf<Named<N>>,
  change: (known: OutputOf<Named<N>>) => OutputOf<Named<N>>,
): void {
  amendEntry(cache, keyOf(name, input), change);
}

/** Changes the cached answers of an operation for all inputs. */
export function amendEvery<N extends OperationName>(
  cache: QueryClient,
  name: N,
  change: (known: OutputOf<Named<N>>) => OutputOf<Named<N>>,
): void {
  for (const { queryKey } of cache.getQueryCache().findAll({ queryKey: keyOf(name) }))
    amendEntry(cache, queryKey, change);
}

/** A running query may have been sent before the change and would restore the old state, so it is restarted. */
function amendEntry<T>(cache: QueryClient, queryKey: QueryKey, change: (known: T) => T): void {
  const filters = { queryKey, exact: true };
  const isReading = cache.isFetching(filters) > 0;
  if (isReading) void cache.cancelQueries(filters);
  cache.setQueryData<T>(queryKey, (known) => (known === undefined ? known : change(known)));
  if (isReading) void cache.invalidateQueries(filters);
}

/** Puts the current answer of an operation into the cache. A running read may have been sent before it, so it is cancelled. */
export function put<N extends OperationName>(
  cache: QueryClient,
  name: N,
  input: InputOf<Named<N>>,
  answer: OutputOf<Named<N>>,
): void {
  const queryKey = keyOf(name, input);
  void cache.cancelQueries({ queryKey, exact: true });
  cache.setQueryData(queryKey, answer);
}

/** Invalidates all queries of these operations. */
export function refresh(cache: QueryClient, names: readonly OperationName[]): void {
  for (const name of names) void cache.invalidateQueries({ queryKey: keyOf(name) });
}
