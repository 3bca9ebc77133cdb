/** Changes that were made on the server itself, for example in a browser, were received by this device, and were lost when the server was restored. */
import { pick } from '../change.ts';
import { mayChange } from '../rights.ts';
import { type Clocks, clockOf, DELETED } from '../clock.ts';
import type { LogEntry } from '@holdfast/contract/sync';
import type { OutboxRecord } from '../records.ts';
import {
  clockKey,
  type Columns,
  type HistoryEntry,
  type Operation,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
} from '../registry.ts';
import type { Store } from '../store.ts';
import type { Replica } from './replica.ts';
import { setOf } from './rows.ts';

/** Kind and reason of a change that was set aside because a restored server lacks it. */
export const LOST = 'serverRestored';

/** Number of entries of the log that are read at once. */
const CHUNK = 1_000;

/** All changes of one row that were made on the server, combined into one. */
interface Lost extends Omit<OutboxRecord, 'chain' | 'sentAt' | 'baseJson'> {
  op: Operation;
  /** True when the row was created on the server. */
  isMade: boolean;
  /** True when the row was created on a device, which sends it again. */
  isAwaited: boolean;
}

/** Reads the changes of a scope that were made on the server itself, from the log of this device. Changes made on devices are omitted. */
export async function madeOnServer(store: Store, registry: TableRegistry, scopeId: string): Promise<Lost[]> {
  const byRow = new Map<string, Lost>();
  const ofDevices = { groups: new Set<string>(), rows: new Set<string>() };
  for (let after = 0; ;) {
    const window = { scopeId, after, upTo: Number.MAX_SAFE_INTEGER, limit: CHUNK };
    const entries = await store.changesWithin(window, 0);
    for (const entry of entries) {
      const row = `${entry.tableName} ${entry.rowId}`;
      if (entry.n !== null) {
        ofDevices.groups.add(entry.groupId);
        if (entry.op === 'ins') ofDevices.rows.add(row);
      } else if (registry.has(entry.tableName) && !ofDevices.groups.has(entry.groupId))
        byRow.set(row, joined(byRow.get(row), entry, ofDevices.rows.has(row)));
    }
    if (entries.length < CHUNK) return [...byRow.values()];
    after = entries.at(-1)!.seq;
  }
}

function joined(before: Lost | undefined, entry: LogEntry, isAwaited: boolean): Lost {
  const { seq, groupId, tableName, rowId, scopeId, userId, setJson, oldJson, historyJson } = entry;
  const op: Operation = entry.op === 'revive' ? 'ins' : entry.op;
  const lost: Lost = {
    n: seq,
    groupId,
    atomic: 0,
    tableName,
    rowId,
    scopeId,
    userId,
    op,
    setJson,
    oldJson,
    clock: JSON.stringify([entry.editedAt, 0, entry.deviceId]),
    at: entry.editedAt,
    historyJson,
    itemId: entry.itemId,
    installationInspectionId: entry.installationInspectionId,
    isMade: entry.op === 'ins',
    isAwaited,
  };
  if (before === undefined) return lost;
  const isBack = op !== 'del' && before.op === 'del';
  return {
    ...lost,
    n: before.n,
    op: op === 'del' || op === 'ins' ? op : before.isMade ? 'ins' : isBack ? 'restore' : before.op,
    setJson: JSON.stringify({ ...setOf(before), ...setOf(lost) }),
    oldJson: JSON.stringify({ ...(JSON.parse(oldJson) as Columns), ...(JSON.parse(before.oldJson) as Columns) }),
    historyJson: op === 'del' || isBack ? historyJson : joinedHistory(before.historyJson, historyJson),
    isMade: before.isMade,
  };
}

/** Returns the lines of two changes, one for each field. */
function joinedHistory(before: string | null, after: string | null): string | null {
  if (before === null || after === null) return before ?? after;
  const first = JSON.parse(before) as HistoryEntry;
  const lines = new Map(first.lines.map((line) => [line.field, line]));
  for (const line of (JSON.parse(after) as HistoryEntry).lines)
    lines.set(line.field, { ...line, from: lines.get(line.field)?.from ?? line.from });
  return JSON.stringify({ ...first, lines: [...lines.values()] });
}

/**
 * Sets aside the changes that the rows of the restored server lack, so that a user can send them again.
 * @returns the number of changes set aside
 */
