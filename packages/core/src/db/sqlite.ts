import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { commitGroup } from './commitGroup.ts';

/** The part of better-sqlite3 that the dialect uses, so that core does not depend on Node. */
export interface SqliteConnection {
  prepare(sql: string): SqliteStatement;
  /** True while a transaction is open. */
  readonly inTransaction: boolean;
  close(): unknown;
}

/** A prepared statement of better-sqlite3. */
interface SqliteStatement {
  /** True when it returns rows. */
  readonly reader: boolean;
  all(values: readonly unknown[]): unknown[];
  run(values?: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(values: readonly unknown[]): Iterable<unknown>;
}

/** Settings of every connection (data decision 13): durable at each commit, foreign keys on. */
export const SQLITE_PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  'cache_size = -16000',
] as const;

/**
 * Further settings of a connection on a device. Rows arrive in any order, so that one may refer to another that has not arrived yet; a
 * device serves one user beside other programs, so its memory is kept small.
 */
export const DEVICE_PRAGMAS = ['foreign_keys = OFF', 'cache_size = -8000'] as const;

/** Higher than the number of the product's statements. Without a limit, statements generated per call would fill memory. */
const STATEMENT_LIMIT = 1_000;

/**
 * SQLite for Kysely. Prepared statements are kept, because preparing one costs six times what running it does (data decision 33), and transactions
 * take the write lock when they begin, so that two writers never deadlock.
 * @param later runs a function at the end of the present turn of the event loop: transactions that end within one turn then reach the disk
 * with one commit, and each is answered after it. Without it every transaction has a commit of its own.
 */
export function sqliteDialect(connection: SqliteConnection, later?: (work: () => void) => void): Dialect {
  return {
    createAdapter: (): DialectAdapter => new GroupCommitAdapter(),
    createDriver: (): Driver => sqliteDriver(connection, later),
    createIntrospector: (db): DatabaseIntrospector => new SqliteIntrospector(db),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  };
}

/**
 * Capabilities of the driver below. It hands out a connection while earlier ones still wait for their shared commit, so that several
 * are held at a time, and lets one of them at a time run statements. Statements that change the schema take part in transactions: a migration
 * that fails, or that a power cut ends, leaves nothing behind.
 */
class GroupCommitAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The connection while one query or one transaction holds it. */
interface Turn extends DatabaseConnection {
  /** Releases it to the next holder. */
  end(): void;
}

function sqliteDriver(sqlite: SqliteConnection, later: ((work: () => void) => void) | undefined): Driver {
  const kept = new Map<string, SqliteStatement>();
  const statement = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    if (kept.size >= STATEMENT_LIMIT) kept.delete(kept.keys().next().value!);
    const prepared = sqlite.prepare(sql);
    kept.set(sql, prepared);
    return prepared;
  };
  const run = (sql: string): void => void statement(sql).run();
  const group = commitGroup(sqlite, run, later);

  function query<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    group.beforeQuery();
    const prepared = statement(sql);
    const values = bindable(parameters);
    try {
      if (prepared.reader) return { rows: prepared.all(values) as R[] };
      const { changes, lastInsertRowid } = prepared.run(values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      group.afterFailure(error);
      throw error;
    }
  }

  async function* stream<R>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    group.beforeQuery();
    let rows: R[] = [];
    for (const row of sqlite.prepare(sql).iterate(bindable(parameters))) {
      rows.push(row as R);
      if (rows.length < chunkSize) continue;
      yield { rows };
      rows = [];
    }
    if (rows.length > 0) yield { rows };
  }

  let free: Promise<void> = Promise.resolve();

  return {
    init: () => Promise.resolve(),
    async acquireConnection(): Promise<Turn> {
      const before = free;
      const turn = Promise.withResolvers<void>();
      free = turn.promise;
      await before;
      return {
        executeQuery: async <R>(compiled: CompiledQuery) => query<R>(compiled),
        streamQuery: stream,
        end: turn.resolve,
      };
    },
    releaseConnection(turn) {
      (turn as Turn).end();
      return Promise.resolve();
    },
    async beginTransaction(turn) {
      group.begin(turn);
    },
    commitTransaction(turn) {
      const committed = group.commit();
      (turn as Turn).end();
      return committed;
    },
    async rollbackTransaction(turn) {
      group.rollback(turn);
    },
    async destroy() {
      group.flush();
      sqlite.close();
    },
  };
}

/** SQLite takes numbers, texts, bytes and null; booleans are stored as numbers, and any other type here is a programming error. */
function bindable(values: readonly unknown[]): readonly unknown[] {
  let hasBoolean = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value === undefined) throw new TypeError('undefined cannot be stored.');
    if (typeof value === 'boolean') hasBoolean = true;
  }
  return hasBoolean ? values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) : values;
}
