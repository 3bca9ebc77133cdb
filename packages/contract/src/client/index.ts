/**
 * The typed client of the contract. It contains the table of addresses and no schemas, so that a browser loads neither zod nor the entities (data
 * decision 30).
 */
import type { OperationName, Operations } from '../index.ts';
import type { InputOf, Operation, OutputOf } from '../base/operation.ts';
import type { ProblemCode, ProblemDocument } from '../base/problem.ts';
import { routes, type Route } from './routes.generated.ts';

export { bytesWithin } from './bytesWithin.ts';
export { linesOf } from './lines.ts';
export { retryPause } from './retry.ts';
export { type Route, routes } from './routes.generated.ts';
export { isReadableInTransit } from './transit.ts';

/**
 * The part of `fetch` that the client needs, so that each host can pass its own implementation.
 * @template Signal the host's type of signals that abort a request; by default a call cannot be aborted
 */
export type Fetch<Signal = never> = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; credentials: 'include'; signal?: Signal },
) => Promise<{ ok: boolean; status: number; headers: { get(name: string): string | null }; text(): Promise<string> }>;

/** Connection of a client to its server. */
export interface ClientOptions<Signal> {
  /** Origin without a slash at the end; empty for the page's own. */
  host: string;
  fetch: Fetch<Signal>;
  /** Returns the current bearer token, or null. Called before each request. */
  token(): string | null;
}

/** Options of one call, besides its input. */
export interface CallOptions<Signal = never> {
  /** Key by which a repeated write takes effect only once (data decision 14). */
  idempotencyKey?: string;
  /** The clock on which the edit is based; a later one on the server is refused with `changedMeanwhile`. */
  ifMatch?: string;
  /** Aborts the request. */
  signal?: Signal;
}

/** Error: a call was refused or got no answer. */
export class CallError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The problem document of the refusal; null when the answer contained none. */
  readonly problem: ProblemDocument | null;

  constructor(status: number, problem: ProblemDocument | null, cause?: unknown) {
    super(`HTTP error! Status: ${status}`, { cause });
    this.name = 'CallError';
    this.status = status;
    this.problem = problem;
  }

  /** Returns true when the refusal has the given code. */
  is(code: ProblemCode): boolean {
    return this.problem?.code === code;
  }
}

/** The operations a client can call: those that answer JSON. */
export type Call<Signal = never> = <N extends OperationName>(
  name: N,
  input: InputOf<Extract<Operations[N], Operation>>,
  options?: CallOptions<Signal>,
) => Promise<OutputOf<Extract<Operations[N], Operation>>>;

/**
 * Creates a client of one server.
 * @returns a function that calls an operation by name and resolves to its output; `undefined` for a 204.
 * @throws {CallError} from the call, for every answer that is not a success and for no answer at all.
 */
export function createClient<Signal = never>({ host, fetch, token }: ClientOptions<Signal>): Call<Signal> {
  return async <N extends OperationName>(
    name: N,
    input: InputOf<Extract<Operations[N], Operation>>,
    options: CallOptions<Signal> = {},
  ) => {
    const { url, init } = request((routes as Record<string, Route>)[name]!, input);
    const bearer = token();
    if (bearer !== null) init.headers['authorization'] = `Bearer ${bearer}`;
    if (options.idempotencyKey !== undefined) init.headers['idempotency-key'] = options.idempotencyKey;
    if (options.ifMatch !== undefined) init.headers['if-match'] = `"${options.ifMatch}"`;
    const answer = await fetch(host + url, {
      ...init,
      credentials: 'include',
      ...(options.signal !== undefined && { signal: options.signal }),
    }).catch((cause: unknown) => {
      throw new CallError(0, null, cause);
    });
    const text = await answer.text().catch((cause: unknown) => {
      throw new CallError(0, null, cause);
    });
    if (!answer.ok) throw new CallError(answer.status, parseProblem(answer.headers.get('content-type'), text));
    const output: unknown = answer.status === 204 || text === '' ? undefined : JSON.parse(text);
    return output as OutputOf<Extract<Operations[N], Operation>>;
  };
}

/** Returns method, address, headers and body of a call. */
export function request(
  route: Route,
  input: Record<string, unknown>,
): { url: string; init: { method: string; headers: Record<string, string>; body?: string } } {
  const rest = { ...input };
  const take = (key: string): unknown => {
    const value = rest[key];
    delete rest[key];
    return value;
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(take(key))));
  const inQuery = route.method === 'GET' ? Object.keys(rest) : route.query;
  const query = inQuery
    .map((key) => [key, take(key)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .join('&');
  const url = query === '' ? path : `${path}?${query}`;
  const init: { method: string; headers: Record<string, string>; body?: string } = {
    method: route.method,
    headers: {},
  };
  const body = route.body === null ? rest : rest[route.body];
  if (route.method !== 'GET' && (route.body !== null || Object.keys(rest).length > 0)) {
    init.headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return { url, init };
}

/** Returns the address of an operation without the origin, for hosts that send its bytes or read its stream themselves. */
export function addressOf<N extends keyof typeof routes>(
  name: N,
  input: Partial<InputOf<Extract<Operations[N], Operation>>>,
): string {
  return request(routes[name], input).url;
}

function parseProblem(contentType: string | null, text: string): ProblemDocument | null {
  if (contentType === null || !contentType.startsWith('application/problem+json')) return null;
  try {
    return JSON.parse(text) as ProblemDocument;
  } catch {
    return null;
  }
}
