// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendingFetch } from './sendingFetch.ts';
import { pass, signedInPage } from '../testing/signedInPage.ts';

signedInPage();

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
