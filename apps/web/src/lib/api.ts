/** How this page calls its server. */
import { type Call, CallError, createClient, type Fetch } from '@holdfast/contract/client';
import { connectionLost, connectionWorks } from './connection.ts';
import { endSession, readToken } from './session.ts';

/** `fetch` that also notices whether the server can be reached at all. */
const watchedFetch: Fetch = async (url, init) => {
  try {
    const answer = await fetch(url, init as RequestInit);
    connectionWorks();
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) connectionLost();
    throw error;
  }
};

const client = createClient({ host: '', fetch: watchedFetch, token: readToken });

/** Calls an operation of the contract. A 401 ends the session of this page, whichever call it answers. */
export const call: Call = async (name, input, options) => {
  const token = readToken();
  try {
    return await client(name, input, options);
  } catch (error) {
    // An answer to an older token says nothing about the one in force.
    if (error instanceof CallError && error.status === 401 && token !== null && token === readToken()) endSession();
    throw error;
  }
};

/** Calls an operation whose refusal (401) is an answer of its own kind: signing in. */
export const callForResult: Call = createClient({
  host: '',
  token: () => null,
  fetch: async (url, init) => {
    const answer = await watchedFetch(url, init);
    const isResult =
      answer.status === 401 && answer.headers.get('content-type')?.startsWith('application/json') === true;
    return isResult ? { ok: true, status: 200, headers: answer.headers, text: () => answer.text() } : answer;
  },
});
