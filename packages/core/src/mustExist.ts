import { Problem } from '@holdfast/contract';
import type { ScopedDb } from './db/scoped.ts';
import type { SyncedTable } from './db/schema.ts';

/** @throws {Problem} `notFound` unless the row lives where the call may see it */
export async function mustExist(db: ScopedDb, table: SyncedTable, id: string): Promise<void> {
  // Every synced table has these columns; one of them stands for the type of the query.
  const row = await db
    .from(table as 'note')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('notFound');
}
