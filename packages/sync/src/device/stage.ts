import type { LogEntry, PullLine, StreamScope } from '@holdfast/contract/sync';
import type { StoredRow } from '../registry.ts';
import { type RowLine, rowOfLine, type DescribedColumns } from '../rowLines.ts';
import type { Store } from '../store.ts';
import { dropFound, madeOnServer, setAsideLost } from './lostChanges.ts';
import { agree, openReplica, type Replica } from './replica.ts';
import type { DeviceSetting } from './state.ts';

/** Received rows and log entries of one scope between two marks, before they are merged into the tables. */
export interface Part {
  columns: DescribedColumns;
  /** Lines as received. */
  rows: readonly string[];
  changes: readonly LogEntry[];
}

/** Number of rows merged before other tasks of the process run. */
const SLICE = 500;

/** Stores received rows with the number up to which they are complete, so that an interrupted stream continues there. */
export async function stage(
  store: Store,
  { scopeId, grantId, from, head }: StreamScope,
  epoch: string,
  { columns, rows, changes }: Part,
  mark: number,
): Promise<void> {
  const [known] = await store.list('stageMark', { scopeId });
  await store.put('stage', {
    scopeId,
    mark,
    part: [JSON.stringify({ columns: [...columns], changes }), ...rows].join('\n'),
  });
  // A mark of 0 means that the next stream starts from the beginning, not that one was received in part.
  const goesOn = known !== undefined && known.mark > 0;
  const { fromCursor, beganAt } = goesOn ? known : { fromCursor: known?.fromCursor ?? from, beganAt: head };
  await store.put('stageMark', { scopeId, grantId, epoch, fromCursor, beganAt, mark });
}

/** Removes the received rows of a scope. */
export async function clearStage(store: Store, scopeId: string): Promise<void> {
  await store.remove('stage', { scopeId });
  await store.remove('stageMark', { scopeId });
}

/** Result of a merge. */
export interface Merged {
  images: number;
  /** Number of changes set aside that were made on the server and lost when it was restored. */
  lost: number;
  /** True when the device has the same versions of the same rows as the server. */
  proven: boolean;
}

/**
 * Merges all received rows of a scope into its tables in one transaction, so that no child is visible without its parent. The cursor moves in the
 * same transaction. A stream from the beginning also removes the rows that it did not contain.
 */
export async function merge(
  store: Store,
  setting: DeviceSetting,
  scope: StreamScope,
  last: Part,
  proof: PullLine & { kind: 'proof' },
): Promise<Merged> {
  const { registry, now, rest } = setting;
  const { scopeId } = scope;
  const [mark] = await store.list('stageMark', { scopeId });
  const replica = await openReplica(store, registry, now());
  const subscription = replica.subscriptions.get(scopeId);
  if (subscription === undefined) return { images: 0, lost: 0, proven: false };
  const whole = (mark?.fromCursor ?? scope.from) === 0;
  const held = whole ? await heldBefore(replica, scopeId) : null;
  // The numbers were reset because the server was restored: the log of this device describes the server before that.
  const isForgotten = whole && subscription.cursor === 0;
  const before = isForgotten ? await madeOnServer(store, registry, scopeId) : [];
  if (isForgotten) await store.dropChanges(scopeId);
  // The scope had no rows before, so only the received ones are counted.
  if (held?.blank === true) replica.countFromNothing(scopeId);
  let images = 0;
  for await (const part of partsOf(store, scopeId, last)) {
    const { rows, changes } = part;
    for (let from = 0; from < rows.length; from += SLICE) {
      images += await mergeRows(replica, part, rows.slice(from, from + SLICE), held?.unnamed);
      await rest?.();
    }
    for (let from = 0; from < changes.length; from += SLICE) {
      await store.keepChanges(changes.slice(from, from + SLICE));
      await rest?.();
    }
  }
  if (held !== null) await removeUnnamed(replica, scopeId, held, rest);
  subscription.cursor = Math.max(subscription.cursor, proof.head);
  if (held?.blank === false) await replica.recount(scopeId);
  await clearStage(store, scopeId);
  const lost = await setAsideLost(store, replica, registry, before, now());
  if (lost === 0) await dropFound(store, replica, registry);
  await replica.finish();
  return { images, lost, proven: agree(replica.tally(scopeId), proof) };
}

/** Rows of a scope that a device held before a stream from the beginning: those that the stream does not contain are removed. */
interface HeldBefore {
  blank: boolean;
  unnamed: Map<string, { table: string; id: string }>;
}

async function heldBefore(replica: Replica, scopeId: string): Promise<HeldBefore> {
  const rows = await replica.knownRows(scopeId);
  const unnamed: HeldBefore['unnamed'] = new Map();
  for (const { table, row } of rows)
    if (row.deletedAt === null || row._seq > 0) unnamed.set(`${table} ${row.id}`, { table, id: row.id });
  return { blank: rows.length === 0, unnamed };
}

/** Removes the rows of a scope that a stream from the beginning did not contain. */
async function removeUnnamed(
  replica: Replica,
  scopeId: string,
  { unnamed }: HeldBefore,
  rest: DeviceSetting['rest'],
): Promise<void> {
  for (const [table, absent] of Map.groupBy(unnamed.values(), (one) => one.table)) {
    for (let from = 0; from < absent.length; from += SLICE) {
      const ids = absent.slice(from, from + SLICE).map(({ id }) => id);
      await replica.expect(table, ids);
      for (const id of ids) replica.confirm(table, id, scopeId, null);
      await rest?.();
    }
  }
}

/** Returns the stored parts, mark by mark, followed by the last part received. */
async function* partsOf(store: Store, scopeId: string, last: Part): AsyncGenerator<Part, void, void> {
  for (;;) {
    const [next] = await store.list('stage', { scopeId }, 1);
    if (next === undefined) break;
    await store.remove('stage', { scopeId, mark: next.mark });
    const [head, ...rows] = next.part.split('\n') as [string, ...string[]];
    const { columns, changes } = JSON.parse(head) as { columns: [string, string[]][]; changes: LogEntry[] };
    yield { columns: new Map(columns), rows, changes };
  }
  yield last;
}

/** @param unnamed ids from which received rows are removed @returns the number of stored rows */
async function mergeRows(
  replica: Replica,
  { columns }: Part,
  lines: readonly string[],
  unnamed: HeldBefore['unnamed'] | undefined,
): Promise<number> {
  const byTable = new Map<string, StoredRow[]>();
  for (const text of lines) {
    const line = JSON.parse(text) as RowLine;
    const row = rowOfLine(line, columns);
    if (row === null) continue;
    const known = byTable.get(line[0]);
    if (known === undefined) byTable.set(line[0], [row]);
    else known.push(row);
  }
  let taken = 0;
  for (const [table, rows] of byTable) {
    if (!replica.knowsTable(table)) continue;
    await replica.expect(
      table,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      if (replica.accept(table, row)) taken += 1;
      if (unnamed !== undefined && unnamed.size > 0) unnamed.delete(`${table} ${row.id}`);
    }
  }
  await replica.flush();
  return taken;
}
