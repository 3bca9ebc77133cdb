import type { Cancellation } from './ports.ts';

/** An event that names the place of a change, never its content: sent to subscribers and to the other servers. */
export interface BusEvent {
  /** Scopes in which something changed. */
  scopes?: readonly string[];
  /** The page that made the change, which knows it already. */
  page?: string | undefined;
  /** Accounts that are to sign in again. */
  users?: readonly string[];
  /** Sessions that ended, by token. */
  tokens?: readonly string[];
  /** Devices whose use, or whose people, changed. */
  devices?: readonly string[];
  /** Events may have been missed: subscribers read the state again. */
  missed?: boolean;
  /** Subscribers check that they are still allowed to listen. */
  recheck?: boolean;
}

/** Events merged for one subscriber since it last read, so that a slow subscriber takes a bounded amount of memory. */
export interface PendingEvents {
  scopes: Set<string>;
  users: Set<string>;
  tokens: Set<string>;
  devices: Set<string>;
  missed: boolean;
  recheck: boolean;
}

/** Delivers events to the subscribers of this process and, through `forward`, to other servers. */
export interface EventBus {
  /** Sends an event to all subscribers of this process and to the forwards. */
  publish(news: BusEvent): void;
  /** Delivers an event of another server to the subscribers of this process only. */
  receive(news: BusEvent): void;
  /** Calls back with every event published in this process. @returns a function that stops it */
  forward(to: (news: BusEvent) => void): () => void;
  /**
   * Stream of events from now on.
   * @param listener one of whose streams the oldest ends when it opens too many
   * @param gone aborted when the subscriber has disconnected; ends the stream
   * @param page whose own changes are left out
   */
  subscribe(listener: string, gone: Cancellation | undefined, page?: string): AsyncIterableIterator<PendingEvents>;
  /** Ends every subscription. */
  close(): void;
}

/** Streams one listener may have open; more than the visible tabs of one browser. */
const STREAMS = 20;

interface Stream {
  listener: string;
  page: string | undefined;
  gathered: PendingEvents | null;
  ended: boolean;
  wake(): void;
}

/** Opens the event bus of one process. */
export function openEventBus(): EventBus {
  const streams = new Set<Stream>();
  const forwards = new Set<(news: BusEvent) => void>();
  let closed = false;

  function receive(news: BusEvent): void {
    for (const stream of streams) {
      stream.gathered = gather(stream, news);
      if (stream.gathered !== null) stream.wake();
    }
  }

  function end(stream: Stream): void {
    stream.ended = true;
    streams.delete(stream);
    stream.wake();
  }

  return {
    receive,
    publish(news) {
      receive(news);
      for (const to of forwards) to(news);
    },
    forward(to) {
      forwards.add(to);
      return () => void forwards.delete(to);
    },
    subscribe(listener, gone, page) {
      const stream: Stream = { listener, page, gathered: null, ended: closed, wake: () => undefined };
      if (!closed) streams.add(stream);
      const own = [...streams].filter((one) => one.listener === listener);
      if (own.length > STREAMS) end(own[0]!);
      gone?.addEventListener('abort', () => end(stream), { once: true });
      if (gone?.aborted === true) end(stream);
      return {
        async next() {
          while (stream.gathered === null && !stream.ended)
            await new Promise<void>((resolve) => (stream.wake = resolve));
          const value = stream.gathered;
          stream.gathered = null;
          return stream.ended || value === null ? { done: true, value: undefined } : { done: false, value };
        },
        return() {
          end(stream);
          return Promise.resolve({ done: true, value: undefined });
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
    close() {
      closed = true;
      for (const stream of streams) end(stream);
    },
  };
}

/** Merges an event into the pending events of a stream; null when it does not concern the stream. */
function gather({ gathered, page }: Stream, news: BusEvent): PendingEvents | null {
  const all: PendingEvents = gathered ?? {
    scopes: new Set(),
    users: new Set(),
    tokens: new Set(),
    devices: new Set(),
    missed: false,
    recheck: false,
  };
  const scopes = page !== undefined && page === news.page ? [] : (news.scopes ?? []);
  for (const scope of scopes) all.scopes.add(scope);
  for (const user of news.users ?? []) all.users.add(user);
  for (const token of news.tokens ?? []) all.tokens.add(token);
  for (const device of news.devices ?? []) all.devices.add(device);
  if (news.missed === true) all.missed = true;
  if (news.missed === true || news.recheck === true) all.recheck = true;
  const nothing =
    !all.recheck && [all.scopes, all.users, all.tokens, all.devices].every((set: Set<string>) => set.size === 0);
  return nothing ? null : all;
}
