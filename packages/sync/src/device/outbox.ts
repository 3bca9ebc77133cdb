import { type Acknowledgement, LIMITS, PROTOCOL, type PushRequest, type WireChange } from '@holdfast/contract/sync';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';
import { overlayColumns } from './overlay.ts';
import { openReplica, type Replica } from './replica.ts';
import { type DeviceSetting, type DeviceState, readState, writeState } from './state.ts';
import { setOf } from './rows.ts';

/** Time in ms for which acknowledged changes are kept, to be sent again if the server is restored from a backup. */
const KEEP_SENT_MS = 30 * 86_400_000;

/** Number of images merged before other tasks can run. */
const SLICE = 100;

/** A push, and the last entry in it. */
export interface Push {
  request: PushRequest;
  last: OutboxRecord;
}

/**
 * Returns the next changes to send: of one scope, with complete actions, within the limits of a push; null when there are none.
 * @param under the last entry of the push in flight; the next changes follow it
 */
export async function nextPush(
  store: Store,
  { now, batch = { changes: LIMITS.changesPerPush, bytes: LIMITS.bytesPerPush } }: DeviceSetting,
  under: OutboxRecord | null,
): Promise<Push | null> {
  const state = await readState(store);
  let waiting = await store.list('outbox', { sentAt: null }, batch.changes + 1, under?.n);
  const [first] = waiting;
  if (first === undefined) return null;
  // An action that exceeds the limits of a push is sent alone.
  if (waiting.length > batch.changes && waiting.every(({ groupId }) => groupId === first.groupId))
    waiting = await store.list('outbox', { sentAt: null }, LIMITS.changesPerGroup + 1, under?.n);
  const changes: WireChange[] = [];
  let bytes = 0;
  const seen = await numbersOf(store, waiting);
  for (const [i, entry] of waiting.entries()) {
    const change = wireChange(entry, seen.get(`${entry.tableName} ${entry.rowId}`) ?? null);
    bytes += lengthOf(entry);
    const starts = i > 0 && entry.groupId !== waiting[i - 1]!.groupId;
    const alone = entry.groupId === first.groupId;
    const full = alone ? changes.length === LIMITS.changesPerGroup || (i > 0 && bytes > LIMITS.bytesPerGroup) : false;
    if (full || entry.scopeId !== first.scopeId) break;
    if (starts && (changes.length >= batch.changes || bytes > batch.bytes)) break;
    if (starts && groupEndsBeyond(waiting, i, batch.changes)) break;
    changes.push(change);
  }
  const request: PushRequest = {
    protocol: PROTOCOL,
    schema: state.schema,
    epoch: state.epoch,
    scopeId: first.scopeId,
    now: now(),
    chain: under?.chain ?? state.ackedChain,
    waiting: state.nextN - first.n,
    changes,
  };
  return { request, last: waiting[changes.length - 1]! };
}

/** Returns true when the action that begins at this index would exceed the limit of a push. */
function groupEndsBeyond(waiting: readonly OutboxRecord[], from: number, limit: number): boolean {
  const { groupId } = waiting[from]!;
  let end = from;
  while (end < waiting.length && waiting[end]!.groupId === groupId) end += 1;
  return end > limit;
}

