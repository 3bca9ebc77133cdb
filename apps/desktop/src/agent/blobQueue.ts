/** Which bytes have to travel, and how far each has come (sync.md 2.10). */
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { type Database, registry } from '@holdfast/core';
import { type Kysely, sql } from 'kysely';

/** Bytes on their way. */
export type QueuedBlob = Database['blobQueue'] & { size: number };

/** A failure is tried again after this long, doubled with each one, up to an hour. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60 * 1000;

/** The tables whose rows refer to contents. */
export const HOLDERS = [...registry.values()].filter(({ blob }) => blob === 'sha256').map(({ name }) => name as 'file');

/** Contents that some row here refers to, deleted or not. */
const referredTo = sql<boolean>`("scopeId", "sha256") in (${sql.join(
  HOLDERS.map((table) => sql`select "scopeId", "sha256" from ${sql.table(table)}`),
  sql` union all `,
)})`;

/**
 * Brings the queue up to date: what was made here and is not known to have been sent goes up; what living rows refer to and is not here comes
 * down. Bytes whose row was set aside stay here: the server takes none that no row asks for, and waiting for it would never end.
 * @param again also what was sent before, as after a server lost it
 */
export async function fillQueue(db: Kysely<Database>, again = false): Promise<void> {
  const fresh = { offset: 0, state: 'pending', attempts: 0, nextAt: 0, error: '' } as const;
  await db
    .deleteFrom('blobQueue')
    .where('direction', '=', 'up')
    .where('state', '!=', 'done')
    .where(({ not }) => not(referredTo))
    .execute();
  const made = await db
    .selectFrom('blob')
    .select(['scopeId', 'sha256'])
    .where('state', '=', 'stored')
    .where('scopeId', '!=', LIBRARY_SCOPE)
    .where(referredTo)
    .$if(!again, (all) =>
      all.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('blobQueue')
              .select('state')
              .whereRef('blobQueue.scopeId', '=', 'blob.scopeId')
              .whereRef('blobQueue.sha256', '=', 'blob.sha256'),
          ),
        ),
      ),
    )
    .execute();
  for (const blob of made) {
    await db
      .insertInto('blobQueue')
      .values({ ...blob, direction: 'up', ...fresh })
      .onConflict((conflict) => conflict.columns(['scopeId', 'sha256', 'direction']).doUpdateSet(fresh))
      .execute();
  }
  for (const table of HOLDERS) {
    const missing = await db
      .selectFrom(table)
      .select(['scopeId', 'sha256'])
      .distinct()
      .where('deletedAt', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('blob')
              .select('state')
              .whereRef('blob.scopeId', '=', `${table}.scopeId`)
              .whereRef('blob.sha256', '=', `${table}.sha256`),
          ),
        ),
      )
      .execute();
    for (const blob of missing) {
      await db
        .insertInto('blobQueue')
        .values({ ...blob, direction: 'down', ...fresh })
        .onConflict((conflict) =>
          conflict
            .columns(['scopeId', 'sha256', 'direction'])
            .doUpdateSet({ state: 'pending' })
            .where('blobQueue.state', '=', 'done'),
        )
        .execute();
    }
  }
}

/** Tells one entry of the queue from the others. */
export function keyOf({ scopeId, sha256, direction }: BlobKey): string {
  return `${direction} ${scopeId} ${sha256}`;
}

/** When the next content is to be tried again, milliseconds UTC; null when none waits. */
export async function nextTry(db: Kysely<Database>): Promise<number | null> {
  const next = await db
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.min('nextAt').as('at'))
    .where('state', '!=', 'done')
    .executeTakeFirst();
  return next?.at ?? null;
}

/** What is to travel now in one direction, small contents first. @param tried is left out */
export async function dueBlobs(
  db: Kysely<Database>,
  direction: 'up' | 'down',
  now: number,
  limit: number,
  tried: ReadonlySet<string>,
): Promise<QueuedBlob[]> {
  const due = await db
    .selectFrom('blobQueue')
    .selectAll()
    .where('direction', '=', direction)
    .where('state', '!=', 'done')
    .where('nextAt', '<=', now)
    .execute();
  const sized: QueuedBlob[] = [];
  for (const blob of due.filter((one) => !tried.has(keyOf(one)))) {
    const size = await sizeOf(db, blob);
    // Nothing shows it any more. Should it be shown again, it is asked for again.
    if (size === null) await settle(db, blob, { state: 'done' });
    else sized.push({ ...blob, size });
  }
  return sized.toSorted((one, other) => one.size - other.size).slice(0, limit);
}

/** How many contents still wait, whether their time has come or not. */
export async function waitingBlobs(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '!=', 'done')
    .executeTakeFirstOrThrow();
  return count;
}

/** Bytes of a content: as it lies here, or as the living rows that refer to it say; null when none does. */
export async function sizeOf(
  db: Kysely<Database>,
  { scopeId, sha256 }: { scopeId: string; sha256: string },
): Promise<number | null> {
  const here = await db
    .selectFrom('blob')
    .select('size')
    .where('scopeId', '=', scopeId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (here !== undefined) return here.size;
  for (const table of HOLDERS) {
    const row = await db
      .selectFrom(table)
      .selectAll()
      .where('scopeId', '=', scopeId)
      .where('sha256', '=', sha256)
      .where('deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return row.size;
  }
  return null;
}

type BlobKey = Pick<Database['blobQueue'], 'scopeId' | 'sha256' | 'direction'>;

/** Writes how a content fared. */
export async function settle(
  db: Kysely<Database>,
  { scopeId, sha256, direction }: BlobKey,
  outcome: Partial<Pick<Database['blobQueue'], 'state' | 'offset' | 'attempts' | 'nextAt' | 'error'>>,
): Promise<void> {
  await db
    .updateTable('blobQueue')
    .set(outcome)
    .where('scopeId', '=', scopeId)
    .where('sha256', '=', sha256)
    .where('direction', '=', direction)
    .execute();
}

/** Writes that a content did not arrive this time, and when it is tried again. */
export async function postpone(
  db: Kysely<Database>,
  blob: QueuedBlob,
  state: 'failed' | 'missing',
  error: string,
  now: number,
): Promise<void> {
  const attempts = blob.attempts + 1;
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 12));
  await settle(db, blob, { state, attempts, nextAt: now + wait, error: error.slice(0, 200) });
}
