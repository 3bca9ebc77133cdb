// @vitest-environment happy-dom
import { CallError } from '@holdfast/contract/client';
import { notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminQuery, callAdmin, isNotFound, useAdminWrites, wordsOf } from './adminCalls.ts';
import { connectionLost, connectionWorks, isConnected, seekConnection, useConnected } from './connection.ts';
import { callAndSave, callForBody, callForFile, download } from './downloads.ts';
import { reasonOf } from './failures.ts';
import { whenIdle } from '../idle.ts';
import { listenToServer } from './live.ts';
import { storeWindow } from '../page.ts';
import { sendingFetch } from './sendingFetch.ts';
import { announceLeaving, onLeaving, onSessionEnded, readToken, storeToken } from './session.ts';
import { mounted } from '../testing/mounted.ts';
import { t } from '../texts/index.ts';

const problem = (status: number, code: string): CallError =>
  new CallError(status, { type: '', title: '', status, code, details: null });
const answered = (body: BodyInit, type: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { 'content-type': type, ...headers } });
const refusal = (status: number, code: string): Response =>
  answered(JSON.stringify({ type: '', title: '', status, code, details: null }), 'application/problem+json', status);

const fetching = vi.fn((_: string, __?: RequestInit): Promise<Response> => Promise.reject(new TypeError('offline')));
const see = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

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

describe('leaving a page', () => {
  it('hands over input on sign-out, and when the page is hidden or closed', () => {
    const kept = vi.fn();
    const stop = onLeaving(kept);
    announceLeaving();
    expect(kept).toHaveBeenCalledTimes(1);
    see('visible');
    expect(kept).toHaveBeenCalledTimes(1);
    see('hidden');
    expect(kept).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new Event('pagehide'));
    expect(kept).toHaveBeenCalledTimes(3);
    stop();
    announceLeaving();
    see('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(kept).toHaveBeenCalledTimes(3);
  });
});