/** Returns the sequence numbers that the device has of the rows of entries; rows that do not exist are omitted. */
async function numbersOf(store: Store, entries: readonly OutboxRecord[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (const [table, ids] of idsByTable(entries.filter(({ op }) => op !== 'noop')))
    for (const [id, number] of await store.numbers(table, ids)) numbers.set(`${table} ${id}`, number);
  return numbers;
}

/** Returns the ids of the rows of entries by table, each once. */
export function idsByTable(entries: readonly { tableName: string; rowId: string }[]): Map<string, string[]> {
  const byTable = new Map<string, Set<string>>();
  for (const { tableName, rowId } of entries) byTable.set(tableName, (byTable.get(tableName) ?? new Set()).add(rowId));
  return new Map([...byTable].map(([table, ids]) => [table, [...ids]]));
}

function wireChange(entry: OutboxRecord, seen: number | null): WireChange {
  const { n, groupId, atomic, tableName, rowId, userId, op, baseJson, clock } = entry;
  return {
    n,
    group: groupId,
    atomic: atomic === 1,
    table: tableName,
    id: rowId,
    user: userId,
    op: op as WireChange['op'],
    set: op === 'noop' ? {} : setOf(entry),
    base: op === 'noop' ? {} : (JSON.parse(baseJson) as WireChange['base']),
    seen: op === 'noop' ? null : seen,
    clock: JSON.parse(clock) as WireChange['clock'],
  };
}

/** Returns the approximate size of a sent change. */
function lengthOf({ groupId, rowId, userId, setJson, baseJson, clock }: OutboxRecord): number {
  return 150 + groupId.length + rowId.length + userId.length + setJson.length + baseJson.length + clock.length;
}

/** Effect of an acknowledgement on the device. */
export interface Acknowledged {
  sent: number;
  images: number;
  rejected: number;
}

/** Applies the server's answer to a push within the transaction: accepted changes leave the outbox, refused ones are set aside, rows are updated. */
export async function acknowledge(
  store: Store,
  { registry, now, rest }: DeviceSetting,
  reply: Acknowledgement,
): Promise<Acknowledged> {
  const state = await readState(store);
  const acked = await release(store, state, reply, now());
  await writeState(store, state);
  const replica = await openReplica(store, registry, now());
  const named = rowsNamed(registry, reply, acked);
  for (const [table, ids] of named) await replica.expect(table, ids);
  await rest?.();
  const ackedByRow = Map.groupBy(
    acked.filter(({ op }) => op !== 'noop'),
    ({ tableName, rowId }) => `${tableName} ${rowId}`,
  );
  let images = 0;
  for (const [i, image] of reply.images.entries()) {
    if (takeImage(replica, registry, image, ackedByRow)) images += 1;
    if (i % SLICE === SLICE - 1) await rest?.();
  }
  settleAcked(replica, acked);
  const rejected = await setAsideRejected(store, state, reply, acked, now());
  const { head } = reply;
  const subscription = head === null ? undefined : replica.subscriptions.get(head.scopeId);
  if (head !== null && subscription?.grantId === head.grantId && subscription.epoch === reply.epoch) {
    await store.keepChanges(reply.changes);
    // The cursor moves only over the numbers in the reply. A cursor of 0 does not move, because only a stream from the beginning removes rows that no
    // longer exist.
    if (subscription.cursor > 0 && subscription.cursor === head.before) subscription.cursor = head.after;
  }
  await replica.finish(named);
  return { sent: acked.length, images, rejected };
}

/** Removes acknowledged changes from the unsent ones. */
async function release(
  store: Store,
  state: DeviceState,
  { lastN }: Acknowledgement,
  now: number,
): Promise<OutboxRecord[]> {
  const released: OutboxRecord[] = [];
  for (;;) {
    const waiting = await store.list('outbox', { sentAt: null }, LIMITS.changesPerPush);
    const acked = waiting.filter(({ n }) => n <= lastN);
    await store.setAmong('outbox', 'sentAt', now, { column: 'n', values: acked.map(({ n }) => n) });
    released.push(...acked);
    if (acked.length < LIMITS.changesPerPush || acked.at(-1)!.n >= lastN) break;
  }
  const last = released.at(-1);
  if (last !== undefined) {
    state.ackedN = last.n;
    state.ackedChain = last.chain;
  }
  return released;
}

/** Returns the rows in an answer, by table. */
function rowsNamed(
  registry: DeviceSetting['registry'],
  { images }: Acknowledgement,
  acked: readonly OutboxRecord[],
): Map<string, string[]> {
  const sent = images.map((image) => ({
    tableName: image.table,
    rowId: image.kind === 'full' ? image.row.id : image.id,
  }));
  return idsByTable([...sent, ...acked].filter(({ tableName }) => registry.has(tableName)));
}

function takeImage(
  replica: Replica,
  registry: DeviceSetting['registry'],
  image: Acknowledgement['images'][number],
  acked: ReadonlyMap<string, readonly OutboxRecord[]>,
): boolean {
  const { table } = image;
  if (!registry.has(table)) return false;
  if (image.kind === 'full') return replica.accept(table, image.row);
  if (image.kind === 'gone') {
    const scopeId = replica.scopeOf(table, image.id);
    if (scopeId !== null) replica.confirm(table, image.id, scopeId, null);
    return scopeId !== null;
  }
  const mine = acked.get(`${table} ${image.id}`) ?? [];
  const row = overlayColumns(replica.known(table, image.id), mine);
  if (row === null) return false;
  const { seq, clk, createdAt, updatedAt, updatedBy } = image;
  const confirmed: StoredRow = { ...row, _seq: seq, _clk: clk, createdAt, updatedAt, updatedByUserId: updatedBy };
  return replica.accept(table, confirmed);
}

/** Shows the server's last state of rows whose changes left the outbox without an image. */
function settleAcked(replica: Replica, acked: readonly OutboxRecord[]): void {
  for (const { tableName, rowId, scopeId } of acked)
    if (replica.isKeptApart(tableName, rowId))
      replica.confirm(tableName, rowId, scopeId, replica.known(tableName, rowId));
}

async function setAsideRejected(
  store: Store,
  { deviceId }: DeviceState,
  { verdicts }: Acknowledgement,
  acked: readonly OutboxRecord[],
  now: number,
): Promise<number> {
  const reasons = new Map(verdicts.map((one) => [one.n, one]));
  const idOf = ({ n }: OutboxRecord): string => `${deviceId}:${n}`;
  if ((await store.list('setAside', {}, 1)).length > 0) {
    const settled = acked.filter(({ n }) => !['rejected', 'noop', undefined].includes(reasons.get(n)?.verdict));
    await store.removeAmong('setAside', {}, { column: 'id', values: settled.map(idOf) });
  }
  const rejected = acked.filter(({ n }) => reasons.get(n)?.verdict === 'rejected');
  for (const entry of rejected) {
    await store.put('setAside', {
      id: idOf(entry),
      n: entry.n,
      kind: 'rejected',
      change: JSON.stringify(entry),
      reason: reasons.get(entry.n)?.reason ?? '',
      at: now,
    });
  }
  return rejected.length;
}

/** Removes acknowledged changes that are older than the oldest supported backup of a server. */
export async function pruneSent(store: Store, now: number): Promise<void> {
  for (const { n, sentAt } of await store.list('outbox', {}, LIMITS.changesPerPush)) {
    if (sentAt === null || sentAt > now - KEEP_SENT_MS) return;
    await store.remove('outbox', { n });
  }
}
