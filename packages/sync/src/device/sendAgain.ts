/** Returns changes that were set aside to the outbox once they may be accepted. */
import { chainAfter } from '../chain.ts';
import { type Clock, type Clocks, clockOf, compareClocks, DELETED, latestClock } from '../clock.ts';
import type { OutboxRecord, SetAsideRecord } from '../records.ts';
import { clockKey, type StoredRow, type TableDefinition } from '../registry.ts';
import type { Store } from '../store.ts';
import { showWaiting, waitAgain } from './reset.ts';
import { setOf } from './rows.ts';
import { type DeviceSetting, readState, writeState } from './state.ts';

/** Kind of a change that a user discarded; it is kept for a while so that the discard can be undone. */
export const DISCARDED = 'discarded';

/**
 * Returns changes that were set aside to the outbox, with their original values, time and author. Only changes whose fields have not been written
 * since then; the others need a user's decision. Either all changes of an atomic action or none.
 * @param mayBeSent returns true when a change may be accepted now; the server decides
 * @returns the number of changes returned to the outbox
 */
export async function sendAgain(
  setting: DeviceSetting,
  mayBeSent: (change: OutboxRecord, reason: string) => boolean,
): Promise<number> {
  return setting.database.transaction(async (store) => {
    const aside = (await store.list('setAside', {}))
      .filter(({ kind }) => kind !== DISCARDED)
      .map((record) => ({ record, change: JSON.parse(record.change) as OutboxRecord }))
      .toSorted((a, b) => a.change.at - b.change.at || a.change.n - b.change.n);
    const subscribed = new Set((await store.list('subscription', {})).map(({ scopeId }) => scopeId));
    let sent = 0;
    for (const group of groupsOf(aside)) {
      const possible = group.filter(
        ({ change, record }) => subscribed.has(change.scopeId) && mayBeSent(change, record.reason),
      );
      const isAtomic = group.some(({ change }) => change.atomic === 1);
      if (isAtomic && possible.length < group.length) continue;
      sent += await queueGroup(store, setting, possible, isAtomic);
    }
    return sent;
  });
}

interface Aside {
  record: SetAsideRecord;
  change: OutboxRecord;
}

function groupsOf(aside: readonly Aside[]): Aside[][] {
  return [...Map.groupBy(aside, ({ change }) => change.groupId).values()];
}

async function queueGroup(
  store: Store,
  setting: DeviceSetting,
  group: readonly Aside[],
  isAtomic: boolean,
): Promise<number> {
  const free: Aside[] = [];
  const made = new Set<string>();
  for (const one of group) {
    const { tableName, rowId, op } = one.change;
    // A row made by an earlier change of the same action is no conflict.
    const own = made.has(`${tableName} ${rowId}`);
    if (own || (await isUntouched(store, setting, one.change))) free.push(one);
    if (op === 'ins') made.add(`${tableName} ${rowId}`);
  }
  if (free.length === 0 || (isAtomic && free.length < group.length)) return 0;
  const state = await readState(store);
  const entries: OutboxRecord[] = [];
  for (const { record, change } of free) {
    const n = state.nextN++;
    state.chain = chainAfter(state.chain, n, change.groupId, change.clock);
    entries.push({ ...change, n, chain: state.chain, sentAt: null });
    await store.remove('setAside', { id: record.id });
  }
  await writeState(store, state);
  for (const entry of entries) await waitAgain(store, entry);
  await showWaiting(store, setting, entries);
  return entries.length;
}

/** Returns true when the fields of a change are as they were when it was made. */
async function isUntouched(store: Store, { registry }: DeviceSetting, change: OutboxRecord): Promise<boolean> {
  const definition = registry.get(change.tableName);
  if (definition === undefined) return false;
  const row = await store.row(change.tableName, change.rowId);
  // A row that the server never had is kept as a deleted one if others refer to it.
  if (row === undefined || (row._seq === 0 && row.deletedAt !== null)) return change.op === 'ins';
  const clocks = JSON.parse(row._clk) as Clocks;
  const base = JSON.parse(change.baseJson) as Record<string, Clock | null>;
  if (change.op === 'restore') return row.deletedAt !== null && same(base[DELETED] ?? null, clocks[DELETED]);
  if (row.deletedAt !== null) return false;
  if (change.op === 'del') return compareClocks(latestClock(clocks), JSON.parse(change.clock) as Clock) <= 0;
  return columnsUntouched(definition, row, clocks, base, change);
}

function columnsUntouched(
  definition: TableDefinition,
  row: StoredRow,
  clocks: Clocks,
  base: Readonly<Record<string, Clock | null>>,
  change: OutboxRecord,
): boolean {
  return Object.entries(setOf(change)).every(([column, value]) => {
    const key = clockKey(definition, column);
    return row[column] === value || same(base[key] ?? null, clockOf(clocks, key));
  });
}

function same(base: Clock | null, current: Clock | undefined): boolean {
  if (base === null || current === undefined) return base === null && current === undefined;
  return compareClocks(base, current) === 0;
}
