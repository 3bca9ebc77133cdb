// @vitest-environment happy-dom
import type { DesktopStatus } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken } from '../../lib/calls/session.ts';
import type { Outbox } from '../../lib/outbox/index.ts';
import { OutboxContext } from '../../lib/outbox/index.ts';
import { useUnsaved } from '../../lib/drafts/unsaved.ts';
import type { ShellWindow } from '../../lib/shellWindow.ts';
import { type Cached, cached } from '../../lib/testing/cached.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { t } from '../../lib/texts/index.ts';
import { ConfirmProvider } from '../../ui/dialogs/confirm.tsx';
import { useShellWindow } from './useShellWindow.ts';

const pass = (ms = 0): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the state of a desktop', () => {
  class Source extends EventTarget {
    static last: Source;
    close = vi.fn();
    url: string;
    constructor(url: string) {
      super();
      this.url = url;
      Source.last = this;
    }
    async send(event: string, data?: object): Promise<void> {
      const message = data === undefined ? new Event(event) : new MessageEvent(event, { data: JSON.stringify(data) });
      await act(async () => void this.dispatchEvent(message));
      await pass();
    }
  }
  type Answer = (response: Response) => void;
  const json = (body: unknown): Response =>
    new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  const status = (part: object = {}): DesktopStatus =>
    ({ synced: true, syncLog: null, connected: true, waiting: 0, message: null, ...part }) as unknown as DesktopStatus;

  let statusAnswers: Answer[];
  let calls: string[];
  let refuses: boolean;
  let known: Cached;
  let desktop: typeof import('./desktopState.ts');
  let stop: () => void;

  beforeEach(async () => {
    vi.resetModules();
    desktop = await import('./desktopState.ts');
    vi.useFakeTimers();
    statusAnswers = [];
    calls = [];
    refuses = false;
    storeToken('of Maren');
    localStorage.setItem('holdfast:window', 'secret');
    known = cached();
    vi.stubGlobal('EventSource', Source);
    vi.stubGlobal('fetch', (url: string) => {
      calls.push(url);
      if (refuses) return Promise.reject(new TypeError('the agent is gone'));
      return new Promise<Response>((resolve) => statusAnswers.push(resolve));
    });
    stop = desktop.followDesktop(known.cache);
  });
  afterEach(() => stop());

  const shown = () => mounted(() => desktop.useDesktopState(), undefined);
  const answer = async (place: number, part: object = {}): Promise<void> => {
    statusAnswers[place]!(json(status(part)));
    await pass();
  };

  it('is read at first, over a stream that names the window', async () => {
    const state = await shown();
    expect(Source.last.url).toBe('/ext/desktop/events?window=secret');
    expect(state.now).toBeNull();
    await Source.last.send('connected-status', { connected: false });
    expect(state.now).toBeNull();
    await answer(0, { syncLog: { id: 'r', isRunning: true } });
    expect(state.now).toMatchObject({ running: true, connected: false });
    stop();
    expect(Source.last.close).toHaveBeenCalledOnce();
  });

  it('keeps the answer of the newest of several reads', async () => {
    const state = await shown();
    await Source.last.send('open');
    expect(statusAnswers).toHaveLength(2);
    await answer(1, { message: 'second' });
    await answer(0, { message: 'first' });
    expect(state.now).toMatchObject({ message: 'second', running: false });
  });

  it('invalidates what may have changed while the stream was closed', async () => {
    for (const name of [
      'getVersions',
      'getConnectedDevices',
      'getConditions',
      'getInstance',
      'getCurrentUser',
    ] as const)
      known.put(name, {}, {});
    await Source.last.send('open');
    expect(known.stale()).toEqual(['getConnectedDevices', 'getVersions']);
    await Source.last.send('open');
    expect(known.stale()).toEqual(['getConditions', 'getConnectedDevices', 'getVersions']);
  });

  it('follows a run to its end', async () => {
    const state = await shown();
    await answer(0, { synced: false });
    known.put('getSyncLogs', {}, [{ id: 'old' }]);
    known.put('getConditions', {}, []);
    const run = { id: 'r', isRunning: true, endTime: null };
    await Source.last.send('sync-status', { message: 'Fetching', syncLog: run });
    expect(state.now).toMatchObject({ message: 'Fetching', running: true });
    expect(statusAnswers).toHaveLength(2);
    expect(known.get('getSyncLogs', {})).toEqual([run, { id: 'old' }]);
    await Source.last.send('sync-status', { syncLog: { ...run, pages: 3 } });
    expect(known.get('getSyncLogs', {})).toEqual([{ ...run, pages: 3 }, { id: 'old' }]);
    expect(known.stale()).toEqual([]);
    await Source.last.send('sync-status', { syncLog: { ...run, isRunning: false, endTime: 'now' } });
    expect(state.now).toMatchObject({ running: false });
    expect(known.stale()).toEqual(['getSyncLogs']);
    await Source.last.send('sync-status', { syncLog: null });
    expect(state.now).toMatchObject({ running: true });
    await Source.last.send('sync-complete', { message: 'Done' });
    expect(state.now).toMatchObject({ running: false, synced: true, message: 'Done' });
    expect(known.stale()).toEqual(['getConditions', 'getSyncLogs']);
    await Source.last.send('sync-status', { syncLog: null });
    expect(statusAnswers).toHaveLength(5);
  });

  it('is read again when changes wait and no run is going on', async () => {
    const state = await shown();
    await answer(0, { syncLog: { isRunning: true } });
    for (const name of ['getWaitingChanges', 'getWaitingItems'] as const) known.put(name, {}, []);
    await Source.last.send('waiting', { waiting: 2 });
    expect([statusAnswers.length, known.stale()]).toEqual([1, ['getWaitingChanges', 'getWaitingItems']]);
    await Source.last.send('sync-complete', {});
    await Source.last.send('waiting', { waiting: 3 });
    expect(statusAnswers).toHaveLength(2);
    expect(state.now).toMatchObject({ waiting: 3 });
  });

  it('puts readers and versions into the cache, and passes on a sign-out', async () => {
    const ended = vi.fn();
    window.addEventListener('logout', ended, { once: true });
    await Source.last.send('readers', [{ id: 'reader' }]);
    expect(known.get('getConnectedDevices', {})).toEqual([{ id: 'reader' }]);
    for (const event of ['update', 'update-updating', 'update-updated', 'update-failed']) {
      await Source.last.send(event, { event });
      expect(known.get('getVersions', {})).toEqual({ event });
    }
    expect(ended).not.toHaveBeenCalled();
    await Source.last.send('logout', {});
    expect(ended).toHaveBeenCalledOnce();
  });

  it.each([
    [false, 'desktop.starting'],
    [true, 'desktop.startingFull'],
  ] as const)('shows a run that is started (full: %s) at once', async (full, text) => {
    const state = await shown();
    await answer(0);
    let started: Promise<void> | undefined;
    await act(async () => void (started = desktop.startRun(full)));
    expect(state.now).toMatchObject({ message: t(text), progress: 0, syncLog: null, running: true });
    expect(calls.at(-1)).toMatch(full ? /full/i : /sync-?now/i);
    statusAnswers[1]!(json({}));
    await started;
    expect(statusAnswers).toHaveLength(2);
  });

  it('ignores a read that was sent before a run was started, and reads again when that is refused', async () => {
    const state = await shown();
    await answer(0, { message: 'before' });
    await Source.last.send('open');
    refuses = true;
    let started: Promise<unknown> | undefined;
    await act(async () => void (started = desktop.startRun(false).catch((error: unknown) => error)));
    await answer(1, { message: 'too early' });
    expect(state.now).toMatchObject({ message: t('desktop.starting') });
    expect(await started).toBeInstanceOf(Error);
    expect(calls).toHaveLength(4);
  });
});

