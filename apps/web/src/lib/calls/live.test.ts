// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionLost, connectionWorks } from './connection.ts';
import { listenToServer } from './live.ts';
import { storeWindow } from '../page.ts';
import { onRights, onSessionEnded, readToken, storeToken } from './session.ts';
import { fetching, pass, see, signedInPage } from '../testing/signedInPage.ts';

signedInPage();

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

  it('passes on that the rights of the account changed, or may have changed during an interruption', async () => {
    const rights = vi.fn();
    const stopRights = onRights(rights);
    await begin();
    await streams[0]!.send('event: hello\ndata: {}\n\n');
    await streams[0]!.send('event: changed\ndata: {}\n\n');
    expect(rights).not.toHaveBeenCalled();
    await streams[0]!.send('event: account\ndata: {}\n\n');
    expect(rights).toHaveBeenCalledTimes(1);
    await streams[0]!.end();
    await pass(1_000);
    await streams[1]!.send('event: hello\ndata: {}\n\n');
    expect(rights).toHaveBeenCalledTimes(2);
    stopRights();
    await streams[1]!.send('event: account\ndata: {}\n\n');
    expect(rights).toHaveBeenCalledTimes(2);
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
