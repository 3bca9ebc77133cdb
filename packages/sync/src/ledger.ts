import type { LogEntry } from '@holdfast/contract/sync';
import { Problem } from '@holdfast/contract';
import { type Clock, type Clocks, clockOf } from './clock.ts';
import { pick } from './change.ts';
import { digestOf, EMPTY_DIGEST, rowDigest } from './digest.ts';
import {
  type Columns,
  type HistoryEntry,
  type Intent,
  type StoredRow,
  type TableDefinition,
  type TableRegistry,
  treeColumn,
} from './registry.ts';
import type { Head, Store } from './store.ts';

/** Author, device and time of a change. */
export interface Origin {
  userId: string;
  deviceId: string;
  /** Number of the change on its device; null for changes made on the server itself. */
  n: number | null;
  groupId: string;
  /** Milliseconds UTC, corrected. */
  editedAt: number;
  storedAt: number;
}

/** A decided change that is about to be written. */
interface Entry {
  definition: TableDefinition;
  intent: Intent;
  op: LogEntry['op'];
  /** Columns whose value differs from before. */
  columns: readonly string[];
  clocks: Clocks;
  /** Values overridden by later edits; null when there are none. */
  lost: Columns | null;
  /** Values that it replaced and that its author had not seen; null when there are none. */
  overrode: Columns | null;
  origin: Origin;
  /** Id of the user who recorded it, when it is not its author. */
  recordedBy?: string | undefined;
}

/** Writes decided changes: rows, numbers, digests and log of the scopes that a transaction has locked. */
export interface Ledger {
  /** @throws {Problem} when the scope is not locked */
  headOf(scopeId: string): Head;
  /** Writes a change under the next number of its scope. @returns the number */
  record(entry: Entry): Promise<number>;
  /**
   * Corrects the trees of the rows written since the last call: a row inside a deleted row moves to its nearest living ancestor. Called at the end of
   * each action, so that the order within the action does not matter.
   * @returns the moved rows
   */
  settle(origin: Origin, serverId: string): Promise<{ table: string; id: string }[]>;
  /** Runs work whose effects on the heads and the database are rolled back when it throws. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** Writes the heads. Called once, at the end of the transaction. */
  finish(): Promise<void>;
}

/** A head while changes are written. Its digest is formatted once, not for every change. */
interface OpenHead extends Omit<Head, 'digest'> {
  sum: bigint;
  changed: boolean;
}

/** Opens the ledger over locked heads. */
export function openLedger(store: Store, registry: TableRegistry, heads: readonly Head[]): Ledger {
  let open = new Map<string, OpenHead>(
    heads.map(({ digest, ...head }) => [head.scopeId, { ...head, sum: BigInt(`0x${digest}`), changed: false }]),
  );
  let touched: { table: string; id: string }[] = [];

  function opened(scopeId: string): OpenHead {
    const head = open.get(scopeId);
    if (head === undefined) throw new Problem('ruleBroken', { rule: 'the scope of a change must be locked' });
    return head;
  }

  function headOf(scopeId: string): Head {
    const { rows, seq, sum } = opened(scopeId);
    return { scopeId, seq, rows, digest: digestOf(sum) };
  }

  async function record(entry: Entry): Promise<number> {
    const { definition, intent, columns, clocks, lost, origin } = entry;
    const { table, before, after } = intent;
    const head = opened(after.scopeId);
    const stands = columns.length > 0 || before === null || before.deletedAt !== after.deletedAt;
    after._seq = head.seq + 1;
    after._clk = JSON.stringify(clocks);
    if (stands) {
      after.updatedAt = origin.editedAt;
      after.updatedByUserId = origin.userId;
    }
    if (before === null) await store.insertRow(table, after);
    else await store.updateRow(table, after.id, changedColumns(before, after, columns));
    count(head, intent);
    // Overridden values are described, too, so that their author finds them in the history.
    const described = lost === null ? intent : { ...intent, after: { ...after, ...lost } as StoredRow };
    const history = (await definition.history?.(described)) ?? null;
    await store.appendChanges([logEntry({ ...entry, history })]);
    touched.push({ table, id: after.id });
    return after._seq;
  }

  async function settle(origin: Origin, serverId: string): Promise<{ table: string; id: string }[]> {
    const moved: { table: string; id: string }[] = [];
    const rows = touched;
    touched = [];
    for (const { table, id } of rows) {
      const definition = registry.get(table)!;
      const tree = treeColumn(definition);
      if (tree === undefined) continue;
      const row = (await store.row(table, id))!;
      if (row.deletedAt === null && row[tree] === null) continue;
      const orphans = row.deletedAt === null ? [row] : await store.find(table, { [tree]: id });
      for (const orphan of orphans) if (await move(definition, tree, orphan)) moved.push({ table, id: orphan.id });
    }
    touched = [];
    return moved;

    async function move(definition: TableDefinition, tree: string, before: StoredRow): Promise<boolean> {
      const parent = await livingAncestor(store, definition.name, tree, before[tree] ?? null);
      if (parent === before[tree]) return false;
      const clocks = JSON.parse(before._clk) as Clocks;
      const current: Clock | undefined = clockOf(clocks, tree);
      const clock: Clock = current === undefined ? [0, 0, serverId] : [current[0], current[1] + 1, serverId];
      const after = { ...before, [tree]: parent } as StoredRow;
      await record({
        definition,
        intent: { table: definition.name, op: 'upd', before, after, lookup: store },
        op: 'upd',
        columns: [tree],
        clocks: { ...clocks, [tree]: clock },
        lost: null,
        overrode: null,
        origin: { ...origin, deviceId: serverId, n: null },
      });
      return true;
    }
  }

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    const heads = new Map([...open].map(([id, head]) => [id, { ...head }]));
    const rows = [...touched];
    try {
      return await store.savepoint(work);
    } catch (error) {
      open = heads;
      touched = rows;
      throw error;
    }
  }

  async function finish(): Promise<void> {
    for (const { scopeId, changed } of open.values()) if (changed) await store.saveHead(headOf(scopeId));
  }

  return { headOf, record, settle, attempt, finish };
}

