/** Queue of reports in PostgreSQL, shared by all servers of a database: each adds to it, and any of them prints. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportDialog, ReportRun, TemplateFinding } from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** Schema of the tables of pg-boss and of the progress of printing. */
const SCHEMA = 'holdfast_jobs';
const QUEUE = 'print-report';
/** The queue's lock: only one server at a time counts the queue and adds to it. */
const JOINING = 7_267_003;
/** Time in seconds for which a printed report and its warnings are kept. */
const REMEMBERED_SECONDS = 5 * 60;
/** Time in seconds without a heartbeat after which a server counts as stopped; pg-boss accepts no less. */
const HEARTBEAT_SECONDS = 10;
/** Interval in ms between updates of the number of pages, and checks whether the caller still waits. */
const PROGRESS_MS = 500;
/** Delay in the order of the queue for each report of the same user that is already queued. */
const BEHIND_OWN_SECONDS = 30;
/** Priorities are seconds since this time, so that they fit into their column. */
const EPOCH_SECONDS = Date.UTC(2026, 0, 1) / 1000;

/** Limits that hold for all servers together, except `atOnce`, which holds for each. */
export interface QueueLimits {
  atOnce: number;
  total: number;
  perUser: number;
  /** Time limit of printing a report, in seconds. */
  seconds: number;
}

/** A requested report: the call, which is repeated on the server that prints it. */
interface PrintOrder {
  operation: string;
  input: unknown;
  userId: string;
  runId: string | null;
}

/** Result of printing. */
export type Outcome =
  | { kind: 'printed'; warnings: TemplateFinding[] }
  | { kind: 'asked'; dialog: ReportDialog }
  | { kind: 'failed'; finding: TemplateFinding };

/** State of a queued report. `lost`: the servers that printed it stopped; `cancelled`: its caller no longer waits. */
export type JobStatus = Outcome | { kind: 'waiting' } | { kind: 'lost' } | { kind: 'cancelled' };

/**
 * Prints an order.
 * @param id of the order in the queue
 * @param report receives the number of pages that are ready
 */
type Print = (id: string, order: PrintOrder, signal: AbortSignal, report: (pages: number) => void) => Promise<Outcome>;

/** A queue that all servers of a database share. */
export interface PrintQueue {
  /** Adds a report. @returns null when the queue is full */
  join(order: PrintOrder): Promise<string | null>;
  leave(id: string): Promise<void>;
  /** Returns the states of reports by id; one that is not stored any more is lost. */
  statuses(ids: readonly string[]): Promise<Map<string, JobStatus>>;
  progress(userId: string, runId: string): Promise<ReportRun | null>;
  /** Returns the numbers of printing and of queued reports of all servers. */
  load(): Promise<{ printing: number; waiting: number }>;
  /** Starts printing queued reports. */
  work(print: Print): Promise<void>;
  /** Returns the reports that are printed here to the queue, for another server, and stops. */
  stop(): Promise<void>;
}

const jobs = sql.id(SCHEMA, 'job');
const printing = sql.id(SCHEMA, 'printing');