describe('the stream of events', () => {
  interface Stream {
    init: RequestInit & { headers: Record<string, string> };
    send(text: string): Promise<void>;
    end(): Promise<void>;
  }
  const streams: Stream[] = [];
  const changed = vi.fn();
  let stop: () => void;

  /** Answers each request with a stream. */
  function answering(status = 200, body = true): void {
    fetching.mockImplementation((_, init) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      streams.push({
        init: init as Stream['init'],
        send: async (text) => {
          void writer.write(new TextEncoder().encode(text));
          await pass(0);
        },
        end: async () => {
          void writer.close();
          await pass(0);
        },
      });
      init?.signal?.addEventListener('abort', () => void writer.abort().catch(() => undefined));
      const answer = { ok: status < 400, status, body: body ? readable : null };
      return Promise.resolve(answer as unknown as Response);
    });
  }
  const begin = async (): Promise<void> => {
    stop = listenToServer(changed);
    await pass(0);
  };

  beforeEach(() => {
    streams.length = 0;
    changed.mockReset();
    stop = () => undefined;
    vi.spyOn(Math, 'random').mockReturnValue(1);
    see('visible');
    answering();
  });
  afterEach(() => stop());

  it('reports changes, and what may have changed during an interruption', async () => {
    storeWindow('secret');
    await begin();
    expect(fetching.mock.lastCall?.[0]).toBe('/ext/events');
    expect(streams[0]!.init).toMatchObject({ cache: 'no-store' });
    expect(streams[0]!.init.headers).toMatchObject({
      authorization: 'Bearer of Maren',
      accept: 'text/event-stream',
      'x-holdfast-window': 'secret',
    });
    await streams[0]!.send('event: hello\ndata: {}\n\n');
    expect(changed).not.toHaveBeenCalled();
    await streams[0]!.send('event: changed\ndata: {}\n\n');
    expect(changed).toHaveBeenCalledTimes(1);
    await streams[0]!.send('event: other\ndata: {}\n\n');
    expect(changed).toHaveBeenCalledTimes(1);
    await streams[0]!.end();
    await pass(1_000);
    expect(streams).toHaveLength(2);
    await streams[1]!.send('event: hello\ndata: {}\n\n');
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it('passes on the end of the session', async () => {
    await begin();
    const ended = vi.fn();
    window.addEventListener('logout', ended, { once: true });
    await streams[0]!.send('event: logout\ndata: {}\n\n');
    expect(ended).toHaveBeenCalledOnce();
    expect(changed).not.toHaveBeenCalled();
  });

  it('is opened again after pauses that double, until it works', async () => {
    answering(503);
    await begin();
    for (const [place, ms] of [1_000, 2_000, 4_000].entries()) {
      await pass(ms - 1);
      expect(streams).toHaveLength(place + 1);
      await pass(1);
      expect(streams).toHaveLength(place + 2);
    }
    answering();
    await pass(8_000);
    expect(streams).toHaveLength(5);
    await streams.at(-1)!.send('event: hello\ndata: {}\n\n');
    await streams.at(-1)!.end();
    await pass(1_000);
    expect(streams).toHaveLength(6);
  });

  it('is opened again where the answer has no body, and where there is none', async () => {
    answering(200, false);
    await begin();
    await pass(1_000);
    expect(fetching).toHaveBeenCalledTimes(2);
    fetching.mockRejectedValue(new TypeError('offline'));
    await pass(2_000);
    await pass(4_000);
    expect(fetching).toHaveBeenCalledTimes(4);
  });

  it('ends the session when its token is refused, and asks no more', async () => {
    const ended = vi.fn();
    onSessionEnded(ended);
    answering(401);
    await begin();
    expect(readToken()).toBeNull();
    expect(ended).toHaveBeenCalledOnce();
    storeToken('of Idris');
    await pass(120_000);
    expect(fetching).toHaveBeenCalledOnce();
  });

  it('leaves the session of another user alone', async () => {
    const answer = { ok: false, status: 401, body: null } as unknown as Response;
    fetching.mockImplementation(() => {
      storeToken('of Idris');
      return Promise.resolve(answer);
    });
    await begin();
    expect(readToken()).toBe('of Idris');
  });

  it('is not asked for again on a host without one', async () => {
    answering(404);
    await begin();
    await pass(120_000);
    expect(fetching).toHaveBeenCalledOnce();
    expect(readToken()).toBe('of Maren');
  });

  it('is not opened without a session, nor while the page is hidden', async () => {
    localStorage.removeItem('token');
    await begin();
    expect(fetching).not.toHaveBeenCalled();
    stop();
    storeToken('of Maren');
    see('hidden');
    await begin();
    expect(fetching).not.toHaveBeenCalled();
    see('visible');
    await pass(0);
    expect(streams).toHaveLength(1);
    see('visible');
    await pass(0);
    expect(streams).toHaveLength(1);
    see('hidden');
    expect(streams[0]!.init.signal?.aborted).toBe(true);
    await pass(120_000);
    expect(streams).toHaveLength(1);
  });

  it('counts as dead after a long silence, and not before', async () => {
    await begin();
    await pass(44_000);
    await streams[0]!.send(': heartbeat\n\n');
    await pass(44_000);
    expect(streams[0]!.init.signal?.aborted).toBe(false);
    await pass(1_000);
    expect(streams[0]!.init.signal?.aborted).toBe(true);
    await pass(1_000);
    expect(streams).toHaveLength(2);
  });

  it('is opened at once when the connection is restored', async () => {
    fetching.mockRejectedValueOnce(new TypeError('offline'));
    await begin();
    connectionLost();
    await pass(0);
    expect(fetching).toHaveBeenCalledTimes(1);
    connectionWorks();
    await pass(0);
    expect(fetching).toHaveBeenCalledTimes(2);
    await pass(60_000 - 46_000);
    expect(fetching).toHaveBeenCalledTimes(2);
  });

  it('is closed when it is stopped, and stays so', async () => {
    await begin();
    stop();
    expect(streams[0]!.init.signal?.aborted).toBe(true);
    see('visible');
    connectionLost();
    connectionWorks();
    await pass(120_000);
    expect(streams).toHaveLength(1);
  });
});

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

describe('sending with progress', () => {
  class Request extends EventTarget {
    static last: Request;
    upload = new EventTarget();
    status = 200;
    responseText = 'the answer';
    opened: unknown[] = [];
    headers: unknown[] = [];
    sent: unknown;
    constructor() {
      super();
      Request.last = this;
    }
    open(...given: unknown[]): void {
      this.opened = given;
    }
    setRequestHeader(...given: unknown[]): void {
      this.headers.push(given);
    }
    getResponseHeader(name: string): string {
      return `value of ${name}`;
    }
    send(body: unknown): void {
      this.sent = body;
    }
    abort = vi.fn(() => void this.dispatchEvent(new Event('abort')));
  }
  const shares: number[] = [];
  const send = (signal?: AbortSignal, body: string | null = 'body') => {
    shares.length = 0;
    const init = {
      method: 'PUT',
      credentials: 'include' as const,
      headers: { one: '1', two: '2' },
      ...(body === null ? {} : { body }),
      ...(signal && { signal }),
    };
    const answer = sendingFetch((share) => shares.push(share))('/ext/content', init);
    answer.catch(() => undefined);
    return answer;
  };
  const progress = (loaded: number, total: number): void =>
    void Request.last.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));

  beforeEach(() => vi.stubGlobal('XMLHttpRequest', Request));

  it('sends the body, reports its share, and returns the answer', async () => {
    const answer = send();
    const { opened, headers, sent } = Request.last;
    expect([opened, headers, sent]).toEqual([
      ['PUT', '/ext/content'],
      [
        ['one', '1'],
        ['two', '2'],
      ],
      'body',
    ]);
    progress(1, 4);
    progress(0, 0);
    Request.last.upload.dispatchEvent(new Event('load'));
    Request.last.dispatchEvent(new Event('load'));
    const { ok, status, headers: got, text } = await answer;
    expect([ok, status, got.get('etag'), await text(), shares]).toEqual([
      true,
      200,
      'value of etag',
      'the answer',
      [0.25, 0],
    ]);
    await pass(300_000);
    expect(Request.last.abort).not.toHaveBeenCalled();
    void send(undefined, null);
    expect(Request.last.sent).toBeNull();
  });

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [503, false],
  ])('takes the status %d for a success: %s', async (status, isSuccess) => {
    const answer = send();
    Request.last.status = status;
    Request.last.dispatchEvent(new Event('load'));
    expect(await answer).toMatchObject({ ok: isSuccess, status });
  });

  it('fails without an answer, and without progress', async () => {
    const broken = send();
    Request.last.dispatchEvent(new Event('error'));
    await expect(broken).rejects.toThrow(new TypeError('No answer came.'));
    const stalled = send();
    await pass(44_000);
    progress(1, 4);
    await pass(44_999);
    expect(Request.last.abort).not.toHaveBeenCalled();
    await pass(1);
    await expect(stalled).rejects.toThrow(new TypeError('Nothing moved.'));
  });

  it('waits longer for the answer once everything was sent', async () => {
    const answer = send();
    Request.last.upload.dispatchEvent(new Event('load'));
    await pass(119_999);
    expect(Request.last.abort).not.toHaveBeenCalled();
    await pass(1);
    await expect(answer).rejects.toThrow(TypeError);
  });

  it('is aborted by its signal, also beforehand and not after the answer', async () => {
    await expect(send(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    const controller = new AbortController();
    const answer = send(controller.signal);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    const later = new AbortController();
    const done = send(later.signal);
    Request.last.dispatchEvent(new Event('load'));
    await done;
    later.abort();
    expect(Request.last.abort).not.toHaveBeenCalled();
  });
});

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

