/** Several servers of one PostgreSQL that print the reports ordered through an application that prints none itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DialogAnswers, type Download, type ReportRun, REPORT_TYPES } from '@holdfast/contract';
import { dispatch, type Application } from '@holdfast/core';
import { countingHandlers, openTestFixture } from '@holdfast/core/testing';
import { blobFolder, diskBlobs, reportsOnDemand } from '@holdfast/host';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, vi } from 'vitest';
import { openPrintQueue } from '../printing/queue.ts';
import { sharedReports } from '../printing/sharedReports.ts';
import { serverProgram } from './programs.ts';

/** The sources of the server, whose functions are counted. */
const SOURCE = join(import.meta.dirname, '../main.ts');
const LIMITS = { atOnce: 2, total: 4, perUser: 3, seconds: 120 };
/** Enough pages that a server can be killed in the middle of them. */
const LONG = 9_000;

/** User and options of a request. */
interface Asking {
  who?: 'maren' | 'jorun' | 'idris';
  runId?: string;
  /** Aborted when the caller no longer waits. */
  gone?: AbortSignal;
  answers?: DialogAnswers;
}

/** A database with a queue of reports, and the servers that are started on it. */
export interface Printers {
  /** Folder that contains `printed`, with files until they are fetched. */
  folder: string;
  newId(): string;
  /** Operations whose calls were dispatched by the asking application, in their order. */
  dispatched: readonly string[];
  /** @param coverage a folder where the server writes how often its functions were called */
  start(coverage?: string): Promise<ChildProcess>;
  /** @returns the exit code */
  end(server: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Kills every server that still runs. */
  endAll(): Promise<void>;
  /** Requests a report of one page, of thousands, or one with a dialog. @returns its bytes */
  ask(which: 'short' | 'long' | 'asking', asking?: Asking): Promise<Buffer>;
  /** Returns the progress of a report as its user sees it. */
  run(runId: string, who?: 'maren' | 'jorun'): Promise<ReportRun | null>;
  /** Waits until pages of a report are ready. */
  underWay(runId: string): Promise<void>;
  /** Number of times a report being printed was started again; undefined when it is not being printed. */
  attempt(runId: string): Promise<number | undefined>;
  /** Time in seconds for which a report stayed queued although a place was free. */
  overlooked(runId: string): Promise<number>;
  /** Lets the time pass after which a server that prints without heartbeats counts as stopped. */
  silence(runId: string): Promise<void>;
  /** Returns the stored progress of a report. A killed server leaves its last one behind. */
  progress(runId: string): Promise<unknown[]>;
  /** Opens the queue again, as a server does at its start. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a place on a database of its own. */
export async function openPrinters(): Promise<Printers> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-printing-'));
  const blobs = diskBlobs({ blobs: blobFolder({ dataFolder: folder }), renditions: join(folder, 'renditions') });
  const test = await openTestFixture('postgres', { blobs });
  const { db } = test.database;
  const url = test.database.url!;
  const open = () => openPrintQueue(url, db, LIMITS, pino({ level: 'silent' }));
  const asking = await sharedReports(reportsOnDemand(), await open(), join(folder, 'printed'));
  const dispatched: string[] = [];
  const application: Application = {
    ...test.application,
    handlers: countingHandlers(test.application.handlers, { dispatched: (operation) => dispatched.push(operation) }),
    ports: { ...test.application.ports, reports: asking },
  };
  const { id: installationId } = await test.build.installation();
  const reportTypeId = REPORT_TYPES.installation.id;
  const short = await test.as('wren').createReport({ title: 'Short', frx: template(3), reportTypeId });
  const long = await test.as('wren').createReport({ title: 'Long', frx: template(LONG), reportTypeId });
  const withDialog = await test.as('wren').createReport({ title: 'Asking', frx: template(3, DIALOG), reportTypeId });
  const reports = { short: short.id, long: long.id, asking: withDialog.id };
  const running = new Set<ChildProcess>();

  const printers: Printers = {
    folder,
    dispatched,
    newId: () => test.application.ports.ids.next(Date.now()),
    async start(coverage) {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const settings = { PORT: '0', HOLDFAST_DEMO: '0', HOLDFAST_LOG: 'silent', HOLDFAST_WEATHER_URL: '0' };
      const server = spawn(process.execPath, [coverage === undefined ? serverProgram('main') : SOURCE], {
        env: {
          PATH,
          NODE_COMPILE_CACHE,
          ...settings,
          HOLDFAST_DATA: folder,
          DATABASE_URL: url,
          NODE_V8_COVERAGE: coverage,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      running.add(server);
      await new Promise<void>((resolve, reject) => {
        server.stdout.on('data', (said: Buffer) => said.includes('ready') && resolve());
        server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
      });
      return server;
    },
    async end(server, signal) {
      running.delete(server);
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      server.kill(signal);
      return ended;
    },
    endAll: async () => void (await Promise.all([...running].map((server) => printers.end(server, 'SIGKILL')))),
    async ask(which, { who = 'maren', runId, gone, answers } = {}) {
      const printed = (await dispatch(application, {
        operation: 'executeReportInstallations',
        input: { reportId: reports[which], installationIds: [installationId], runId, answers },
        actor: test.actor(who),
        caller: { address: null, device: 'test', ...(gone === undefined ? {} : { gone }) },
      })) as Download;
      const pieces: Uint8Array[] = [];
      for await (const piece of printed.content) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    run: async (runId, who = 'maren') =>
      (await dispatch(application, {
        operation: 'getReportRun',
        input: { runId },
        actor: test.actor(who),
      })) as ReportRun | null,
    underWay: (runId) =>
      vi.waitFor(async () => expect((await printers.run(runId))?.pages).toBeGreaterThan(0), {
        timeout: 60_000,
        interval: 50,
      }),
    async attempt(runId) {
      const { rows } = await sql<{ retry_count: number }>`
        select retry_count from holdfast_jobs.job where data ->> 'runId' = ${runId} and state = 'active'`.execute(db);
      return rows[0]?.retry_count;
    },
    async overlooked(runId) {
      const { rows } = await sql<{ seconds: number }>`
        select extract(epoch from own.started_on - max(before.completed_on))::float as seconds
        from holdfast_jobs.job own join holdfast_jobs.job before on before.completed_on <= own.started_on
        where own.data ->> 'runId' = ${runId} group by own.started_on`.execute(db);
      return rows[0]!.seconds;
    },
    silence: async (runId) =>
      void (await sql`
        update holdfast_jobs.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 second'
        where data ->> 'runId' = ${runId} and state = 'active'`.execute(db)),
    async progress(runId) {
      const { rows } =
        await sql`select printing.* from holdfast_jobs.printing join holdfast_jobs.job on job.id = printing.job
        where job.data ->> 'runId' = ${runId}`.execute(db);
      return rows;
    },
    reopen: async () => (await open()).stop(),
    async close() {
      await printers.endAll();
      await asking.stop();
      await test.close();
      await rm(folder, { recursive: true });
    },
  };
  return printers;
}

/** A template of so many bands, three to a page. */
/** A dialog with one field. */
const DIALOG = '<DialogPage Name="Form1" Text="Before printing"><TextBoxControl Name="Remark"/></DialogPage>';

function template(bands: number, dialog = ''): string {
  return Buffer.from(
    `<Report>${dialog}<ReportPage Name="Page1"><DataBand Name="Band1" Height="300" RowCount="${bands}"><TextObject Name="Text1" Width="300" Height="20" Text="Shackle [Row#]"/></DataBand></ReportPage></Report>`,
  ).toString('base64');
}
