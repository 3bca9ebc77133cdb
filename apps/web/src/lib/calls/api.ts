/** Calls of this page to its server. */
import type { InputOf, Operations, OutputOf } from '@holdfast/contract';
import { type Call, CallError, createClient, type Fetch } from '@holdfast/contract/client';
import { connectionLost, connectionWorks } from './connection.ts';
import { pageHeaders } from '../page.ts';
import { sendingFetch } from './sendingFetch.ts';
import { announceRights, endSession, readToken } from './session.ts';

type PageFetch = Fetch<AbortSignal>;
/** A client of this page. Its calls can be aborted. */
type PageCall = Call<AbortSignal>;

/**
 * Returns true for a success that is no answer of the server: a network that asks for a sign-in of its own, as on ships and in hotels, answers
 * every address with a page.
 */
function isForeign(answer: Awaited<ReturnType<PageFetch>>): boolean {
  const type = answer.headers.get('content-type');
  return answer.ok && type !== null && !type.includes('json');
}

/** A `fetch` that sends the id of the page, and records whether the server can be reached. */
function watched(fetch: PageFetch): PageFetch {
  return async (url, init) => {
    try {
      const answer = await fetch(url, { ...init, headers: { ...init.headers, ...pageHeaders() } });
      if (isForeign(answer)) throw new TypeError('The answer does not come from the server.');
      connectionWorks();
      return answer;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) connectionLost();
      throw error;
    }
  };
}

/** Number of bytes in flight that a browser goes on sending for a closed page: 64 KiB in the Fetch standard, less a reserve for the headers. */
const KEPT_ALIVE_BYTES = 60_000;
let keptAlive = 0;

/**
 * Like `fetch`. A write with a key reaches the server although its page is closed meanwhile: what was typed last is saved when the page
 * is closed. A body that exceeds the browser's limit ends with its page, and its save is sent again by the next one.
 */
const fetchOfPage: PageFetch = async (url, init) => {
  const size = 'idempotency-key' in init.headers ? new TextEncoder().encode(init.body ?? '').length : 0;
  if (size === 0 || keptAlive + size > KEPT_ALIVE_BYTES) return fetch(url, init);
  keptAlive += size;
  try {
    return await fetch(url, { ...init, keepalive: true });
  } finally {
    keptAlive -= size;
  }
};

const watchedFetch = watched(fetchOfPage);

/** A client that ends the session of this page on a 401 of any call, and has the rights of its user read again after a refusal by them. */
function ofSession(client: PageCall): PageCall {
  return async (name, input, options) => {
    const token = readToken();
    try {
      return await client(name, input, options);
    } catch (error) {
      // A 401 to an older token does not concern the current session.
      if (error instanceof CallError && error.status === 401 && token !== null && token === readToken()) endSession();
      if (error instanceof CallError && error.problem?.code === 'forbidden') announceRights();
      throw error;
    }
  };
}

/** Calls an operation of the contract. A 401 of any call ends the session of this page. */
export const call: PageCall = ofSession(createClient({ host: '', fetch: watchedFetch, token: readToken }));

/** Like `call`, for large bodies: reports the share that is sent, and fails when there is no progress. */
export function callWithProgress(onProgress: (share: number) => void): PageCall {
  return ofSession(createClient({ host: '', fetch: watched(sendingFetch(onProgress)), token: readToken }));
}

/**
 * Sends the bytes of a content, or the remaining ones, as the body of `uploadContent`.
 * @throws {CallError} like every call
 */
export function uploadContent(
  input: Omit<InputOf<Operations['uploadContent']>, 'content'>,
  bytes: Blob,
  { onProgress, signal }: { onProgress(share: number): void; signal: AbortSignal },
): Promise<OutputOf<Operations['uploadContent']>> {
  const send = sendingFetch(onProgress);
  const withBytes: PageFetch = (url, { headers, ...init }) =>
    send(url, { ...init, headers: { ...headers, 'content-type': 'application/octet-stream' }, body: bytes });
  const client = ofSession(createClient({ host: '', fetch: watched(withBytes), token: readToken }));
  return client('uploadContent', { ...input, content: inBody() }, { signal });
}

/** Placeholder for bytes that are sent as the body of the request. */
async function* inBody(): AsyncGenerator<Uint8Array, void, void> {}

/** Calls an operation for which a 401 is an ordinary answer: signing in. It does not end the session. */
export const callForResult: PageCall = createClient({
  host: '',
  token: () => null,
  fetch: async (url, init) => {
    const answer = await watchedFetch(url, init);
    const isResult =
      answer.status === 401 && answer.headers.get('content-type')?.startsWith('application/json') === true;
    return isResult ? { ok: true, status: 200, headers: answer.headers, text: () => answer.text() } : answer;
  },
});
