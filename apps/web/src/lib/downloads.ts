/** Files that are answered to a call: fetched with the bearer token, and saved under the name the server gives them. */
import type { InputOf, Operation, OperationName, Operations } from '@holdfast/contract';
import { CallError, request, type Route, routes } from '@holdfast/contract/client';
import { connectionLost, connectionWorks } from './connection.ts';
import { readToken } from './session.ts';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** Name of a file whose answer has none (REPI-05). */
const NAMELESS = 'downloaded-file.ext';

/** A file that arrived. */
export interface ArrivedFile {
  filename: string;
  content: Blob;
}

/**
 * Calls an operation whose answer is not JSON.
 * @returns the answer, its body not read yet
 * @throws {CallError} for every answer that is not a success and for no answer at all
 */
export async function callForBody<N extends OperationName>(
  name: N,
  input: InputOf<Named<N>>,
  signal: AbortSignal,
): Promise<Response> {
  const { url, init } = request((routes as Record<string, Route>)[name]!, input);
  const headers: Record<string, string> = { ...init.headers, authorization: `Bearer ${readToken() ?? ''}` };
  const answer = await reached(signal, () => fetch(url, { ...init, headers, credentials: 'include', signal }));
  if (answer.ok) return answer;
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const problem = isProblem ? ((await answer.json().catch(() => null)) as CallError['problem']) : null;
  throw new CallError(answer.status, problem);
}

/** Calls an operation that answers a file. @throws {CallError} */
export async function callForFile<N extends OperationName>(
  name: N,
  input: InputOf<Named<N>>,
  signal: AbortSignal,
): Promise<ArrivedFile> {
  const answer = await callForBody(name, input, signal);
  const content = await reached(signal, () => answer.blob());
  return { filename: filenameOf(answer.headers.get('content-disposition')), content };
}

/** Waits for the response and records whether the network works; an aborted call records nothing. */
async function reached<R>(signal: AbortSignal, work: () => Promise<R>): Promise<R> {
  try {
    const result = await work();
    connectionWorks();
    return result;
  } catch (cause) {
    if (!signal.aborted) connectionLost();
    throw new CallError(0, null, cause);
  }
}

/** Hands a file to the browser to be saved. */
export function saveFile({ filename, content }: ArrivedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name a `content-disposition` gives a file (RFC 6266): the one in UTF-8 before the one in ASCII. */
export function filenameOf(disposition: string | null): string {
  const extended = /;\s*filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // Not encoded as the standard requires: the plain name is used.
    }
  }
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replace(/\\(.)/g, '$1');
  const bare = /;\s*filename\s*=\s*([^";]+)/i.exec(disposition ?? '')?.[1]?.trim();
  return quoted ?? bare ?? NAMELESS;
}

/** Has the browser fetch a file of the server by itself, with its cookie; the page stays where it is, because the answer is an attachment. */
export function download(address: string): void {
  window.location.assign(address);
}
