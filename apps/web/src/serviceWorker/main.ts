/** The service worker of the browser's application: keeps the shell of its version and answers with it when the server cannot be reached. */
import { createShell } from './shell.ts';

/** Set by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface WorkerFetchEvent extends WorkerEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

/** The used parts of the service worker's global scope, which the types of documents do not contain. */
interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
}

declare const self: WorkerScope;

const shell = createShell({
  caches,
  fetch: (address, options) => fetch(address, options),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  files: SHELL_FILES,
  version: SHELL_VERSION,
});

self.addEventListener('install', (event) => event.waitUntil(shell.keep().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([shell.removeOthers(), self.registration.navigationPreload?.enable()]).then(() => self.clients.claim()),
  ),
);

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event;
  const answer = shell.answer({ request, preloaded: Promise.resolve(preloadResponse) });
  if (answer !== null) event.respondWith(answer);
});
