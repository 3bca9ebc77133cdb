/** Removes contents to which no row refers, not even a deleted one, after a while (product decision 22). */
import { kyselyStore } from '@holdfast/sync';
import type { Kysely } from 'kysely';
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { storedReleases } from '../releases/index.ts';
import { CONTENT_TABLES, registry } from '../db/registry.ts';
import { transaction } from '../db/transaction.ts';
import type { Database } from '../db/schema.ts';
import type { Application } from '../application.ts';
import type { StoredBlob } from '../ports.ts';

/** Time for which an unreferenced content is kept, in ms: the row that refers to an upload may not have arrived yet. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Removes contents that were stored 30 days ago or earlier and that no row refers to, deleted rows included. Hosts run it at intervals.
 * @returns how many were removed
 */
export async function collectUnusedBlobs(application: Application): Promise<number> {
  const { blobs, clock } = application.ports;
  const until = clock.now() - UNUSED_MS;
  const used = new Map<string, Set<string>>();
  let removed = 0;
  for await (const blob of blobs.list()) {
    if (blob.storedAt > until) continue;
    if (!used.has(blob.scopeId)) used.set(blob.scopeId, await hashesOf(application.read, blob.scopeId));
    if (!used.get(blob.scopeId)!.has(blob.sha256) && (await removeUnused(application, blob, until))) removed += 1;
  }
  return removed;
}

function isSignature(table: string): boolean {
  return table === 'signature';
}

async function hashesOf(db: Kysely<Database>, scopeId: string): Promise<Set<string>> {
  const hashes = new Set<string>();
  for (const table of CONTENT_TABLES) {
    const all = db.selectFrom(table).select('sha256').distinct().where('scopeId', '=', scopeId);
    // A removed signature cannot be restored, and the signature of an erased person must be deleted.
    const rows = await (isSignature(table) ? all.where('deletedAt', 'is', null) : all).execute();
    for (const { sha256 } of rows) hashes.add(sha256);
  }
  // Earlier templates of a report can be restored.
  const versions = await db
    .selectFrom('reportVersion')
    .innerJoin('report', 'report.id', 'reportVersion.reportId')
    .select('reportVersion.sha256')
    .where('report.scopeId', '=', scopeId)
    .execute();
  for (const { sha256 } of versions) hashes.add(sha256);
  if (scopeId === LIBRARY_SCOPE) {
    for (const { sha256 } of await storedReleases(db)) hashes.add(sha256);
    const signed = await db.selectFrom('user').select('signature').where('signature', 'is not', null).execute();
    for (const { signature } of signed) hashes.add(signature!);
  }
  return hashes;
}

/**
 * Removes a content to which no row refers. While its scope is locked, no new row can refer to it, and a later writer finds it missing.
 * @param until the time by which it was stored, milliseconds UTC; absent: at any time
 * @returns false when it is used or not stored
 */
export function removeUnused(
  { write, engine, ports }: Pick<Application, 'write' | 'engine' | 'ports'>,
  { scopeId, sha256 }: Pick<StoredBlob, 'scopeId' | 'sha256'>,
  until = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  return transaction({ write, engine }, async (trx, runner) => {
    await kyselyStore(runner, engine, registry).lockHead(scopeId);
    const used = await hashesOf(trx, scopeId);
    const storedAt = await ports.blobs.storedAt({ scopeId, sha256 });
    if (used.has(sha256) || storedAt === null || storedAt > until) return false;
    await ports.blobs.delete({ scopeId, sha256 });
    await trx.deleteFrom('blob').where('scopeId', '=', scopeId).where('sha256', '=', sha256).execute();
    return true;
  });
}
