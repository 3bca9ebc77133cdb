import { type Call, createClient, type Fetch } from '@holdfast/contract/client';

/** Time limit in ms of the server's answer to a small call. */
const LIMIT_MS = 15_000;

/** A client of the server. @param token the bearer token to call with; null: none */
export function remoteClient(server: string, token: string | null, limitMs = LIMIT_MS): Call {
  const bounded: Fetch = (url, init) =>
    fetch(url, {
      ...init,
      signal: AbortSignal.timeout(limitMs),
      headers: { ...init.headers, 'user-agent': 'Holdfast desktop' },
    });
  return createClient({ host: server, fetch: bounded, token: () => token });
}