/** Opens the queue; creates its tables where they are missing. */
export async function openPrintQueue(
  databaseUrl: string,
  db: Kysely<Database>,
  limits: QueueLimits,
  log: Logger,
): Promise<PrintQueue> {
  const boss = await startBoss(databaseUrl, db, limits, log);
  await createProgress(db);
  const stopping = new AbortController();

  /** Stores the progress of a job. Resolves to true while it belongs to this server. */
  async function saveProgress(id: string, pages: number, attempt: number): Promise<boolean> {
    await sql`insert into ${printing} (job, pages) values (${id}, ${pages}) on conflict (job) do update set pages = excluded.pages`.execute(
      db,
    );
    const { rows } = await sql<{ state: string; retry_count: number }>`
      select state, retry_count from ${jobs} where name = ${QUEUE} and id = ${id}`.execute(db);
    return rows[0]?.state === 'active' && rows[0].retry_count === attempt;
  }

  async function isActive(id: string): Promise<boolean> {
    const { rows } = await sql`select 1 from ${jobs} where name = ${QUEUE} and id = ${id} and state = 'active'`.execute(
      db,
    );
    return rows.length > 0;
  }

  async function run({ id, data }: Job<PrintOrder>, print: Print): Promise<Outcome> {
    const lost = new AbortController();
    let pages = 0;
    const { rows } = await sql<{ retry_count: number }>`
      select retry_count from ${jobs} where name = ${QUEUE} and id = ${id}`.execute(db);
    const attempt = rows[0]?.retry_count ?? 0;
    const storeProgress = async (): Promise<void> => {
      if (!(await saveProgress(id, pages, attempt))) lost.abort();
    };
    // A database that does not answer for a moment does not end the printing; the heartbeat decides.
    let saved = Promise.resolve();
    const timer = setInterval(() => {
      saved = saved.then(storeProgress).catch(() => undefined);
    }, PROGRESS_MS);
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    try {
      const outcome = await print(id, data, signal, (ready) => (pages = ready));
      if (stopping.signal.aborted && outcome.kind === 'failed') throw new Error('The server is being stopped.');
      // If another server prints the report now, the result of this server must not end it.
      while (lost.signal.aborted && (await isActive(id))) await sleep(PROGRESS_MS);
      return outcome;
    } finally {
      clearInterval(timer);
      // No progress is stored after the job was removed.
      await saved;
      await sql`delete from ${printing} where job = ${id}`.execute(db);
    }
  }

  return {
    join: (order) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${JOINING})`.execute(trx);
        const { rows } = await sql<{ total: number; own: number; now: number }>`
          select count(*)::int as total, (count(*) filter (where group_id = ${order.userId}))::int as own,
            extract(epoch from now())::int as now
          from ${jobs} where name = ${QUEUE} and state in ('created', 'retry', 'active')`.execute(trx);
        const { total, own, now } = rows[0]!;
        if (total >= limits.total || own >= limits.perUser) return null;
        const priority = EPOCH_SECONDS - now - own * BEHIND_OWN_SECONDS;
        return boss.send(QUEUE, order, { priority, group: { id: order.userId }, db: within(trx) });
      }),
    leave: async (id) => void (await boss.cancel(QUEUE, id)),
    async statuses(ids) {
      const { rows } = await sql<{ id: string; state: string; output: Outcome }>`
        select id, state, output from ${jobs} where name = ${QUEUE} and id = any(${ids})`.execute(db);
      const found = new Map(rows.map((row) => [row.id, statusOf(row)]));
      return new Map(ids.map((id) => [id, found.get(id) ?? { kind: 'lost' }]));
    },
    async progress(userId, runId) {
      const { rows } = await sql<{ state: string; output: Outcome; place: number; pages: number | null }>`
        select own.state, own.output, printing.pages, (
          select count(*)::int from ${jobs} as other
          where other.name = ${QUEUE} and other.state in ('created', 'retry')
            and (other.priority > own.priority or (other.priority = own.priority and other.created_on <= own.created_on))
        ) as place
        from ${jobs} as own left join ${printing} as printing on printing.job = own.id
        where own.name = ${QUEUE} and own.group_id = ${userId} and own.data ->> 'runId' = ${runId}
          and own.state in ('created', 'retry', 'active', 'completed')`.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      if (row.state === 'active') return { place: 0, pages: row.pages ?? 0, warnings: null };
      if (row.state !== 'completed') return { place: row.place, pages: 0, warnings: null };
      return row.output.kind === 'printed' ? { place: 0, pages: 0, warnings: row.output.warnings } : null;
    },
    async load() {
      const { rows } = await sql<{ printing: number; waiting: number }>`
        select (count(*) filter (where state = 'active'))::int as printing, (count(*) filter (where state <> 'active'))::int as waiting
        from ${jobs} where name = ${QUEUE} and state in ('created', 'retry', 'active')`.execute(db);
      return rows[0]!;
    },
    async work(print) {
      await boss.work<PrintOrder>(
        QUEUE,
        {
          localConcurrency: limits.atOnce,
          // The reports of one user leave one place free for others, however long they take.
          localGroupConcurrency: Math.max(1, limits.atOnce - 1),
          pollingIntervalSeconds: 1,
          // No event announces jobs queued while all places were taken, or jobs of a stopped server: pg-boss would poll every half minute
          // by default.
          notifyPollingIntervalSeconds: 1,
          heartbeatRefreshSeconds: 2,
        },
        ([job]) => run(job!, print),
      );
    },
    async stop() {
      // The reports that are printed here fail at once. Workers that still take reports would take them again, and use up their only retry.
      await boss.offWork(QUEUE, { wait: false });
      stopping.abort(new Error('The server is being stopped.'));
      await boss.stop({ graceful: true, timeout: 3_000 });
    },
  };
}

/** Starts pg-boss on the queue of reports. */
async function startBoss(databaseUrl: string, db: Kysely<Database>, limits: QueueLimits, log: Logger): Promise<PgBoss> {
  const { rows: found } = await sql`select 1 from pg_namespace where nspname = ${SCHEMA}`.execute(db);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: SCHEMA,
    // Creating a schema that exists would still require the right to create schemas.
    createSchema: found.length === 0,
    application_name: 'holdfast jobs',
    max: 3,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of reports is disturbed'));
  await boss.start();
  await boss.createQueue(QUEUE, {
    retryLimit: 1,
    retryDelay: 0,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: limits.seconds + 30,
    retentionSeconds: 60 * 60,
    deleteAfterSeconds: REMEMBERED_SECONDS,
    notify: true,
  });
  return boss;
}

/** Creates the table of progress if it is missing, and removes rows left by killed servers. */
async function createProgress(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${JOINING})`.execute(trx);
    await sql`create unlogged table if not exists ${printing} (job uuid primary key, pages integer not null)`.execute(
      trx,
    );
    await sql`delete from ${printing} where not exists (
      select 1 from ${jobs} as job where job.name = ${QUEUE} and job.id = ${printing}.job and job.state = 'active')`.execute(
      trx,
    );
  });
}

function statusOf({ state, output }: { state: string; output: Outcome }): JobStatus {
  if (state === 'completed') return output;
  if (state === 'failed') return { kind: 'lost' };
  return { kind: state === 'cancelled' ? 'cancelled' : 'waiting' };
}

/** Converts a transaction to the interface of pg-boss. */
function within(trx: Transaction<Database>) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: (await trx.executeQuery(CompiledQuery.raw(text, values))).rows,
    }),
  };
}