describe('work while the page is idle', () => {
  it('continues until it is done, where the browser reports the time that remains', () => {
    const asked: ((idle: IdleDeadline) => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (run: (idle: IdleDeadline) => void) => asked.push(run));
    const cancelled = vi.fn();
    vi.stubGlobal('cancelIdleCallback', cancelled);
    const mayGoOn: boolean[] = [];
    const stop = whenIdle((may) => mayGoOn.push(may()) === 2);
    expect(asked).toHaveLength(1);
    asked[0]!({ timeRemaining: () => 1, didTimeout: false });
    expect(asked).toHaveLength(2);
    asked[1]!({ timeRemaining: () => 2, didTimeout: false });
    expect([asked.length, mayGoOn]).toEqual([2, [false, true]]);
    stop();
    expect(cancelled.mock.calls).toEqual([[2]]);
  });

  it('continues after pauses elsewhere, and ends when it is cancelled', async () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    Reflect.deleteProperty(window, 'requestIdleCallback');
    const mayGoOn: boolean[][] = [];
    const stop = whenIdle((may) => {
      const first = may();
      vi.advanceTimersByTime(3);
      const second = may();
      vi.advanceTimersByTime(1);
      mayGoOn.push([first, second, may()]);
      return false;
    });
    await pass(49);
    expect(mayGoOn).toHaveLength(0);
    await pass(1);
    expect(mayGoOn).toEqual([[true, true, false]]);
    await pass(60);
    expect(mayGoOn).toHaveLength(2);
    stop();
    await pass(200);
    expect(mayGoOn).toHaveLength(2);
  });
});
