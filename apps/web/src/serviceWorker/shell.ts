/**
 * The application's page and its parts, kept in the browser so that a page that is reloaded without a connection starts. Answers of
 * the API are never kept.
 */

/** Address at which the server sends the page to the service worker. */
export const PAGE = '/service-worker.html';

/** Prefix of the names of caches, before the version. */
const PREFIX = 'holdfast-';

/** Time in ms after which the kept page is shown although the server may still answer. */
const LIMIT_MS = 5_000;

/** Statuses by which a proxy reports that it cannot reach the server. */
const OUT_OF_REACH = new Set([502, 503, 504]);

/** Number of files that are fetched at once, so that the calls of the page need not wait for many of them. */
const AT_ONCE = 2;

/** Addresses of the page; under /admin those of files are left out. */
const PAGES = /^\/(?:admin(?:\/(?!report-database(?:\/|$)).*)?)?$/;

/** Dependencies of a shell. */
export interface ShellParts {
  caches: CacheStorage;
  fetch(address: string, options?: RequestInit): Promise<Response>;
  /** Resolves after a time in ms. */
  pause(ms: number): Promise<void>;
  /** Addresses of the files of this version. */
  files: readonly string[];
  version: string;
}

/** A request as the service worker receives it. */
interface ShellRequest {
  request: Pick<Request, 'method' | 'mode' | 'url'>;
  /** The answer to a navigation that the browser requested itself; undefined where it does not. */
  preloaded: Promise<Response | undefined>;
}

/** The kept page and files of one version. */
export interface Shell {
  /** Keeps page and files. @throws when the server cannot be reached, or has another version */
  keep(): Promise<void>;
  /** Removes other versions. */
  removeOthers(): Promise<void>;
  /** Answers a request; null: it is none for the shell. */
  answer(asked: ShellRequest): Promise<Response> | null;
}

/** Creates the shell of a version. */
export function createShell({ caches, fetch, pause, files, version }: ShellParts): Shell {
  const name = PREFIX + version;
  const known = new Set(files);

  async function kept(address: string): Promise<Response | undefined> {
    return (await caches.open(name)).match(address, { ignoreVary: true });
  }

  async function pageOfServer(): Promise<Response> {
    const page = await fetch(PAGE, { cache: 'no-store' });
    if (!page.ok) throw new Error(`The page came with status ${page.status}.`);
    return page;
  }

  async function answerFile(address: string): Promise<Response> {
    return (await kept(address)) ?? fetch(address);
  }

  /** Answers with the page of the server where it can be reached, so that a page is never older than its server. */
  async function answerPage(preloaded: Promise<Response | undefined>): Promise<Response> {
    const fresh = preloaded.then((answer) => answer ?? pageOfServer());
    const page = await kept(PAGE);
    if (page === undefined) return fresh;
    const first = await Promise.race([fresh.catch(() => null), pause(LIMIT_MS).then(() => null)]);
    return first === null || OUT_OF_REACH.has(first.status) ? page : first;
  }

  return {
    async keep() {
      const cache = await caches.open(name);
      const page = await pageOfServer();
      const others = [...(await page.clone().text()).matchAll(/\/assets\/[\w.~-]+/g)].filter(
        ([file]) => !known.has(file),
      );
      if (others.length > 0) throw new Error(`The server has another version: ${others[0]![0]}.`);
      const left = [...files];
      const keepNext = async (): Promise<void> => {
        for (let file = left.shift(); file !== undefined; file = left.shift()) {
          const answer = await fetch(file, { priority: 'low' });
          if (!answer.ok) throw new Error(`${file} came with status ${answer.status}.`);
          await cache.put(file, answer);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
      await cache.put(PAGE, page);
    },
    async removeOthers() {
      const names = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
      await Promise.all(names.map((other) => caches.delete(other)));
    },
    answer({ request: { method, mode, url }, preloaded }) {
      const { pathname } = new URL(url);
      if (method !== 'GET') return null;
      if (mode === 'navigate') return PAGES.test(pathname) ? answerPage(preloaded) : null;
      return known.has(pathname) ? answerFile(pathname) : null;
    },
  };
}
