/** Reports by frx: templates checked and printed in processes of their own. */
import type { ReportDialog, ReportPiece, TemplateFinding } from '@holdfast/contract';
import type { DataSet, DataShape, PrintedReport, Reports, ReportToPrint, TemplateCheck } from '@holdfast/core';
import { reasonOf, type Warning } from '@holdfast/frx';
import {
  check as checkTemplate,
  type FromRenderer,
  render,
  RENDER_WORKER,
  type Renderer,
  RenderError,
  type RenderEvent,
  type RenderRequest,
} from '@holdfast/frx/node';
import { ProcessEnded } from '../processes/boundedProcess.ts';
import { type PooledProcess, type ProcessPool, processPool } from '../processes/pool.ts';
import { rememberedChecks } from './rememberedChecks.ts';
import { dataFor, jsonFile, templateColumns, TooMuchData, writeSqlite, xmlFile } from './reportData.ts';
import { temporaryFile } from '../temporaryFile.ts';
import { type Ticket, type QueueLimits, fairQueue } from '../fairQueue.ts';

/** The name under which templates know the data set. */
const DATA_SET = 'Holdfast';

/** Culture for printed numbers, dates and names of months. */
const CULTURE = 'en-GB';

/** Limits of a template and of reading it. */
const CHECK_LIMITS = {
  templateBytes: 16 * 1024 * 1024,
  templateElements: 50_000,
  templateDepth: 100,
  steps: 1_000_000,
  milliseconds: 10_000,
  pixels: 200_000_000,
};

/** Elapsed time in ms after which a check is stopped. It exceeds the limit of processor time, because on a busy machine a check waits for the processor. */
const CHECK_CLOCK_MS = 60_000;
/** Interval in ms between measurements of the processor time of a check. */
const CHECK_INTERVAL_MS = 250;

/** Number of templates checked at a time, and limits of the queue. */
const CHECK_QUEUE: QueueLimits = { atOnce: 1, total: 12, perUser: 4 };

/** Limits of printing. */
export interface PrintLimits extends QueueLimits {
  milliseconds: number;
  pages: number;
  /** Memory of JavaScript objects of a process that prints. */
  megabytes: number;
  /** Total resident memory of a process that prints. */
  residentMegabytes: number;
  /** Size of what is printed. */
  outputMegabytes: number;
  /** Time in ms for which the warnings of a printed report are kept. */
  rememberedMilliseconds: number;
}

const PRINT_LIMITS: PrintLimits = {
  atOnce: 2,
  total: 20,
  perUser: 3,
  milliseconds: 5 * 60 * 1000,
  pages: 5_000,
  megabytes: 1024,
  residentMegabytes: 1_536,
  outputMegabytes: 1_024,
  rememberedMilliseconds: 5 * 60 * 1000,
};

/** A report that is being printed, or was printed recently. */
interface Run {
  ticket: Ticket;
  pages: number;
  /** null until it is printed. */
  warnings: readonly TemplateFinding[] | null;
}

/** Maximum number of warnings kept of a run. */
const WARNING_LIMIT = 100;

/** Seconds to wait before trying again after a refusal. */
const RETRY_SECONDS = 15;

/** Reports that are printed in this process. */
export interface LocalReports extends Reports {
  /** Stops all printing and queued reports, and accepts no more. Callers get a refusal that allows a retry. */
  stop(): void;
  /** Returns the numbers of printing and of queued reports. */
  load(): { printing: number; waiting: number };
}

