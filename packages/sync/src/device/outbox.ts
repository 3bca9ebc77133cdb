import { type Acknowledgement, LIMITS, PROTOCOL, type PushRequest, type WireChange } from '../protocol.ts';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';
import { openReplica, overlay, type Replica } from './replica.ts';
import { type DeviceSetting, type DeviceState, readState, writeState } from './state.ts';
import { setOf } from './writer.ts';

/** Acknowledged changes are kept this long, to be sent again should the server be restored from a backup. */
export const KEEP_SENT_MS = 30 * 86_400_000;

/** The next changes to send: of one scope, no action cut in two, within the limits of a push; null when none wait. */
export async function nextPush(
  store: Store,
  { rules, now, batch = { changes: LIMITS.changesPerPush, bytes: LIMITS.bytesPerPush } }: DeviceSetting,
): Promise<PushRequest | null> {
  const state = await readState(store);
  let waiting = await store.list('outbox', { sentAt: null }, batch.changes + 1);
  const [first] = waiting;
  if (first === undefined) return null;
  // An action that does not fit into a push travels alone, however long it is.
  if (waiting.length > batch.changes && waiting.every(({ groupId }) => groupId === first.groupId))
    waiting = await store.list('outbox', { sentAt: null }, LIMITS.changesPerGroup + 1);
  const changes: WireChange[] = [];
  let bytes = 0;
  for (const [i, entry] of waiting.entries()) {
    const change = await wireChange(store, entry);
    bytes += JSON.stringify(change).length;
    const starts = i > 0 && (rules.cutsGroups || entry.groupId !== waiting[i - 1]!.groupId);
    const alone = entry.groupId === first.groupId;
    const full = alone ? changes.length === LIMITS.changesPerGroup || (i > 0 && bytes > LIMITS.bytesPerGroup) : false;
    if (full || entry.scopeId !== first.scopeId) break;
    if (starts && (changes.length >= batch.changes || bytes > batch.bytes)) break;
    if (starts && !rules.cutsGroups && groupEndsBeyond(waiting, i, batch.changes)) break;
    changes.push(change);
  }
  return {
    protocol: PROTOCOL,
    schema: state.schema,
    epoch: state.epoch,
    scopeId: first.scopeId,
    now: now(),
    chain: state.ackedChain,
    waiting: state.nextN - first.n,
    changes,
  };
}

/** Whether the action that begins at this place would take a push over its limit. */
function groupEndsBeyond(waiting: readonly OutboxRecord[], from: number, limit: number): boolean {
  const { groupId } = waiting[from]!;
  let end = from;
  while (end < waiting.length && waiting[end]!.groupId === groupId) end += 1;
  return end > limit;
}

async function wireChange(store: Store, entry: OutboxRecord): Promise<WireChange> {
  const { n, groupId, atomic, tableName, rowId, userId, op, baseJson, clock } = entry;
  const row = op === 'noop' ? undefined : await store.row(tableName, rowId);
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
    seen: row?._seq ?? null,
    clock: JSON.parse(clock) as WireChange['clock'],
  };
}

/** What an acknowledgement came to on the device. */
export interface Acknowledged {
  sent: number;
  images: number;
  rejected: number;
}

/** Takes the server's answer to a push, all of it in the transaction: what was taken leaves the outbox, refused changes are set aside, rows follow. */
export async function acknowledge(
  store: Store,
  { registry, rules, now }: DeviceSetting,
  reply: Acknowledgement,
): Promise<Acknowledged> {
  const state = await readState(store);
  const acked = await release(store, state, reply, rules, now());
  await writeState(store, state);
  const replica = await openReplica(store, registry, rules, now());
  let images = 0;
  for (const image of reply.images) if (await takeImage(store, replica, registry, image, acked)) images += 1;
  await settleAcked(store, replica, acked);
  const rejected = await setAsideRejected(store, replica, state, reply, acked, now());
  const { head } = reply;
  const subscription = head === null ? undefined : replica.subscriptions.get(head.scopeId);
  if (head !== null && subscription?.grantId === head.grantId && subscription.epoch === reply.epoch) {
    for (const change of reply.changes) await store.keepChange(change);
    subscription.cursor = rules.jump(subscription.cursor, head);
  }
  await replica.finish();
  return { sent: acked.length, images, rejected };
}

