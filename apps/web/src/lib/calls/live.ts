/**
 * Receives events of the server about changes, the rights of the account and the end of the session. One stream is open while the page is visible. Hidden tabs have
 * none, because a browser allows few connections to a server.
 */
import { createParser } from 'eventsource-parser';
import { retryPause, routes } from '@holdfast/contract/client';
import { isConnected, watchConnection } from './connection.ts';
import { announceRights, endSession, readToken } from './session.ts';
import { pageHeaders } from '../page.ts';

/** Delay in ms before a broken stream is opened again: random, below a bound that doubles with each failure. */
const RETRY_MS = { first: 1_000, longest: 60_000 };
/** The server sends a heartbeat every 15 s. A stream that is silent for longer is dead, even when the browser reports it as open. */
const SILENCE_MS = 45_000;

/**
 * Listens until it is stopped.
 * @param changed called when data changed that this page may show, and after an interruption of the stream
 * @returns a function that stops listening
 */
export function listenToServer(changed: () => void): () => void {
  let stopped = false;
  let receivedBefore = false;
  let failures = 0;
  let leaving: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<void> {
    const token = readToken();
    if (stopped || token === null || leaving !== null || document.visibilityState === 'hidden') return;
    const own = new AbortController();
    leaving = own;
    const goesOn = await receive(token, own).catch(() => true);
    // Events of a stream that was closed or replaced are ignored.
    if (leaving !== own) return;
    leaving = null;
    if (!goesOn || stopped) return;
    const bound = retryPause(failures, RETRY_MS);
    failures += 1;
    retry = setTimeout(() => void open(), Math.random() * bound);
  }

  /** Reads one stream to its end. @returns true when another stream should be opened */
  async function receive(token: string, own: AbortController): Promise<boolean> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENCE_MS);
    };
    try {
      alive();
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...pageHeaders() };
      const answer = await fetch(routes.watchChanges.path, { headers, signal: own.signal, cache: 'no-store' });
      if (answer.status === 401 && token === readToken()) endSession();
      // Hosts other than the server have no such stream.
      if (answer.status === 401 || answer.status === 404) return false;
      if (!answer.ok || answer.body === null) return true;
      const parser = createParser({ onEvent: ({ event }) => applyEvent(event) });
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

  function applyEvent(event: string | undefined): void {
    if (event === 'logout') window.dispatchEvent(new Event('logout'));
    if (event === 'changed') changed();
    if (event === 'account') announceRights();
    if (event !== 'hello') return;
    failures = 0;
    if (receivedBefore) {
      changed();
      announceRights();
    }
    receivedBefore = true;
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

  /** Opens the stream at once when the connection is restored, without waiting for the next retry. */
  function connected(): void {
    if (!isConnected()) return;
    clearTimeout(retry);
    void open();
  }

  document.addEventListener('visibilitychange', seen);
  const unwatch = watchConnection(connected);
  void open();
  return () => {
    stopped = true;
    unwatch();
    document.removeEventListener('visibilitychange', seen);
    close();
  };
}
