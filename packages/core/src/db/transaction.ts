import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely';
import type { QueryRunner } from '@holdfast/sync';
import type { Database } from './schema.ts';

/**
 * Runs work in a transaction. What every save runs is compiled once and goes straight to the connection: through the layers of the query builder
 * a statement takes twice as long.
 */
export function transaction<T>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>, runner: QueryRunner) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const connection = await trx.getExecutor().provideConnection((provided) => Promise.resolve(provided));
    let isOpen = true;
    const runner: QueryRunner = {
      executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> {
        // The connection belongs to another transaction as soon as this one ends.
        if (!isOpen) throw new Error('A statement was run after its transaction had ended.');
        return connection.executeQuery<R>(query);
      },
    };
    try {
      return await work(trx, runner);
    } finally {
      isOpen = false;
    }
  });
}
