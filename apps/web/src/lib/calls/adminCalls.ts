/** Calls of the administration: failures name the action that failed, and are logged (docs/acceptance.md, ERRS). */
import type { InputOf, Operation, OperationName, Operations, OutputOf } from '@holdfast/contract';
import { CallError, type CallOptions } from '@holdfast/contract/client';
import { notifications } from '@mantine/notifications';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from './api.ts';
import { reasonOf } from './failures.ts';
import { keyOf } from './queries.ts';
import { t } from '../texts/index.ts';

type Named<N extends OperationName> = Extract<Operations[N], Operation>;

/** HTTP/2 carries no status text, so it is given here (RFC 9110). */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  0: 'No Connection',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The refusal of an administrator's call, in the wording of the specification. */
function failedTo(action: string, error: CallError): CallError {
  const failure = new CallError(error.status, error.problem, error);
  failure.message = `Failed to ${action}: ${STATUS_TEXTS[error.status] ?? String(error.status)}`;
  return failure;
}

/**
 * Calls an operation of the administration.
 * @param action what is tried, as it reads after "Failed to": "load the companies"
 * @throws {CallError} whose message is `Failed to {action}: {status text}`; it is logged to the console (ERRS-02).
 */
export async function callAdmin<N extends OperationName>(
  action: string,
  name: N,
  input: InputOf<Named<N>>,
  options?: CallOptions<AbortSignal>,
): Promise<OutputOf<Named<N>>> {
  try {
    return await call(name, input, options);
  } catch (error) {
    if (!(error instanceof CallError) || isAborted(error)) throw error;
    const failure = failedTo(action, error);
    console.error(failure.message);
    throw failure;
  }
}

/** A request that is aborted because its screen was closed is not a failure. */
function isAborted({ cause }: CallError): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

/** Returns the options of `useQuery` for an operation of the administration. It shares the cache with every other reader of the operation. */
export function adminQuery<N extends OperationName>(action: string, name: N, input: InputOf<Named<N>>) {
  return queryOptions<OutputOf<Named<N>>>({
    queryKey: keyOf(name, input),
    queryFn: ({ signal }) => callAdmin(action, name, input, { signal }),
  });
}

/** Returns true when a call was refused because its record does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CallError && error.is('notFound');
}

/** A failure in two parts: the action that failed, and the reason. */
export function wordsOf(error: unknown): { what: string; reason: string } {
  const what = error instanceof Error ? error.message : t('errors.unknown');
  const reason = reasonOf(error);
  return { what, reason: reason === what ? t('errors.unknown') : reason };
}

/** Returns the action that failed and the reason as one text, for the form whose save failed. */
export function failureText(error: unknown): string {
  const { what, reason } = wordsOf(error);
  return `${what}. ${reason}`;
}

/** Shows a message with the action that failed, and the reason. */
export function showFailure(error: unknown): void {
  const { what, reason } = wordsOf(error);
  notifications.show({ color: 'red', title: what, message: reason, autoClose: 12_000 });
}

/** Writes of a screen. */
export interface AdminWrites {
  /** True while a write is running. */
  isBusy: boolean;
  /** Writes, then invalidates all queries. Rejects like `callAdmin`. */
  write: typeof callAdmin;
  /** Runs the action of a button. Shows a failure in a message and returns undefined. */
  attempt<R>(work: () => Promise<R>): Promise<R | undefined>;
}

/** Returns the functions with which a screen of the administration writes. */
export function useAdminWrites(): AdminWrites {
  const cache = useQueryClient();
  const [running, setRunning] = useState(0);
  const write = useCallback<typeof callAdmin>(
    async (action, name, input, options) => {
      const output = await callAdmin(action, name, input, options);
      await cache.invalidateQueries();
      return output;
    },
    [cache],
  );
  const attempt = useCallback<AdminWrites['attempt']>(async (work) => {
    setRunning((count) => count + 1);
    try {
      return await work();
    } catch (error) {
      showFailure(error);
      return undefined;
    } finally {
      setRunning((count) => count - 1);
    }
  }, []);
  return { isBusy: running > 0, write, attempt };
}
