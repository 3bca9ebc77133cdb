import { type Clock, CREATED, type Clocks, clockOf, DELETED } from '../clock.ts';
import { addToDigest, EMPTY_DIGEST, rowDigest } from '../digest.ts';
import { wouldLoop } from '../ledger.ts';
import type { ConfirmedRecord, OutboxRecord, SubscriptionRecord } from '../records.ts';
import {
  clockKey,
  referredTables,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
  treeColumn,
} from '../registry.ts';
import type { DeviceRules } from '../rules.ts';
import type { Store } from '../store.ts';
import { replaceRow } from './rows.ts';
import { setOf } from './writer.ts';

/** Applies what the server says to the rows of a device, inside one transaction. */
export interface Replica {
  subscriptions: Map<string, SubscriptionRecord>;
  /** Takes the server's version of a row unless a newer one is here or nobody asked for its scope. @returns whether it was taken */
  accept(table: string, image: StoredRow): Promise<boolean>;
  /** Sets what the server knows of a row, null when it knows none, and shows waiting changes over it. */
  confirm(table: string, id: string, scopeId: string, image: StoredRow | null): Promise<void>;
  /** What the server is known to have of a row. */
  known(table: string, id: string): Promise<StoredRow | null>;
  /** All rows of a scope as the server is known to have them, deleted ones too. */
  knownRows(scopeId: string): Promise<{ table: string; row: StoredRow }[]>;
  /** Counts a scope anew from its rows. */
  recount(scopeId: string): Promise<void>;
  /** Ends the transaction's work: waiting moves that would make a loop step back, and subscriptions are written. */
  finish(): Promise<void>;
}

