// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mounted } from './testing/mounted.ts';
import { jsonAnswer } from './testing/jsonAnswer.ts';

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

describe('a part of the application', () => {
  const fetching = vi.fn((_: string) => Promise.resolve(jsonAnswer({})));
  const outcome = vi.fn();
  let reload: ReturnType<typeof vi.spyOn>;
  let assign: ReturnType<typeof vi.spyOn>;
  const parts = (): Promise<typeof import('./parts.ts')> => import('./parts.ts');
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
    fetching.mockReset().mockImplementation(async () => jsonAnswer({}));
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
    const { useUnsaved } = await import('./drafts/unsaved.ts');
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

  it('is fetched ahead beside one other at most, in the order of registration', async () => {
    const { part, fetchParts } = await parts();
    const arrivals: (() => void)[] = [];
    for (let index = 0; index < 4; index += 1)
      part(
        () =>
          new Promise<{ default: () => null }>((resolve) => {
            arrivals.push(() => resolve({ default: () => null }));
          }),
      );
    const fetched = fetchParts();
    await vi.waitFor(() => expect(arrivals).toHaveLength(2));
    arrivals[0]!();
    await vi.waitFor(() => expect(arrivals).toHaveLength(3));
    arrivals[1]!();
    arrivals[2]!();
    await vi.waitFor(() => expect(arrivals).toHaveLength(4));
    arrivals[3]!();
    await fetched;
  });

  it('is fetched ahead only when that is allowed, and stays registered until then', async () => {
    const { part, fetchParts } = await parts();
    const [first, second] = [
      vi.fn(async () => ({ default: () => null })),
      vi.fn(async () => ({ default: () => null })),
    ];
    part(first);
    void fetchParts(() => new Promise(() => undefined));
    await pass(0);
    expect(first).not.toHaveBeenCalled();
    part(second);
    await fetchParts();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
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
