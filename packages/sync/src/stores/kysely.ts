import type { LogEntry } from '@holdfast/contract/sync';
import { CompiledQuery, type QueryResult } from 'kysely';
import { emptyHead } from '../ledger.ts';
import type { Among, DeviceRecord, RecordFilter, RecordTable, RecordTables } from '../records.ts';
import type { Columns, StoredRow, TableRegistry, Value } from '../registry.ts';
import type { FeedWindow, Head, Store, TransactionalStore } from '../store.ts';
import { CHANGE_COLUMNS, DEVICE_COLUMNS, type Engine, HEAD_COLUMNS, statements } from './statements.ts';

/** The part of a Kysely handle or transaction that the store needs, for any set of tables. */
export interface QueryRunner {
  executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
  /**
   * Sends a statement without result and without waiting, before every later statement; its failure fails the transaction. Absent when each statement
   * is awaited.
   */
  send?(query: CompiledQuery): Promise<void>;
}

/** The part of a Kysely handle that opens transactions. */
export interface TransactionRunner extends QueryRunner {
  transaction(): { execute<T>(work: (trx: QueryRunner) => Promise<T>): Promise<T> };
}

/** Numbers of rows that one statement writes: few sizes, so that few statements are prepared. */
const TOGETHER = [32, 4, 1];

/**
 * A store over one Kysely transaction. Its statements are compiled once, because the query builder would compile them again at each call.
 * @param registry tables that may be named; other names never reach SQL.
 */
