import { CompiledQuery, type QueryResult } from 'kysely';
import { emptyHead } from '../ledger.ts';
import { RECORD_KEYS, type RecordTable } from '../records.ts';
import type { Columns, StoredRow, TableRegistry, Value } from '../registry.ts';
import type { ChangeRecord, FeedWindow, Head, Store, TransactionalStore } from '../store.ts';

/** The two engines. Their SQL differs in the shape of placeholders and in how a row is locked. */
export type Engine = 'sqlite' | 'postgres';

const CHANGE_COLUMNS = [
  'scopeId',
  'seq',
  'groupId',
  'deviceId',
  'n',
  'userId',
  'tableName',
  'rowId',
  'op',
  'setJson',
  'oldJson',
  'lostJson',
  'historyJson',
  'itemId',
  'installationInspectionId',
  'editedAt',
  'storedAt',
] as const satisfies readonly (keyof ChangeRecord)[];

/** The part of a Kysely handle or transaction the store needs, whatever tables its owner knows. */
export interface QueryRunner {
  executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>>;
}

/** The part of a Kysely handle that opens transactions. */
export interface TransactionRunner extends QueryRunner {
  transaction(): { execute<T>(work: (trx: QueryRunner) => Promise<T>): Promise<T> };
}

/**
 * A store over one Kysely transaction. Its few statements are written as text once, because the query builder would compile them anew for
 * each of the hot path's calls.
 * @param registry tables that may be named; a name that is not in it never reaches SQL.
 */
