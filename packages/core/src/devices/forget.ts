/** Removes deleted rows once every device in use has received their deletion (docs/sync.md, "Duties of the host"). */
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { kyselyDatabase, purgeDeleted } from '@holdfast/sync';
import { registry } from '../db/registry.ts';
import type { Application } from '../application.ts';

/** Time for which a deleted row is kept: 24 months, in ms. */
const KEPT_MS = 730 * 24 * 60 * 60 * 1000;

/**
 * Forgets rows of companies that were deleted 24 months ago or earlier and that nothing refers to. What was deleted stays readable in history.
 * Hosts run it now and then.
 * @returns how many were forgotten
 */
export async function purgeDeletions({ read, write, engine, ports }: Application): Promise<number> {
  const database = kyselyDatabase(write, engine, registry);
  const scopes = await read.selectFrom('scopeHead').select('scopeId').where('scopeId', '!=', LIBRARY_SCOPE).execute();
  let forgotten = 0;
  for (const { scopeId } of scopes)
    forgotten += await purgeDeleted(database, registry, scopeId, ports.clock.now() - KEPT_MS);
  return forgotten;
}
