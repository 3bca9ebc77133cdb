import type { ReportRun } from '@holdfast/contract';
import { call } from '../../lib/calls/api.ts';
import { t } from '../../lib/texts/reports.ts';

/** Interval in ms between requests for the progress. */
const ASK_EVERY_MS = 700;

/**
 * Requests the progress of a report at intervals.
 * @returns a function that stops the requests
 */
export function followRun(runId: string, signal: AbortSignal, notify: (progress: ReportRun) => void): () => void {
  let hasStopped = false;
  const ask = async (): Promise<void> => {
    const progress = await call('getReportRun', { runId }, { signal }).catch(() => null);
    // A failure to read the progress is ignored: the report itself fails with a message.
    if (progress !== null && !hasStopped) notify(progress);
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

/** Returns the text about the progress of a report; null: not known yet. */
export function progressText(progress: ReportRun | null): string {
  if (progress === null) return t('reports.preparing');
  if (progress.place > 0) return t('reports.waiting', { count: progress.place });
  return progress.pages === 0 ? t('reports.preparing') : t('reports.pages', { count: progress.pages });
}
