/**
 * Hears from the server that something changed, and that the session ended. While the page is in sight one stream is open; a browser has few
 * lines to a server, and tabs nobody looks at would take them all.
 */
import { createParser } from 'eventsource-parser';
import { endSession, readToken } from './session.ts';
import { PAGE } from './page.ts';

/** How long until a broken stream is opened again: anything up to a bound that doubles with each failure. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** The server says every 15 s that it is there; a stream that is silent for longer is dead, whatever the browser thinks. */
const SILENCE_MS = 45_000;

/**
 * Listens until it is stopped.
 * @param changed called when something changed that this page may show, and after a time in which nothing could be heard
 * @returns a function that stops listening
 */
export function listenToServer(changed: () => void): () => void {
  let stopped = false;
  let heardBefore = false;
  let failures = 0;
  let leaving: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<void> {
    const token = readToken();
    if (stopped || token === null || leaving !== null || document.visibilityState === 'hidden') return;
    const own = new AbortController();
    leaving = own;
    const goesOn = await hear(token, own).catch(() => true);
    // One that was left, or replaced, has nothing to say any more.
    if (leaving !== own) return;
    leaving = null;
    if (!goesOn || stopped) return;
    const bound = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    failures += 1;
    retry = setTimeout(() => void open(), Math.random() * bound);
  }

  /** Reads one stream to its end. @returns whether another one is worth opening */
  async function hear(token: string, own: AbortController): Promise<boolean> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENCE_MS);
    };
    try {
      alive();
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'x-holdfast-page': PAGE };
      const answer = await fetch('/ext/events', { headers, signal: own.signal, cache: 'no-store' });
      if (answer.status === 401 && token === readToken()) endSession();
      // Another host than the server has no such stream.
      if (answer.status === 401 || answer.status === 404) return false;
      if (!answer.ok || answer.body === null) return true;
      const parser = createParser({ onEvent: ({ event }) => obey(event) });
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        alive();
        parser.feed(piece.value);
      }
      return true;
    } finally {
      clearTimeout(silence);
    }
  }

  function obey(event: string | undefined): void {
    if (event === 'logout') window.dispatchEvent(new Event('logout'));
    if (event === 'changed') changed();
    if (event !== 'hello') return;
    failures = 0;
    if (heardBefore) changed();
    heardBefore = true;
  }

  function close(): void {
    clearTimeout(retry);
    leaving?.abort();
    leaving = null;
  }

  function seen(): void {
    if (document.visibilityState === 'hidden') close();
    else void open();
  }

  document.addEventListener('visibilitychange', seen);
  void open();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', seen);
    close();
  };
}
