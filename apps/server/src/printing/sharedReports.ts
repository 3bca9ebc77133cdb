/** Reports printed by any server of a database with free capacity: requested here, delivered here, printed anywhere. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem, type TemplateFinding } from '@holdfast/contract';
import {
  actorOf,
  type Application,
  type PrintedReport,
  type Reports,
  reportToPrint,
  type ReportToPrint,
} from '@holdfast/core';
import { readOnceFile } from '@holdfast/host';
import type { Outcome, PrintQueue, JobStatus } from './queue.ts';

/** Interval in ms between checks whether reports are printed. */
const CHECK_MS = 250;
/** Seconds to wait before trying again after a refusal. */
const RETRY_SECONDS = 15;
/** Time in ms after which a file that was not fetched counts as that of a stopped server. */
const FORGOTTEN_MS = 60 * 60 * 1000;

/** Reports over a queue that servers share. */
export interface SharedReports extends Reports {
  /** Returns the numbers of printing and of queued reports of all servers. */
  load: PrintQueue['load'];
  /** Starts printing queued reports of this and other servers. */
  work(application: Application): Promise<void>;
  /** Removes files that were not fetched because the server that requested them stopped. */
  sweep(): Promise<void>;
  /** Ends the calls that wait here, and returns reports that are printed here to the queue. */
  stop(): Promise<void>;
}

/**
 * Reports in a queue that several servers share.
 * @param local prints in threads of this process
 * @param folder folder of printed files until they are fetched; all servers share it
 */
export async function sharedReports(local: Reports, queue: PrintQueue, folder: string): Promise<SharedReports> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepPrinted(folder, Date.now());
  const waiting = new Map<string, (status: JobStatus | 'stopped') => void>();
  let timer: NodeJS.Timeout | undefined;
  const fileOf = (id: string): string => join(folder, id);

  async function checkStatuses(): Promise<void> {
    timer = undefined;
    // A database that does not answer is queried again at the next interval.
    const statuses = await queue.statuses([...waiting.keys()]).catch(() => new Map<string, JobStatus>());
    for (const [id, status] of statuses) if (status.kind !== 'waiting') waiting.get(id)?.(status);
    checkLater();
  }

  function checkLater(): void {
    if (waiting.size > 0) timer ??= setTimeout(() => void checkStatuses(), CHECK_MS);
  }

  async function ended(id: string): Promise<JobStatus | 'stopped'> {
    const status = await new Promise<JobStatus | 'stopped'>((resolve) => {
      waiting.set(id, resolve);
      checkLater();
    });
    waiting.delete(id);
    return status;
  }

  async function print(report: ReportToPrint): Promise<PrintedReport> {
    // A report that is read during printing is printed on the server that sends it.
    if (report.format === 'pages') return local.print(report);
    if (report.gone?.aborted === true) return failed('The report is no longer waited for.');
    const { call, userId, runId = null } = report;
    const id = await queue.join({ ...call, userId, runId });
    if (id === null) return { kind: 'busy', retryAfterSeconds: RETRY_SECONDS };
    report.gone?.addEventListener('abort', () => void leave(id), { once: true });
    const status = await ended(id);
    if (status === 'stopped') {
      await leave(id);
      return { kind: 'busy', retryAfterSeconds: RETRY_SECONDS };
    }
    if (status.kind === 'failed' || status.kind === 'asked') return status;
    if (status.kind === 'printed') return fetched(fileOf(id), status.warnings);
    return failed(
      status.kind === 'cancelled'
        ? 'The report is no longer waited for.'
        : 'The report was not printed: the servers that printed it stopped. Ask for it again.',
    );
  }

  /** Leaves the queue, and removes a file printed meanwhile. */
  async function leave(id: string): Promise<void> {
    await queue.leave(id);
    await rm(fileOf(id), { force: true });
  }

  return {
    check: (template, tables, by) => local.check(template, tables, by),
    print,
    async progress(userId, runId) {
      return (await local.progress(userId, runId)) ?? queue.progress(userId, runId);
    },
    pack: (dataSet, format) => local.pack(dataSet, format),
    load: () => queue.load(),
    async work(application) {
      await queue.work(async (id, { operation, input, userId }, signal, report) => {
        const actor = await actorOf(application, userId);
        if (actor === null) return failed('The account that asked for the report is disabled.');
        const progressTimer = setInterval(() => {
          void local.progress(userId, id).then((run) => run !== null && report(run.pages));
        }, CHECK_MS);
        const caller = { address: null, device: 'another server', gone: signal };
        try {
          const report = await reportToPrint(application, { actor, caller }, { operation, input });
          return await kept(await local.print({ ...report, runId: id }), fileOf(id));
        } catch (error) {
          if (!(error instanceof Problem) || error.status >= 500) throw error;
          return failed(error.message);
        } finally {
          clearInterval(progressTimer);
          if (signal.aborted) await rm(fileOf(id), { force: true });
        }
      });
    },
    sweep: () => sweepPrinted(folder, Date.now()),
    async stop() {
      clearTimeout(timer);
      for (const resolve of waiting.values()) resolve('stopped');
      await queue.stop();
    },
  };
}

function failed(message: string): { kind: 'failed'; finding: TemplateFinding } {
  return { kind: 'failed', finding: { message, line: null, object: null } };
}

/** Stores a printed report in the folder that all servers share. */
async function kept(printed: PrintedReport, file: string): Promise<Outcome> {
  if (printed.kind === 'busy') throw new Error('This server has no capacity to print.');
  if (printed.kind === 'failed' || printed.kind === 'asked') return printed;
  const part = `${file}.part`;
  await pipeline(Readable.from(printed.content, { objectMode: false }), createWriteStream(part, { mode: 0o600 }));
  await rename(part, file);
  return { kind: 'printed', warnings: [...printed.warnings] };
}

/** Opens a printed report for reading and removes its file from the folder. */
async function fetched(file: string, warnings: TemplateFinding[]): Promise<PrintedReport> {
  const content = await readOnceFile(file, () => rm(file, { force: true })).catch(() => null);
  if (content === null)
    return failed('The printed report does not lie in the data folder of this server: servers share one.');
  return { kind: 'printed', content, warnings };
}

/**
 * Removes printed files of stopped servers: those not fetched for an hour.
 * @param now milliseconds UTC
 */
export async function sweepPrinted(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    // A file that cannot be removed now, such as an open file in a network folder, is removed later.
    if (found !== null && now - found.mtimeMs > FORGOTTEN_MS) await rm(file, { force: true }).catch(() => undefined);
  }
}
