import { LogEntry } from '@holdfast/contract/sync';
import {
  type Compilable,
  DummyDriver,
  type ExpressionBuilder,
  type ExpressionWrapper,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { DeviceRecord, RECORD_KEYS, type RecordTable } from '../records.ts';
import type { Columns, TableRegistry, Value } from '../registry.ts';
import { Head } from '../store.ts';

/** The two engines. Their SQL differs in the shape of placeholders, in how a row is locked and in how a list is passed. */
export type Engine = 'sqlite' | 'postgres';

/** The columns of the change log. */
export const CHANGE_COLUMNS = LogEntry.keyof().options;

/** The columns of a head that a change of its scope replaces. */
export const HEAD_COLUMNS = Head.omit({ scopeId: true }).keyof().options;

/** The columns of a device that a push or a pull replaces. */
export const DEVICE_COLUMNS = DeviceRecord.omit({ id: true, revokedAt: true, revokeMode: true }).keyof().options;

/** Any table with any columns; the registry decides which exist. */
interface AnyTables {
  [table: string]: Record<string, Value>;
}

/** A builder that compiles for an engine and runs nothing. */
function compilerFor(engine: Engine): Kysely<AnyTables> {
  const createDriver = (): DummyDriver => new DummyDriver();
  return new Kysely<AnyTables>({
    dialect:
      engine === 'sqlite'
        ? {
            createDriver,
            createAdapter: () => new SqliteAdapter(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createDriver,
            createAdapter: () => new PostgresAdapter(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
}

/** Kind of the values of a list. */
type ListKind = 'text' | 'bigint';

/** Stands for each value in a statement while it is compiled. */
const VALUE = 0;

/** The texts of all statements of a store. Each is compiled once; its values are passed in the order in which they occur. */
export type Statements = ReturnType<typeof compiled>;

const made = new WeakMap<TableRegistry, Map<Engine, Statements>>();

/** The statements of an engine for the tables of a registry. */
export function statements(engine: Engine, registry: TableRegistry): Statements {
  const perEngine = made.get(registry) ?? new Map<Engine, Statements>();
  made.set(registry, perEngine);
  const known = perEngine.get(engine) ?? compiled(engine, registry);
  perEngine.set(engine, known);
  return known;
}

type Where = ExpressionBuilder<AnyTables, string>;
type Condition = ExpressionWrapper<AnyTables, string, SqlBool> | RawBuilder<SqlBool>;

function compiled(engine: Engine, registry: TableRegistry) {
  const parts = partsOf(engine);
  return { ...rowStatements(parts, registry), ...logStatements(parts), ...recordStatements(parts) };
}

/** Parts from which the statements of an engine are built. */
type Parts = ReturnType<typeof partsOf>;

function partsOf(engine: Engine) {
  const db = compilerFor(engine);
  const texts = new Map<string, string>();
  const once = (key: string, build: () => Compilable): string => {
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = build().compile().sql;
    texts.set(key, text);
    return text;
  };
  const values = (columns: readonly string[]): Record<string, Value> =>
    Object.fromEntries(columns.map((column) => [column, VALUE]));
  const inserted = (table: string, columns: readonly string[], count: number) =>
    db.insertInto(table).values(Array.from({ length: count }, () => values(columns)));
  const replacing = (
    table: string,
    columns: readonly string[],
    count: number,
    changed: readonly string[],
    keys: readonly string[],
  ) => {
    const others = changed.filter((column) => !keys.includes(column));
    return inserted(table, columns, count).onConflict((conflict) =>
      others.length === 0
        ? conflict.columns(keys).doNothing()
        : conflict
            .columns(keys)
            .doUpdateSet(({ ref }) => Object.fromEntries(others.map((column) => [column, ref(`excluded.${column}`)]))),
    );
  };
  /** A list as one value, so that the statement is the same however long it is. */
  const among = (column: string, kind: ListKind = 'text'): RawBuilder<SqlBool> =>
    engine === 'sqlite'
      ? sql`${sql.ref(column)} in (select "value" from json_each(${VALUE}))`
      : sql`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${VALUE}::jsonb)::${sql.raw(kind)}))`;
  const equal = (eb: Where, where: object): Condition[] =>
    Object.entries(where).map(([column, value]) => (value === null ? eb(column, 'is', null) : eb(column, '=', VALUE)));
  /** The list is the selective condition. SQLite would prefer a scan of an index over all rows without a value; the plus prevents this. */
  const narrowed = (eb: Where, where: object, column: string, kind: ListKind) =>
    eb.and([
      ...Object.entries(where).map(([name, value]) => {
        if (value !== null) return eb(name, '=', VALUE);
        return engine === 'sqlite' ? sql<SqlBool>`+${sql.ref(name)} is null` : eb(name, 'is', null);
      }),
      among(column, kind),
    ]);
  return { engine, db, once, values, inserted, replacing, among, equal, narrowed };
}

/** Statements on synced tables. */
function rowStatements({ db, once, values, inserted, replacing, among, equal }: Parts, registry: TableRegistry) {
  const synced = (name: string): string => {
    if (!registry.has(name)) throw new Error(`${name} is not a synced table.`);
    return name;
  };
  return {
    row: (name: string) => once(`row ${name}`, () => db.selectFrom(synced(name)).selectAll().where('id', '=', VALUE)),
    find: (name: string, where: Columns) =>
      once(`find ${name} ${shapeOf(where)}`, () =>
        db
          .selectFrom(synced(name))
          .selectAll()
          .where((eb) => eb.and([...equal(eb, where), eb('deletedAt', 'is', null)])),
      ),
    /** Reads the living rows of a number of scopes whose columns have given values. */
    living: (name: string, columns: readonly string[], scopes: number) =>
      once(`living ${name} ${scopes} ${columns.join()}`, () =>
        db
          .selectFrom(synced(name))
          .selectAll()
          .where('scopeId', 'in', Array<Value>(scopes).fill(VALUE))
          .where('deletedAt', 'is', null)
          .where((eb) => eb.and(equal(eb, values(columns)))),
      ),
    rows: (name: string) => once(`rows ${name}`, () => db.selectFrom(synced(name)).selectAll().where(among('id'))),
    numbers: (name: string) =>
      once(`numbers ${name}`, () => db.selectFrom(synced(name)).select(['id', '_seq']).where(among('id'))),
    refers: (name: string, column: string) =>
      once(`refers ${name} ${column}`, () =>
        db.selectFrom(synced(name)).select('id').where(column, '=', VALUE).limit(sql.lit(1)),
      ),
    insert: (name: string, columns: readonly string[]) =>
      once(`insert ${name} ${columns.join()}`, () => inserted(synced(name), columns, 1)),
    putRows: (name: string, columns: readonly string[], count: number, changed: readonly string[] = columns) =>
      once(`putRows ${name} ${count} ${columns.join()} ${changed.join()}`, () =>
        replacing(synced(name), columns, count, changed, ['id']),
      ),
    update: (name: string, columns: readonly string[]) =>
      once(`update ${name} ${columns.join()}`, () =>
        db.updateTable(synced(name)).set(values(columns)).where('id', '=', VALUE),
      ),
    deleteRow: (name: string) => once(`delete ${name}`, () => db.deleteFrom(synced(name)).where('id', '=', VALUE)),
    rowsAfter: (name: string, omitsDeleted: boolean) =>
      once(`after ${name} ${omitsDeleted}`, () => {
        const rows = db
          .selectFrom(synced(name))
          .selectAll()
          .where('scopeId', '=', VALUE)
          .where('_seq', '>', VALUE)
          .where('_seq', '<=', VALUE);
        const wanted = omitsDeleted
          ? rows.where((eb) => eb.or([eb('deletedAt', 'is', null), eb('_seq', '>', VALUE)]))
          : rows;
        return wanted.orderBy('_seq').limit(VALUE);
      }),
  };
}

/** Statements on the heads of scopes, devices and the change log. */
function logStatements({ engine, db, once, values, inserted }: Parts) {
  const head = db.selectFrom('scopeHead').selectAll().where('scopeId', '=', VALUE);
  const device = db.selectFrom('device').selectAll().where('id', '=', VALUE);
  const changes = db.selectFrom('change').select(CHANGE_COLUMNS).where('scopeId', '=', VALUE).where('seq', '>', VALUE);
  return {
    head: head.compile().sql,
    createHead: inserted('scopeHead', ['scopeId', 'seq', 'rows', 'digest'], 1)
      .onConflict((conflict) => conflict.doNothing())
      .compile().sql,
    lockHead: (engine === 'sqlite' ? head : head.forUpdate()).compile().sql,
    saveHead: db.updateTable('scopeHead').set(values(HEAD_COLUMNS)).where('scopeId', '=', VALUE).compile().sql,
    lockDevice: (engine === 'sqlite' ? device : device.forUpdate()).compile().sql,
    saveDevice: db.updateTable('device').set(values(DEVICE_COLUMNS)).where('id', '=', VALUE).compile().sql,
    appendChanges: (count: number) => once(`append ${count}`, () => inserted('change', CHANGE_COLUMNS, count)),
    keepChanges: (count: number) =>
      once(`keep ${count}`, () =>
        inserted('change', CHANGE_COLUMNS, count).onConflict((conflict) => conflict.doNothing()),
      ),
    changesAfter: changes.orderBy('seq').compile().sql,
    changesWithin: changes
      .where('seq', '<=', VALUE)
      .where('storedAt', '>=', VALUE)
      .orderBy('seq')
      .limit(VALUE)
      .compile().sql,
    dropChanges: db.deleteFrom('change').where('scopeId', '=', VALUE).compile().sql,
  };
}

/** Statements on the tables of records that synchronisation keeps. */
function recordStatements({ db, once, replacing, among, equal, narrowed }: Parts) {
  const kept = (name: RecordTable): string => {
    if (!(name in RECORD_KEYS)) throw new Error(`${name} is not a kept table.`);
    return name;
  };
  const listed = (name: RecordTable, where: (eb: Where) => Condition) => {
    let rows = db.selectFrom(kept(name)).selectAll().where(where);
    for (const key of RECORD_KEYS[name]) rows = rows.orderBy(key);
    return rows;
  };
  return {
    list: (name: RecordTable, where: object, limited: boolean, begins: boolean) =>
      once(`list ${name} ${shapeOf(where)} ${limited} ${begins}`, () => {
        const [key] = RECORD_KEYS[name];
        const rows = listed(name, (eb) => eb.and([...equal(eb, where), ...(begins ? [eb(key!, '>', VALUE)] : [])]));
        return limited ? rows.limit(VALUE) : rows;
      }),
    listAmong: (name: RecordTable, where: object, column: string, kind: ListKind) =>
      once(`listAmong ${name} ${column} ${kind} ${shapeOf(where)}`, () =>
        listed(name, (eb) => narrowed(eb, where, column, kind)),
      ),
    put: (name: RecordTable, columns: readonly string[], count: number, changed: readonly string[] = columns) =>
      once(`put ${name} ${count} ${columns.join()} ${changed.join()}`, () =>
        replacing(kept(name), columns, count, changed, RECORD_KEYS[name]),
      ),
    remove: (name: RecordTable, where: object) =>
      once(`remove ${name} ${shapeOf(where)}`, () => db.deleteFrom(kept(name)).where((eb) => eb.and(equal(eb, where)))),
    removeAmong: (name: RecordTable, where: object, column: string, kind: ListKind) =>
      once(`removeAmong ${name} ${column} ${kind} ${shapeOf(where)}`, () =>
        db.deleteFrom(kept(name)).where((eb) => narrowed(eb, where, column, kind)),
      ),
    setAmong: (name: RecordTable, set: string, column: string, kind: ListKind) =>
      once(`setAmong ${name} ${set} ${column} ${kind}`, () =>
        db
          .updateTable(kept(name))
          .set({ [set]: VALUE })
          .where(among(column, kind)),
      ),
  };
}

function shapeOf(where: object): string {
  return Object.entries(where)
    .map(([column, value]) => `${column}${value === null ? '-' : ''}`)
    .join();
}
