/** A page whose calls reach a server that a test answers for, in the document of happy-dom (`// @vitest-environment happy-dom`). */
import { CallError } from '@holdfast/contract/client';
import { act } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { connectionWorks } from '../calls/connection.ts';
import { storeToken } from '../calls/session.ts';

/** Returns the failure of a call that a server refused. */
export const problem = (status: number, code: string): CallError =>
  new CallError(status, { type: '', title: '', status, code, details: null });

/** Returns an answer of a server. */
export const answered = (body: BodyInit, type: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } });

/** Returns the answer of a server that refuses a call. */
export const refusal = (status: number, code: string): Response =>
  answered(JSON.stringify({ type: '', title: '', status, code, details: null }), 'application/problem+json', status);

/** The requests of the page; each is rejected until a test answers it. */
export const fetching = vi.fn((_: string, __?: RequestInit): Promise<Response> =>
  Promise.reject(new TypeError('offline')),
);

/** Returns the text that a request sends; empty without one. */
export const bodyOf = (init?: RequestInit): string => (typeof init?.body === 'string' ? init.body : '');

/** Shows or hides the page. */
export const see = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

/** Lets time pass on the clock of the tests. */
export const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** Gives each test of a file a page that is signed in and connected, and a clock that stands still. */
export function signedInPage(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetching);
    fetching.mockReset();
    localStorage.clear();
    storeToken('of Maren');
    connectionWorks();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}
