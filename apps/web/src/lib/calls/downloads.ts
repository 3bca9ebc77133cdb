/** Downloads of files that operations answer with: fetched with the bearer token, and saved under the file name that the server sends. */
import type { InputOf, Operation, OperationName, Operations } from '@holdfast/contract';
import { CallError, request, type Route, routes } from '@holdfast/contract/client';
import { connectionLost, connectionWorks } from './connection.ts';
import { pageHeaders } from '../page.ts';
import { readToken } from './session.ts';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** Name of a file that the server sends without a name (REPI-05). */
const NAMELESS = 'downloaded-file.ext';

/** A downloaded file. */
export interface ArrivedFile {
  filename: string;
  content: Blob;
}

/**
 * Calls an operation whose answer is not JSON.
 * @returns the response; its body is not read yet
 * @throws {CallError} for every answer that is not a success, and when there is no answer
 */
export async function callForBody<N extends OperationName>(
  name: N,
  input: InputOf<Named<N>>,
  signal: AbortSignal,
): Promise<Response> {
  const { url, init } = request((routes as Record<string, Route>)[name]!, input);
  const headers: Record<string, string> = {
    ...init.headers,
    ...pageHeaders(),
    authorization: `Bearer ${readToken() ?? ''}`,
  };
  const answer = await reached(signal, () => fetch(url, { ...init, headers, credentials: 'include', signal }));
  if (answer.ok) return answer;
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const problem = isProblem ? ((await answer.json().catch(() => null)) as CallError['problem']) : null;
  throw new CallError(answer.status, problem);
}

/** Calls an operation that answers with a file. @throws {CallError} */
export async function callForFile<N extends OperationName>(
  name: N,
  input: InputOf<Named<N>>,
  signal: AbortSignal,
): Promise<ArrivedFile> {
  const answer = await callForBody(name, input, signal);
  const content = await reached(signal, () => answer.blob());
  return { filename: filenameOf(answer.headers.get('content-disposition')), content };
}

/** Calls an operation that answers with a file, and lets the browser save it. @throws {CallError} */
export async function callAndSave<N extends OperationName>(name: N, input: InputOf<Named<N>>): Promise<void> {
  saveFile(await callForFile(name, input, new AbortController().signal));
}

/** Waits for the response and records whether the server was reached; an aborted call records nothing. */
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

/** Lets the browser save a file. */
export function saveFile({ filename, content }: ArrivedFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the address asynchronously, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns the file name of a `content-disposition` header (RFC 6266): the UTF-8 name if there is one, otherwise the ASCII name. */
export function filenameOf(disposition: string | null): string {
  const extended = /;\s*filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // The name is not encoded as the standard requires: the ASCII name is used.
    }
  }
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replace(/\\(.)/g, '$1');
  const bare = /;\s*filename\s*=\s*([^";]+)/i.exec(disposition ?? '')?.[1]?.trim();
  return quoted ?? bare ?? NAMELESS;
}

/** Lets the browser fetch a file of the server itself, with its cookie. The page is not left, because the answer is an attachment. */
export function download(address: string): void {
  window.location.assign(address);
}
