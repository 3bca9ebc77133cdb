/** Recovery of a device when its cursors become invalid: after a scope was withdrawn, the server restored, or the device's database copied. */
import { chainAfter } from '../chain.ts';
import { EMPTY_DIGEST } from '../digest.ts';
import type { StreamScope } from '@holdfast/contract/sync';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow, TableRegistry } from '../registry.ts';
import type { Store } from '../store.ts';
import { idsByTable } from './outbox.ts';
import { openReplica } from './replica.ts';
import { clearStage } from './stage.ts';
import { type DeviceSetting, readState, writeState } from './state.ts';

/** Number of rows removed before other tasks of the process run. */
const SLICE = 500;

const EVERYTHING = { after: -1, upTo: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };

/**
 * Removes a scope that was withdrawn, or withdrawn and granted again. Its unsent changes are set aside, where their author can export them; their
 * numbers stay in the outbox as `noop`. Accepted changes are kept as sent, as long as a restored server may lack them.
 * @returns how many were set aside
 */
export async function dropScope(
  store: Store,
  { registry, now, rest }: DeviceSetting,
  scopeId: string,
): Promise<number> {
  const { deviceId } = await readState(store);
  for (const table of registry.keys()) {
    const rows = await store.rowsAfter(table, { ...EVERYTHING, scopeId });
    for (const [i, { id }] of rows.entries()) {
      await store.deleteRow(table, id);
      if (i % SLICE === SLICE - 1) await rest?.();
    }
  }
  await store.remove('confirmed', { scopeId });
  await store.dropChanges(scopeId);
  await clearStage(store, scopeId);
  await store.remove('subscription', { scopeId });
  let setAside = 0;
  for (const entry of await store.list('outbox', { scopeId })) {
    if (entry.op === 'noop' || entry.sentAt !== null) continue;
    setAside += 1;
    await withdraw(store, deviceId, entry, now());
  }
  return setAside;
}

/** Sets a change aside whose scope was withdrawn; its number stays in the outbox. */
async function withdraw(store: Store, deviceId: string, entry: OutboxRecord, at: number): Promise<void> {
  await store.put('setAside', {
    id: `${deviceId}:${entry.n}`,
    n: entry.n,
    kind: 'quarantined',
    change: JSON.stringify(entry),
    reason: 'scopeWithdrawn',
    at,
  });
  await store.put('outbox', { ...emptied(entry), sentAt: null });
}

/** Returns an entry of the outbox with its number but without its change. */
function emptied(entry: OutboxRecord): OutboxRecord {
  return { ...entry, op: 'noop', setJson: '{}', oldJson: '{}', baseJson: '{}', historyJson: null };
}

/** Removes all data of a device, for example after an administrator wiped it. Unsent changes are set aside. @returns the number of changes set aside */
export async function dropEverything(setting: DeviceSetting): Promise<number> {
  return setting.database.transaction(async (store) => {
    let setAside = 0;
    for (const { scopeId } of await store.list('subscription', {}))
      setAside += await dropScope(store, setting, scopeId);
    for (const entry of await store.list('outbox', {})) await store.put('outbox', emptied(entry));
    return setAside;
  });
}

/**
 * Resets the sequence numbers of a scope, because its server numbers changes differently now. Its rows are kept until the stream has replaced them,
 * and its log until it has been compared with them.
 */
async function forgetNumbers(store: Store, { registry }: DeviceSetting, scopeId: string, epoch: string): Promise<void> {
  const [subscription] = await store.list('subscription', { scopeId });
  if (subscription === undefined) return;
  await zeroNumbers(store, registry, scopeId);
  await clearStage(store, scopeId);
  await store.put('subscription', { ...subscription, cursor: 0, epoch, headRows: 0, headDigest: EMPTY_DIGEST });
}

/** Sets the numbers of all rows of a scope to 0, so that any number of the server counts as newer. */
async function zeroNumbers(store: Store, registry: TableRegistry, scopeId: string): Promise<void> {
  for (const table of registry.keys())
    for (const { id } of await store.rowsAfter(table, { ...EVERYTHING, after: 0, scopeId }))
      await store.updateRow(table, id, { _seq: 0 });
  for (const confirmed of await store.list('confirmed', { scopeId })) {
    if (confirmed.rowJson === null) continue;
    const row = { ...(JSON.parse(confirmed.rowJson) as StoredRow), _seq: 0 };
    await store.put('confirmed', { ...confirmed, rowJson: JSON.stringify(row) });
  }
}

/** Result of adopting a server that was restored. */
export interface Adopted {
  /** False when changes that the server lacks are no longer stored here: the device has to register under a new id then. */
  complete: boolean;
  /** Number of changes that the server lacks and whose scopes were withdrawn from the device after it sent them. */
  setAside: number;
}

/**
 * Follows a server that was restored from a backup (data decision 12): numbers are reset, and acknowledged changes that the backup lacks are queued
 * again.
 * @param lastN number of the last change of this device that the server has
 */
