/** Stored counts of requests, uploads and prints, and the bytes that companies store. */
import { EMPTY_DIGEST } from '@holdfast/sync';
import type { LocalDb } from '../calls/ctx.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Subject, UsageKind } from '../quotas.ts';

/** A count of a subject in a window. */
export interface UsageCount {
  subject: Subject;
  kind: UsageKind;
  /** Start of the window, milliseconds UTC. */
  since: number;
  amount: number;
}

/** Adds to a count. A count of an earlier window is replaced, one of a later window stays unchanged. */
export async function addUsage(
  db: Pick<LocalDb, 'insertInto'>,
  { subject, kind, since, amount }: UsageCount,
): Promise<void> {
  await db
    .insertInto('usage')
    .values({ subjectKind: subject.kind, subjectId: subject.id, kind, since, amount })
    .onConflict((conflict) =>
      conflict.columns(['subjectKind', 'subjectId', 'kind']).doUpdateSet((eb) => ({
        amount: eb
          .case()
          .when('usage.since', '=', since)
          .then(eb('usage.amount', '+', amount))
          .when('usage.since', '<', since)
          .then(amount)
          .else(eb.ref('usage.amount'))
          .end(),
        since: eb.case().when('usage.since', '<', since).then(since).else(eb.ref('usage.since')).end(),
      })),
    )
    .execute();
}

/** Counts of a kind in a window, largest first. */
export function usageSince(
  db: LocalDb,
  kind: UsageKind,
  since: number,
): Promise<{ subjectKind: Subject['kind']; subjectId: string; amount: number }[]> {
  return db
    .selectFrom('usage')
    .select(['subjectKind', 'subjectId', 'amount'])
    .where('kind', '=', kind)
    .where('since', '=', since)
    .orderBy('amount', 'desc')
    .orderBy('subjectId')
    .execute();
}

/** Removes counts of windows that ended before a moment. */
export async function removeOldUsage(db: LocalDb, before: number): Promise<void> {
  await db.deleteFrom('usage').where('since', '<', before).execute();
}

/** Bytes of photos and files by company. */
export async function storedBytes(db: LocalDb, scopeId?: string): Promise<Map<string, number>> {
  let query = db
    .selectFrom('blob')
    .select(({ fn }) => ['scopeId', fn.sum<number | string>('size').as('bytes')])
    .groupBy('scopeId');
  if (scopeId !== undefined) query = query.where('scopeId', '=', scopeId);
  return new Map((await query.execute()).map((row) => [row.scopeId, Number(row.bytes)]));
}

/** Returns true when a content of a scope is recorded. */
export async function isStored(db: LocalDb, scopeId: string, sha256: string): Promise<boolean> {
  const query = db.selectFrom('blob').select('sha256').where('scopeId', '=', scopeId).where('sha256', '=', sha256);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Locks a scope until the transaction ends. Both engines lock a row that is written, even if its value does not change. */
export async function lockSpace(db: LocalDb, scopeId: string): Promise<void> {
  await db
    .insertInto('scopeHead')
    .values({ scopeId, seq: 0, rows: 0, digest: EMPTY_DIGEST })
    .onConflict((conflict) => conflict.column('scopeId').doUpdateSet(({ ref }) => ({ seq: ref('scopeHead.seq') })))
    .execute();
}

/** Names of users and desktops by id. */
export async function namesOfSubjects(db: LocalDb): Promise<Map<string, string>> {
  const users = await db.selectFrom('user').select(['id', 'name']).execute();
  const devices = await db
    .selectFrom('device')
    .select((eb) => ['id', eb.fn.coalesce('label', 'name').as('name')])
    .execute();
  return new Map([...users, ...devices].map(({ id, name }) => [id, name]));
}

/** The companies by id and name. */
export function companyNames(db: ScopedDb): Promise<{ id: string; name: string }[]> {
  return db.from('company').select(['company.id', 'company.name']).execute();
}
