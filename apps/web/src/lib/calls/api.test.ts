import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { onRights, readToken, storeToken } from './session.ts';
import { stubStorage } from '../testing/stubStorage.ts';

let answer: (url: string, init: RequestInit) => Promise<Response>;
const problem = (status: number, code: string): Response =>
  new Response(JSON.stringify({ type: '', title: '', status, code, details: null }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload: vi.fn() } }));
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => answer(url, init));
  storeToken('of Maren');
});
afterEach(() => void vi.unstubAllGlobals());

describe('a call of a page', () => {
  it('ends the session when its token is not accepted any more', async () => {
    answer = async () => problem(401, 'notSignedIn');
    await expect(call('getConditions', {})).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBeNull();
  });

  it.each([
    ['is refused', async () => problem(403, 'forbidden')],
    ['finds no server', () => Promise.reject(new TypeError('offline'))],
    [
      'is answered by the page of a network',
      async () => new Response('<p>Sign in to the network</p>', { headers: { 'content-type': 'text/html' } }),
    ],
  ])('leaves the session when it %s', async (_, next) => {
    answer = next;
    await expect(call('getConditions', {})).rejects.toThrow();
    expect(readToken()).toBe('of Maren');
  });

  it.each([
    ['the rights of the account do not include it', 'forbidden', 1],
    ['a second factor is needed', 'secondFactorNeeded', 0],
  ])('has the rights of the user read again only when the account may not do it: %s', async (_, code, times) => {
    const rights = vi.fn();
    onRights(rights);
    answer = async () => problem(403, code);
    await expect(call('getConditions', {})).rejects.toThrow();
    expect(rights).toHaveBeenCalledTimes(times);
  });

  it('leaves a session that began after it was sent', async () => {
    answer = async () => {
      storeToken('of Idris');
      return problem(401, 'notSignedIn');
    };
    await expect(call('getConditions', {})).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBe('of Idris');
  });

  describe('that writes', () => {
    const note = (content: string) => ({ installationInspectionId: '1', itemId: '2', content });
    const kept = async (content: string, options = {}): Promise<boolean | undefined> => {
      let keepalive: boolean | undefined;
      answer = async (_, init) => {
        ({ keepalive } = init);
        return new Response('{}', { headers: { 'content-type': 'application/json' } });
      };
      await call('addNoteToInstallationInspectionItem', note(content), options);
      return keepalive;
    };
    const key = { idempotencyKey: 'key-1234' };

    it('outlives its page when it can be sent twice', async () => {
      expect(await kept('Weld ground flush', key)).toBe(true);
      expect(await kept('Weld ground flush')).toBeUndefined();
    });

    it('ends with its page when its body exceeds what a browser sends on', async () => {
      expect(await kept('å'.repeat(29_000), key)).toBe(true);
      expect(await kept('å'.repeat(30_000), key)).toBeUndefined();
    });

    it('ends with its page while others in flight use up what a browser sends on', async () => {
      const line = Promise.withResolvers<Response>();
      answer = () => line.promise;
      const first = call('addNoteToInstallationInspectionItem', note('å'.repeat(20_000)), key);
      expect(await kept('å'.repeat(20_000), key)).toBeUndefined();
      line.reject(new TypeError('offline'));
      await expect(first).rejects.toThrow();
      expect(await kept('å'.repeat(20_000), key)).toBe(true);
    });
  });
});
