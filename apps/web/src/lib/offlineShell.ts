import { isDesktop } from './host.ts';

/** Address of the service worker; `trustedTypes.ts` allows this one alone. */
export const SERVICE_WORKER = '/service-worker.js';

/**
 * Keeps the application in the browser, so that a reload without a connection shows it. Does nothing in a desktop's window, whose agent
 * is always there, and where the browser has no service workers: on an unencrypted connection to another computer.
 */
export function keepShell(): void {
  if (isDesktop || import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Without it a reload needs the connection; nothing else depends on it.
  navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' }).catch(() => undefined);
}
