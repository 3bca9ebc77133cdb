import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * A query client whose invalidation also holds for reads that are running. The base class restarts the running read of a query only when
 * it is shown and has data; the answer of another one, possibly sent before the change, would count as fresh.
 */
export class DataCache extends QueryClient {
  /**
   * Invalidates queries. Resolves when the shown ones were read again.
   *
   * A running read without data is not cancelled: frequent changes would prevent a slow first read from ever being answered. It is
   * followed by another one.
   */
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const running = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined || !query.isActive());
    const rereads = running.map(async ({ queryKey, promise }) => {
      await promise?.catch(() => undefined);
      await super.invalidateQueries({ ...filters, queryKey, exact: true }, options);
    });
    await Promise.all([super.invalidateQueries(filters, options), ...rereads]);
  }
}
