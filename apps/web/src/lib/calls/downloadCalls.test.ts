// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { connectionLost, isConnected } from './connection.ts';
import { callAndSave, callForBody, callForFile, download } from './downloads.ts';
import { answered, fetching, pass, refusal, signedInPage } from '../testing/signedInPage.ts';

signedInPage();

describe('downloading', () => {
  const never = new AbortController().signal;

  it('asks with the token, and returns the file under its name', async () => {
    const named = { 'content-disposition': 'attachment; filename="audit.csv"' };
    fetching.mockResolvedValue(answered('a,b', 'text/csv', 200, named));
    connectionLost();
    const { filename, content } = await callForFile('getConditions', {}, never);
    expect([filename, await content.text()]).toEqual(['audit.csv', 'a,b']);
    expect(isConnected()).toBe(true);
    expect(fetching.mock.lastCall?.[1]).toMatchObject({
      credentials: 'include',
      headers: { authorization: 'Bearer of Maren', 'x-holdfast-page': expect.any(String) },
    });
    localStorage.removeItem('token');
    fetching.mockResolvedValue(answered('', 'text/csv'));
    await callForBody('getConditions', {}, never);
    expect(fetching.mock.lastCall?.[1]).toMatchObject({ headers: { authorization: 'Bearer ' } });
  });

  it('fails with the problem of the server, or without one', async () => {
    fetching.mockResolvedValueOnce(refusal(403, 'forbidden'));
    await expect(callForBody('getConditions', {}, never)).rejects.toMatchObject({
      status: 403,
      problem: { code: 'forbidden' },
    });
    fetching.mockResolvedValueOnce(answered('<p>', 'text/html', 502));
    await expect(callForBody('getConditions', {}, never)).rejects.toMatchObject({ status: 502, problem: null });
    fetching.mockResolvedValueOnce(answered('no JSON', 'application/problem+json', 500));
    await expect(callForBody('getConditions', {}, never)).rejects.toMatchObject({ status: 500, problem: null });
  });

  it('records a lost connection, unless it was aborted', async () => {
    fetching.mockRejectedValue(new TypeError('offline'));
    await expect(callForBody('getConditions', {}, AbortSignal.abort())).rejects.toMatchObject({ status: 0 });
    expect(isConnected()).toBe(true);
    await expect(callForBody('getConditions', {}, never)).rejects.toMatchObject({ status: 0, problem: null });
    expect(isConnected()).toBe(false);
  });

  it('lets the browser save the file, and revokes its address later', async () => {
    const pressed: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      pressed.push(`${this.href} ${this.download}`);
    });
    const named = { 'content-disposition': 'attachment; filename="audit.csv"' };
    fetching.mockResolvedValue(answered('a,b', 'text/csv', 200, named));
    await callAndSave('getConditions', {});
    expect(pressed).toEqual(['blob:one audit.csv']);
    await pass(59_999);
    expect(revoke).not.toHaveBeenCalled();
    await pass(1);
    expect(revoke.mock.calls).toEqual([['blob:one']]);
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
    download('/ext/file/1');
    expect(assign.mock.calls).toEqual([['/ext/file/1']]);
  });
});
