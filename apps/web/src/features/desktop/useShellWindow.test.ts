// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outbox } from '../../lib/outbox/index.ts';
import { OutboxContext } from '../../lib/outbox/index.ts';
import { useUnsaved } from '../../lib/drafts/unsaved.ts';
import type { ShellWindow } from '../../lib/shellWindow.ts';
import { mounted } from '../../lib/testing/mounted.ts';
import { t } from '../../lib/texts/index.ts';
import * as confirming from '../../ui/dialogs/confirm.tsx';
import { useShellWindow } from './useShellWindow.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
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
  let asked: string[];
  let answer: (confirms: boolean) => void;

  beforeEach(() => {
    listeners = new Map();
    steps = [];
    saves = [];
    asked = [];
    vi.spyOn(confirming, 'useConfirm').mockReturnValue(({ text }) => {
      asked.push(text);
      return new Promise((resolve) => (answer = resolve));
    });
    wasStopped = false;
    stopped.mockReset();
    show = vi.spyOn(notifications, 'show').mockReturnValue('');
    vi.spyOn(notifications, 'hide').mockReturnValue('');
  });
  const opened = (window: ShellWindow | null = shell) =>
    mounted(
      () => useShellWindow(window),
      undefined,
      (children) => createElement(OutboxContext.Provider, { value: outbox }, children),
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
    expect(asked).toEqual([]);
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

  const question = t('window.closeQuestion', { product: 'Holdfast' });

  it('closes when that is confirmed, after saves; one question at a time', async () => {
    await opened();
    await happen('close-asked');
    await happen('close-asked');
    expect([steps, asked]).toEqual([['answered', 'answered'], [question]]);
    await act(async () => answer(false));
    expect(steps).toHaveLength(2);
    await happen('close-asked');
    await act(async () => answer(true));
    expect(steps.slice(2)).toEqual(['answered', 'kept', 'drained 2000', 'quit']);
    expect(asked).toHaveLength(2);
  });

  it('asks with what is unsaved and what is being sent', async () => {
    const { now } = await opened();
    saves = [
      { content: {}, refusal: null },
      { content: {}, refusal: {} },
      { content: null, refusal: null },
    ];
    await act(async () => now());
    await act(async () => answer(false));
    await mounted<void, boolean>(useUnsaved, true);
    await act(async () => now());
    const sending = t('window.closeSending', { count: 1 });
    expect(asked).toEqual([`${question} ${sending}`, `${question} ${t('window.closeUnsaved')} ${sending}`]);
  });
});
