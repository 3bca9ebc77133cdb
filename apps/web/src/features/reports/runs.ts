/** Running reports. They belong to the page, not to a screen: the user can continue working, and the file is saved when it arrives. */
import type {
  DialogAnswers,
  InputOf,
  Operation,
  Operations,
  REPORT_FORMATS,
  ReportDialog,
  ReportRun,
  TemplateFinding,
} from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/calls/api.ts';
import { callForFile, saveFile } from '../../lib/calls/downloads.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { endSession, onSessionEnded, readToken } from '../../lib/calls/session.ts';
import { t } from '../../lib/texts/reports.ts';
import { type Answer, withAnswer } from './dialogAnswers.ts';
import { followRun } from './progress.ts';

type Execution = Extract<keyof Operations, `executeReport${string}`>;

/** Data of a report: the operation that prints it, and the ids of the records. */
export type PrintedOver = {
  [N in Execution]: {
    name: N;
    input: Omit<InputOf<Extract<Operations[N], Operation>>, 'reportId' | 'format' | 'runId'>;
  };
}[Execution];

/** State of a report that was requested on this page. */
export type RunState =
  | { at: 'running'; progress: ReportRun | null }
  /** It is printed once this dialog is answered; `isBusy`: the answer that confirms it is being processed. */
  | { at: 'asked'; dialog: ReportDialog; isBusy: boolean }
  | { at: 'saved'; filename: string; warnings: readonly TemplateFinding[] }
  | { at: 'failed'; reason: string; findings: readonly TemplateFinding[] };

interface Run {
  state: RunState;
  stop: AbortController;
  printed: Printed;
}

const runs = new Map<string, Run>();
const listeners = new Set<() => void>();
let isWatchingSession = false;
/** Number of changes of any run so far. */
let changes = 0;

function changed(): void {
  changes++;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Formats of files that are saved; `pages` is displayed instead. */
export type FileFormat = Exclude<(typeof REPORT_FORMATS)[number], 'pages'>;

/** Key of a run: a report about the same data in the same format is printed only once at a time. */
export function keyOfRun(reportId: string, { name, input }: PrintedOver, format: FileFormat = 'pdf'): string {
  return JSON.stringify([name, reportId, input, format]);
}

/** Returns the state of a report; null when it was not requested, or its result was dismissed. */
export function useRun(key: string): RunState | null {
  return useSyncExternalStore(subscribe, () => runs.get(key)?.state ?? null);
}

/** Returns the states of several reports, like `useRun` for one. */
export function useAllRuns(keys: readonly string[]): readonly { key: string; state: RunState | null }[] {
  useSyncExternalStore(subscribe, () => changes);
  return keys.map((key) => ({ key, state: runs.get(key)?.state ?? null }));
}

/** Prints a report and saves the file. Does nothing while the same run is in progress. */
export function startRun(reportId: string, over: PrintedOver, format: FileFormat = 'pdf'): void {
  const key = keyOfRun(reportId, over, format);
  if (runs.get(key)?.state.at === 'running') return;
  if (!isWatchingSession) onSessionEnded(stopAll);
  isWatchingSession = true;
  const run: Run = {
    state: { at: 'running', progress: null },
    stop: new AbortController(),
    printed: { reportId, over, format, answers: over.input.answers ?? {} },
  };
  runs.set(key, run);
  changed();
  void print(key, run);
}

/** Answers the dialog of a report, and goes on with printing it. */
export function answerRun(key: string, answer: Answer): void {
  const run = runs.get(key);
  if (run?.state.at !== 'asked') return;
  const { dialog } = run.state;
  run.printed = { ...run.printed, answers: withAnswer(run.printed.answers, dialog.name, answer) };
  run.state = { at: 'asked', dialog, isBusy: answer.isOpen !== true };
  run.stop.abort();
  run.stop = new AbortController();
  changed();
  void print(key, run);
}

/** Cancels a report that is being printed, or dismisses its result. */
export function dropRun(key: string): void {
  runs.get(key)?.stop.abort();
  runs.delete(key);
  changed();
}

/** Stops all runs at the end of the session. */
function stopAll(): void {
  for (const { stop } of runs.values()) stop.abort();
  runs.clear();
  changed();
}

interface Printed {
  reportId: string;
  over: PrintedOver;
  format: FileFormat;
  /** Answers to the dialogs that were shown so far. */
  answers: DialogAnswers;
}

async function print(key: string, run: Run): Promise<void> {
  const {
    reportId,
    over: { name, input },
    format,
    answers,
  } = run.printed;
  const { stop } = run;
  const runId = newId();
  const become = (state: RunState): void => {
    if (runs.get(key) !== run || stop.signal.aborted) return;
    run.state = state;
    changed();
  };
  const unfollow = followRun(runId, stop.signal, (progress) => {
    if (run.state.at === 'running') become({ at: 'running', progress });
  });
  try {
    // PDF is the default format of the address.
    const asked = format === 'pdf' ? {} : { format };
    const file = await callForFile(name, { ...input, ...asked, answers, reportId, runId }, stop.signal);
    unfollow();
    saveFile(file);
    become({ at: 'saved', filename: file.filename, warnings: await warningsOf(runId) });
  } catch (error) {
    unfollow();
    if (stop.signal.aborted) return;
    const dialog = dialogOf(error);
    if (dialog !== undefined) {
      become({ at: 'asked', dialog, isBusy: false });
      return;
    }
    if (error instanceof CallError && error.status === 401) refuseUnauthorized();
    become({ at: 'failed', reason: reasonOf(error), findings: findingsOf(error) });
  }
}

/** Returns the dialog that a report shows before it is printed. */
function dialogOf(error: unknown): ReportDialog | undefined {
  if (!(error instanceof CallError) || !error.is('reportAsks')) return undefined;
  return (error.problem?.details as { dialog?: ReportDialog } | null | undefined)?.dialog;
}

/** Returns the warnings of a printed report. The file is saved already, so a failure of this request is ignored. */
async function warningsOf(runId: string): Promise<readonly TemplateFinding[]> {
  return (await call('getReportRun', { runId }).catch(() => null))?.warnings ?? [];
}

/** Shows the message that the specification requires on a 401 (ERRS-04), without a download. The session has ended. */
export function refuseUnauthorized(): void {
  notifications.show({ color: 'red', message: t('reports.unauthorized'), autoClose: false });
  if (readToken() !== null) endSession();
}

/** Returns the findings because of which a report was refused, with their positions in the template. */
export function findingsOf(error: unknown): readonly TemplateFinding[] {
  if (!(error instanceof CallError) || !error.is('reportFailed')) return [];
  return (error.problem?.details as { findings?: TemplateFinding[] } | null | undefined)?.findings ?? [];
}