export function kyselyStore(db: QueryRunner, engine: Engine, registry: TableRegistry): Store {
  const sql = statements(engine, registry);
  const run = <R>(text: string, values: readonly Value[]): Promise<QueryResult<R>> =>
    db.executeQuery(CompiledQuery.raw(text, [...values]));

  return {
    async row(table, id) {
      return (await run<StoredRow>(sql.row(table), [id])).rows[0];
    },
    async find(table, where) {
      const filled = Object.entries(where).filter((entry): entry is [string, string | number] => entry[1] !== null);
      return (
        await run<StoredRow>(
          sql.find(table, where),
          filled.map(([, value]) => value),
        )
      ).rows;
    },
    async lockHead(scopeId) {
      const [head] = (await run<Head>(sql.lockHead, [scopeId])).rows;
      if (head !== undefined) return head;
      await run(sql.createHead, [scopeId, emptyHead(scopeId).digest]);
      return (await run<Head>(sql.lockHead, [scopeId])).rows[0]!;
    },
    async readHead(scopeId) {
      return (await run<Head>(sql.head, [scopeId])).rows[0];
    },
    async saveHead({ scopeId, seq, rows, digest }) {
      await run(sql.saveHead, [seq, rows, digest, scopeId]);
    },
    async insertRow(table, row) {
      const columns = Object.keys(row);
      await run(
        sql.insert(table, columns),
        columns.map((column) => row[column]!),
      );
    },
    async updateRow(table, id, columns) {
      const names = Object.keys(columns);
      await run(sql.update(table, names), [...names.map((name) => columns[name]!), id]);
    },
    async appendChange(change) {
      await run(
        sql.appendChange,
        CHANGE_COLUMNS.map((column) => change[column]),
      );
    },
    async lockDevice(id) {
      return (await run<never>(sql.lockDevice, [id])).rows[0];
    },
    async saveDevice({ id, lastN, chain, lastSeenAt, schema, waiting }) {
      await run(sql.saveDevice, [lastN, chain, lastSeenAt, schema, waiting, id]);
    },
    async deleteRow(table, id) {
      await run(sql.deleteRow(table), [id]);
    },
    async rowsAfter(table, window) {
      return (await run<StoredRow>(sql.rowsAfter(table, window.omitDeletedUpTo !== undefined), windowValues(window)))
        .rows;
    },
    async keepChange(change) {
      await run(
        sql.keepChange,
        CHANGE_COLUMNS.map((column) => change[column]),
      );
    },
    async changesWithin(window, since) {
      const values = [window.scopeId, window.after, window.upTo, since, window.limit];
      return (await run<ChangeRecord>(sql.changesWithin, values)).rows;
    },
    async dropChanges(scopeId) {
      await run(sql.dropChanges, [scopeId]);
    },
    async list(table, where, limit) {
      const values = Object.values(where as Columns).filter((value) => value !== null);
      const all = limit === undefined ? values : [...values, limit];
      return (await run<never>(sql.list(table, where, limit !== undefined), all)).rows;
    },
    async put(table, row) {
      await run(sql.put(table, Object.keys(row)), Object.values(row) as Value[]);
    },
    async remove(table, where) {
      await run(
        sql.remove(table, where),
        Object.values(where as Columns).filter((value) => value !== null),
      );
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

function windowValues({ scopeId, after, upTo, limit, omitDeletedUpTo }: FeedWindow): Value[] {
  return omitDeletedUpTo === undefined ? [scopeId, after, upTo, limit] : [scopeId, after, upTo, omitDeletedUpTo, limit];
}

/** A database whose transactions hold a store. */
export function kyselyDatabase(db: TransactionRunner, engine: Engine, registry: TableRegistry): TransactionalStore {
  const sql = statements(engine, registry);
  return {
    transaction: (work) => db.transaction().execute((trx) => work(kyselyStore(trx, engine, registry))),
    async changesAfter(scopeId, seq) {
      return (await db.executeQuery<ChangeRecord>(CompiledQuery.raw(sql.changesAfter, [scopeId, seq]))).rows;
    },
    async head(scopeId) {
      return (await db.executeQuery<Head>(CompiledQuery.raw(sql.head, [scopeId]))).rows[0];
    },
  };
}

interface Statements {
  row(table: string): string;
  find(table: string, where: Columns): string;
  insert(table: string, columns: readonly string[]): string;
  update(table: string, columns: readonly string[]): string;
  createHead: string;
  lockHead: string;
  saveHead: string;
  head: string;
  appendChange: string;
  changesAfter: string;
  lockDevice: string;
  saveDevice: string;
  deleteRow(table: string): string;
  rowsAfter(table: string, omitsDeleted: boolean): string;
  keepChange: string;
  changesWithin: string;
  dropChanges: string;
  list(table: RecordTable, where: object, limited: boolean): string;
  put(table: RecordTable, columns: readonly string[]): string;
  remove(table: RecordTable, where: object): string;
}

const made = new WeakMap<TableRegistry, Map<Engine, Statements>>();

function statements(engine: Engine, registry: TableRegistry): Statements {
  const perEngine = made.get(registry) ?? new Map<Engine, Statements>();
  made.set(registry, perEngine);
  const known = perEngine.get(engine) ?? write(engine, registry);
  perEngine.set(engine, known);
  return known;
}

function write(engine: Engine, registry: TableRegistry): Statements {
  const hole = (n: number): string => (engine === 'sqlite' ? '?' : `$${n}`);
  const holes = (count: number): string => Array.from({ length: count }, (_, i) => hole(i + 1)).join(', ');
  const remembered = new Map<string, string>();
  const remember = (key: string, make: () => string): string => {
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const made = make();
    remembered.set(key, made);
    return made;
  };
  const table = (name: string): string => {
    if (!registry.has(name)) throw new Error(`${name} is not a synced table.`);
    return quote(name);
  };
  const kept = (name: RecordTable): string => {
    if (!(name in RECORD_KEYS)) throw new Error(`${name} is not a kept table.`);
    return quote(name);
  };
  const tests = (where: object): string[] => {
    let n = 0;
    return Object.entries(where).map(
      ([column, value]) => `${quote(column)} ${value === null ? 'is null' : `= ${hole(++n)}`}`,
    );
  };
  const shapeOf = (where: object): string =>
    Object.entries(where)
      .map(([column, value]) => `${column}${value === null ? '-' : ''}`)
      .join();
  const filter = (where: object): string => (tests(where).length === 0 ? '' : ` where ${tests(where).join(' and ')}`);
  const head = 'select "scopeId", "seq", "rows", "digest" from "scopeHead" where "scopeId" = ' + hole(1);
  return {
    row: (name) => remember(`row ${name}`, () => `select * from ${table(name)} where "id" = ${hole(1)}`),
    find: (name, where) =>
      remember(
        `find ${name} ${shapeOf(where)}`,
        () => `select * from ${table(name)} where ${[...tests(where), '"deletedAt" is null'].join(' and ')}`,
      ),
    insert: (name, columns) =>
      remember(
        `insert ${name} ${columns.join()}`,
        () => `insert into ${table(name)} (${columns.map(quote).join(', ')}) values (${holes(columns.length)})`,
      ),
    update: (name, columns) =>
      remember(
        `update ${name} ${columns.join()}`,
        () =>
          `update ${table(name)} set ${columns.map((column, i) => `${quote(column)} = ${hole(i + 1)}`).join(', ')} where "id" = ${hole(columns.length + 1)}`,
      ),
    createHead: `insert into "scopeHead" ("scopeId", "seq", "rows", "digest") values (${hole(1)}, 0, 0, ${hole(2)}) on conflict do nothing`,
    lockHead: engine === 'sqlite' ? head : `${head} for update`,
    saveHead: `update "scopeHead" set "seq" = ${hole(1)}, "rows" = ${hole(2)}, "digest" = ${hole(3)} where "scopeId" = ${hole(4)}`,
    head,
    appendChange: `insert into "change" (${CHANGE_COLUMNS.map(quote).join(', ')}) values (${holes(CHANGE_COLUMNS.length)})`,
    changesAfter: `select ${CHANGE_COLUMNS.map(quote).join(', ')} from "change" where "scopeId" = ${hole(1)} and "seq" > ${hole(2)} order by "seq"`,
    lockDevice: `select * from "device" where "id" = ${hole(1)}${engine === 'sqlite' ? '' : ' for update'}`,
    saveDevice: `update "device" set "lastN" = ${hole(1)}, "chain" = ${hole(2)}, "lastSeenAt" = ${hole(3)}, "schema" = ${hole(4)},
      "waiting" = ${hole(5)} where "id" = ${hole(6)}`,
    deleteRow: (name) => remember(`delete ${name}`, () => `delete from ${table(name)} where "id" = ${hole(1)}`),
    rowsAfter: (name, omitsDeleted) =>
      remember(
        `after ${name} ${omitsDeleted}`,
        () =>
          `select * from ${table(name)} where "scopeId" = ${hole(1)} and "_seq" > ${hole(2)} and "_seq" <= ${hole(3)}${
            omitsDeleted ? ` and ("deletedAt" is null or "_seq" > ${hole(4)})` : ''
          } order by "_seq" limit ${hole(omitsDeleted ? 5 : 4)}`,
      ),
    keepChange: `insert into "change" (${CHANGE_COLUMNS.map(quote).join(', ')}) values (${holes(CHANGE_COLUMNS.length)}) on conflict do nothing`,
    changesWithin: `select ${CHANGE_COLUMNS.map(quote).join(', ')} from "change" where "scopeId" = ${hole(1)} and "seq" > ${hole(2)}
      and "seq" <= ${hole(3)} and "storedAt" >= ${hole(4)} order by "seq" limit ${hole(5)}`,
    dropChanges: `delete from "change" where "scopeId" = ${hole(1)}`,
    list: (name, where, limited) =>
      remember(`list ${name} ${shapeOf(where)} ${limited}`, () => {
        const order = RECORD_KEYS[name].map((column) => quote(column)).join(', ');
        const filled = Object.values(where).filter((value) => value !== null).length;
        const limit = limited ? ` limit ${hole(filled + 1)}` : '';
        return `select * from ${kept(name)}${filter(where)} order by ${order}${limit}`;
      }),
    put: (name, columns) =>
      remember(`put ${name} ${columns.join()}`, () => {
        const keys: readonly string[] = RECORD_KEYS[name];
        const others = columns.filter((column) => !keys.includes(column));
        const replaced = others.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
        return `insert into ${kept(name)} (${columns.map(quote).join(', ')}) values (${holes(columns.length)})
          on conflict (${keys.map(quote).join(', ')}) do ${others.length === 0 ? 'nothing' : `update set ${replaced}`}`;
      }),
    remove: (name, where) =>
      remember(`remove ${name} ${shapeOf(where)}`, () => `delete from ${kept(name)}${filter(where)}`),
  };
}

function quote(identifier: string): string {
  if (!/^\w+$/.test(identifier)) throw new Error(`${identifier} is no identifier.`);
  return `"${identifier}"`;
}