async function release(
  store: Store,
  state: DeviceState,
  { lastN }: Acknowledgement,
  rules: DeviceSetting['rules'],
  now: number,
): Promise<OutboxRecord[]> {
  const acked = (await store.list('outbox', { sentAt: null })).filter((entry) => rules.isAcknowledged(entry, lastN));
  for (const entry of acked) {
    await store.put('outbox', { ...entry, sentAt: now });
    state.ackedN = entry.n;
    state.ackedChain = entry.chain;
  }
  return acked;
}

async function takeImage(
  store: Store,
  replica: Replica,
  registry: DeviceSetting['registry'],
  image: Acknowledgement['images'][number],
  acked: readonly OutboxRecord[],
): Promise<boolean> {
  const { table } = image;
  if (!registry.has(table)) return false;
  if (image.kind === 'full') return replica.accept(table, image.row);
  const known = await replica.known(table, image.id);
  if (image.kind === 'gone') {
    const scopeId = (await store.row(table, image.id))?.scopeId;
    if (scopeId !== undefined) await replica.confirm(table, image.id, scopeId, null);
    return scopeId !== undefined;
  }
  const mine = acked.filter((entry) => entry.tableName === table && entry.rowId === image.id && entry.op !== 'noop');
  const row = overlay(registry.get(table)!, known, mine);
  if (row === null) return false;
  const { seq, clk, createdAt, updatedAt, updatedBy } = image;
  const confirmed: StoredRow = { ...row, _seq: seq, _clk: clk, createdAt, updatedAt, updatedByUserId: updatedBy };
  return replica.accept(table, confirmed);
}

/** Rows of changes that left the outbox without an image show what the server last said. */
async function settleAcked(store: Store, replica: Replica, acked: readonly OutboxRecord[]): Promise<void> {
  for (const { tableName, rowId, scopeId } of acked) {
    const [confirmed] = await store.list('confirmed', { tableName, rowId });
    if (confirmed === undefined) continue;
    await replica.confirm(tableName, rowId, scopeId, await replica.known(tableName, rowId));
  }
}

async function setAsideRejected(
  store: Store,
  replica: Replica,
  { deviceId }: DeviceState,
  { verdicts }: Acknowledgement,
  acked: readonly OutboxRecord[],
  now: number,
): Promise<number> {
  const reasons = new Map(verdicts.map((one) => [one.n, one]));
  let rejected = 0;
  for (const entry of acked) {
    const verdict = reasons.get(entry.n);
    const id = `${deviceId}:${entry.n}`;
    if (verdict?.verdict !== 'rejected') {
      if (verdict !== undefined && verdict.verdict !== 'noop') await store.remove('setAside', { id });
      continue;
    }
    rejected += 1;
    const server = await replica.known(entry.tableName, entry.rowId);
    await store.put('setAside', {
      id,
      n: entry.n,
      kind: 'rejected',
      change: JSON.stringify(entry),
      reason: verdict.reason ?? '',
      serverRow: server === null ? null : JSON.stringify(server),
      at: now,
    });
  }
  return rejected;
}

/** Forgets acknowledged changes that are older than a server's oldest backup may be. */
export async function pruneSent(store: Store, now: number): Promise<void> {
  for (const { n, sentAt } of await store.list('outbox', {}, LIMITS.changesPerPush)) {
    if (sentAt === null || sentAt > now - KEEP_SENT_MS) return;
    await store.remove('outbox', { n });
  }
}
