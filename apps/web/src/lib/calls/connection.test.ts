// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { connectionLost, connectionWorks, isConnected, seekConnection, useConnected } from './connection.ts';
import { mounted } from '../testing/mounted.ts';
import { answered, fetching, pass, see, signedInPage } from '../testing/signedInPage.ts';

signedInPage();

describe('the connection', () => {
  it('is rendered as it is lost and restored', async () => {
    const hook = await mounted(useConnected, undefined);
    expect(hook.now).toBe(true);
    await act(async () => void window.dispatchEvent(new Event('offline')));
    expect(hook.now).toBe(false);
    await act(async () => connectionWorks());
    expect(hook.now).toBe(true);
    await hook.end();
  });

  it('is sought at intervals while it is lost, and no longer once the search was stopped', async () => {
    const stop = seekConnection();
    await pass(5_000);
    expect(fetching).not.toHaveBeenCalled();
    connectionLost();
    fetching.mockRejectedValue(new TypeError('offline'));
    await pass(4_999);
    expect(fetching).not.toHaveBeenCalled();
    await pass(1);
    expect(fetching).toHaveBeenCalledTimes(1);
    expect(fetching.mock.calls[0]).toEqual(['/healthz', expect.objectContaining({ cache: 'no-store' })]);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(fetching).toHaveBeenCalledTimes(2);
    see('hidden');
    await pass(0);
    expect(fetching).toHaveBeenCalledTimes(2);
    see('visible');
    await pass(0);
    expect(fetching).toHaveBeenCalledTimes(3);
    stop();
    window.dispatchEvent(new Event('online'));
    see('visible');
    await pass(20_000);
    expect(fetching).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['an answer of the server', answered('{}', 'application/json; charset=utf-8'), true],
    ['the page of a network', answered('<p>', 'text/html'), false],
    ['a refusal', answered('{}', 'application/json', 503), false],
  ])('is restored or not by %s', async (_, answer, isRestored) => {
    const stop = seekConnection();
    connectionLost();
    fetching.mockResolvedValue(answer);
    await pass(5_000);
    expect(isConnected()).toBe(isRestored);
    stop();
  });
});
