import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Database, SyncedTable } from './schema.ts';

/** Rows of synced tables, limited to the scopes a call may see. What it answers carries that limit already, so that a handler cannot forget it. */
export interface ScopedDb {
  /** Living rows. */
  from<T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object>;
  /** Deleted rows too. */
  fromWithDeleted<T extends SyncedTable>(table: T): SelectQueryBuilder<Database, T, object>;
}

/** Limits a database handle to scopes. */
export function scopedDb(db: Kysely<Database>, scopes: readonly string[]): ScopedDb {
  const within = (table: SyncedTable): SelectQueryBuilder<Database, SyncedTable, object> =>
    db.selectFrom(table).where(`${table}.scopeId` as 'scopeId', 'in', scopes as string[]) as never;
  return {
    from: (table) => within(table).where(`${table}.deletedAt` as 'deletedAt', 'is', null) as never,
    fromWithDeleted: (table) => within(table),
  };
}