export async function setAsideLost(
  store: Store,
  replica: Replica,
  registry: TableRegistry,
  changes: readonly Lost[],
  now: number,
): Promise<number> {
  let setAside = 0;
  for (const change of changes) {
    await replica.expect(change.tableName, [change.rowId]);
    const row = serverRow(replica, change);
    const definition = registry.get(change.tableName)!;
    const missing = missingOf(definition, change, row);
    if (missing === null) continue;
    setAside += 1;
    const { isMade: _made, isAwaited: _awaited, ...whole } = change;
    const record = row === null ? whole : { ...whole, ...(await described(store, definition, row, missing, whole)) };
    const { rowId, groupId, n } = record;
    await store.put('setAside', {
      id: `lost:${groupId}:${rowId}`,
      n,
      kind: LOST,
      change: JSON.stringify({ ...record, ...missing, chain: '', sentAt: null } satisfies OutboxRecord),
      reason: LOST,
      at: now,
    });
  }
  return setAside;
}

/** Describes an update by the row to which it would be applied, and other changes as they were made. */
async function described(
  store: Store,
  definition: TableDefinition,
  row: StoredRow,
  { op, setJson }: Missing,
  { oldJson, historyJson }: Pick<OutboxRecord, 'oldJson' | 'historyJson'>,
): Promise<Pick<OutboxRecord, 'oldJson' | 'historyJson'>> {
  if (op !== 'upd') return { oldJson, historyJson };
  const set = setOf({ setJson });
  const after: StoredRow = { ...row, ...set };
  const entry = await definition.history?.({ table: definition.name, op, before: row, after, lookup: store });
  return {
    oldJson: JSON.stringify(pick(row, Object.keys(set))),
    historyJson: entry == null ? historyJson : JSON.stringify({ what: entry.what, lines: entry.lines }),
  };
}

/** Removes lost changes from those set aside once the server has them, for example because a user sent them from another device. */
export async function dropFound(store: Store, replica: Replica, registry: TableRegistry): Promise<void> {
  for (const { id, change: text } of await store.list('setAside', { kind: LOST })) {
    const change = JSON.parse(text) as OutboxRecord & { op: Operation };
    const definition = registry.get(change.tableName);
    if (definition === undefined || !replica.subscriptions.has(change.scopeId)) continue;
    await replica.expect(change.tableName, [change.rowId]);
    const row = serverRow(replica, change);
    const isFound =
      row === null ? change.op === 'del' : change.op === 'ins' || lacking(definition, change, row) === null;
    if (isFound) await store.remove('setAside', { id });
  }
}

/** Returns the server's row; null when it has none. A row without a number is kept on the device only for references. */
function serverRow(replica: Replica, { tableName, rowId }: Pick<Lost, 'tableName' | 'rowId'>): StoredRow | null {
  const row = replica.known(tableName, rowId);
  return row === null || row._seq === 0 ? null : row;
}

/** Returns the part of a change that the server lacks; null when there is nothing that an inspector could repeat. */
function missingOf(definition: TableDefinition, change: Lost, row: StoredRow | null): Missing | null {
  const columns = change.op === 'del' ? [] : Object.keys(setOf(change));
  if (!mayChange(definition, { op: change.op, before: row, columns }, (right) => right === 'inspect')) return null;
  if (row !== null) return lacking(definition, change, row);
  if (change.op === 'ins') return { op: 'ins', setJson: change.setJson, baseJson: '{}' };
  return change.isAwaited && change.op === 'upd' ? { op: 'upd', setJson: change.setJson, baseJson: '{}' } : null;
}

/** A change to repeat, and the clocks of the row it is based on. */
type Missing = Pick<OutboxRecord, 'op' | 'setJson' | 'baseJson'>;

/** Returns the columns of a change for which a row has older values. */
function lacking(
  definition: TableDefinition,
  { op, at, setJson }: Pick<Lost, 'op' | 'at' | 'setJson'>,
  row: StoredRow,
): Missing | null {
  const clocks = JSON.parse(row._clk) as Clocks;
  const isOlder = (key: string): boolean => (clockOf(clocks, key)?.[0] ?? 0) < at;
  const base = (keys: Iterable<string>): string =>
    JSON.stringify(Object.fromEntries([...keys].map((key) => [key, clockOf(clocks, key) ?? null])));
  if (op === 'del') {
    const isNewer = Object.values(clocks).some(([ms]) => ms > at);
    return row.deletedAt !== null || isNewer ? null : { op, setJson: '{}', baseJson: base([DELETED]) };
  }
  if (row.deletedAt !== null)
    return op === 'restore' && isOlder(DELETED) ? { op, setJson: '{}', baseJson: base([DELETED]) } : null;
  const set = setOf({ setJson });
  const keyOf = (column: string): string => clockKey(definition, column);
  const keys = new Set(
    Object.keys(set)
      .filter((column) => set[column] !== row[column] && isOlder(keyOf(column)))
      .map(keyOf),
  );
  if (keys.size === 0) return null;
  const columns = Object.entries(set).filter(([column]) => keys.has(keyOf(column)));
  return { op: 'upd', setJson: JSON.stringify(Object.fromEntries(columns)), baseJson: base(keys) };
}
