import { digestOf, rowDigest } from '../digest.ts';
import type { ConfirmedRecord, OutboxRecord, SubscriptionRecord } from '../records.ts';
import { referredTables, type StoredRow, type TableDefinition, type TableRegistry, treeColumn } from '../registry.ts';
import type { Store } from '../store.ts';
import { differingColumns } from '../stores/gathering.ts';
import { settleMoves } from './moves.ts';
import { overlay } from './overlay.ts';
import { replaceRow } from './rows.ts';

/** Living rows of a scope, and their digest. */
export interface Tally {
  rows: number;
  digest: string;
}

/**
 * Applies the rows of the server to those of a device, inside one transaction. Rows that were read are cached and writes are collected until `flush`,
 * so that many rows need few statements.
 */
export interface Replica {
  subscriptions: Map<string, SubscriptionRecord>;
  knowsTable(table: string): boolean;
  /**
   * Reads the state of the rows that the next lines change, all at once. Rows have to be read in this way before they are changed, and again after a
   * flush.
   */
  expect(table: string, ids: readonly string[]): Promise<void>;
  /** Stores the server's version of a row unless a newer one is stored or its scope is not subscribed. @returns true when it was stored */
  accept(table: string, image: StoredRow): boolean;
  /** Sets the server's version of a row, null when it has none, and shows unsent changes over it. */
  confirm(table: string, id: string, scopeId: string, image: StoredRow | null): void;
  /** Returns the server's version of a row. */
  known(table: string, id: string): StoredRow | null;
  /** Returns the scope of the displayed row; null when there is none. */
  scopeOf(table: string, id: string): string | null;
  /**
   * Returns true when the server's version of a row is stored separately from the displayed one, because it has or had unsent changes, or would
   * contain itself.
   */
  isKeptApart(table: string, id: string): boolean;
  /** Returns the last received version of all rows of a scope, including deleted ones. */
  knownRows(scopeId: string): Promise<{ table: string; row: StoredRow }[]>;
  /** Starts the tally of a scope at zero. */
  countFromNothing(scopeId: string): void;
  /** Returns the counts of a scope. */
  tally(scopeId: string): Tally;
  /** Counts the rows of a scope again. */
  recount(scopeId: string): Promise<void>;
  /** Writes the collected changes. */
  flush(): Promise<void>;
  /**
   * Completes the work of the transaction: writes everything, and removes loops.
   * @param alone rows, by table, that were received without the earlier changes of other rows; the next pull receives both
   */
  finish(alone?: ReadonlyMap<string, readonly string[]>): Promise<void>;
}

/** Stored and new state of one row. */
interface Held {
  id: string;
  stored: StoredRow | undefined;
  shown: StoredRow | undefined;
  storedConfirmed: ConfirmedRecord | undefined;
  confirmed: ConfirmedRecord | undefined;
  /** The row in `confirmed`, once it was read; undefined before. */
  server: StoredRow | null | undefined;
  /** Its unsent changes, in order. */
  pending: OutboxRecord[];
}

/** Returns true when two tallies count the same versions of the same rows. */
export function agree(mine: Tally, theirs: Tally): boolean {
  return mine.rows === theirs.rows && mine.digest === theirs.digest;
}

