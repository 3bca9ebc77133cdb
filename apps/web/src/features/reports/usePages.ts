import type { InputOf, Operations, ReportDialog, ReportPiece, ReportRun, TemplateFinding } from '@holdfast/contract';
import { CallError, linesOf } from '@holdfast/contract/client';
import { type RefObject, useEffect, useState } from 'react';
import { callForBody } from '../../lib/calls/downloads.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { t } from '../../lib/texts/reports.ts';
import { openFrame, writePiece, zoomPages } from './pageFrame.ts';
import { followRun } from './progress.ts';
import { findingsOf, type PrintedOver, refuseUnauthorized } from './runs.ts';

/** Maximum number of displayed pages: the file contains all of them. */
const SHOWN_PAGES = 100;

/** State of pages that arrive one after another. */
export type PagesState =
  | { at: 'waiting'; progress: ReportRun | null }
  | { at: 'coming'; pages: number }
  /** The report is printed once this dialog is answered. */
  | { at: 'asked'; dialog: ReportDialog }
  | { at: 'done'; pages: number; isCut: boolean; warnings: readonly TemplateFinding[] }
  | { at: 'failed'; reason: string; findings: readonly TemplateFinding[] };

/** The operation that prints pages: of a report about some data, or of a template that is not saved. */
export type PagesSource =
  | { name: PrintedOver['name']; input: PrintedOver['input'] & { reportId: string } }
  | { name: 'previewReport'; input: Omit<InputOf<Operations['previewReport']>, 'runId'> };

/** Prints pages into a frame as they arrive. A new source object prints again. */
export function usePages(frame: RefObject<HTMLIFrameElement | null>, source: PagesSource): PagesState {
  const [state, setState] = useState<PagesState>({ at: 'waiting', progress: null });
  useEffect(() => {
    const stop = new AbortController();
    const become = (next: PagesState): void => {
      if (!stop.signal.aborted) setState(next);
    };
    if (frame.current !== null) void show(frame.current, { source, stop, become });
    return () => stop.abort();
  }, [frame, source]);
  return state;
}

interface Showing {
  source: PagesSource;
  stop: AbortController;
  become(state: PagesState): void;
}

async function show(frame: HTMLIFrameElement, { source, stop, become }: Showing): Promise<void> {
  const runId = newId();
  const unfollow = followRun(runId, stop.signal, (progress) => become({ at: 'waiting', progress }));
  try {
    const answer =
      source.name === 'previewReport'
        ? await callForBody(source.name, { ...source.input, runId }, stop.signal)
        : await callForBody(source.name, { ...source.input, runId, format: 'pages' }, stop.signal);
    unfollow();
    await writePages(frame, answer, stop, become);
  } catch (error) {
    unfollow();
    if (error instanceof CallError && error.status === 401) refuseUnauthorized();
    become({ at: 'failed', reason: reasonOf(error), findings: findingsOf(error) });
  }
}

async function writePages(
  frame: HTMLIFrameElement,
  answer: Response,
  stop: AbortController,
  become: Showing['become'],
): Promise<void> {
  const into = openFrame(frame);
  if (into === null) return;
  const end = (state: PagesState): void => {
    become(state);
    into.close();
  };
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  let isFirst = true;
  let pages = 0;
  for await (const piece of piecesOf(answer)) {
    if (stop.signal.aborted) return;
    if (piece.kind === 'failed')
      return end({ at: 'failed', reason: t('reports.pagesFailed'), findings: [piece.finding] });
    if (piece.kind === 'asked') return end({ at: 'asked', dialog: piece.dialog });
    if (piece.kind === 'done') return end({ at: 'done', pages, isCut: false, warnings: piece.warnings });
    writePiece(into, piece.text, isFirst, nonce);
    if (isFirst) zoomPages(into, null);
    isFirst = false;
    pages = into.querySelectorAll('.page').length;
    become({ at: 'coming', pages });
    if (pages >= SHOWN_PAGES) {
      end({ at: 'done', pages, isCut: true, warnings: [] });
      stop.abort();
      return;
    }
  }
  if (!stop.signal.aborted) end({ at: 'failed', reason: t('reports.pagesBrokeOff'), findings: [] });
}

/** The lines of an answer as they arrive. They end early when the connection is lost, also within a line. */
async function* piecesOf({ body }: Response): AsyncGenerator<ReportPiece> {
  if (body === null) return;
  try {
    for await (const lines of linesOf(textOf(body))) for (const line of lines) yield JSON.parse(line) as ReportPiece;
  } catch {
    // The pages before it are shown, and the result is missing.
  }
}

/** Decodes a stream. Not all browsers support iterating over streams. */
async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
