/** Requests for photos and files, to the server and to its object store. */
import { DIRECT_HEADER } from '@holdfast/contract';

/** Time in ms without traffic after which a connection counts as broken. */
export const SILENCE_MS = 45_000;
/** Time limit in ms of the first bytes from a store. */
const STORE_MS = 10_000;

/** Sources of contents. */
export interface Origin {
  server: string;
  token(): Promise<string>;
  /** Cancels all transfers; bytes that have arrived are kept. */
  signal: AbortSignal;
  /** `isTried`: originals are fetched from the object store that the server redirects to; set to false once the store cannot be reached. */
  direct: { isTried: boolean };
}

/** Options of a request, without those that all requests have in common. */
interface Init {
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | string;
  redirect?: 'manual';
}

/** Error: the connection broke, or the server is busy. No further transfer takes place in this run. */
export class Cut extends Error {
  /** Status of the server's answer; null: none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** Converts an error of a connection to a `Cut`. */
export function cutBy(cause: unknown): Cut {
  return new Cut(`The connection broke: ${cause instanceof Error ? cause.message : String(cause)}`, null, { cause });
}

/**
 * Requests an original: from the object store if the server redirects to it, or from the server when it does not or the store fails.
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

/** Requests an original from a store. @returns null when the store does not return it, or its connection is less secure than that of the server */
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
    // A network may block only the store. Without this flag each content would wait for its timeout.
    direct.isTried = false;
  }
  return null;
}

/**
 * Sends a request to the server.
 * @throws {Cut} when no answer came, or the server has no time
 */
export async function request({ server, token, signal }: Origin, path: string, init: Init): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${await token()}`, 'user-agent': 'Holdfast desktop' };
  try {
    const all = { ...init, headers };
    // The time limit does not cover the body: the reader of a content has a separate idle timeout.
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

/** Fetches with a time limit for the first bytes of the answer. */
async function fetchWithin(ms: number, address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const opening = new AbortController();
  const late = setTimeout(() => opening.abort(new Error('There was no answer in time.')), ms);
  try {
    return await fetch(address, { ...init, signal: AbortSignal.any([signal, opening.signal]) });
  } finally {
    clearTimeout(late);
  }
}
