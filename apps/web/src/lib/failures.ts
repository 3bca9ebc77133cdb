/** What a failed call means to the screen. */
import { CallError } from '@holdfast/contract/client';
import { t } from './texts/index.ts';

/** Whether a call got no answer, or one that says to come back later. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && [0, 429, 502, 503, 504].includes(error.status);
}

/** What went wrong, in words a user can act on. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : t('errors.unknown');
  if (error.problem !== null) return error.problem.title;
  return error.status === 0 ? t('errors.noConnection') : error.message;
}