export function kyselyStore(db: QueryRunner, engine: Engine, registry: TableRegistry): Store {
  const sql = statements(engine, registry);
  const run = <R>(text: string, values: readonly Value[]): Promise<QueryResult<R>> =>
    db.executeQuery(CompiledQuery.raw(text, values as Value[]));
  const write = async (text: string, values: readonly Value[]): Promise<void> => {
    const query = CompiledQuery.raw(text, values as Value[]);
    await (db.send === undefined ? db.executeQuery(query) : db.send(query));
  };
  /** Writes many rows with few statements. */
  const runMany = async <R extends object>(
    rows: readonly R[],
    columns: readonly (keyof R)[],
    text: (count: number) => string,
  ): Promise<void> => {
    for (let from = 0; from < rows.length;) {
      const count = TOGETHER.find((size) => size <= rows.length - from)!;
      const values: Value[] = [];
      for (let i = from; i < from + count; i++)
        for (let k = 0; k < columns.length; k++) values.push(rows[i]![columns[k]!] as Value);
      await write(text(count), values);
      from += count;
    }
  };

  return {
    async row(table, id) {
      return (await run<StoredRow>(sql.row(table), [id])).rows[0];
    },
    async find(table, where) {
      return (await run<StoredRow>(sql.find(table, where), filled(where))).rows;
    },
    async lockHead(scopeId) {
      const [head] = (await run<Head>(sql.lockHead, [scopeId])).rows;
      if (head !== undefined) return head;
      await run(sql.createHead, [scopeId, 0, 0, emptyHead(scopeId).digest]);
      return (await run<Head>(sql.lockHead, [scopeId])).rows[0]!;
    },
    async readHead(scopeId) {
      return (await run<Head>(sql.head, [scopeId])).rows[0];
    },
    async saveHead(head) {
      await write(sql.saveHead, [...HEAD_COLUMNS.map((column) => head[column]), head.scopeId]);
    },
    async insertRow(table, row) {
      const columns = Object.keys(row);
      await write(
        sql.insert(table, columns),
        columns.map((column) => row[column]!),
      );
    },
    async updateRow(table, id, columns) {
      const names = Object.keys(columns);
      await write(sql.update(table, names), [...names.map((name) => columns[name]!), id]);
    },
    async rows(table, ids) {
      if (ids.length === 0) return [];
      return (await run<StoredRow>(sql.rows(table), [JSON.stringify(ids)])).rows;
    },
    async numbers(table, ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await run<Pick<StoredRow, 'id' | '_seq'>>(sql.numbers(table), [JSON.stringify(ids)]);
      return new Map(rows.map(({ id, _seq }) => [id, _seq]));
    },
    async refers(table, column, id) {
      return (await run(sql.refers(table, column), [id])).rows.length > 0;
    },
    async putRows(table, rows, changed) {
      const columns = Object.keys(rows[0] ?? {});
      await runMany(rows, columns, (count) => sql.putRows(table, columns, count, changed));
    },
    async appendChanges(changes) {
      await runMany(changes, CHANGE_COLUMNS, sql.appendChanges);
    },
    async lockDevice(id) {
      return (await run<DeviceRecord>(sql.lockDevice, [id])).rows[0];
    },
    async saveDevice(device) {
      await run(sql.saveDevice, [...DEVICE_COLUMNS.map((column) => device[column]), device.id]);
    },
    async deleteRow(table, id) {
      await run(sql.deleteRow(table), [id]);
    },
    async rowsAfter(table, window) {
      return (await run<StoredRow>(sql.rowsAfter(table, window.omitDeletedUpTo !== undefined), windowValues(window)))
        .rows;
    },
    async keepChanges(changes) {
      await runMany(changes, CHANGE_COLUMNS, sql.keepChanges);
    },
    async changesWithin(window, since) {
      const values = [window.scopeId, window.after, window.upTo, since, window.limit];
      return (await run<LogEntry>(sql.changesWithin, values)).rows;
    },
    async dropChanges(scopeId) {
      await run(sql.dropChanges, [scopeId]);
    },
    async list<T extends RecordTable>(
      table: T,
      where: RecordFilter<T>,
      limit?: number,
      after?: string | number,
    ): Promise<RecordTables[T][]> {
      const bounds = [after, limit].filter((bound) => bound !== undefined);
      const text = sql.list(table, where, limit !== undefined, after !== undefined);
      return (await run<RecordTables[T]>(text, [...filled(where), ...bounds])).rows;
    },
    async put(table, row) {
      await run(sql.put(table, Object.keys(row), 1), Object.values(row) as Value[]);
    },
    async putAll(table, rows, changed) {
      const columns = Object.keys(rows[0] ?? {}) as (keyof (typeof rows)[number] & string)[];
      await runMany(rows, columns, (count) => sql.put(table, columns, count, changed));
    },
    async listAmong<T extends RecordTable>(
      table: T,
      where: RecordFilter<T>,
      { column, values }: Among<T>,
    ): Promise<RecordTables[T][]> {
      if (values.length === 0) return [];
      const text = sql.listAmong(table, where, column, kindOf(values));
      return (await run<RecordTables[T]>(text, [...filled(where), JSON.stringify(values)])).rows;
    },
    async remove(table, where) {
      await run(sql.remove(table, where), filled(where));
    },
    async removeAmong(table, where, { column, values }) {
      if (values.length > 0)
        await run(sql.removeAmong(table, where, column, kindOf(values)), [...filled(where), JSON.stringify(values)]);
    },
    async setAmong(table, name, value, { column, values }) {
      if (values.length > 0)
        await run(sql.setAmong(table, name, column, kindOf(values)), [value, JSON.stringify(values)]);
    },
    async savepoint(work) {
      await run('savepoint step', []);
      try {
        const value = await work();
        await run('release savepoint step', []);
        return value;
      } catch (error) {
        await run('rollback to savepoint step', []);
        await run('release savepoint step', []);
        throw error;
      }
    },
  };
}

function kindOf(values: readonly (string | number)[]): 'text' | 'bigint' {
  return typeof values[0] === 'number' ? 'bigint' : 'text';
}

function filled(where: object): Value[] {
  return Object.values(where as Columns).filter((value) => value !== null);
}

function windowValues({ scopeId, after, upTo, limit, omitDeletedUpTo }: FeedWindow): Value[] {
  return omitDeletedUpTo === undefined ? [scopeId, after, upTo, limit] : [scopeId, after, upTo, omitDeletedUpTo, limit];
}

/** A database whose transactions hold a store. */
export function kyselyDatabase(db: TransactionRunner, engine: Engine, registry: TableRegistry): TransactionalStore {
  const sql = statements(engine, registry);
  return {
    transaction: (work) => db.transaction().execute((trx) => work(kyselyStore(trx, engine, registry))),
    async changesAfter(scopeId, seq) {
      return (await db.executeQuery<LogEntry>(CompiledQuery.raw(sql.changesAfter, [scopeId, seq]))).rows;
    },
    async head(scopeId) {
      return (await db.executeQuery<Head>(CompiledQuery.raw(sql.head, [scopeId]))).rows[0];
    },
  };
}
