// @vitest-environment happy-dom
import { createBrowserRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { turn } from '../testing/browserRouter.ts';
import { mounted } from '../testing/mounted.ts';
import { steppedHistory } from '../testing/steppedHistory.ts';

type Layers = typeof import('./layers.ts');
type Router = ReturnType<Layers['withLayers']>;

const start = { layers: undefined as Layers | undefined };
let router: Router;
let restoreHistory: () => void;
let listeners: Parameters<typeof window.removeEventListener>[];

const place = (): unknown[] => {
  const { idx, layer } = window.history.state ?? {};
  return [window.location.pathname + window.location.search, idx, layer ?? 0];
};
const back = async (): Promise<void> => {
  window.history.back();
  await turn();
};

/** Loads the module again: its positions belong to one page load. */
async function load(): Promise<void> {
  vi.resetModules();
  start.layers = await import('./layers.ts');
  router = start.layers.withLayers(() => createBrowserRouter([{ path: '*', element: null }]));
  await turn();
}

/** A layer that is open until it is closed. */
async function layer() {
  const close = vi.fn();
  const hook = await mounted<void, boolean>((isOpen) => start.layers!.useLayer(isOpen, close), true);
  await turn();
  const closed = async (ms?: number): Promise<void> => {
    await hook.render(false);
    await turn(ms);
  };
  return { ...hook, close, closed };
}

beforeEach(async () => {
  // Time goes on by itself where a test awaits a navigation.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  listeners = [];
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
    listeners.push([given[0], given[1], given[2]]);
    add(...given);
  });
  restoreHistory = steppedHistory();
  window.history.pushState(null, '', '/first');
  await load();
  await router.navigate('/page');
});
afterEach(() => {
  router.dispose();
  for (const listener of listeners) window.removeEventListener(...listener);
  vi.restoreAllMocks();
  restoreHistory();
  vi.useRealTimers();
});

describe('a layer over a page', () => {
  it('has an entry of its own, and Back closes it', async () => {
    const { close, closed } = await layer();
    expect(place()).toEqual(['/page', 2, 1]);
    await back();
    expect(close).toHaveBeenCalledOnce();
    await closed();
    expect(place()).toEqual(['/page', 1, 0]);
    expect(router.state.location.pathname).toBe('/page');
  });

  it('leaves its entry when it closes by itself', async () => {
    const { close, closed } = await layer();
    await closed();
    expect(close).not.toHaveBeenCalled();
    expect(place()).toEqual(['/page', 1, 0]);
  });

  it('is closed before the one below it', async () => {
    const lower = await layer();
    const upper = await layer();
    expect(place()).toEqual(['/page', 3, 2]);
    await back();
    expect([upper.close.mock.calls.length, lower.close.mock.calls.length]).toEqual([1, 0]);
    await upper.closed();
    expect(place()).toEqual(['/page', 2, 1]);
    await back();
    expect([upper.close.mock.calls.length, lower.close.mock.calls.length]).toEqual([1, 1]);
    await lower.closed();
    expect(place()).toEqual(['/page', 1, 0]);
  });

  it('gets the entry again that Back left, instead of another one', async () => {
    const first = await layer();
    await back();
    await first.closed();
    const push = vi.spyOn(window.history, 'pushState');
    await layer();
    expect(push).not.toHaveBeenCalled();
    expect(place()).toEqual(['/page', 2, 1]);
    await layer();
    expect(push).toHaveBeenCalledOnce();
    expect(place()).toEqual(['/page', 3, 2]);
  });

  it('takes over the entry of one that closes at the same time', async () => {
    const first = await layer();
    const go = vi.spyOn(window.history, 'go');
    const push = vi.spyOn(window.history, 'pushState');
    await first.render(false);
    await layer();
    expect(place()).toEqual(['/page', 2, 1]);
    expect([go.mock.calls.length, push.mock.calls.length]).toEqual([0, 0]);
  });

  it('gets its entry again when Back did not close it', async () => {
    await layer();
    await back();
    await turn();
    expect(place()).toEqual(['/page', 2, 1]);
  });

  it('leaves a changed address of its page to the entry below', async () => {
    const { closed } = await layer();
    await router.navigate('/page?search=pump', { replace: true, state: { kept: true } });
    await turn();
    expect(place()).toEqual(['/page?search=pump', 2, 1]);
    const push = vi.spyOn(window.history, 'pushState');
    await closed();
    expect(place()).toEqual(['/page?search=pump', 1, 0]);
    expect(window.history.state).toMatchObject({ usr: { kept: true }, key: router.state.location.key });
    expect(push).not.toHaveBeenCalled();
  });

  it('leaves no entry behind when another page is opened', async () => {
    const { close } = await layer();
    await layer();
    await router.navigate('/next');
    expect(place()).toEqual(['/next', 2, 0]);
    await turn();
    expect(place()).toEqual(['/next', 2, 0]);
    await back();
    expect(place()).toEqual(['/page', 1, 0]);
    expect(router.state.location.pathname).toBe('/page');
    expect(close).not.toHaveBeenCalled();
  });

  it('keeps its entry when the navigation was blocked', async () => {
    const { closed } = await layer();
    router.getBlocker('stay', () => true);
    await router.navigate('/next');
    await turn();
    expect(place()).toEqual(['/page', 2, 1]);
    router.deleteBlocker('stay');
    await closed();
    expect(place()).toEqual(['/page', 1, 0]);
  });

  it('has no entry any more after a reload', async () => {
    await layer();
    expect(place()).toEqual(['/page', 2, 1]);
    router.dispose();
    for (const listener of listeners.splice(0)) window.removeEventListener(...listener);
    await load();
    expect(place()).toEqual(['/page', 1, 0]);
    expect(router.state.location.pathname).toBe('/page');
    await layer();
    expect(place()).toEqual(['/page', 2, 1]);
  });

  it('stays open over the entry of a link to a fragment', async () => {
    const { close } = await layer();
    window.history.pushState(null, '', '#part');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    await turn();
    expect(close).not.toHaveBeenCalled();
  });
});

describe('leaving all layers', () => {
  it('is awaited only where there are any', async () => {
    expect(start.layers!.closeLayers()).toBeUndefined();
    await layer();
    await layer();
    const left = start.layers!.closeLayers();
    expect(left).toBeInstanceOf(Promise);
    await left;
    expect(place()).toEqual(['/page', 1, 0]);
    await turn();
    expect(place()).toEqual(['/page', 1, 0]);
  });

  it('goes on when the browser does not make a step', async () => {
    const { closed } = await layer();
    const go = vi.spyOn(window.history, 'go');
    go.mockImplementation(() => undefined);
    await closed(1_100);
    expect(go.mock.calls).toEqual([[-1], [-1]]);
    go.mockRestore();
    await turn(1_100);
    expect(place()).toEqual(['/page', 1, 0]);
  });
});
