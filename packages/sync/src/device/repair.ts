import { PROTOCOL, RepairLine, type RepairRequest } from '@holdfast/contract/sync';
import type { StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';
import { bucketOf, bucketSums } from '../buckets.ts';
import { agree, openReplica } from './replica.ts';
import { type DeviceSetting, readState } from './state.ts';

/** Returns the digests of the rows that a device actually has of a scope; null when it no longer has the scope. */
export async function repairRequest(
  store: Store,
  setting: DeviceSetting,
  scopeId: string,
): Promise<RepairRequest | null> {
  const { registry, now } = setting;
  const replica = await openReplica(store, registry, now());
  const subscription = replica.subscriptions.get(scopeId);
  if (subscription === undefined) return null;
  const rows = (await replica.knownRows(scopeId)).filter(({ row }) => row.deletedAt === null);
  const { schema } = await readState(store);
  return { protocol: PROTOCOL, schema, scopeId, grantId: subscription.grantId, buckets: bucketSums(rows) };
}

/** Collects the lines of a repair; null when the stream was cut or refused. */
export async function readRepair(lines: AsyncIterable<readonly string[]>): Promise<RepairLine[] | null> {
  const all: RepairLine[] = [];
  try {
    for await (const batch of lines) for (const line of batch) all.push(RepairLine.parse(JSON.parse(line)));
  } catch {
    return null;
  }
  return all.at(-1)?.kind === 'proof' ? all : null;
}

/**
 * Replaces the buckets that differ completely, and compares the scope with its proof again. The cursor is unchanged: rows may be newer than the
 * cursor now, and the next pull receives their history.
 * @returns true when the scope agrees with the server
 */
export async function applyRepair(
  store: Store,
  { registry, now }: DeviceSetting,
  lines: readonly RepairLine[],
): Promise<boolean> {
  const proof = lines.at(-1);
  if (proof?.kind !== 'proof') return false;
  const { scopeId } = proof;
  const replica = await openReplica(store, registry, now());
  const subscription = replica.subscriptions.get(scopeId);
  if (subscription === undefined) return false;
  const differing = new Set(lines.flatMap((line) => (line.kind === 'buckets' ? line.differing : [])));
  const rows = new Map<string, { table: string; row: StoredRow }>();
  for (const line of lines) if (line.kind === 'row') rows.set(`${line.table} ${line.row.id}`, line);
  for (const { table, row } of await replica.knownRows(scopeId)) {
    if (row.deletedAt !== null || rows.has(`${table} ${row.id}`) || !differing.has(bucketOf(table, row.id))) continue;
    await replica.expect(table, [row.id]);
    replica.confirm(table, row.id, scopeId, null);
  }
  for (const { table, row } of rows.values()) {
    if (!registry.has(table) || row.scopeId !== scopeId) continue;
    await replica.expect(table, [row.id]);
    replica.confirm(table, row.id, scopeId, row);
  }
  await replica.recount(scopeId);
  await replica.finish();
  return agree(replica.tally(scopeId), proof);
}