describe('the window of a desktop', () => {
  type Listener = (data: unknown) => void;
  let listeners: Map<string, Listener>;
  let steps: string[];
  let saves: object[];
  let wasStopped: boolean;
  const stopped = vi.fn();
  const shell = {
    closeAnswered: () => void steps.push('answered'),
    quit: () => void steps.push('quit'),
    zoom: (factor: number) => void steps.push(`zoom ${factor}`),
    pageReady: () => Promise.resolve(wasStopped),
    on(name: string, listener: Listener) {
      listeners.set(name, listener);
      return stopped;
    },
  } as unknown as ShellWindow;
  const outbox = {
    saves: () => saves,
    kept: async () => void steps.push('kept'),
    drained: async (ms: number) => void steps.push(`drained ${ms}`),
  } as unknown as Outbox;
  let show: ReturnType<typeof vi.spyOn>;
  const asked: string[] = [];
  let confirms: boolean;

  beforeEach(() => {
    listeners = new Map();
    steps = [];
    saves = [];
    asked.length = 0;
    confirms = true;
    wasStopped = false;
    stopped.mockReset();
    show = vi.spyOn(notifications, 'show').mockReturnValue('');
    vi.spyOn(notifications, 'hide').mockReturnValue('');
  });
  const opened = (window: ShellWindow | null = shell) =>
    mounted(
      () => useShellWindow(window),
      undefined,
      (children) =>
        createElement(OutboxContext.Provider, { value: outbox }, createElement(ConfirmProvider, null, children)),
    );
  const happen = (name: string, data: unknown = null): Promise<void> =>
    act(async () => {
      listeners.get(name)?.(data);
      await Promise.resolve();
    });

  it('saves pending input and waits a moment for saves before the session of the computer ends', async () => {
    await opened();
    await happen('ending');
    await act(async () => undefined);
    expect(steps).toEqual(['kept', 'drained 2000', 'quit']);
    expect(confirms).toBe(true);
  });

  it('does nothing in a browser', async () => {
    const { now } = await opened(null);
    await act(async () => now());
    expect([steps, listeners.size]).toEqual([[], 0]);
  });

  it('stops listening when the screen is left', async () => {
    const hook = await opened();
    expect([...listeners.keys()]).toEqual(['close-asked', 'ending', 'agent', 'downloaded']);
    await hook.end();
    expect(stopped).toHaveBeenCalledTimes(4);
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '+', ctrlKey: true }));
    expect(steps).toEqual([]);
  });

  it('shows what it reports', async () => {
    wasStopped = true;
    await opened();
    expect(show.mock.lastCall).toEqual([{ title: t('window.recovered'), message: t('window.recoveredHint') }]);
    await happen('agent', false);
    expect(show.mock.lastCall).toMatchObject([{ id: 'agent', title: t('window.agentEnded'), autoClose: false }]);
    await happen('agent', true);
    expect(vi.mocked(notifications.hide).mock.calls).toEqual([['agent']]);
    await happen('downloaded', '/home/maren/drops.pdf');
    expect(show.mock.lastCall).toEqual([{ title: t('window.downloaded'), message: '/home/maren/drops.pdf' }]);
    await happen('downloaded', null);
    expect(show.mock.lastCall).toMatchObject([{ color: 'red', title: t('window.notDownloaded') }]);
    expect(show).toHaveBeenCalledTimes(4);
  });

  it('shows nothing after an ordinary start', async () => {
    await opened();
    expect(show).not.toHaveBeenCalled();
  });

  const press = (key: string, keys: KeyboardEventInit = { ctrlKey: true }): boolean => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true, ...keys });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('zooms in steps with the usual keys, between its bounds', async () => {
    await opened();
    expect(press('+', {})).toBe(false);
    expect(press('a')).toBe(false);
    expect(steps).toEqual([]);
    expect(press('+')).toBe(true);
    press('=', { metaKey: true });
    press('-');
    press('0');
    press('-');
    expect(steps).toEqual(['zoom 1.1', 'zoom 1.25', 'zoom 1.1', 'zoom 1', 'zoom 0.9']);
    expect(localStorage.getItem('zoom')).toBe('0.9');
    for (let times = 0; times < 3; times += 1) press('-');
    expect(steps.at(-1)).toBe('zoom 0.75');
    for (let times = 0; times < 9; times += 1) press('+');
    expect(steps.at(-1)).toBe('zoom 2');
  });

  it.each([
    ['1.5', ['zoom 1.5', 'zoom 1.75']],
    ['1.4', ['zoom 1.1']],
    ['', ['zoom 1.1']],
  ])('begins with the zoom %s of the last start', async (kept, expected) => {
    localStorage.setItem('zoom', kept);
    await opened();
    press('+');
    expect(steps).toEqual(expected);
  });

  it('knows about unsaved changes', async () => {
    await mounted<void, boolean>(useUnsaved, true);
    await opened();
    expect(steps).toEqual([]);
  });
});