/** Opens the replica of one transaction. @param now deletion time of rows that no longer exist */
export async function openReplica(store: Store, registry: TableRegistry, now: number): Promise<Replica> {
  const subscriptions = new Map((await store.list('subscription', {})).map((one) => [one.scopeId, { ...one }]));
  const counts = new Map(
    [...subscriptions].map(([id, one]) => [id, { rows: one.headRows, digest: BigInt(`0x${one.headDigest}`) }]),
  );
  const referred = referredTables(registry);
  // Most runs only receive: when there are no unsent changes, no row has to be compared with them.
  const waits = (await store.list('outbox', { sentAt: null }, 1)).length > 0;
  // Only unsent and formerly unsent changes store the server's version of a row separately.
  const keepsApart = waits || (await store.list('confirmed', {}, 1)).length > 0;
  const moved = new Set<string>();
  let held = new Map<string, Map<string, Held>>();

  async function expect(table: string, ids: readonly string[]): Promise<void> {
    const rows = held.get(table) ?? new Map<string, Held>();
    held.set(table, rows);
    const missing = ids.filter((id) => !rows.has(id));
    const among = { column: 'rowId', values: missing } as const;
    const stored = byId(await store.rows(table, missing), 'id');
    const apart = keepsApart ? await store.listAmong('confirmed', { tableName: table }, among) : [];
    const confirmed = byId(apart, 'rowId');
    const pending = waits ? await store.listAmong('outbox', { tableName: table, sentAt: null }, among) : [];
    for (const id of missing) {
      const row = stored.get(id);
      const own = confirmed.get(id);
      const before = { id, stored: row, shown: row, storedConfirmed: own, confirmed: own, server: undefined };
      rows.set(id, { ...before, pending: [] });
    }
    for (const entry of pending) if (entry.op !== 'noop') rows.get(entry.rowId)!.pending.push(entry);
  }

  /** @throws when the row was not expected */
  function heldOf(table: string, id: string): Held {
    const known = held.get(table)?.get(id);
    if (known === undefined) throw new Error(`${table} ${id} was not expected.`);
    return known;
  }

  function accept(table: string, image: StoredRow): boolean {
    if (!registry.has(table) || !subscriptions.has(image.scopeId)) return false;
    const row = heldOf(table, image.id);
    const known = serverRow(row);
    if (known !== null && image._seq < known._seq) return false;
    set(table, row, image.scopeId, image);
    return true;
  }

  function confirm(table: string, id: string, scopeId: string, image: StoredRow | null): void {
    set(table, heldOf(table, id), scopeId, image);
  }

  function set(table: string, row: Held, scopeId: string, image: StoredRow | null): void {
    count(table, serverRow(row), -1);
    count(table, image, 1);
    row.confirmed = row.pending.length === 0 ? undefined : confirmedRecord(table, row.id, scopeId, image);
    row.server = image;
    const shown = overlay(registry.get(table)!, image, row.pending);
    if (shown !== null) row.shown = shown;
    else if (row.shown === undefined) return;
    // A row that unsent changes may refer to is kept as a deleted row: a dangling reference would stop the complete merge.
    else if (referred.has(table)) row.shown = { ...row.shown, _seq: 0, deletedAt: row.shown.deletedAt ?? now };
    else row.shown = undefined;
  }

  function count(table: string, row: StoredRow | null, sign: 1 | -1): void {
    const sum = row === null ? undefined : counts.get(row.scopeId);
    if (row === null || sum === undefined || row.deletedAt !== null || row._seq === 0) return;
    const share = rowDigest(table, row.id, row._seq);
    sum.rows += sign;
    sum.digest += sign === 1 ? share : -share;
  }

  async function knownRows(scopeId: string): Promise<{ table: string; row: StoredRow }[]> {
    await flush();
    return serverRows(store, registry, scopeId);
  }

  function tally(scopeId: string): Tally {
    const { rows, digest } = counts.get(scopeId)!;
    return { rows, digest: digestOf(digest) };
  }

  function countFromNothing(scopeId: string): void {
    if (counts.has(scopeId)) counts.set(scopeId, { rows: 0, digest: 0n });
  }

  async function recount(scopeId: string): Promise<void> {
    countFromNothing(scopeId);
    for (const { table, row } of await knownRows(scopeId)) count(table, row, 1);
  }

  async function flush(): Promise<void> {
    const gathered = held;
    held = new Map();
    for (const [table, rows] of gathered)
      if (await writeHeld(store, registry.get(table)!, [...rows.values()])) moved.add(table);
  }

  async function finish(alone?: ReadonlyMap<string, readonly string[]>): Promise<void> {
    await flush();
    for (const table of moved) await settleMoves(store, registry.get(table)!, alone?.get(table));
    for (const subscription of subscriptions.values()) {
      const { rows, digest } = tally(subscription.scopeId);
      await store.put('subscription', { ...subscription, headRows: rows, headDigest: digest });
    }
  }

  return {
    subscriptions,
    knowsTable: (table) => registry.has(table),
    expect,
    accept,
    confirm,
    known: (table, id) => serverRow(heldOf(table, id)),
    scopeOf: (table, id) => heldOf(table, id).shown?.scopeId ?? null,
    isKeptApart: (table, id) => heldOf(table, id).confirmed !== undefined,
    knownRows,
    countFromNothing,
    tally,
    recount,
    flush,
    finish,
  };
}

