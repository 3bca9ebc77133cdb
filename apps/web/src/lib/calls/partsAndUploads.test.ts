// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken } from './session.ts';
import { mounted } from '../testing/mounted.ts';
import { upload } from './upload.ts';
import type { ContentSave } from '../outbox/index.ts';

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('a part of the application', () => {
  const fetching = vi.fn((_: string) => Promise.resolve(json({})));
  const outcome = vi.fn();
  let reload: ReturnType<typeof vi.spyOn>;
  let assign: ReturnType<typeof vi.spyOn>;
  const parts = (): Promise<typeof import('../parts.ts')> => import('../parts.ts');
  const missing = () => vi.fn((): Promise<{ name: string }> => Promise.reject(new Error('404')));
  const loaded = async (load: () => Promise<unknown>): Promise<void> => {
    const { loadRoute } = await parts();
    loadRoute(load).then(
      (value) => outcome('loaded', value),
      (error: unknown) => outcome('failed', error),
    );
    await pass(0);
  };

  beforeEach(async () => {
    // Modules are read from disk before the clock of the tests stands still.
    vi.resetModules();
    await parts();
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetching);
    fetching.mockReset().mockImplementation(async () => json({}));
    outcome.mockReset();
    reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  });

  it('is requested again after growing pauses until it arrives', async () => {
    fetching.mockRejectedValue(new TypeError('offline'));
    const load = missing();
    await loaded(load);
    for (const [tries, ms] of [500, 1_000, 2_000, 4_000, 5_000, 5_000].entries()) {
      await pass(ms - 1);
      expect(load).toHaveBeenCalledTimes(tries + 1);
      await pass(1);
      expect(load).toHaveBeenCalledTimes(tries + 2);
    }
    load.mockResolvedValue({ name: 'part' });
    await pass(5_000);
    expect(outcome.mock.calls).toEqual([['loaded', { name: 'part' }]]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('that a server in reach does not have reloads the page, once a minute', async () => {
    const load = missing();
    await loaded(load);
    await pass(500);
    expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0]);
    await pass(1_000);
    expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([3, 1]);
    expect(assign).not.toHaveBeenCalled();
    await pass(10_000);
    expect(outcome).not.toHaveBeenCalled();
    await loaded(missing());
    await pass(1_500);
    expect(outcome.mock.calls).toMatchObject([['failed', { message: 'Error: 404', cause: { message: '404' } }]]);
    expect(reload).toHaveBeenCalledOnce();
    await pass(60_000);
    await loaded(missing());
    await pass(1_500);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('is loaded at the address to which the user was going', async () => {
    const { noteDestination } = await parts();
    noteDestination('/admin/users');
    await loaded(missing());
    await pass(1_500);
    expect(assign.mock.calls).toEqual([['/admin/users']]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload a page with unsaved changes', async () => {
    const { useUnsaved } = await import('../drafts/unsaved.ts');
    const holder = await mounted<void, boolean>(useUnsaved, true);
    await loaded(missing());
    await pass(1_500);
    expect(outcome).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    await holder.end();
  });

  it('is fetched ahead with those that it registers, once, unless few users open it', async () => {
    const { part, fetchParts } = await parts();
    const Component = (): null => null;
    const inner = vi.fn(async () => ({ default: Component }));
    const rare = vi.fn(async () => ({ default: Component }));
    const outer = vi.fn(async () => {
      part(inner);
      return { default: Component };
    });
    part(outer);
    part(rare, false);
    await fetchParts();
    await fetchParts();
    expect([outer.mock.calls.length, inner.mock.calls.length, rare.mock.calls.length]).toEqual([1, 1, 0]);
  });

  it('requests its styles again when they failed to load', async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
    const other = document.createElement('link');
    document.head.append(link, other);
    for (const each of [link, other]) each.dispatchEvent(new Event('error'));
    await loaded(async () => 'part');
    expect(outcome).not.toHaveBeenCalled();
    expect(link.isConnected).toBe(false);
    expect(other.isConnected).toBe(true);
    const again = document.querySelector('link[rel=stylesheet]')!;
    again.dispatchEvent(new Event('load'));
    await pass(0);
    expect(outcome.mock.calls).toEqual([['loaded', 'part']]);
    again.remove();
    other.remove();
  });
});

describe('sending a content', () => {
  const SMALL = new Blob(['photo']);
  const LARGE = new Blob([new Uint8Array(1024 * 1024 + 1)]);
  const sent: { method: string; url: string; body: unknown; type?: string }[] = [];
  const shares: number[] = [];
  const status = { stored: false, received: 0 };

  class Request extends EventTarget {
    upload = new EventTarget();
    status = 200;
    responseText = '{}';
    headers: Record<string, string> = {};
    address = { method: '', url: '' };
    open(method: string, url: string): void {
      this.address = { method, url };
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    getResponseHeader(): string {
      return 'application/json';
    }
    send(body: unknown): void {
      sent.push({ ...this.address, body, type: this.headers['content-type'] ?? '' });
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }));
      this.dispatchEvent(new Event('load'));
    }
    abort(): void {}
  }
  const save = (operation: 'addFileToItem' | 'addImageToInstallationInspectionItem', bytes: Blob): ContentSave =>
    ({ operation, input: { itemId: 'rail' }, content: { bytes } }) as unknown as ContentSave;
  const send = (one: ContentSave): Promise<unknown> =>
    upload(one, { onProgress: (share: number) => void shares.push(share), signal: new AbortController().signal });

  beforeEach(() => {
    sent.length = 0;
    shares.length = 0;
    storeToken('of Maren');
    vi.stubGlobal('XMLHttpRequest', Request);
    Object.assign(status, { stored: false, received: 0 });
    vi.stubGlobal('fetch', async () => json(status));
    vi.stubGlobal('isSecureContext', true);
  });

  it.each([
    ['addFileToItem', 'base64File'],
    ['addImageToInstallationInspectionItem', 'base64Image'],
  ] as const)('includes a small one in %s', async (operation, key) => {
    await send(save(operation, SMALL));
    expect(sent).toHaveLength(1);
    expect(JSON.parse(String(sent[0]!.body))).toMatchObject({ [key]: btoa('photo') });
    expect(shares).toEqual([0.5]);
  });

  it.each(['addFileToItem', 'addImageToInstallationInspectionItem'] as const)(
    'streams a large one before %s names it',
    async (operation) => {
      await send(save(operation, LARGE));
      expect(sent).toHaveLength(2);
      expect([sent[0]!.type, (sent[0]!.body as Blob).size]).toEqual(['application/octet-stream', LARGE.size]);
      const named = JSON.parse(String(sent[1]!.body)) as { sha256: string };
      expect(named.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(Object.keys(named)).not.toContain('base64File');
      expect(shares).toEqual([0.5]);
    },
  );

  it('goes on where an earlier upload stopped', async () => {
    const received = 1024 * 1024 - 1;
    Object.assign(status, { received });
    await send(save('addFileToItem', LARGE));
    expect((sent[0]!.body as Blob).size).toBe(2);
    expect(sent[0]!.url).toContain(`offset=${received}`);
    expect(shares).toEqual([(received + 1) / LARGE.size]);
  });

  it('sends no bytes that the server has already', async () => {
    Object.assign(status, { stored: true });
    await send(save('addFileToItem', LARGE));
    expect(sent).toHaveLength(1);
  });

  it('includes a large one where the address is not secure, and one of exactly 1 MiB', async () => {
    await send(save('addFileToItem', new Blob([new Uint8Array(1024 * 1024)])));
    expect(sent).toHaveLength(1);
    vi.stubGlobal('isSecureContext', false);
    await send(save('addFileToItem', LARGE));
    expect(sent).toHaveLength(2);
  });
});