/** Reports as frx prints them, with the fonts that come with it, so that they look the same on every server. */
export function frxReports(limits: Partial<PrintLimits> = {}): LocalReports {
  const allowed = { ...PRINT_LIMITS, ...limits };
  const queue = fairQueue(allowed);
  const checks = fairQueue(CHECK_QUEUE);
  const remembered = rememberedChecks();
  const runs = new Map<string, Run>();
  const stopping = new AbortController();
  const pool = processPool(
    RENDER_WORKER,
    {
      megabytes: allowed.residentMegabytes,
      heapMegabytes: allowed.megabytes,
      fileMegabytes: allowed.outputMegabytes,
      cpuSeconds: Math.ceil(allowed.milliseconds / 1000) * 8,
    },
    { idle: allowed.atOnce, workMs: allowed.milliseconds },
  );
  const renderer = (): Renderer => rendererOf(pool.take());
  return {
    stop() {
      stopping.abort(new CallerDisconnected());
      pool.stop();
    },
    load() {
      const { running, waiting } = queue.load();
      return { printing: running, waiting };
    },
    check: (template, tables, { userId, companyId }) =>
      remembered.of(template, tables, async () => {
        const leave = await checks.take(userId, stopping.signal, companyId ?? userId)?.turn;
        if (leave === null || leave === undefined) return null;
        return check(template, tables, { pool, stopping: stopping.signal }).finally(leave);
      }),
    async print(report) {
      const stop = new AbortController();
      const giveUp = (): void => stop.abort(new CallerDisconnected());
      if (report.gone?.aborted === true) giveUp();
      report.gone?.addEventListener('abort', giveUp, { once: true });
      const busy: PrintedReport = { kind: 'busy', retryAfterSeconds: RETRY_SECONDS };
      const signal = AbortSignal.any([stop.signal, stopping.signal]);
      const ticket = queue.take(report.userId, signal, report.companyId ?? report.userId);
      if (ticket === null) return busy;
      const run: Run = { ticket, pages: 0, warnings: null };
      const key = keyOf(report.userId, report.runId ?? '');
      runs.set(key, run);
      const forget = (): void => {
        if (runs.get(key) === run) runs.delete(key);
      };
      const leave = await ticket.turn;
      if (leave === null) {
        forget();
        return stopping.signal.aborted ? busy : { kind: 'failed', finding: findingOf(stop.signal.reason) };
      }
      const late = setTimeout(() => stop.abort(new PrintingTooLong(allowed.milliseconds)), allowed.milliseconds);
      const end = (): void => {
        clearTimeout(late);
        leave();
        if (run.warnings === null || report.runId === undefined) forget();
        else setTimeout(forget, allowed.rememberedMilliseconds).unref();
      };
      const printing = { report, limits: allowed, signal, run, renderer };
      if (report.format === 'pages') return printPages(printing, end);
      const printed = await print(printing).finally(end);
      return printed.kind === 'failed' && stopping.signal.aborted ? busy : printed;
    },
    progress(userId, runId) {
      const run = runs.get(keyOf(userId, runId));
      if (run === undefined) return Promise.resolve(null);
      const { ticket, pages, warnings } = run;
      return Promise.resolve({ place: ticket.place(), pages, warnings: warnings === null ? null : [...warnings] });
    },
    pack: (dataSet, format) => {
      if (format === 'sqlite') return sqliteFile(dataSet);
      return format === 'xml' ? xmlFile(dataSet) : jsonFile(dataSet);
    },
  };
}

/** The key includes the user, so that only the user who started a run finds it. */
function keyOf(userId: string, runId: string): string {
  return `${userId} ${runId}`;
}

/** Error: the caller has disconnected. */
class CallerDisconnected extends Error {
  constructor() {
    super('The report is no longer waited for.');
  }
}

/** Error: printing took too long. */
class PrintingTooLong extends Error {
  constructor(milliseconds: number) {
    super(`Printing took more than ${Math.round(milliseconds / 1000)} seconds.`);
  }
}

/** Checks a template without running it. Faults that depend on data are found only when it is printed. */
async function check(
  template: Uint8Array,
  shapes: readonly DataShape[],
  { pool, stopping }: { pool: ProcessPool; stopping: AbortSignal },
): Promise<TemplateCheck> {
  const tables = shapes.map(({ name, columns }) => ({ name, columns: templateColumns(columns) }));
  const late = new AbortController();
  let process: PooledProcess | undefined;
  const since = Date.now();
  const timer = setInterval(() => {
    const clockMs = Date.now() - since;
    if ((process?.processorMs() ?? clockMs) > CHECK_LIMITS.milliseconds || clockMs > CHECK_CLOCK_MS)
      late.abort(new CheckTooLong());
  }, CHECK_INTERVAL_MS);
  try {
    const findings = await checkTemplate(
      {
        template,
        dataSets: [{ name: DATA_SET, tables }],
        limits: { ...CHECK_LIMITS, milliseconds: CHECK_CLOCK_MS },
        fonts: { installed: false },
      },
      { renderer: () => rendererOf((process = pool.take())), signal: AbortSignal.any([late.signal, stopping]) },
    );
    return {
      readable: true,
      findings: findings.map(({ message, line, object, fails }) => finding(message, line, object, fails)),
    };
  } catch (error) {
    return { readable: false, findings: [findingOf(error)] };
  } finally {
    clearInterval(timer);
  }
}

/** A process of a pool as frx uses it. */
function rendererOf(process: PooledProcess): Renderer {
  return {
    send: (message) => process.send(message),
    listen: ({ message, exit }) => process.listen({ message: (each) => message(each as FromRenderer), exit }),
    async release(finished) {
      process.release(finished);
      await Promise.resolve();
    },
  };
}

/** Error: checking took too long. */
class CheckTooLong extends Error {
  constructor() {
    super(`Checking this template took more than ${CHECK_LIMITS.milliseconds / 1000} seconds. Take parts of it out.`);
  }
}

/** Error: the printed output is too large. */
class OutputTooLarge extends Error {
  constructor(megabytes: number) {
    super(`The report is longer than ${megabytes} MB. Print fewer inspections at a time.`);
  }
}

/** A report that has left the queue. */
interface Printing {
  report: ReportToPrint;
  limits: PrintLimits;
  signal: AbortSignal;
  /** Receives the number of finished pages, and the warnings. */
  run: Run;
  renderer: () => Renderer;
}

/**
 * Starts printing; rows are read when the report needs them.
 * @param into the file that is written
 * @returns events; reading them throws the errors that `findingOf` handles
 */