export async function adoptEpoch(store: Store, setting: DeviceSetting, epoch: string, lastN: number): Promise<Adopted> {
  const state = await readState(store);
  const subscribed = new Set((await store.list('subscription', {})).map(({ scopeId }) => scopeId));
  for (const scopeId of subscribed) await forgetNumbers(store, setting, scopeId, epoch);
  state.epoch = epoch;
  const adopted: Adopted = { complete: true, setAside: 0 };
  if (lastN < state.ackedN) {
    const kept = (await store.list('outbox', {})).filter(({ n }) => n <= state.ackedN);
    const lost = kept.filter(({ n }) => n > lastN);
    const base = kept.find(({ n }) => n === lastN);
    adopted.complete = lost.length === state.ackedN - lastN && (lastN === 0 || base !== undefined);
    const again = lost.filter(({ op, scopeId }) => op === 'noop' || subscribed.has(scopeId));
    for (const entry of again) await waitAgain(store, entry);
    await showWaiting(store, setting, again);
    const withdrawn = lost.filter((entry) => !again.includes(entry));
    for (const entry of withdrawn) await withdraw(store, state.deviceId, entry, setting.now());
    adopted.setAside = withdrawn.length;
    state.ackedN = lastN;
    state.ackedChain = base?.chain ?? '';
  }
  await writeState(store, state);
  return adopted;
}

/** Marks a change of the outbox as unsent, and stores the server's version of its row separately from the displayed one. */
export async function waitAgain(store: Store, entry: OutboxRecord): Promise<void> {
  const { tableName, rowId, scopeId, op } = entry;
  await store.put('outbox', { ...entry, sentAt: null });
  if (op === 'noop' || (await store.list('confirmed', { tableName, rowId })).length > 0) return;
  const row = await store.row(tableName, rowId);
  await store.put('confirmed', { tableName, rowId, scopeId, rowJson: row === undefined ? null : JSON.stringify(row) });
}

/** Shows unsent changes over the server's version of their rows. */
export async function showWaiting(
  store: Store,
  { registry, now }: DeviceSetting,
  entries: readonly OutboxRecord[],
): Promise<void> {
  const replica = await openReplica(store, registry, now());
  const changed = entries.filter(({ op }) => op !== 'noop');
  for (const [table, ids] of idsByTable(changed)) await replica.expect(table, ids);
  for (const { tableName, rowId, scopeId } of changed)
    replica.confirm(tableName, rowId, scopeId, replica.known(tableName, rowId));
  await replica.finish(idsByTable(entries));
}

/**
 * Continues as a new device, after this database was found to be a copy of another one: unsent changes are numbered from 1 under the new id, and
 * everything is pulled from the beginning.
 * @param agreed the last number up to which server and device have the same changes; the rest is sent
 */
export async function becomeDevice(
  store: Store,
  setting: DeviceSetting,
  deviceId: string,
  agreed: number,
): Promise<void> {
  const state = await readState(store);
  const entries = await store.list('outbox', {});
  await store.remove('outbox', {});
  let chain = '';
  let n = 0;
  for (const entry of entries) {
    if (entry.sentAt !== null || entry.n <= agreed) continue;
    n += 1;
    chain = chainAfter(chain, n, entry.groupId, entry.clock);
    await store.put('outbox', { ...entry, n, chain });
  }
  await writeState(store, { ...state, deviceId, nextN: n + 1, chain, ackedN: 0, ackedChain: '' });
  const replica = await openReplica(store, setting.registry, setting.now());
  const apart = await store.list('confirmed', {});
  for (const { tableName, rowId, scopeId, rowJson } of apart) {
    if ((await store.list('outbox', { tableName, rowId })).some(({ op }) => op !== 'noop')) continue;
    const row = rowJson === null ? null : (JSON.parse(rowJson) as StoredRow);
    await replica.expect(tableName, [rowId]);
    replica.confirm(tableName, rowId, scopeId, row);
  }
  await replica.finish(idsByTable(apart));
  for (const { scopeId } of await store.list('subscription', {})) await restartScope(store, scopeId);
}

/** Makes the next stream of a scope start from the beginning; the current rows stay usable until then. */
export async function restartScope(store: Store, scopeId: string): Promise<void> {
  const [subscription] = await store.list('subscription', { scopeId });
  if (subscription === undefined) return;
  await clearStage(store, scopeId);
  const { grantId, epoch } = subscription;
  await store.put('stageMark', { scopeId, grantId, epoch, fromCursor: 0, beganAt: 0, mark: 0 });
}

/** Applies the scopes in the header of a stream to the tables of this device. @returns the number of changes set aside */
export async function adoptScopes(
  store: Store,
  setting: DeviceSetting,
  epoch: string,
  scopes: readonly StreamScope[],
  asked: Readonly<Record<string, { cursor: number }>>,
): Promise<number> {
  let setAside = 0;
  for (const subscription of await store.list('subscription', {})) {
    const scope = scopes.find(({ scopeId }) => scopeId === subscription.scopeId);
    if (scope === undefined || subscription.grantId !== scope.grantId)
      setAside += await dropScope(store, setting, subscription.scopeId);
  }
  for (const { scopeId, grantId, from, head } of scopes) {
    const [subscription] = await store.list('subscription', { scopeId });
    if (subscription === undefined) {
      const fresh = { cursor: 0, headRows: 0, headDigest: EMPTY_DIGEST };
      await store.put('subscription', { scopeId, grantId, epoch, ...fresh });
    } else if ((asked[scopeId]?.cursor ?? 0) > head) await forgetNumbers(store, setting, scopeId, epoch);
    if (from !== (asked[scopeId]?.cursor ?? -1)) await clearStage(store, scopeId);
  }
  return setAside;
}
