import type { PullLine, StreamScope } from '../protocol.ts';
import type { StoredRow } from '../registry.ts';
import type { ChangeRecord, Store } from '../store.ts';
import { openReplica, type Replica } from './replica.ts';
import type { DeviceSetting } from './state.ts';

/** Rows and log entries of one scope on their way from the stream to the tables. */
export interface Arrived {
  rows: { table: string; row: StoredRow }[];
  changes: ChangeRecord[];
}

/** Where the stage keeps entries of the log. */
const LOG = 'change';

/** Puts what arrived aside together with how far it reaches, so that a cut stream goes on from there. */
export async function stage(
  store: Store,
  { scopeId, grantId, from }: StreamScope,
  epoch: string,
  { rows, changes }: Arrived,
  mark: number,
): Promise<void> {
  const [known] = await store.list('stageMark', { scopeId });
  for (const { table, row } of rows)
    await store.put('stage', { scopeId, tableName: table, rowId: row.id, json: JSON.stringify(row) });
  for (const change of changes)
    await store.put('stage', { scopeId, tableName: LOG, rowId: String(change.seq), json: JSON.stringify(change) });
  await store.put('stageMark', { scopeId, grantId, epoch, fromCursor: known?.fromCursor ?? from, mark });
}

/** Forgets what arrived of a scope. */
export async function clearStage(store: Store, scopeId: string): Promise<void> {
  await store.remove('stage', { scopeId });
  await store.remove('stageMark', { scopeId });
}

/** How a merge ended. */
export interface Merged {
  images: number;
  /** The device holds the same versions of the same rows as the server. */
  proven: boolean;
}

/**
 * Brings everything that arrived of a scope into its tables, all of it or nothing: nobody sees a child without its parent. The cursor moves
 * in the same transaction. A stream from the beginning also removes what it did not name.
 */
export async function merge(
  store: Store,
  { registry, rules, now }: DeviceSetting,
  scope: StreamScope,
  buffered: Arrived,
  proof: PullLine & { kind: 'proof' },
): Promise<Merged> {
  const { scopeId } = scope;
  const [mark] = await store.list('stageMark', { scopeId });
  const arrived = await gather(store, scopeId, buffered);
  const replica = await openReplica(store, registry, rules, now());
  const subscription = replica.subscriptions.get(scopeId);
  if (subscription === undefined) return { images: 0, proven: false };
  let images = 0;
  for (const { table, row } of arrived.rows) if (await replica.accept(table, row)) images += 1;
  for (const change of arrived.changes) await store.keepChange(change);
  const whole = (mark?.fromCursor ?? scope.from) === 0;
  if (whole && rules.removesAbsent) await removeAbsent(replica, scopeId, arrived);
  subscription.cursor = Math.max(subscription.cursor, proof.head);
  if (whole) await replica.recount(scopeId);
  const mine = { rows: subscription.headRows, digest: subscription.headDigest };
  await clearStage(store, scopeId);
  await replica.finish();
  return { images, proven: rules.compares(mine, proof) };
}

/** What was put aside, and over it what arrived since. */
async function gather(store: Store, scopeId: string, buffered: Arrived): Promise<Arrived> {
  const rows = new Map<string, { table: string; row: StoredRow }>();
  const changes: ChangeRecord[] = [];
  for (const { tableName, rowId, json } of await store.list('stage', { scopeId })) {
    if (tableName === LOG) changes.push(JSON.parse(json) as ChangeRecord);
    else rows.set(`${tableName} ${rowId}`, { table: tableName, row: JSON.parse(json) as StoredRow });
  }
  for (const one of buffered.rows) rows.set(`${one.table} ${one.row.id}`, one);
  return { rows: [...rows.values()], changes: [...changes, ...buffered.changes] };
}

async function removeAbsent(replica: Replica, scopeId: string, { rows }: Arrived): Promise<void> {
  const named = new Set(rows.map(({ table, row }) => `${table} ${row.id}`));
  for (const { table, row } of await replica.knownRows(scopeId))
    if (!named.has(`${table} ${row.id}`) && (row.deletedAt === null || row._seq > 0))
      await replica.confirm(table, row.id, scopeId, null);
}
