/** State of the connection to the server, as far as this page knows. */
import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

/** An answer came. */
export function connectionWorks(): void {
  set(true);
}

/** A call got no answer. */
export function connectionLost(): void {
  set(false);
}

/**
 * Calls back when the connection comes or goes.
 * @returns a function that stops listening
 */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  // Adding the same function again changes nothing.
  window.addEventListener('offline', connectionLost);
  return () => void listeners.delete(listener);
}

/** Returns true when the last call got an answer. */
export function isConnected(): boolean {
  return reachable;
}

/** Returns true when the last call got an answer; rerenders with changes. */
export function useConnected(): boolean {
  return useSyncExternalStore(watchConnection, isConnected);
}