/** Opens the replica of one transaction. @param now stamps rows that are no longer there */
export async function openReplica(
  store: Store,
  registry: TableRegistry,
  rules: DeviceRules,
  now: number,
): Promise<Replica> {
  const subscriptions = new Map((await store.list('subscription', {})).map((one) => [one.scopeId, one]));
  const referred = referredTables(registry);
  const written = new Set<string>();

  async function confirmedOf(table: string, id: string): Promise<ConfirmedRecord | undefined> {
    return (await store.list('confirmed', { tableName: table, rowId: id }))[0];
  }

  async function known(table: string, id: string): Promise<StoredRow | null> {
    const confirmed = await confirmedOf(table, id);
    if (confirmed !== undefined)
      return confirmed.rowJson === null ? null : (JSON.parse(confirmed.rowJson) as StoredRow);
    return (await store.row(table, id)) ?? null;
  }

  async function accept(table: string, image: StoredRow): Promise<boolean> {
    if (!registry.has(table) || !rules.isSubscribed(subscriptions.get(image.scopeId))) return false;
    if (!rules.accepts(image._seq, await known(table, image.id))) return false;
    await confirm(table, image.id, image.scopeId, image);
    return true;
  }

  async function confirm(table: string, id: string, scopeId: string, image: StoredRow | null): Promise<void> {
    const before = await known(table, id);
    const pending = await pendingOf(store, table, id);
    count(table, before, -1);
    count(table, image, 1);
    if (pending.length > 0) {
      const rowJson = image === null ? null : JSON.stringify(image);
      await store.put('confirmed', { tableName: table, rowId: id, scopeId, rowJson });
    } else await store.remove('confirmed', { tableName: table, rowId: id });
    const shown = rules.overlays ? overlay(registry.get(table)!, image, pending) : image;
    await show(table, id, shown);
    if (treeColumn(registry.get(table)!) !== undefined) written.add(table);
  }

  async function show(table: string, id: string, row: StoredRow | null): Promise<void> {
    const local = await store.row(table, id);
    if (row !== null) await replaceRow(store, table, local, row);
    else if (local === undefined) return;
    // What waiting changes may refer to stays as a deleted row: a reference that leads nowhere would stop the whole merge.
    else if (referred.has(table))
      await replaceRow(store, table, local, { ...local, _seq: 0, deletedAt: local.deletedAt ?? now });
    else await store.deleteRow(table, id);
  }

  function count(table: string, row: StoredRow | null, sign: 1 | -1): void {
    const subscription = row === null ? undefined : subscriptions.get(row.scopeId);
    if (row === null || subscription === undefined || row.deletedAt !== null || row._seq === 0) return;
    const share = rowDigest(table, row.id, row._seq);
    subscription.headRows += sign;
    subscription.headDigest = addToDigest(subscription.headDigest, sign === 1 ? share : -share);
  }

  async function knownRows(scopeId: string): Promise<{ table: string; row: StoredRow }[]> {
    const everything = { scopeId, after: -1, upTo: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };
    const confirmed = new Map(
      (await store.list('confirmed', { scopeId })).map(({ tableName, rowId, rowJson }) => [
        `${tableName} ${rowId}`,
        rowJson,
      ]),
    );
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

  async function recount(scopeId: string): Promise<void> {
    const subscription = subscriptions.get(scopeId);
    if (subscription === undefined) return;
    subscription.headRows = 0;
    subscription.headDigest = EMPTY_DIGEST;
    for (const { table, row } of await knownRows(scopeId)) count(table, row, 1);
  }

  async function finish(): Promise<void> {
    for (const table of written) await breakLoops(store, registry.get(table)!);
    for (const subscription of subscriptions.values()) await store.put('subscription', subscription);
  }

  return { subscriptions, accept, confirm, known, knownRows, recount, finish };
}

/** The changes of a row that wait, in order. */
export async function pendingOf(store: Store, tableName: string, rowId: string): Promise<OutboxRecord[]> {
  return (await store.list('outbox', { tableName, rowId, sentAt: null })).filter(({ op }) => op !== 'noop');
}

/** A row with changes of the device on top of what the server knows; null when neither has it. */
export function overlay(
  definition: TableDefinition,
  image: StoredRow | null,
  pending: readonly OutboxRecord[],
): StoredRow | null {
  let row = image;
  for (const entry of pending) {
    const set = setOf(entry);
    const clock = JSON.parse(entry.clock) as Clock;
    if (row === null) {
      if (entry.op === 'ins') row = madeHere(entry, clock);
      continue;
    }
    const clocks: Record<string, Clock> = { ...(JSON.parse(row._clk) as Clocks) };
    for (const column of Object.keys(set)) clocks[clockKey(definition, column)] = clock;
    const revives = row.deletedAt !== null && (entry.op === 'ins' || entry.op === 'restore');
    const dies = row.deletedAt === null && entry.op === 'del';
    if (revives || dies) clocks[DELETED] = clock;
    const deletedAt: number | null = revives ? null : dies ? entry.at : row.deletedAt;
    row = {
      ...row,
      ...set,
      deletedAt,
      _clk: JSON.stringify(clocks),
      updatedAt: entry.at,
      updatedByUserId: entry.userId,
    };
  }
  return row;
}

function madeHere({ rowId, scopeId, userId, at, setJson }: OutboxRecord, clock: Clock): StoredRow {
  return {
    ...setOf({ setJson }),
    id: rowId,
    scopeId,
    _seq: 0,
    _clk: JSON.stringify({ [CREATED]: clock }),
    createdAt: at,
    updatedAt: at,
    createdByUserId: userId,
    updatedByUserId: userId,
    deletedAt: null,
  };
}

/**
 * A waiting move and an image together can make a loop that neither made alone. The move steps back to what the server says until it is
 * decided, because whoever walks up the tree must come to an end.
 */
async function breakLoops(store: Store, definition: TableDefinition): Promise<void> {
  const tree = treeColumn(definition)!;
  const moves = (await store.list('outbox', { tableName: definition.name, sentAt: null })).filter(
    (entry) => entry.op !== 'noop' && tree in setOf(entry),
  );
  for (const { rowId } of moves) {
    const row = await store.row(definition.name, rowId);
    if (row === undefined || !(await wouldLoop(store, definition.name, tree, rowId, row[tree] ?? null))) continue;
    const [confirmed] = await store.list('confirmed', { tableName: definition.name, rowId });
    const image = confirmed?.rowJson == null ? null : (JSON.parse(confirmed.rowJson) as StoredRow);
    const clocks: Record<string, Clock> = { ...(JSON.parse(row._clk) as Clocks) };
    const clock = image === null ? undefined : clockOf(JSON.parse(image._clk) as Clocks, tree);
    if (clock !== undefined) clocks[tree] = clock;
    const back = { ...row, [tree]: image?.[tree] ?? null, _clk: JSON.stringify(clocks) } as StoredRow;
    await replaceRow(store, definition.name, row, back);
  }
}
