import { describe, expect, it } from 'vitest';
import { openHub } from './hub.ts';

const event = (connected: boolean) => ({ event: 'connected-status', data: { connected } }) as const;

describe('the events of windows', () => {
  it('reach every window from its subscription on, in their order', async () => {
    const hub = openHub();
    hub.notify(event(true));
    const [first, second] = [hub.listen(), hub.listen()];
    hub.notify(event(false));
    hub.notify(event(true));
    for (const window of [first, second]) {
      expect(await window.next()).toEqual({ done: false, value: event(false) });
      expect(await window.next()).toEqual({ done: false, value: event(true) });
    }
    const waiting = first.next();
    hub.notify(event(false));
    expect(await waiting).toEqual({ done: false, value: event(false) });
  });

  it('do not reach a window that has left, and its reader ends', async () => {
    const hub = openHub();
    const window = hub.listen();
    const waiting = window.next();
    expect(await window.return!()).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    hub.notify(event(true));
    expect(await window.next()).toEqual({ done: true, value: undefined });
  });

  it('end with the hub, after those that were delivered', async () => {
    const hub = openHub();
    const [idle, behind] = [hub.listen(), hub.listen()];
    const waiting = idle.next();
    hub.notify(event(true));
    await waiting;
    const last = idle.next();
    hub.close();
    expect(await last).toEqual({ done: true, value: undefined });
    expect(await behind.next()).toEqual({ done: false, value: event(true) });
    expect(await behind.next()).toEqual({ done: true, value: undefined });
  });

  it('drop the oldest for a window that reads nothing', async () => {
    const hub = openHub();
    const window = hub.listen();
    const progress = (at: number) =>
      ({ event: 'sync-status', data: { syncLog: null, progress: at, message: '' } }) as const;
    for (let at = 0; at <= 1_000; at++) hub.notify(progress(at % 101));
    hub.notify(event(true));
    hub.close();
    const read = [];
    for await (const each of window) read.push(each);
    expect(read.at(-1)).toEqual(event(true));
    expect(read).toHaveLength(200);
  });
});
