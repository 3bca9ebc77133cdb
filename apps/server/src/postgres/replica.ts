/** Reads from a streaming replica of PostgreSQL. They always include everything committed before they began. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Replica } from '@holdfast/core';
import { Kysely, PostgresDialect } from 'kysely';
import type { Logger } from 'pino';
import { openPool } from './postgres.ts';
import { committedPosition, type LogPosition, replayedPosition } from '../queries.ts';

/** Time in ms for which a read waits for the replica before the primary answers it. */
const WAIT_MS = 50;
/** Interval in ms between checks of a replica that is behind. */
const CHECK_MS = 2;
/** Time in ms for which a replica that was late or did not answer is not used. */
const REST_MS = 1_000;
/** Time in ms without an answer after which the connections to a replica are given up; reads on them are then repeated on the primary. */
const SILENCE_MS = 5_000;

/** An opened replica. */
export interface OpenReplica extends Replica {
  /** Numbers of reads since the start, by the database that answered. */
  answered(): { primary: number; replica: number };
  close(): Promise<void>;
}

/** Addresses of a primary and its replica. */
interface Addresses {
  databaseUrl: string;
  databaseReplicaUrl: string;
  databaseDirectUrl: string | null;
}

/**
 * Opens a replica without querying it, so that a server starts without it.
 *
 * Each read compares the position of the primary's log with the one the replica has replayed, so that it includes every earlier commit: those of its
 * caller, those announced by an event, and those shown by an earlier read. The two positions are read over separate connections, which calls cannot
 * occupy, and once for all reads that begin in the meantime.
 */
export function openReadReplica(
  { databaseUrl, databaseReplicaUrl, databaseDirectUrl }: Addresses,
  log: Logger,
): OpenReplica {
  const open = (url: string, connections?: number) => {
    const use = { isPooled: databaseDirectUrl !== null, streams: false, patienceMs: 0 };
    const { pool, load, drop } = openPool(url, connections === undefined ? use : { ...use, connections });
    return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), load, drop };
  };
  const primary = open(databaseUrl, 1);
  const follower = open(databaseReplicaUrl, 1);
  const reader = open(databaseReplicaUrl);
  const committed = gathered(() => answerOf(committedPosition().execute(primary.db), () => primary.drop()));
  const replayed = gathered(() =>
    answerOf(replayedPosition().execute(follower.db), () => {
      follower.drop();
      reader.drop();
    }),
  );
  // A read would wait forever when the replica stops answering, so the replica is queried at intervals.
  const watch = setInterval(() => {
    const { open: opened, idle } = reader.load();
    if (opened > idle) replayed().catch(() => undefined);
  }, REST_MS).unref();
  const answered = { primary: 0, replica: 0 };
  let restsUntil = 0;
  /** Reason why the replica is not used; null: it is used; undefined: it was not queried yet. */
  let reason: string | null | undefined;

  function settle(found: string | null): boolean {
    if (found !== null) restsUntil = performance.now() + REST_MS;
    if (found !== null && reason !== found)
      log.warn({ reason: found }, 'reads go to the primary instead of the replica');
    if (found === null && typeof reason === 'string') log.info('reads go to the replica again');
    reason = found;
    return found === null;
  }

  async function isCurrent(): Promise<boolean> {
    if (performance.now() < restsUntil) return false;
    // A replica whose connections are all in use would let the read wait longer than the primary.
    if (reader.load().waiting > 0) return false;
    const ending = new AbortController();
    try {
      const late = sleep(WAIT_MS, 'it is late' as const, { signal: ending.signal, ref: false });
      late.catch(() => undefined);
      return settle(await Promise.race([waitFor(committed, replayed, ending.signal), late]));
    } catch (error) {
      return settle(error instanceof Error ? error.message : String(error));
    } finally {
      ending.abort();
    }
  }

  return {
    read: reader.db,
    async isCurrent() {
      const isUsed = await isCurrent();
      answered[isUsed ? 'replica' : 'primary'] += 1;
      return isUsed;
    },
    answered: () => ({ ...answered }),
    async close() {
      clearInterval(watch);
      await Promise.all([primary, follower, reader].map(({ db }) => db.destroy()));
    },
  };
}

/** Returns the row of an answer. @param silent called when there is no answer in time */
async function answerOf<T>(answer: Promise<{ rows: T[] }>, silent: () => void): Promise<T | undefined> {
  const watch = setTimeout(silent, SILENCE_MS);
  try {
    return (await answer).rows[0];
  } finally {
    clearTimeout(watch);
  }
}

type Look = () => Promise<LogPosition | undefined>;

/** Waits until a replica has replayed what is committed now. @returns the reason why it never will; null once it has */
async function waitFor(committed: Look, replayed: Look, signal: AbortSignal): Promise<string | null> {
  const [needed, first] = await Promise.all([committed(), replayed()]);
  let at = first;
  while (at !== undefined && at.history === needed?.history) {
    if (at.position >= needed.position) return null;
    await sleep(CHECK_MS, undefined, { signal });
    at = await replayed();
  }
  return at === undefined ? 'it is not a replica' : 'it follows another database, or one before a failover';
}

/** Returns a function that combines calls: all calls made during a query share the next query, so that each gets an answer from after its call. */
function gathered<T>(ask: () => Promise<T>): () => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= before.then(() => {
      next = null;
      const asked = ask();
      before = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
}