/** Returns the server's version of the rows of a scope; the versions that differ from the displayed ones are stored separately. */
async function serverRows(
  store: Store,
  registry: TableRegistry,
  scopeId: string,
): Promise<{ table: string; row: StoredRow }[]> {
  const everything = { scopeId, after: -1, upTo: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };
  const apart = await store.list('confirmed', { scopeId });
  const confirmed = new Map(apart.map(({ tableName, rowId, rowJson }) => [`${tableName} ${rowId}`, rowJson]));
  const rows: { table: string; row: StoredRow }[] = [];
  for (const table of registry.keys()) {
    for (const local of await store.rowsAfter(table, everything)) {
      const rowJson = confirmed.get(`${table} ${local.id}`);
      if (rowJson === undefined) rows.push({ table, row: local });
      else if (rowJson !== null) rows.push({ table, row: JSON.parse(rowJson) as StoredRow });
    }
  }
  return rows;
}

/** Writes the new states of rows of one table. @returns true when one of them moved in the table's tree */
async function writeHeld(store: Store, definition: TableDefinition, rows: readonly Held[]): Promise<boolean> {
  const table = definition.name;
  const settled = rows.filter((row) => row.confirmed === undefined && row.storedConfirmed !== undefined);
  const among = { column: 'rowId', values: settled.map(({ id }) => id) } as const;
  await store.removeAmong('confirmed', { tableName: table }, among);
  const apart = rows.flatMap(({ confirmed, storedConfirmed }) =>
    confirmed === undefined || confirmed === storedConfirmed ? [] : [confirmed],
  );
  await store.putAll('confirmed', apart);
  const tree = treeColumn(definition);
  const whole: StoredRow[] = [];
  let isMoved = false;
  for (const { id, stored, shown } of rows) {
    if (shown === stored) continue;
    if (tree !== undefined && (shown?.[tree] ?? null) !== (stored?.[tree] ?? null)) isMoved = true;
    if (shown === undefined) await store.deleteRow(table, id);
    else if (stored !== undefined && stored._seq === shown._seq && stored._clk === shown._clk)
      await replaceRow(store, table, stored, shown);
    else whole.push(shown);
  }
  const known = new Map(rows.map(({ id, stored }) => [id, stored]));
  for (const alike of byColumns(whole))
    await store.putRows(
      table,
      alike,
      differingColumns(alike, ({ id }) => known.get(id)),
    );
  return isMoved;
}

function serverRow(held: Held): StoredRow | null {
  const { confirmed, shown } = held;
  if (confirmed === undefined) return shown ?? null;
  held.server ??= confirmed.rowJson === null ? null : (JSON.parse(confirmed.rowJson) as StoredRow);
  return held.server;
}

function confirmedRecord(tableName: string, rowId: string, scopeId: string, image: StoredRow | null): ConfirmedRecord {
  return { tableName, rowId, scopeId, rowJson: image === null ? null : JSON.stringify(image) };
}

function byId<T, K extends keyof T>(rows: readonly T[], key: K): Map<T[K], T> {
  return new Map(rows.map((row) => [row[key], row]));
}

/** Groups rows by their columns, in their order. */
function byColumns(rows: readonly StoredRow[]): StoredRow[][] {
  const groups: { columns: string[]; rows: StoredRow[] }[] = [];
  for (const row of rows) {
    const columns = Object.keys(row);
    const fits = (group: { columns: string[] }): boolean =>
      group.columns.length === columns.length && group.columns.every((column) => column in row);
    const known = groups.find(fits);
    if (known === undefined) groups.push({ columns, rows: [row] });
    else known.rows.push(row);
  }
  return groups.map((group) => group.rows);
}
