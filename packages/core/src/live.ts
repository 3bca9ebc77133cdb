import type { Cancellation } from './ports.ts';

/** Something that happened, as it is told from server to server and to whoever listens. Says where, never what. */
export interface News {
  /** Scopes in which something changed. */
  scopes?: readonly string[];
  /** The page that made the change, which knows it already. */
  page?: string | undefined;
  /** Accounts that are to sign in anew. */
  users?: readonly string[];
  /** Sessions that ended, by token. */
  tokens?: readonly string[];
  /** Devices whose use, or whose people, changed. */
  devices?: readonly string[];
  /** Some of what happened may have been missed: whoever listens looks for itself. */
  missed?: boolean;
  /** Whoever listens makes sure that it still may. */
  look?: boolean;
}

/** What gathered for a listener since it last asked: nobody's slowness costs more than this. */
export interface Gathered {
  scopes: Set<string>;
  users: Set<string>;
  tokens: Set<string>;
  devices: Set<string>;
  missed: boolean;
  look: boolean;
}

/** Tells whoever listens what happens. */
export interface Live {
  /** Told to everybody here, and by the host to its other servers. */
  tell(news: News): void;
  /** Told to everybody here: word of another server. */
  hear(news: News): void;
  /** Calls back with all that is told here first. @returns a function that stops it */
  forward(to: (news: News) => void): () => void;
  /**
   * What happens from now on.
   * @param listener one of whose streams the oldest ends when it opens too many
   * @param gone ends it
   * @param page whose own changes are left out
   */
  listen(listener: string, gone: Cancellation | undefined, page?: string): AsyncIterableIterator<Gathered>;
  /** Ends every listening. */
  close(): void;
}

/** Streams one listener may have open; a browser with more tabs in sight is none. */
const STREAMS = 20;

interface Stream {
  listener: string;
  page: string | undefined;
  gathered: Gathered | null;
  ended: boolean;
  wake(): void;
}

/** Opens the exchange of one process. */
export function openLive(): Live {
  const streams = new Set<Stream>();
  const forwards = new Set<(news: News) => void>();
  let closed = false;

  function hear(news: News): void {
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
    hear,
    tell(news) {
      hear(news);
      for (const to of forwards) to(news);
    },
    forward(to) {
      forwards.add(to);
      return () => void forwards.delete(to);
    },
    listen(listener, gone, page) {
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

/** What waits for a stream with the news in it; null when there is nothing for it. */
function gather({ gathered, page }: Stream, news: News): Gathered | null {
  const all: Gathered = gathered ?? {
    scopes: new Set(),
    users: new Set(),
    tokens: new Set(),
    devices: new Set(),
    missed: false,
    look: false,
  };
  const scopes = page !== undefined && page === news.page ? [] : (news.scopes ?? []);
  for (const scope of scopes) all.scopes.add(scope);
  for (const user of news.users ?? []) all.users.add(user);
  for (const token of news.tokens ?? []) all.tokens.add(token);
  for (const device of news.devices ?? []) all.devices.add(device);
  if (news.missed === true) all.missed = true;
  if (news.missed === true || news.look === true) all.look = true;
  const nothing =
    !all.look && [all.scopes, all.users, all.tokens, all.devices].every((set: Set<string>) => set.size === 0);
  return nothing ? null : all;
}
