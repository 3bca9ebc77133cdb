/** Figures of a running server in OpenMetrics, for the operator's monitoring. They name no person, company or record. */
import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Application, syncFigures, type SyncFigures } from '@holdfast/core';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client';

/** Time in ms for which figures that need a count over a table are cached. */
const COUNTED_MS = 60_000;
/** Time limit in ms of a figure that comes from the database; Prometheus waits ten seconds for all figures. */
const ANSWER_MS = 3_000;
/** Upper bounds of answer times, seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Number of reports by state. */
interface PrintLoad {
  printing: number;
  waiting: number;
}

/** Connections of a pool: open ones, idle ones, and calls that wait for one. */
export interface PoolLoad {
  open: number;
  idle: number;
  waiting: number;
}

/** Sources of the figures. */
export interface MetricSources {
  application: Application;
  version: string;
  dataFolder: string;
  /** Resolves to true when the database answers. */
  databaseAnswers(): Promise<boolean>;
  /** null when the database has no connection pool. */
  pool: (() => PoolLoad) | null;
  /** Reads since the start by the database that answered them; null without a replica. */
  reads: (() => { primary: number; replica: number }) | null;
  printing(): Promise<PrintLoad>;
  /** Number of mails that no mail server has accepted yet. */
  letters(): Promise<number>;
}

/** The figures of a server. */
export interface Metrics {
  /** Media type of the text. */
  readonly contentType: string;
  text(): Promise<string>;
}

/** Counts the answers of a server from now on, and reads the other figures on each request. */
export function openMetrics(app: FastifyInstance, sources: MetricSources): Metrics {
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  countAnswers(app, registry);
  const counted = keptFor(COUNTED_MS, () => syncFigures(sources.application));

  const info = new Gauge({
    name: 'holdfast_info',
    help: 'Always 1; the labels say which version runs on which database.',
    labelNames: ['version', 'engine'],
    registers: [registry],
  });
  info.set({ version: sources.version, engine: sources.application.engine }, 1);

  registry.registerMetric(
    new Gauge({
      name: 'holdfast_database_up',
      help: '1 while the database answers; figures that come from it are left out otherwise.',
      registers: [],
      async collect() {
        this.set((await inTime(sources.databaseAnswers)) === true ? 1 : 0);
      },
    }),
  );

  const { pool } = sources;
  if (pool !== null)
    registry.registerMetric(
      new Gauge({
        name: 'holdfast_database_connections',
        help: 'Connections of this process to PostgreSQL by state; waiting counts calls without one.',
        labelNames: ['state'],
        registers: [],
        collect() {
          for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
        },
      }),
    );

  const { reads } = sources;
  if (reads !== null)
    registry.registerMetric(
      new Counter({
        name: 'holdfast_database_reads',
        help: 'Reads by the database that answered them: the replica, or the primary because the replica was not current.',
        labelNames: ['from'],
        registers: [],
        collect() {
          this.reset();
          for (const [from, count] of Object.entries(reads())) this.inc({ from }, count);
        },
      }),
    );

  registry.registerMetric(
    new Gauge({
      name: 'holdfast_reports',
      help: 'Reports that are printed or wait; of all servers that share a PostgreSQL.',
      labelNames: ['state'],
      registers: [],
      async collect() {
        this.reset();
        for (const [state, count] of Object.entries((await inTime(sources.printing)) ?? {})) this.set({ state }, count);
      },
    }),
  );

  registry.registerMetric(
    new Gauge({
      name: 'holdfast_letters_waiting',
      help: 'Letters that no mail server took yet; of all servers that share a database.',
      registers: [],
      async collect() {
        this.reset();
        const waiting = await inTime(sources.letters);
        if (waiting !== null) this.set(waiting);
      },
    }),
  );

  addSyncFigures(registry, counted, () => sources.application.ports.clock.now());

  registry.registerMetric(
    new Gauge({
      name: 'holdfast_data_free_bytes',
      help: 'Free space of the file system that holds the data folder.',
      registers: [],
      async collect() {
        const { bavail, bsize } = await statfs(sources.dataFolder);
        this.set(bavail * bsize);
      },
    }),
  );

  return { contentType: registry.contentType, text: () => registry.metrics() };
}

function addSyncFigures(
  registry: Registry<OpenMetricsContentType>,
  counted: () => Promise<SyncFigures>,
  now: () => number,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'holdfast_devices',
      help: 'Desktops by access: open, signedOut, locked, wiped.',
      labelNames: ['access'],
      registers: [],
      async collect() {
        this.reset();
        for (const [access, count] of Object.entries((await inTime(counted))?.devices ?? {}))
          this.set({ access }, count);
      },
    }),
  );
  const single = (name: string, help: string, value: (figures: SyncFigures) => number | null): void =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          const figures = await inTime(counted);
          const current = figures === null ? null : value(figures);
          if (current === null) this.remove();
          else this.set(current);
        },
      }),
    );
  single(
    'holdfast_device_changes_waiting',
    'Changes that desktops last reported as not sent; wiped desktops excluded.',
    ({ waiting }) => waiting,
  );
  single(
    'holdfast_device_changes_waiting_seconds',
    'Time since the last contact of the longest unseen desktop with waiting changes; 0 without one.',
    ({ waitingSince }) => (waitingSince === null ? 0 : Math.max(0, now() - waitingSince) / 1000),
  );
  single(
    'holdfast_device_changes_refused',
    'Refused changes of desktops that are remembered.',
    ({ refused }) => refused,
  );
  single('holdfast_contents', 'Stored photos and files.', ({ contents }) => contents.count);
  single('holdfast_contents_lost', 'Photos and files that are damaged or missing on the server.', ({ lost }) => lost);
  single(
    'holdfast_backup_seconds',
    'Time since the newest complete backup by the command of Holdfast; absent without one.',
    ({ backup: { completed } }) => (completed === null ? null : Math.max(0, now() - completed.at) / 1000),
  );
  single('holdfast_backup_failed', '1 when the newest attempt of a backup failed.', ({ backup: { failed } }) =>
    failed === null ? 0 : 1,
  );
  single('holdfast_contents_bytes', 'Size of stored photos and files.', ({ contents }) => contents.bytes);
}

/** Counts answers by method, route and status, and requests under way. */
function countAnswers(app: FastifyInstance, registry: Registry<OpenMetricsContentType>): void {
  const registers = [registry];
  const answers = new Histogram({
    name: 'holdfast_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by method, route and status. Streams of events count when they end.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const underWay = new Gauge({
    name: 'holdfast_http_requests_under_way',
    help: 'Requests without a full answer yet.',
    registers,
  });
  const brokenOff = new Counter({
    name: 'holdfast_http_requests_broken_off',
    help: 'Requests whose connection was closed before the answer.',
    registers,
  });
  app.addHook('onRequest', async (_request, reply) => {
    underWay.inc();
    reply.raw.once('close', () => {
      underWay.dec();
      if (!reply.raw.writableFinished) brokenOff.inc();
    });
  });
  app.addHook('onResponse', async (request, reply) => {
    answers.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}

/** Reads a value of the database. Resolves to null when it fails or takes too long for monitoring. */
function inTime<T>(read: () => Promise<T>): Promise<T | null> {
  return Promise.race([read(), setTimeout(ANSWER_MS, null, { ref: false })]).catch(() => null);
}

/** Returns a function that reads a value at most once in `ms`, and again after a failure. */
function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | null = null;
  return () => {
    if (kept === null || performance.now() > kept.until) {
      const value = read();
      kept = { value, until: performance.now() + ms };
      value.catch(() => (kept = null));
    }
    return kept.value;
  };
}
