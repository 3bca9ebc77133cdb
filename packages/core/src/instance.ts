import type { LocalDb } from './ctx.ts';

/** Stores a fact of this database, in the place of the one it had under the key. */
export async function storeFact(db: LocalDb, key: string, value: string): Promise<void> {
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
