import type { QueryRunner } from '@holdfast/sync';
import type { CompiledQuery, DatabaseConnection, Kysely, QueryResult } from 'kysely';
import type { Application } from '../application.ts';
import { pipelined } from './pipelined.ts';
import { outcomeOfLostConnection } from './problems.ts';
import type { Database } from './schema.ts';

/**
 * Runs work in a transaction. Statements of every save are compiled once and passed directly to the connection, because the layers of the
 * query builder double the time of a statement. PostgreSQL is sent statements without waiting for the answers to earlier ones.
 */
export async function transaction<T>(
  { write, engine }: Pick<Application, 'write' | 'engine'>,
  work: (trx: Kysely<Database>, runner: QueryRunner) => Promise<T>,
): Promise<T> {
  const sent = new SentStatements();
  try {
    return await write.transaction().execute(async (trx) => {
      const connection = await trx.getExecutor().provideConnection((provided) => Promise.resolve(provided));
      let isOpen = true;
      const guarded: DatabaseConnection = {
        executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
          // The connection belongs to another transaction as soon as this one ends.
          if (!isOpen) throw new Error('A statement was run after its transaction had ended.');
          return connection.executeQuery<R>(query);
        },
        streamQuery() {
          throw new Error('Rows are not streamed within a save.');
        },
      };
      try {
        if (engine === 'sqlite') return await work(trx, guarded);
        const send = (query: CompiledQuery): Promise<void> => sent.add(guarded.executeQuery(query));
        return await work(pipelined(guarded), { executeQuery: (query) => guarded.executeQuery(query), send });
      } finally {
        isOpen = false;
      }
    });
  } catch (error) {
    throw outcomeOfLostConnection(error) === 'unknown' ? error : ((await sent.failure()) ?? error);
  }
}

/** Maximum number of statements in flight. */
const SENT_LIMIT = 64;

/** Statements of a transaction that are sent without waiting for their answers. PostgreSQL refuses all that follow one that failed, and the commit. */
class SentStatements {
  #first: { error: unknown } | null = null;
  readonly #open = new Set<Promise<void>>();

  /** Adds a statement. @returns a promise that is pending while too many are in flight, and never rejects */
  add(statement: Promise<unknown>): Promise<void> {
    const settled: Promise<void> = statement
      .then(
        () => undefined,
        (error: unknown) => void (this.#first ??= { error }),
      )
      .then(() => void this.#open.delete(settled));
    this.#open.add(settled);
    return this.#open.size < SENT_LIMIT ? Promise.resolve() : settled;
  }

  /** The error of the first that failed, once all are answered; undefined when none did. */
  async failure(): Promise<unknown> {
    await Promise.all(this.#open);
    return this.#first?.error;
  }
}
