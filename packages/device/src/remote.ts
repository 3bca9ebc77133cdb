import { bytesWithin, type Call, createClient, type Fetch } from '@holdfast/contract/client';

/** Time limit in ms of the server's answer to a small call. */
const LIMIT_MS = 15_000;
/** Maximum size in bytes of such an answer. */
const ANSWER_BYTES = 1024 * 1024;

/** A client of the server, for small calls. @param token the bearer token to call with; null: none */
export function remoteClient(server: string, token: string | null, limitMs = LIMIT_MS): Call {
  const bounded: Fetch = async (url, init) => {
    const answer = await fetch(url, {
      ...init,
      signal: AbortSignal.timeout(limitMs),
      headers: { ...init.headers, 'user-agent': 'Holdfast desktop' },
    });
    const { ok, status, headers } = answer;
    return { ok, status, headers, text: () => smallText(answer) };
  };
  return createClient({ host: server, fetch: bounded, token: () => token });
}

/** Reads the text of the answer to a small call. @throws when it is larger than such an answer is */
export async function smallText({ body }: Pick<Response, 'body'>): Promise<string> {
  const bytes = await bytesWithin(body, ANSWER_BYTES);
  if (bytes === null) throw new Error('The server answered more than it should.');
  return new TextDecoder().decode(bytes);
}
