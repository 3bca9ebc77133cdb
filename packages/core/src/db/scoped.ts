import type { Statements, QueryRunner, Store, Value } from '@holdfast/sync';
import { CompiledQuery, type Kysely, type SelectQueryBuilder } from 'kysely';
import { pipelined } from './pipelined.ts';
import type { Database, LocalDb, SyncedTable } from './schema.ts';

/** Rows of synced tables by id or by their columns, as the transaction sees them. */
export interface TypedLookup {
  /** A row by id, deleted or not; undefined when it never was. */
  row<T extends SyncedTable>(table: T, id: string): Promise<Database[T] | undefined>;
  /** The living rows whose columns have these values. */
  find<T extends SyncedTable>(table: T, where: Partial<Database[T]>): Promise<Database[T][]>;
}

/** Rows of synced tables, limited to the scopes a call may see. Every query is limited already, so that a handler cannot forget it. */
export interface ScopedDb {
  /** Living rows. */
  from<T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object>;
  /** Deleted rows too. */
  fromWithDeleted<T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object>;
  /** The living rows whose columns have these values, in no order. Its statement is compiled once; use it for what every save reads. */
  rows<T extends SyncedTable>(table: T, where: { readonly [C in keyof Database[T]]?: Value }): Promise<Database[T][]>;
  /** The living row of an id. Within a save, a row is read from the database once. */
  row<T extends SyncedTable>(table: T, id: string): Promise<Database[T] | undefined>;
  /**
   * Runs work with many reads: those it requests at the same time cost one round trip to PostgreSQL. Its handle is valid until the work
   * ends. The work must not wait for anything but the database, because it holds a connection.
   */
  together<R>(work: (db: ScopedDb) => Promise<R>): Promise<R>;
}

/** The rows of a transaction, typed by the schema they are written by. */
export function typedLookup(store: Store): TypedLookup {
  // Sound because every row was checked against the schema of its table when it was written.
  return store as unknown as TypedLookup;
}

/** The tables of a handle that are not synced. */
export function localDb(db: Kysely<Database>): LocalDb {
  return db;
}

/** Database of a scoped handle. */
interface ScopedSource {
  db: Kysely<Database>;
  /** Of the statements of `rows`. */
  texts: Pick<Statements, 'living'>;
  /** Runs the statements of `rows`; the connection itself where the caller has it. */
  runner?: QueryRunner;
  /** Cache of rows by id, within a save. */
  lookup?: Pick<TypedLookup, 'row'>;
  /** A pool of connections to PostgreSQL. */
  isPool?: boolean;
}

/** Limits a database handle to scopes. */
export function scopedDb(source: ScopedSource, scopes: readonly string[]): ScopedDb {
  const { db, texts, runner = db, lookup, isPool = false } = source;
  // Sound because every synced table has the stamps, which TypeScript sees of the union of all tables but not of a type parameter.
  const within = <T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object> => {
    const synced: SyncedTable = table;
    return db.selectFrom(synced).where(`${synced}.scopeId` as 'scopeId', 'in', scopes as string[]);
  };
  const living = <T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object> =>
    // Sound for the same reason.
    within<SyncedTable>(table).where(`${table}.deletedAt` as 'deletedAt', 'is', null);
  async function rows<T extends SyncedTable>(
    table: T,
    where: { readonly [C in keyof Database[T]]?: Value },
  ): Promise<Database[T][]> {
    const columns = Object.keys(where);
    const text = texts.living(table, columns, scopes.length);
    const values = [...scopes, ...columns.map((column) => (where as Record<string, Value>)[column])];
    return (await runner.executeQuery<Database[T]>(CompiledQuery.raw(text, values))).rows;
  }
  const scoped: ScopedDb = {
    from: living,
    fromWithDeleted: within,
    rows,
    async row(table, id) {
      if (lookup === undefined) return (await rows(table, { id }))[0];
      const row = await lookup.row(table, id);
      return row !== undefined && row.deletedAt === null && scopes.includes(row.scopeId) ? row : undefined;
    },
    together: (work) =>
      isPool
        ? db
            .getExecutor()
            .provideConnection((connection) =>
              work(scopedDb({ db: pipelined(connection), texts, runner: connection }, scopes)),
            )
        : work(scoped),
  };
  return scoped;
}
