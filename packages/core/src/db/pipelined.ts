/** Statements that PostgreSQL is sent without waiting for the answers to earlier ones. */
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Database } from './schema.ts';

/**
 * A handle on one connection to PostgreSQL. Statements that are run at the same time are sent together and cost one round trip; a handle of Kysely's own
 * waits for each answer before it sends the next statement. It opens no transactions.
 */
export function pipelined(connection: DatabaseConnection): Kysely<Database> {
  return new Kysely<Database>({ dialect: dialectOver(connection) });
}

function dialectOver(connection: DatabaseConnection): Dialect {
  const nothing = (): Promise<void> => Promise.resolve();
  const refused = (): Promise<never> => Promise.reject(new Error('This handle opens no transactions.'));
  const driver: Driver = {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: refused,
    commitTransaction: refused,
    rollbackTransaction: refused,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
