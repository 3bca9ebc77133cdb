import type { LocalDb } from './calls/ctx.ts';

/** Stores a fact of this database, replacing the one with the same key. */
export async function storeFact(db: LocalDb, key: string, value: string): Promise<void> {
  await db
    .insertInto('instance')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
