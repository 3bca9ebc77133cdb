import type { LocalDb } from '../ctx.ts';

/** The life of this database; another one after it was restored from a backup (docs/sync.md, "What is promised"). */
export async function epochOf(db: LocalDb, newId: () => string): Promise<string> {
  const fact = async (): Promise<string | undefined> =>
    (await db.selectFrom('instance').select('value').where('key', '=', 'epoch').executeTakeFirst())?.value;
  const found = await fact();
  if (found !== undefined) return found;
  await db
    .insertInto('instance')
    .values({ key: 'epoch', value: newId() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await fact())!;
}
