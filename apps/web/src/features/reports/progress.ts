import type { ReportRun } from '@holdfast/contract';
import { call } from '../../lib/api.ts';
import { t } from '../../lib/texts/index.ts';

/** How long the server is left alone between two questions how far it is. */
const ASK_EVERY_MS = 700;

/**
 * Asks again and again how far a report is.
 * @returns a function that stops asking
 */
export function followRun(runId: string, signal: AbortSignal, tell: (progress: ReportRun) => void): () => void {
  let hasStopped = false;
  const ask = async (): Promise<void> => {
    const progress = await call('getReportRun', { runId }, { signal }).catch(() => null);
    // How far it is, is not worth a word of its own: the report itself says when something is wrong.
    if (progress !== null && !hasStopped) tell(progress);
  };
  let asking: Promise<void> | null = null;
  const timer = setInterval(() => {
    asking ??= ask().finally(() => {
      asking = null;
    });
  }, ASK_EVERY_MS);
  return () => {
    hasStopped = true;
    clearInterval(timer);
  };
}

/** How far a report is, in words; null: nothing is known yet. */
export function progressText(progress: ReportRun | null): string {
  if (progress === null) return t('reports.preparing');
  if (progress.place > 0) return t('reports.waiting', { count: progress.place });
  return progress.pages === 0 ? t('reports.preparing') : t('reports.pages', { count: progress.pages });
}
