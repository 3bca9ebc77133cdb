import { LogEntry } from '@holdfast/contract/sync';
import { DeviceRecord, RECORD_KEYS, type RecordTable } from '../records.ts';
import type { Columns, TableRegistry } from '../registry.ts';
import { Head } from '../store.ts';

/** The two engines. Their SQL differs in the shape of placeholders and in how a row is locked. */
export type Engine = 'sqlite' | 'postgres';

/** The columns of the change log. */
export const CHANGE_COLUMNS = LogEntry.keyof().options;

/** The columns of a head that a change of its scope replaces. */
export const HEAD_COLUMNS = Head.omit({ scopeId: true }).keyof().options;

/** The columns of a device that a push or a pull replaces. */
export const DEVICE_COLUMNS = DeviceRecord.omit({ id: true, revokedAt: true, revokeMode: true }).keyof().options;

/** The text of every statement of a store. */
export interface Statements {
  row(table: string): string;
  find(table: string, where: Columns): string;
  /** The living rows of so many scopes whose columns have given values. */
  living(table: string, columns: readonly string[], scopes: number): string;
  rows(table: string): string;
  numbers(table: string): string;
  refers(table: string, column: string): string;
  insert(table: string, columns: readonly string[]): string;
  putRows(table: string, columns: readonly string[], count: number, changed?: readonly string[]): string;
  update(table: string, columns: readonly string[]): string;
  createHead: string;
  lockHead: string;
  saveHead: string;
  head: string;
  appendChanges(count: number): string;
  changesAfter: string;
  lockDevice: string;
  saveDevice: string;
  deleteRow(table: string): string;
  rowsAfter(table: string, omitsDeleted: boolean): string;
  keepChanges(count: number): string;
  changesWithin: string;
  dropChanges: string;
  list(table: RecordTable, where: object, limited: boolean, begins: boolean): string;
  listAmong(table: RecordTable, where: object, column: string, kind: ListKind): string;
  put(table: RecordTable, columns: readonly string[], count: number, changed?: readonly string[]): string;
  remove(table: RecordTable, where: object): string;
  removeAmong(table: RecordTable, where: object, column: string, kind: ListKind): string;
  setAmong(table: RecordTable, name: string, column: string, kind: ListKind): string;
}

/** Kind of the values of a list. */
type ListKind = 'text' | 'bigint';

const made = new WeakMap<TableRegistry, Map<Engine, Statements>>();

/** The statements of an engine for the tables of a registry, each written once. */
export function statements(engine: Engine, registry: TableRegistry): Statements {
  const perEngine = made.get(registry) ?? new Map<Engine, Statements>();
  made.set(registry, perEngine);
  const known = perEngine.get(engine) ?? write(engine, registry);
  perEngine.set(engine, known);
  return known;
}