/** Returns the row itself or its nearest living ancestor; null at the top. */
async function livingAncestor(
  store: Store,
  table: string,
  tree: string,
  from: string | number | null,
): Promise<string | null> {
  const passed = new Set<string | number>();
  let id = from;
  while (id !== null && !passed.has(id)) {
    passed.add(id);
    const row = await store.row(table, String(id));
    if (row === undefined) return null;
    if (row.deletedAt === null) return row.id;
    id = row[tree] ?? null;
  }
  return null;
}

/** Returns true when a row would contain itself below this parent, deleted rows included. */
export async function wouldLoop(
  lookup: Intent['lookup'],
  table: string,
  tree: string,
  id: string,
  parent: string | number | null,
): Promise<boolean> {
  const passed = new Set<string | number>();
  let next = parent;
  while (next !== null && !passed.has(next)) {
    if (next === id) return true;
    passed.add(next);
    next = (await lookup.row(table, String(next)))?.[tree] ?? null;
  }
  return false;
}

function changedColumns(before: StoredRow, after: StoredRow, columns: readonly string[]): Columns {
  const changed: Columns = {
    _seq: after._seq,
    _clk: after._clk,
    updatedAt: after.updatedAt,
    updatedByUserId: after.updatedByUserId,
  };
  if (before.deletedAt !== after.deletedAt) changed['deletedAt'] = after.deletedAt;
  for (const column of columns) changed[column] = after[column]!;
  return changed;
}

function logEntry({
  definition,
  intent,
  op,
  columns,
  lost,
  overrode,
  origin: { groupId, deviceId, n, userId, editedAt, storedAt },
  recordedBy,
  history: entry,
}: Omit<Entry, 'clocks'> & { history: HistoryEntry | null }): LogEntry {
  const { before, after } = intent;
  return {
    scopeId: after.scopeId,
    seq: after._seq,
    groupId,
    deviceId,
    n,
    userId,
    tableName: definition.name,
    rowId: after.id,
    op,
    setJson: JSON.stringify(pick(after, columns)),
    oldJson: before === null ? '{}' : JSON.stringify(pick(before, columns)),
    lostJson: lost === null ? null : JSON.stringify(lost),
    overrodeJson: overrode === null ? null : JSON.stringify(overrode),
    historyJson: entry === null ? null : JSON.stringify({ what: entry.what, lines: entry.lines, recordedBy }),
    itemId: entry?.itemId ?? null,
    installationInspectionId: entry?.installationInspectionId ?? null,
    editedAt,
    storedAt,
  };
}

function count(head: OpenHead, { table, before, after }: Intent): void {
  head.seq = after._seq;
  head.changed = true;
  if (before !== null && before.deletedAt === null) {
    head.sum -= rowDigest(table, before.id, before._seq);
    head.rows -= 1;
  }
  if (after.deletedAt === null) {
    head.sum += rowDigest(table, after.id, after._seq);
    head.rows += 1;
  }
}

/** Returns the head of a scope without changes. */
export function emptyHead(scopeId: string): Head {
  return { scopeId, seq: 0, rows: 0, digest: EMPTY_DIGEST };
}
