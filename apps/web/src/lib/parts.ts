/**
 * Parts of the application that are not in the first load. They are fetched while the user is not busy, so that they work offline. A part that
 * is needed earlier is requested until it arrives.
 */
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { retryPause } from '@holdfast/contract/client';
import { call } from './calls/api.ts';
import { MissingPart } from './missingPart.ts';
import { hasUnsaved } from './drafts/unsaved.ts';

/** Number of parts that are fetched ahead at once. */
const AT_ONCE = 2;
const RETRY_MS = { first: 500, longest: 5_000 };
/**
 * Number of times a part may be missing on a server that answers. After that, this page is taken to be of another version than the server.
 */
const MISSES = 3;

/** Storage key of the time at which the page was last reloaded for a missing part. */
const LOADED_AGAIN = 'holdfast:loadedAgain';
const LOAD_AGAIN_MS = 60_000;

type Load = () => Promise<unknown>;

const ahead: Load[] = [];
/** Address to which the router is navigating; null while it is not. */
let destination: string | null = null;
const brokenStyles = new Set<HTMLLinkElement>();

/**
 * A component that is fetched when it is first shown, or earlier by `fetchParts`.
 * @param isAhead false: not fetched before it is shown, because most users never open it
 */
export function part<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isAhead = true,
): LazyExoticComponent<ComponentType<P>> {
  let loading: ReturnType<typeof load> | null = null;
  const once = (): ReturnType<typeof load> => {
    loading ??= loadWithRetries(load);
    return loading;
  };
  if (isAhead) ahead.push(once);
  return lazy(() => once().catch(loadAgain));
}

/** Loads the code of a route with the retries of a part. */
export function loadRoute<M>(load: () => Promise<M>): Promise<M> {
  return loadWithRetries(load).catch(loadAgain);
}

/** Notes the address to which the router is navigating, so that a reload for a missing part goes there. */
export function noteDestination(address: string | null): void {
  destination = address;
}

/**
 * Fetches all registered parts and those that these register, a few at a time, so that reads and saves need not wait for many of them.
 * @param mayFetch resolves when the next part may be fetched
 */
export async function fetchParts(mayFetch = async (): Promise<void> => undefined): Promise<void> {
  const fetchNext = async (): Promise<void> => {
    while (ahead.length > 0) {
      await mayFetch();
      await ahead
        .shift()?.()
        .catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

/** Loads a part, with retries. @throws the error of the last try when the server answers but does not have the part */
async function loadWithRetries<M>(load: () => Promise<M>): Promise<M> {
  for (let misses = 0, failures = 0; ; failures += 1) {
    try {
      const loaded = await load();
      await restoreStyles();
      return loaded;
    } catch (error) {
      if (await serverAnswers()) misses += 1;
      if (misses === MISSES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryPause(failures, RETRY_MS)));
  }
}

/**
 * Reloads the page for a part that is needed and cannot be loaded: the page is of another version than the server, or the browser caches
 * an earlier failure of the part.
 * @throws {MissingPart} when the page was reloaded within the last minute or has changes that are saved only on request
 */
function loadAgain(cause: unknown): Promise<never> {
  if (hasUnsaved() || Date.now() - Number(sessionStorage.getItem(LOADED_AGAIN)) < LOAD_AGAIN_MS)
    throw new MissingPart(String(cause), { cause });
  sessionStorage.setItem(LOADED_AGAIN, String(Date.now()));
  if (destination === null) window.location.reload();
  else window.location.assign(destination);
  return new Promise(() => undefined);
}

/** Requests styles that failed to load again. Importing a module again loads its script, but not its styles. */
async function restoreStyles(): Promise<void> {
  for (const broken of brokenStyles) {
    brokenStyles.delete(broken);
    const again = broken.cloneNode() as HTMLLinkElement;
    await new Promise((resolve, reject) => {
      again.addEventListener('load', resolve);
      again.addEventListener('error', () => reject(new Error(`${again.href} did not come.`)));
      broken.replaceWith(again);
    });
  }
}

async function serverAnswers(): Promise<boolean> {
  return call('getInstance', {}).then(
    () => true,
    () => false,
  );
}

// The error event of a link does not bubble to the document; it is received in the capture phase.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') brokenStyles.add(target);
  },
  true,
);
