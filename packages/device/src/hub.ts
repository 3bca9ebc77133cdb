import type { DesktopEvent } from '@holdfast/contract';

/** Delivers events to all subscribed windows. */
export interface Hub {
  notify(event: DesktopEvent): void;
  /** Subscribes to events from now on; ends when the hub is closed. */
  listen(): AsyncIterableIterator<DesktopEvent>;
  close(): void;
}

/** Maximum number of events buffered for a slow window; older ones are dropped, because each event contains the complete state of its subject. */
const LIMIT = 200;

/** Opens a hub. */
export function openHub(): Hub {
  const listeners = new Set<{ queue: DesktopEvent[]; wake(): void }>();
  let closed = false;
  return {
    notify(event) {
      for (const listener of listeners) {
        listener.queue.push(event);
        if (listener.queue.length > LIMIT) listener.queue.shift();
        listener.wake();
      }
    },
    listen() {
      let wake = (): void => undefined;
      const listener = { queue: [] as DesktopEvent[], wake: () => wake() };
      listeners.add(listener);
      let left = false;
      return {
        async next() {
          for (;;) {
            const value = listener.queue.shift();
            if (value !== undefined) return { done: false, value };
            if (left || closed) return { done: true, value: undefined };
            await new Promise<void>((resolve) => (wake = resolve));
          }
        },
        return() {
          left = true;
          listeners.delete(listener);
          wake();
          return Promise.resolve({ done: true, value: undefined });
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
    close() {
      closed = true;
      for (const { wake } of listeners) wake();
    },
  };
}
