import { expect, describe, it } from 'vitest';
import { createShell, PAGE } from './shell.ts';

const FILES = ['/assets/index-1.js', '/assets/ItemScreen-1.js'];
const page = (script: string): string => `<!doctype html><script src="${script}"></script>`;
const never = <T>(): Promise<T> => new Promise(() => undefined);

/** Caches in memory, as far as the shell uses them. */
function memoryCaches(): { caches: CacheStorage; kept: Map<string, Map<string, Response>> } {
  const kept = new Map<string, Map<string, Response>>();
  const addressOf = (asked: RequestInfo | URL): string =>
    asked instanceof Request ? asked.url : asked instanceof URL ? asked.href : asked;
  const caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'> = {
    open(name) {
      const entries = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, entries);
      const cache: Pick<Cache, 'match' | 'put'> = {
        match: (address) => Promise.resolve(entries.get(addressOf(address))?.clone()),
        put: (address, answer) => Promise.resolve(void entries.set(addressOf(address), answer)),
      };
      return Promise.resolve(cache as Cache);
    },
    keys: () => Promise.resolve([...kept.keys()]),
    delete: (name) => Promise.resolve(kept.delete(name)),
  };
  return { caches: caches as CacheStorage, kept };
}

/** A shell over a server whose answers a test determines. */
function shellOver(answers: Record<string, () => Response>, version = 'one', files: readonly string[] = FILES) {
  const { caches, kept } = memoryCaches();
  const server = { answers, isSlow: false };
  const shell = createShell({
    caches,
    fetch: (address) => {
      if (server.isSlow) return never();
      const answer = server.answers[address];
      return answer === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(answer());
    },
    pause: () => (server.isSlow ? Promise.resolve() : never()),
    files,
    version,
  });
  const ask = async (url: string, mode: RequestMode, preloaded?: Promise<Response | undefined>, method = 'GET') => {
    const request = { method, mode, url: `https://holdfast.test${url}` };
    const answer = shell.answer({ request, preloaded: preloaded ?? Promise.resolve(undefined) });
    return answer === null ? null : (await answer).text();
  };
  return { shell, ask, kept, server, caches };
}

const served = (script = FILES[0]!): Record<string, () => Response> => ({
  [PAGE]: () => new Response(page(script)),
  ...Object.fromEntries(FILES.map((file) => [file, () => new Response(file)])),
});

describe('the kept shell', () => {
  it('answers with page and files when the server cannot be reached, at every address of the page', async () => {
    const { shell, ask, server } = shellOver(served());
    await shell.keep();
    server.answers = {};
    for (const url of ['/', '/admin', '/admin/companies/1?tab=users'])
      expect(await ask(url, 'navigate')).toBe(page(FILES[0]!));
    expect(await ask(FILES[1]!, 'cors')).toBe(FILES[1]);
  });

  it('answers with the page of the server while it can be reached', async () => {
    const { shell, ask, server } = shellOver(served());
    await shell.keep();
    server.answers = { [PAGE]: () => new Response('newer') };
    expect(await ask('/', 'navigate', Promise.resolve(new Response('preloaded')))).toBe('preloaded');
    expect(await ask('/', 'navigate')).toBe('newer');
  });

  it('answers with the kept page when a proxy cannot reach the server, and after a limit', async () => {
    const { shell, ask, server } = shellOver(served());
    await shell.keep();
    expect(await ask('/', 'navigate', Promise.resolve(new Response('', { status: 502 })))).toBe(page(FILES[0]!));
    expect(await ask('/', 'navigate', Promise.reject(new TypeError('Failed to fetch')))).toBe(page(FILES[0]!));
    server.isSlow = true;
    expect(await ask('/', 'navigate')).toBe(page(FILES[0]!));
  });

  it('leaves calls, downloads and everything that is sent to the server', async () => {
    const { shell, ask } = shellOver(served());
    await shell.keep();
    for (const [url, mode] of [
      ['/api/get-installations', 'cors'],
      ['/images/1.png', 'no-cors'],
      ['/assets/other-2.js', 'cors'],
      ['/files/1.pdf', 'navigate'],
      ['/admin/report-database/company', 'navigate'],
      ['/no/such/place', 'navigate'],
    ] as const)
      expect(await ask(url, mode), url).toBeNull();
    expect(await ask('/', 'navigate', undefined, 'POST')).toBeNull();
  });

  it('is not kept when the server has another version, or does not have a file', async () => {
    const another = shellOver(served('/assets/index-2.js'));
    await expect(another.shell.keep()).rejects.toThrow('/assets/index-2.js');
    const { [FILES[1]!]: _missing, ...rest } = served();
    const incomplete = shellOver({ ...rest, [FILES[1]!]: () => new Response('', { status: 404 }) });
    await expect(incomplete.shell.keep()).rejects.toThrow('status 404');
    for (const { kept } of [another, incomplete]) expect(kept.get('holdfast-one')?.has(PAGE)).toBe(false);
  });

  it('removes other versions of the shell, and no other cache', async () => {
    const { shell, kept, caches } = shellOver(served());
    await caches.open('holdfast-zero');
    await caches.open('another');
    await shell.keep();
    await shell.removeOthers();
    expect([...kept.keys()]).toEqual(['another', 'holdfast-one']);
  });
});
