/** State of the connection to the server, as observed by this page. */
import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

/** Records that an answer arrived. */
export function connectionWorks(): void {
  set(true);
}

/** Records that a call got no answer. */
export function connectionLost(): void {
  set(false);
}

/**
 * Calls back when the connection is lost or restored.
 * @returns a function that stops listening
 */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  // Adding the same listener again has no effect.
  window.addEventListener('offline', connectionLost);
  return () => void listeners.delete(listener);
}

/** Interval in ms at which a page without connection checks whether the server answers again. */
const PROBE_MS = 5_000;

/**
 * Checks a lost connection until it is restored: at intervals, and at once when the network returns or the page becomes visible.
 * @returns a function that stops the checks
 */
export function seekConnection(): () => void {
  const probe = async (): Promise<void> => {
    if (reachable || document.visibilityState === 'hidden') return;
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).catch(
      () => null,
    );
    // A network that asks for a sign-in of its own answers with a page.
    if (answer?.ok === true && answer.headers.get('content-type')?.includes('json') === true) connectionWorks();
  };
  const check = (): void => void probe();
  const timer = setInterval(check, PROBE_MS);
  window.addEventListener('online', check);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', check);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Returns true when the last call got an answer. */
export function isConnected(): boolean {
  return reachable;
}

/** Returns true when the last call got an answer; rerenders with changes. */
export function useConnected(): boolean {
  return useSyncExternalStore(watchConnection, isConnected);
}
