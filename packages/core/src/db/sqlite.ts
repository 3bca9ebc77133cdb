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

/** The part of better-sqlite3 the dialect speaks to, so that core needs no Node. */
export interface SqliteConnection {
  prepare(sql: string): SqliteStatement;
  /** Whether a transaction is open. */
  readonly inTransaction: boolean;
  close(): unknown;
}

/** A prepared statement of better-sqlite3. */
export interface SqliteStatement {
  /** Whether it answers rows. */
  readonly reader: boolean;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...values: unknown[]): Iterable<unknown>;
}

/** What a connection must be set to before anything else (data.md 13): durable at each commit, foreign keys on. */
export const SQLITE_PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
  'busy_timeout = 5000',
  'cache_size = -16000',
] as const;

/** More statements than the product has; a generated one per call would otherwise fill memory. */
const STATEMENT_LIMIT = 1_000;

/**
 * SQLite for Kysely. Prepared statements are kept, because preparing one costs six times what running it does (data.md 33), and transactions
 * take the write lock at once, so that two never meet half-way.
 */
export function sqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createAdapter: (): DialectAdapter => new SqliteAdapter(),
    createDriver: (): Driver => sqliteDriver(connection),
    createIntrospector: (db): DatabaseIntrospector => new SqliteIntrospector(db),
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
  };
}

function sqliteDriver(sqlite: SqliteConnection): Driver {
  const kept = new Map<string, SqliteStatement>();
  const statement = (sql: string): SqliteStatement => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    if (kept.size >= STATEMENT_LIMIT) kept.delete(kept.keys().next().value!);
    const prepared = sqlite.prepare(sql);
    kept.set(sql, prepared);
    return prepared;
  };

  const connection: DatabaseConnection = {
    executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const prepared = statement(sql);
      const values = parameters.map(bindable);
      if (prepared.reader) return Promise.resolve({ rows: prepared.all(...values) as R[] });
      const { changes, lastInsertRowid } = prepared.run(...values);
      return Promise.resolve({ rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) });
    },
    async *streamQuery<R>(
      { sql, parameters }: CompiledQuery,
      chunkSize: number,
    ): AsyncIterableIterator<QueryResult<R>> {
      let rows: R[] = [];
      for (const row of sqlite.prepare(sql).iterate(...parameters.map(bindable))) {
        rows.push(row as R);
        if (rows.length < chunkSize) continue;
        yield { rows };
        rows = [];
      }
      if (rows.length > 0) yield { rows };
    },
  };

  let free: Promise<void> = Promise.resolve();
  let release: (() => void) | null = null;
  const run = async (sql: string): Promise<void> => void (await connection.executeQuery(CompiledQuery.raw(sql)));

  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      const before = free;
      const turn = Promise.withResolvers<void>();
      free = turn.promise;
      await before;
      release = turn.resolve;
      return connection;
    },
    releaseConnection() {
      release?.();
      return Promise.resolve();
    },
    beginTransaction: () => run('begin immediate'),
    commitTransaction: () => run('commit'),
    async rollbackTransaction() {
      // A disk that is full, and other troubles of the machine, end a transaction by themselves.
      if (sqlite.inTransaction) await run('rollback');
    },
    destroy() {
      sqlite.close();
      return Promise.resolve();
    },
  };
}

/** SQLite takes numbers, texts, bytes and null; anything else reaching it is a mistake of ours. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) throw new TypeError('undefined cannot be stored.');
  return value;
}