function begin({ report, limits, signal, renderer }: Printing, into?: string): AsyncGenerator<RenderEvent> {
  const request: RenderRequest = {
    template: report.template,
    dataSets: [dataFor(report.dataSet)],
    ...FORMATS[report.format],
    now: report.now,
    culture: CULTURE,
    title: report.title,
    creator: 'Holdfast',
    answers: report.answers,
    limits: { ...CHECK_LIMITS, steps: 500_000_000, milliseconds: limits.milliseconds, pages: limits.pages },
    fonts: { installed: false },
    // Pages are shown to the author, with failed objects marked. A file is passed on to others and must be complete.
    stopOnError: report.format !== 'pages',
  };
  return render(request, { signal, renderer, into });
}

/** Formats as frx names them. */
const FORMATS: Readonly<Record<ReportToPrint['format'], Pick<RenderRequest, 'format' | 'archival'>>> = {
  pdf: { format: 'pdf' },
  pdfa: { format: 'pdf', archival: true },
  html: { format: 'html' },
  png: { format: 'png' },
  xlsx: { format: 'xlsx' },
  docx: { format: 'docx' },
  csv: { format: 'csv' },
  pages: { format: 'html' },
};

/** Prints a file; a picture shows the first page. */
async function print(printing: Printing): Promise<PrintedReport> {
  const { report, run } = printing;
  const warnings: TemplateFinding[] = [];
  try {
    const content = await temporaryFile(async (path) => {
      for await (const event of begin(printing, path)) {
        if (event.kind === 'progress') run.pages = event.pages;
        if (event.kind === 'asked') throw new DialogAsked(event.form);
        if (event.kind === 'done' && report.format !== 'png')
          warnings.push(...event.warnings.slice(0, WARNING_LIMIT).map(asFinding));
      }
    });
    run.warnings = warnings;
    return { kind: 'printed', content, warnings };
  } catch (error) {
    if (error instanceof DialogAsked) return { kind: 'asked', dialog: error.dialog };
    return { kind: 'failed', finding: findingOf(error) };
  }
}

/** Ends printing without a file: a dialog waits for an answer. */
class DialogAsked extends Error {
  readonly dialog: ReportDialog;
  constructor(dialog: ReportDialog) {
    super('The report asks something before it is printed.');
    this.dialog = dialog;
  }
}

/**
 * Prints a report that is shown while it is printed.
 * @param end called once, at the end of printing
 */
async function printPages(printing: Printing, end: () => void): Promise<PrintedReport> {
  const { signal } = printing;
  let hasEnded = false;
  const endOnce = (): void => {
    if (!hasEnded) end();
    hasEnded = true;
  };
  try {
    const events = begin(printing);
    // A client that disconnects before the first line never starts reading the events.
    signal.addEventListener('abort', endOnce, { once: true });
    if (signal.aborted) endOnce();
    return { kind: 'printed', content: lines(events, printing, endOnce), warnings: [] };
  } catch (error) {
    endOnce();
    return { kind: 'failed', finding: findingOf(error) };
  }
}

async function* lines(
  events: AsyncIterable<RenderEvent>,
  { run, limits }: Printing,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const line = (piece: ReportPiece): Uint8Array => Buffer.from(`${JSON.stringify(piece)}\n`);
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const event of events) {
      if (event.kind === 'progress') run.pages = event.pages;
      if (event.kind === 'bytes') {
        bytes += event.bytes.length;
        if (bytes > limits.outputMegabytes * 1024 * 1024) throw new OutputTooLarge(limits.outputMegabytes);
        yield line({ kind: 'html', text: decoder.decode(event.bytes, { stream: true }), pages: run.pages });
      }
      if (event.kind === 'asked') yield line({ kind: 'asked', dialog: event.form });
      if (event.kind === 'done')
        yield line({ kind: 'done', warnings: event.warnings.slice(0, WARNING_LIMIT).map(asFinding) });
    }
  } catch (error) {
    yield line({ kind: 'failed', finding: findingOf(error) });
  } finally {
    end();
  }
}

function asFinding(warning: Warning): TemplateFinding {
  return finding(reasonOf(warning), warning.line, warning.object, warning.fails);
}

function finding(message: string, line?: number, object?: string, fails?: true): TemplateFinding {
  return { message, line: line ?? null, object: object ?? null, ...(fails && { preventsPrinting: true }) };
}

/** Returns the finding that ended a run, for the author of the template. @throws internal errors */
function findingOf(error: unknown): TemplateFinding {
  const isKnown =
    error instanceof RenderError ||
    error instanceof ProcessEnded ||
    error instanceof TooMuchData ||
    error instanceof OutputTooLarge ||
    error instanceof CheckTooLong ||
    error instanceof CallerDisconnected ||
    error instanceof PrintingTooLong;
  if (!isKnown) throw error;
  const line = 'line' in error ? error.line : undefined;
  const object = 'object' in error ? error.object : undefined;
  return { message: error.message, line: line ?? null, object: object ?? null };
}

async function* sqliteFile(dataSet: DataSet): AsyncGenerator<Uint8Array> {
  yield* await temporaryFile((path) => writeSqlite(dataSet, path));
}
