import { bucketOf, bucketSums } from '../buckets.ts';
import { PROTOCOL, type RepairLine, type RepairRequest } from '@holdfast/contract/sync';
import type { StoredRow, TableRegistry } from '../registry.ts';
import type { Store } from '../store.ts';
import { deviceRefusal } from './push.ts';
import { isKnownAt, rowAtVersion } from '../versions.ts';
import { headAtVersion } from './headAtVersion.ts';
import type { ServerSetting } from './setting.ts';

/** Returns the living rows of a scope in the tables of a version. */
async function livingRows(
  store: Store,
  registry: TableRegistry,
  scopeId: string,
  version: number,
): Promise<{ table: string; row: StoredRow }[]> {
  const rows: { table: string; row: StoredRow }[] = [];
  for (const definition of registry.values())
    if (isKnownAt(definition, version))
      for (const row of await store.find(definition.name, { scopeId })) rows.push({ table: definition.name, row });
  return rows;
}

/**
 * Answers a device whose proof failed with the complete content of every bucket that differs, and with a new proof. Both are read in one transaction.
 * A device requests a repair once per run, never in a loop.
 */
export async function* repair(
  { database, registry, memberships, isGone = () => false }: ServerSetting,
  deviceId: string,
  request: RepairRequest | null,
): AsyncGenerator<readonly RepairLine[], void, void> {
  if (request === null || request.protocol !== PROTOCOL) {
    yield [{ kind: 'refused', refusal: { kind: 'refused', code: 'malformed' } }];
    return;
  }
  const { scopeId, grantId, buckets, schema } = request;
  const granted = await memberships(deviceId);
  const device = await database.transaction((store) => store.lockDevice(deviceId));
  const refusal = deviceRefusal(device);
  if (refusal !== null) {
    yield [{ kind: 'refused', refusal }];
    return;
  }
  if (!granted.some((one) => one.scopeId === scopeId && (scopeId === 'library' || one.grantId === grantId))) {
    yield [{ kind: 'refused', refusal: { kind: 'refused', code: 'malformed' } }];
    return;
  }
  const read = await database.transaction(async (store) => {
    // Asked here, because others are repaired while this one waits, and reading all rows takes long.
    if (isGone()) return null;
    return {
      head: await headAtVersion(store, registry, await store.lockHead(scopeId), schema),
      rows: await livingRows(store, registry, scopeId, schema),
    };
  });
  if (read === null) return;
  const { rows, head } = read;
  const differing = bucketSums(rows).flatMap((sum, i) => (sum === buckets[i] ? [] : [i]));
  const lines: RepairLine[] = [{ kind: 'buckets', differing }];
  for (const { table, row } of rows) {
    if (!differing.includes(bucketOf(table, row.id))) continue;
    const known = rowAtVersion(registry, table, row, schema);
    if (known !== null) lines.push({ kind: 'row', table, row: known });
  }
  lines.push({ kind: 'proof', scopeId, head: head.seq, rows: head.rows, digest: head.digest });
  yield lines;
}
