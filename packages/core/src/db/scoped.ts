import type { Engine, Lookup, QueryRunner, Value } from '@holdfast/sync';
import { CompiledQuery, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Database, SyncedTable } from './schema.ts';

/** Rows of synced tables, limited to the scopes a call may see. What it answers carries that limit already, so that a handler cannot forget it. */
export interface ScopedDb {
  /** Living rows. */
  from<T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object>;
  /** Deleted rows too. */
  fromWithDeleted<T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object>;
  /** The living rows whose columns have these values, in no order. Its statement is written once, which makes it the one for what every save reads. */
  rows<T extends SyncedTable>(table: T, where: { readonly [C in keyof Database[T]]?: Value }): Promise<Database[T][]>;
  /** The living row of an id. What a save has looked at already is not read again. */
  row<T extends SyncedTable>(table: T, id: string): Promise<Database[T] | undefined>;
}

/**
 * Limits a database handle to scopes.
 * @param runner what runs the statements of `rows`; the connection itself where the caller has it
 * @param look what knows rows by their id, within a save
 */
export function scopedDb(
  db: Kysely<Database>,
  engine: Engine,
  scopes: readonly string[],
  runner: QueryRunner = db,
  look?: Pick<Lookup, 'row'>,
): ScopedDb {
  const within = (table: SyncedTable): SelectQueryBuilder<Database, SyncedTable, object> =>
    db.selectFrom(table).where(`${table}.scopeId` as 'scopeId', 'in', scopes as string[]) as never;
  async function rows<T extends SyncedTable>(
    table: T,
    where: { readonly [C in keyof Database[T]]?: Value },
  ): Promise<Database[T][]> {
    const columns = Object.keys(where);
    const text = statement(engine, table, columns, scopes.length);
    const values = [...scopes, ...columns.map((column) => (where as Record<string, Value>)[column])];
    return (await runner.executeQuery(CompiledQuery.raw(text, values))).rows as never;
  }
  return {
    from: (table) => within(table).where(`${table}.deletedAt` as 'deletedAt', 'is', null) as never,
    fromWithDeleted: (table) => within(table),
    rows,
    async row(table, id) {
      if (look === undefined) return (await rows(table, { id }))[0];
      const row = await look.row(table, id);
      return row !== undefined && row.deletedAt === null && scopes.includes(row.scopeId) ? (row as never) : undefined;
    },
  };
}

const written = new Map<string, string>();

function statement(engine: Engine, table: SyncedTable, columns: readonly string[], scopes: number): string {
  const key = `${engine} ${table} ${columns.join()} ${scopes}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  let n = 0;
  const hole = (): string => (engine === 'sqlite' ? '?' : `$${++n}`);
  const within = Array.from({ length: scopes }, hole).join(', ');
  const tests = columns.map((column) => `"${column}" = ${hole()}`);
  const text = [`select * from "${table}" where "scopeId" in (${within}) and "deletedAt" is null`, ...tests].join(
    ' and ',
  );
  written.set(key, text);
  return text;
}
