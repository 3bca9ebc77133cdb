// @vitest-environment happy-dom
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryOf } from '../../../lib/calls/queries.ts';
import { type Cached, cached } from '../../../lib/testing/cached.ts';
import { mounted } from '../../../lib/testing/mounted.ts';
import { useListColumns } from './columns.ts';

// A change of a read reaches its component at once instead of in the next turn of the event loop.
notifyManager.setScheduler((notify) => notify());

const TYPE = { inspectionId: 'drops' };
const INSPECTION = { installationInspectionId: 'survey' };

/** Opens the working list with what is known, while the server answers nothing. */
async function opened({ cache }: Cached) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const list = await mounted(
    () => useListColumns('survey'),
    undefined,
    (children) => createElement(QueryClientProvider, { client: cache }, children),
  );
  return { list, type: cache.getQueryCache().find({ queryKey: queryOf('getInspection', TYPE).queryKey }) };
}

/** Lets a read fail. */
async function fails(read: { fetch(): Promise<unknown> }): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  await act(() => read.fetch().catch(() => undefined));
}

describe('the columns of a working list', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('are read by the type that the list of installations names, before the inspection is known', async () => {
    const known = cached();
    known.put('getInstallations', {}, [{ installationInspections: [{ id: 'survey', inspectionId: 'drops' }] }]);
    const { list, type } = await opened(known);
    expect(type?.state.fetchStatus).toBe('fetching');
    expect(list.now.isSettled).toBe(false);
  });

  it('are not settled while the inspection is read, and are once it could not be', async () => {
    const known = cached();
    const { list } = await opened(known);
    const inspection = known.cache
      .getQueryCache()
      .find({ queryKey: queryOf('getInstallationInspection', INSPECTION).queryKey })!;
    expect(inspection.state.fetchStatus).toBe('fetching');
    expect(list.now.isSettled).toBe(false);
    await act(async () => inspection.cancel());
    await fails(inspection);
    expect(list.now.isSettled).toBe(true);
  });

  it('are settled once they could not be read, also while they are read again', async () => {
    const known = cached();
    known.put('getInstallationInspection', INSPECTION, { inspectionId: 'drops' });
    const { list, type } = await opened(known);
    expect(list.now.isSettled).toBe(false);
    await act(async () => type!.cancel());
    await fails(type!);
    expect(list.now.isSettled).toBe(true);

    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await act(async () => void type!.fetch().catch(() => undefined));
    expect(type!.state.fetchStatus).toBe('fetching');
    expect(list.now.isSettled).toBe(true);
  });
});
