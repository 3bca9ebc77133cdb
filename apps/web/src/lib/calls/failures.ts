/** Interpretation of failed calls for screens. */
import type { ProblemDocument } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { formatSize } from '../display/formats.ts';
import { t } from '../texts/index.ts';

/** Returns true when a call got no answer, or an answer that asks to try again later. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && [0, 408, 425, 429, 502, 503, 504].includes(error.status);
}

/** Returns true when a refusal with a code is a fault of the server, or none of its answers: it does not judge the refused value. */
export function isFault(code: string | null): boolean {
  return code === null || code === 'internal';
}

/** Returns the error of each input of a refused call, by the name of the input; empty for other failures. */
export function faultsOf(error: unknown): Readonly<Record<string, string>> {
  const faults = issuesOf(error).map(({ path, message }) => [path, `${message[0]!.toUpperCase()}${message.slice(1)}.`]);
  return Object.fromEntries(faults.toReversed()) as Record<string, string>;
}

/** Returns the reason of a failure, worded so that a user can act on it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : t('errors.unknown');
  if (error.problem === null) return withoutProblem(error.status);
  const reason = error.is('unsupportedMedia')
    ? (error.problem.details as { reason?: string } | null)?.reason
    : undefined;
  if (reason !== undefined) return reason;
  const [first] = issuesOf(error);
  return first === undefined || first.path === ''
    ? wordsOf(error.problem)
    : `${error.problem.title} ${first.path} ${first.message}.`;
}

/** Returns the reason of an answer that this server does not give: it comes from a proxy or another server in between. */
function withoutProblem(status: number): string {
  if (status === 0) return t('errors.noConnection');
  return status === 413 ? t('errors.tooLargeOnTheWay') : t('errors.status', { status });
}

function issuesOf(error: unknown): { path: string; message: string }[] {
  if (!(error instanceof CallError) || error.problem === null || !error.is('badInput')) return [];
  return (error.problem.details as { issues: { path: string; message: string }[] }).issues;
}

/** Returns the text of a refusal, based on its details if it has any. */
function wordsOf({ title, details }: ProblemDocument): string {
  if (typeof details !== 'object' || details === null) return title;
  if ('reason' in details && typeof details.reason === 'string') return details.reason;
  if ('limitBytes' in details && typeof details.limitBytes === 'number')
    return t('errors.tooLarge', { limit: formatSize(details.limitBytes) });
  return title;
}
