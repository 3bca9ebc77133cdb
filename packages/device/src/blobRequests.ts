/** Requests for photos and files: to the server, and to the store in which it keeps them. */
import { DIRECT_HEADER } from '@holdfast/contract';

/** Time in ms without traffic after which a connection counts as broken. */
export const SILENCE_MS = 45_000;
/** Time limit in ms of the first bytes from a store. */
const STORE_MS = 10_000;

/** Places that contents come from. */
export interface Origin {
  server: string;
  token(): Promise<string>;
  /** Ends every transfer under way; what arrived of a content is kept. */
  signal: AbortSignal;
  /** `isTried`: originals are fetched from the store to which the server leads; set to false once that cannot be reached. */
  direct: { isTried: boolean };
}

/** A request without what all have in common. */
interface Init {
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  redirect?: 'manual';
}

/** The connection broke, or the server is busy: no further transfer in this run. */
export class Cut extends Error {
  /** Status of the server's answer; null: none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Returns the break that an error of a connection means. */
export function cutBy(cause: unknown): Cut {
  return new Cut(`The connection broke: ${cause instanceof Error ? cause.message : String(cause)}`, null, { cause });
}

/**
 * Requests an original: from the store to which the server leads, or from the server itself when it leads nowhere or the store does not give it.
 * @throws {Cut} when the server does not answer, or has no time
 */
export async function requestOriginal(setting: Origin, path: string, range: Record<string, string>): Promise<Response> {
  if (setting.direct.isTried) {
    const headers = { ...range, [DIRECT_HEADER]: '1' };
    const answer = await request(setting, path, { method: 'GET', headers, redirect: 'manual' });
    const address = answer.status === 307 ? answer.headers.get('location') : null;
    if (address === null) return answer;
    const stored = await requestStored(setting, address, range);
    if (stored !== null) return stored;
  }
  return request(setting, path, { method: 'GET', headers: range });
}

/** Requests an original from a store. @returns null when it does not give it, or is less protected on the way than the server */
async function requestStored(
  { server, signal, direct }: Origin,
  address: string,
  range: Record<string, string>,
): Promise<Response | null> {
  if (server.startsWith('https:') && !address.startsWith('https:')) return null;
  try {
    const answer = await fetchWithin(STORE_MS, address, { headers: range }, signal);
    if (answer.status === (range['range'] === undefined ? 200 : 206) && answer.body !== null) return answer;
    await answer.body?.cancel();
  } catch {
    // A network may let the server through and not the store: each content would wait for it again.
    direct.isTried = false;
  }
  return null;
}

/**
 * Requests something of the server.
 * @throws {Cut} when no answer came, or the server has no time
 */
export async function request({ server, token, signal }: Origin, path: string, init: Init): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${await token()}`, 'user-agent': 'Holdfast desktop' };
  try {
    const all = { ...init, headers };
    // The bytes of a content may take longer than its limit; who reads them watches that they come.
    const answer =
      init.method === 'GET'
        ? await fetchWithin(SILENCE_MS, server + path, all, signal)
        : await fetch(server + path, {
            ...all,
            signal: AbortSignal.any([signal, AbortSignal.timeout(4 * SILENCE_MS)]),
          });
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401)
      throw new Cut(`The server answered ${answer.status}.`, answer.status);
    return answer;
  } catch (error) {
    throw error instanceof Cut ? error : cutBy(error);
  }
}

/** Fetches; the time limit is that of the first bytes of the answer. */
async function fetchWithin(ms: number, address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const opening = new AbortController();
  const late = setTimeout(() => opening.abort(new Error('There was no answer in time.')), ms);
  try {
    return await fetch(address, { ...init, signal: AbortSignal.any([signal, opening.signal]) });
  } finally {
    clearTimeout(late);
  }
}
