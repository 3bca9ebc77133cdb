import { Problem } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { SyncedTable } from '../db/schema.ts';

/** @throws {Problem} `notFound` unless the row exists and the call may see it */
export async function mustExist(db: ScopedDb, table: SyncedTable, id: string): Promise<void> {
  // Sound because every synced table has these columns, with the same types.
  const row = await db
    .from(table as 'note')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('notFound');
}
