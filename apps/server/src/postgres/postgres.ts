/** A pool of PostgreSQL connections that survives restarts and failovers of the database. */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryPause } from '@holdfast/contract/client';
import { POSTGRES_SETTINGS, postgresTypes } from '@holdfast/core';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client, Pool, type PoolClient, types } from 'pg';
import type Cursor from 'pg-cursor';

/** Default of the maximum number of connections to PostgreSQL: enough to keep its cores busy, few enough for several servers. */
const CONNECTIONS = 10;
/** Default of the time in ms for which a call waits for a restarting database before it is refused with a retry hint. */
const PATIENCE_MS = 5_000;
const RETRY_MS = { first: 50, longest: 500 };

/** Settings of a session, in the form of a startup option of PostgreSQL. */
const SESSION_OPTIONS = Object.entries(POSTGRES_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value.replace(/ /g, '\\ ')}`)
  .join(' ');

/** SQLSTATEs of a database that shuts down, starts or is overloaded: 08 connection, 53 resources, 57P operator intervention. */
const TRANSIENT = /^(?:08\w{3}|53\w{3}|57P0[1235])$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** A connection ended during a statement. Code 08006: the transaction was not committed; 08007: COMMIT had been sent and its outcome is unknown. */
class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  readonly code: '08006' | '08007';

  constructor(code: '08006' | '08007', cause: unknown) {
    super('The connection to PostgreSQL was lost.', { cause });
    this.code = code;
  }
}

/** Returned in place of the answer to the beginning of a transaction. */
const BEGUN: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] };

/** Use of a pool. */
interface PoolUse {
  /** True when the address is a pooler that assigns connections to transactions: settings of a session are not sent. */
  isPooled: boolean;
  /** Rows of large tables are read through cursors, which need a connection that sends one statement at a time. */
  streams: boolean;
  /** Maximum number of connections. */
  connections?: number;
  /** Time in ms for which a call waits for a database that is restarting. */
  patienceMs?: number;
}

/** An open pool. */
interface OpenedPool {
  pool: PostgresPool;
  /** Counts the connections. */
  load(): { open: number; idle: number; waiting: number };
  /** Closes all connections immediately: their statements fail as if the database had closed them. */
  drop(): void;
}

/**
 * Opens a pool for Kysely. A connection that ends fails only its own statement and is replaced. Calls wait for a new connection while the database
 * restarts, but only if it has answered before, so that a wrong address is reported at once.
 *
 * Unless it streams, a connection sends statements without waiting for the answers to earlier ones. PostgreSQL runs them in order, and the beginning
 * of a transaction needs no separate round trip.
 */
export function openPool(
  url: string,
  { isPooled, streams, connections = CONNECTIONS, patienceMs = PATIENCE_MS }: PoolUse,
): OpenedPool {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: url,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    pipeline: !streams,
    types: {
      getTypeParser: (oid: number) => postgresTypes.parser(oid, types.getTypeParser as (oid: number) => unknown),
    },
    ...(isPooled ? {} : { options: SESSION_OPTIONS }),
  });
  const lost = new WeakSet<PoolClient>();
  const watched = new WeakMap<PoolClient, PostgresPoolClient>();
  let hasAnswered = false;
  // The pool removes its own listener from a connection while it is in use; an 'error' event without a listener ends the process.
  pool.on('connect', (client) => {
    hasAnswered = true;
    client.on('error', () => lost.add(client));
  });
  pool.on('error', () => undefined);

  async function connect(): Promise<PoolClient> {
    const deadline = Date.now() + patienceMs;
    for (let failures = 0; ; failures += 1) {
      const delay = retryPause(failures, RETRY_MS);
      try {
        return await pool.connect();
      } catch (error) {
        if (!hasAnswered || pool.ending || !isTransient(error)) throw error;
        if (Date.now() + delay > deadline) throw new ConnectionLost('08006', error);
      }
      await sleep(delay);
    }
  }

  function watch(client: PoolClient): PostgresPoolClient {
    // A rollback that follows a lost COMMIT fails, too, and its error must not say that nothing was committed.
    let isCommitting = false;
    const run = async (statement: string, parameters: readonly unknown[]): Promise<unknown> => {
      if (statement === 'begin' || statement === 'commit') isCommitting = statement === 'commit';
      try {
        const answer = client.query(statement, [...parameters]);
        if (statement !== 'begin' || streams) return await answer;
        // When it fails, the connection is lost and the next statement fails, too.
        answer.catch(() => undefined);
        return BEGUN;
      } catch (error) {
        const { code } = error as { code?: string };
        const isLost = lost.has(client) || (code !== undefined && TRANSIENT.test(code));
        throw isLost ? new ConnectionLost(isCommitting ? '08007' : '08006', error) : error;
      }
    };
    function query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(statement: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
      return typeof statement === 'string' ? run(statement, parameters) : client.query(statement as Cursor);
    }
    return {
      query,
      release: (destroy) => client.release(destroy),
    };
  }

  return {
    pool: {
      async connect() {
        const client = await connect();
        const known = watched.get(client) ?? watch(client);
        watched.set(client, known);
        return known;
      },
      end: () => pool.end(),
      options: pool.options,
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    drop() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns true when another attempt to connect may succeed: the network or the database failed, and not the name or password. */
function isTransient(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined || !SQLSTATE.test(code) || TRANSIENT.test(code);
}

/**
 * Makes the settings of a session those of the role in its database, for connections that a pooler opens.
 * @param url PostgreSQL itself
 */
export async function settleRole(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string }>('select quote_ident(current_database()) as database');
    for (const [name, value] of Object.entries(POSTGRES_SETTINGS))
      await client.query(`alter role current_user in database ${rows[0]!.database} set ${name} = '${value}'`);
  } finally {
    await client.end();
  }
}