function write(engine: Engine, registry: TableRegistry): Statements {
  const hole = (n: number): string => (engine === 'sqlite' ? '?' : `$${n}`);
  const holes = (count: number, from = 1): string => Array.from({ length: count }, (_, i) => hole(from + i)).join(', ');
  const tuples = (count: number, width: number): string =>
    Array.from({ length: count }, (_, i) => `(${holes(width, 1 + i * width)})`).join(', ');
  /** One list as one value, so that the statement is the same however long it is. */
  const among = (column: string, n: number, kind: ListKind = 'text'): string =>
    engine === 'sqlite'
      ? `${quote(column)} in (select "value" from json_each(${hole(n)}))`
      : `${quote(column)} = any(array(select jsonb_array_elements_text(${hole(n)}::jsonb)::${kind}))`;
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
  const narrowed = (where: object, column: string, kind: ListKind): string => {
    const filled = Object.values(where).filter((value) => value !== null).length;
    // The list is what narrows. SQLite would rather walk an index over everything without a value; a plus keeps it from that.
    const others = tests(where).map((test) => (engine === 'sqlite' && test.endsWith(' is null') ? `+${test}` : test));
    return ` where ${[...others, among(column, filled + 1, kind)].join(' and ')}`;
  };
  const replacing = (changed: readonly string[], keys: readonly string[]): string => {
    const others = changed.filter((column) => !keys.includes(column));
    const replaced = others.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
    return ` on conflict (${keys.map(quote).join(', ')}) do ${others.length === 0 ? 'nothing' : `update set ${replaced}`}`;
  };
  const assigned = (columns: readonly string[]): string =>
    columns.map((column, i) => `${quote(column)} = ${hole(i + 1)}`).join(', ');
  const changeColumns = CHANGE_COLUMNS.map(quote).join(', ');
  const intoChange = `insert into "change" (${changeColumns}) values `;
  const head = `select * from "scopeHead" where "scopeId" = ${hole(1)}`;
  return {
    row: (name) => remember(`row ${name}`, () => `select * from ${table(name)} where "id" = ${hole(1)}`),
    find: (name, where) =>
      remember(
        `find ${name} ${shapeOf(where)}`,
        () => `select * from ${table(name)} where ${[...tests(where), '"deletedAt" is null'].join(' and ')}`,
      ),
    living: (name, columns, scopes) =>
      remember(`living ${name} ${scopes} ${columns.join()}`, () => {
        const within = `"scopeId" in (${holes(scopes)}) and "deletedAt" is null`;
        const equal = columns.map((column, i) => `${quote(column)} = ${hole(scopes + 1 + i)}`);
        return `select * from ${table(name)} where ${[within, ...equal].join(' and ')}`;
      }),
    rows: (name) => remember(`rows ${name}`, () => `select * from ${table(name)} where ${among('id', 1)}`),
    numbers: (name) =>
      remember(`numbers ${name}`, () => `select "id", "_seq" from ${table(name)} where ${among('id', 1)}`),
    refers: (name, column) =>
      remember(
        `refers ${name} ${column}`,
        () => `select 1 from ${table(name)} where ${quote(column)} = ${hole(1)} limit 1`,
      ),
    insert: (name, columns) =>
      remember(
        `insert ${name} ${columns.join()}`,
        () => `insert into ${table(name)} (${columns.map(quote).join(', ')}) values (${holes(columns.length)})`,
      ),
    putRows: (name, columns, count, changed = columns) =>
      remember(
        `putRows ${name} ${count} ${columns.join()} ${changed.join()}`,
        () =>
          `insert into ${table(name)} (${columns.map(quote).join(', ')}) values ${tuples(count, columns.length)}${replacing(changed, ['id'])}`,
      ),
    update: (name, columns) =>
      remember(
        `update ${name} ${columns.join()}`,
        () => `update ${table(name)} set ${assigned(columns)} where "id" = ${hole(columns.length + 1)}`,
      ),
    createHead: `insert into "scopeHead" ("scopeId", "seq", "rows", "digest") values (${hole(1)}, 0, 0, ${hole(2)}) on conflict do nothing`,
    lockHead: engine === 'sqlite' ? head : `${head} for update`,
    saveHead: `update "scopeHead" set ${assigned(HEAD_COLUMNS)} where "scopeId" = ${hole(HEAD_COLUMNS.length + 1)}`,
    head,
    appendChanges: (count) => remember(`append ${count}`, () => intoChange + tuples(count, CHANGE_COLUMNS.length)),
    changesAfter: `select ${changeColumns} from "change" where "scopeId" = ${hole(1)} and "seq" > ${hole(2)} order by "seq"`,
    lockDevice: `select * from "device" where "id" = ${hole(1)}${engine === 'sqlite' ? '' : ' for update'}`,
    saveDevice: `update "device" set ${assigned(DEVICE_COLUMNS)} where "id" = ${hole(DEVICE_COLUMNS.length + 1)}`,
    deleteRow: (name) => remember(`delete ${name}`, () => `delete from ${table(name)} where "id" = ${hole(1)}`),
    rowsAfter: (name, omitsDeleted) =>
      remember(
        `after ${name} ${omitsDeleted}`,
        () =>
          `select * from ${table(name)} where "scopeId" = ${hole(1)} and "_seq" > ${hole(2)} and "_seq" <= ${hole(3)}${
            omitsDeleted ? ` and ("deletedAt" is null or "_seq" > ${hole(4)})` : ''
          } order by "_seq" limit ${hole(omitsDeleted ? 5 : 4)}`,
      ),
    keepChanges: (count) =>
      remember(`keep ${count}`, () => `${intoChange}${tuples(count, CHANGE_COLUMNS.length)} on conflict do nothing`),
    changesWithin: `select ${changeColumns} from "change" where "scopeId" = ${hole(1)} and "seq" > ${hole(2)}
      and "seq" <= ${hole(3)} and "storedAt" >= ${hole(4)} order by "seq" limit ${hole(5)}`,
    dropChanges: `delete from "change" where "scopeId" = ${hole(1)}`,
    list: (name, where, limited, begins) =>
      remember(`list ${name} ${shapeOf(where)} ${limited} ${begins}`, () => {
        const order = RECORD_KEYS[name].map((column) => quote(column)).join(', ');
        const filled = Object.values(where).filter((value) => value !== null).length;
        const all = begins ? [...tests(where), `${order} > ${hole(filled + 1)}`] : tests(where);
        const narrowed = all.length === 0 ? '' : ` where ${all.join(' and ')}`;
        const limit = limited ? ` limit ${hole(filled + (begins ? 2 : 1))}` : '';
        return `select * from ${kept(name)}${narrowed} order by ${order}${limit}`;
      }),
    listAmong: (name, where, column, kind) =>
      remember(`listAmong ${name} ${column} ${kind} ${shapeOf(where)}`, () => {
        const order = RECORD_KEYS[name].map((key) => quote(key)).join(', ');
        return `select * from ${kept(name)}${narrowed(where, column, kind)} order by ${order}`;
      }),
    put: (name, columns, count, changed = columns) =>
      remember(
        `put ${name} ${count} ${columns.join()} ${changed.join()}`,
        () =>
          `insert into ${kept(name)} (${columns.map(quote).join(', ')}) values ${tuples(count, columns.length)}${replacing(changed, RECORD_KEYS[name])}`,
      ),
    removeAmong: (name, where, column, kind) =>
      remember(
        `removeAmong ${name} ${column} ${kind} ${shapeOf(where)}`,
        () => `delete from ${kept(name)}${narrowed(where, column, kind)}`,
      ),
    setAmong: (name, set, column, kind) =>
      remember(
        `setAmong ${name} ${set} ${column} ${kind}`,
        () => `update ${kept(name)} set ${quote(set)} = ${hole(1)} where ${among(column, 2, kind)}`,
      ),
    remove: (name, where) =>
      remember(`remove ${name} ${shapeOf(where)}`, () => `delete from ${kept(name)}${filter(where)}`),
  };
}

function quote(identifier: string): string {
  if (!/^\w+$/.test(identifier)) throw new Error(`${identifier} is no identifier.`);
  return `"${identifier}"`;
}
