// @vitest-environment happy-dom
import { CallError } from '@holdfast/contract/client';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { adminQuery, callAdmin, isNotFound, useAdminWrites, wordsOf } from './adminCalls.ts';
import { reasonOf } from './failures.ts';
import { mounted } from '../testing/mounted.ts';
import { t } from '../texts/index.ts';
import { answered, fetching, problem, refusal, signedInPage } from '../testing/signedInPage.ts';

signedInPage();

describe('a call of the administration', () => {
  it('fails with the action and the status, which are logged', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    fetching.mockResolvedValueOnce(refusal(404, 'notFound'));
    const failure = await callAdmin('load the companies', 'getConditions', {}).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: 'Failed to load the companies: Not Found', status: 404 });
    expect(log.mock.calls).toEqual([['Failed to load the companies: Not Found']]);
    expect(isNotFound(failure)).toBe(true);
    fetching.mockResolvedValueOnce(refusal(418, 'teapot'));
    await expect(callAdmin('pour', 'getConditions', {})).rejects.toThrow('Failed to pour: 418');
    fetching.mockRejectedValueOnce(new TypeError('offline'));
    await expect(callAdmin('pour', 'getConditions', {})).rejects.toThrow('Failed to pour: No Connection');
  });

  it('is no failure when it was aborted', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    fetching.mockRejectedValueOnce(new DOMException('left', 'AbortError'));
    await expect(callAdmin('load', 'getConditions', {})).rejects.not.toThrow(/^Failed to/);
    expect(log).not.toHaveBeenCalled();
    fetching.mockRejectedValueOnce(new DOMException('timed out', 'TimeoutError'));
    await expect(callAdmin('load', 'getConditions', {})).rejects.toThrow(/^Failed to load/);
  });

  it('is shown by what failed and why', () => {
    const failure = new CallError(0, null);
    failure.message = 'Failed to load the companies: No Connection';
    const { what, reason } = wordsOf(failure);
    expect(what).toBe('Failed to load the companies: No Connection');
    expect(reason).toBe(reasonOf(failure));
    expect(reason).not.toBe('');
    const unknown = { what: t('errors.unknown'), reason: t('errors.unknown') };
    expect(wordsOf('a text')).toEqual(unknown);
    const repeated = new CallError(0, null);
    repeated.message = reasonOf(repeated);
    expect(wordsOf(repeated)).toEqual({ what: repeated.message, reason: unknown.reason });
  });

  it('is recognised as one about a missing record', () => {
    expect(isNotFound(problem(404, 'notFound'))).toBe(true);
    expect(isNotFound(problem(403, 'forbidden'))).toBe(false);
    expect(isNotFound(new Error('notFound'))).toBe(false);
  });

  it('is busy while a write runs, and refreshes every query after it', async () => {
    const cache = new QueryClient();
    const refreshed = vi.spyOn(cache, 'invalidateQueries');
    const shown = vi.spyOn(notifications, 'show').mockReturnValue('');
    vi.spyOn(console, 'error').mockReturnValue();
    const hook = await mounted(useAdminWrites, undefined, (children) =>
      createElement(QueryClientProvider, { client: cache }, children),
    );
    let answer: (response: Response) => void = () => undefined;
    fetching.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    let result: unknown;
    await act(async () => {
      void hook.now
        .attempt(() => hook.now.write('read', 'getConditions', {}))
        .then((value: unknown) => (result = value));
    });
    expect([hook.now.isBusy, refreshed.mock.calls.length]).toEqual([true, 0]);
    await act(async () => {
      answer(answered('{"conditions":[]}', 'application/json'));
      await vi.advanceTimersByTimeAsync(0);
    });
    expect([hook.now.isBusy, refreshed.mock.calls.length]).toEqual([false, 1]);
    expect(result).toBeDefined();
    fetching.mockResolvedValueOnce(refusal(403, 'forbidden'));
    await act(async () => void (result = await hook.now.attempt(() => hook.now.write('read', 'getConditions', {}))));
    expect(result).toBeUndefined();
    expect(hook.now.isBusy).toBe(false);
    expect(shown.mock.calls).toMatchObject([[{ color: 'red', title: 'Failed to read: Forbidden', autoClose: 12_000 }]]);
    expect(refreshed).toHaveBeenCalledOnce();
  });

  it('shares the cache with other readers of the operation', () => {
    expect(adminQuery('load', 'getConditions', {}).queryKey).toEqual(['getConditions', {}]);
  });
});
