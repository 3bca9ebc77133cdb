import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { readToken, storeToken } from './session.ts';
import { stubStorage } from '../testing/stubStorage.ts';

let answer: () => Promise<Response>;
const problem = (status: number, code: string): Response =>
  new Response(JSON.stringify({ type: '', title: '', status, code, details: null }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { reload: vi.fn() } }));
  vi.stubGlobal('fetch', () => answer());
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

  it('leaves a session that began after it was sent', async () => {
    answer = async () => {
      storeToken('of Idris');
      return problem(401, 'notSignedIn');
    };
    await expect(call('getConditions', {})).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBe('of Idris');
  });
});
