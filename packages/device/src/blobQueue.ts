/** Queue of the contents to transfer, with their progress (docs/sync.md, "The desktop's agent"). */
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { retryPause } from '@holdfast/contract/client';
import { CONTENT_TABLES, type Database } from '@holdfast/core';
import { LOST } from '@holdfast/sync';
import { type Kysely, sql } from 'kysely';
import { type ContentPlace, isLeftOut } from './contentOrder.ts';

/** Bytes in transfer. */
export type QueuedBlob = Database['blobQueue'] & { size: number };

/** A failure is tried again after this long, doubled with each one, up to an hour. */
const RETRY_MS = { first: 5_000, longest: 60 * 60 * 1000 };

/** Returns a table of rows that refer to contents, with the columns that all of them have. */
const holder = (table: string) =>
  sql<Pick<Database['file'], 'scopeId' | 'sha256' | 'deletedAt'> & { mimeType?: string }>`${sql.table(table)}`.as(
    'holder',
  );

/** The columns of an entry's progress, with their values before the first attempt. */
const COURSE = ['offset', 'state', 'attempts', 'nextAt', 'error'] as const;
const untried = [
  sql<number>`0`.as('offset'),
  sql<'pending'>`'pending'`.as('state'),
  sql<number>`0`.as('attempts'),
  sql<number>`0`.as('nextAt'),
  sql<string>`''`.as('error'),
];

/** Contents that some row here refers to, deleted or not. */
const referredTo = sql<boolean>`("scopeId", "sha256") in (${sql.join(
  CONTENT_TABLES.map((table) => sql`select "scopeId", "sha256" from ${sql.table(table)}`),
  sql` union all `,
)})`;

/**
 * Brings the queue up to date: what was made here and is not known to have been sent goes up; what living rows refer to and is not here comes
 * down. Bytes whose row was set aside stay here: the server takes none that no row asks for, and waiting for it would never end.
 * @param again also what was sent before, as after a server lost it
 */
export async function fillQueue(db: Kysely<Database>, again = false): Promise<void> {
  await db
    .deleteFrom('blobQueue')
    .where('direction', '=', 'up')
    .where('state', '!=', 'done')
    .where(({ not }) => not(referredTo))
    .execute();
  await db
    .insertInto('blobQueue')
    .columns(['scopeId', 'sha256', 'direction', ...COURSE])
    .expression(
      db
        .selectFrom('blob')
        .select(['scopeId', 'sha256', sql`'up'`.as('direction'), ...untried])
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
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['scopeId', 'sha256', 'direction'])
        .doUpdateSet(({ ref }) => Object.fromEntries(COURSE.map((column) => [column, ref(`excluded.${column}`)]))),
    )
    .execute();
  for (const table of CONTENT_TABLES) {
    await db
      .insertInto('blobQueue')
      .columns(['scopeId', 'sha256', 'direction', ...COURSE])
      .expression(
        db
          .selectFrom(holder(table))
          .select(['scopeId', 'sha256', sql`'down'`.as('direction'), ...untried])
          .distinct()
          .where('deletedAt', 'is', null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('blob')
                  .select('state')
                  .whereRef('blob.scopeId', '=', 'holder.scopeId')
                  .whereRef('blob.sha256', '=', 'holder.sha256')
                  .where('blob.state', '=', 'stored'),
              ),
            ),
          ),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['scopeId', 'sha256', 'direction'])
          .doUpdateSet({ state: 'pending' })
          .where('blobQueue.state', '=', 'done'),
      )
      .execute();
  }
}

/** Contents updated in one statement. */
const AT_ONCE = 500;

/**
 * Sets aside what is to come for installations whose photos and files were not chosen, and queues again what is for others.
 * @param without ids of installations
 */
export async function applyChoice(db: Kysely<Database>, without: ReadonlySet<string>): Promise<void> {
  const places = await placesToCome(db, ['pending', 'active', 'failed', 'missing', 'skipped']);
  for (const [scopeId, all] of Map.groupBy(places, (place) => place.scopeId)) {
    const byContent = [...Map.groupBy(all, ({ sha256 }) => sha256)];
    for (const isOut of [true, false]) {
      const hashes = byContent.filter(([, shown]) => isLeftOut(shown, without) === isOut).map(([sha256]) => sha256);
      for (let from = 0; from < hashes.length; from += AT_ONCE)
        await db
          .updateTable('blobQueue')
          .set({ state: isOut ? 'skipped' : 'pending' })
          .where('scopeId', '=', scopeId)
          .where('direction', '=', 'down')
          .where('sha256', 'in', hashes.slice(from, from + AT_ONCE))
          .where('state', isOut ? 'in' : '=', isOut ? ['pending', 'active', 'failed', 'missing'] : 'skipped')
          .execute();
    }
  }
}

/** The places where contents are shown that are to come to this device. @param states of their entries */
export async function placesToCome(
  db: Kysely<Database>,
  states: readonly Database['blobQueue']['state'][] = ['pending', 'active', 'failed', 'missing'],
): Promise<ContentPlace[]> {
  const entries = () =>
    db.selectFrom('blobQueue').where('blobQueue.direction', '=', 'down').where('blobQueue.state', 'in', states);
  const photos = await entries()
    .innerJoin('image', (join) =>
      join.onRef('image.scopeId', '=', 'blobQueue.scopeId').onRef('image.sha256', '=', 'blobQueue.sha256'),
    )
    .innerJoin('installationInspectionItem as member', 'member.id', 'image.installationInspectionItemId')
    .innerJoin('installationInspection as inspection', 'inspection.id', 'member.installationInspectionId')
    .select(['image.scopeId', 'image.sha256', 'inspection.installationId', 'inspection.id as inspectionId'])
    .select('inspection.expectedEndDate as endsAt')
    .where('image.deletedAt', 'is', null)
    .execute();
  const files = await entries()
    .innerJoin('file', (join) =>
      join.onRef('file.scopeId', '=', 'blobQueue.scopeId').onRef('file.sha256', '=', 'blobQueue.sha256'),
    )
    .innerJoin('item', 'item.id', 'file.itemId')
    .select(['file.scopeId', 'file.sha256', 'item.installationId'])
    .where('file.deletedAt', 'is', null)
    .execute();
  return [...photos, ...files.map((file) => ({ ...file, inspectionId: null, endsAt: null }))];
}

/** Queues contents to be sent again that the server lost, as far as they are on this device. @returns how many are */
export async function sendContentsAgain(
  db: Kysely<Database>,
  contents: readonly Pick<BlobKey, 'scopeId' | 'sha256'>[],
): Promise<number> {
  let queued = 0;
  for (const { scopeId, sha256 } of contents) {
    const here = await db
      .selectFrom('blob')
      .select('sha256')
      .where('scopeId', '=', scopeId)
      .where('sha256', '=', sha256)
      .where('state', '=', 'stored')
      .executeTakeFirst();
    if (here === undefined) continue;
    queued += 1;
    const again = { offset: 0, state: 'pending', attempts: 0, nextAt: 0, error: '' } as const;
    await db
      .insertInto('blobQueue')
      .values({ scopeId, sha256, direction: 'up', ...again })
      .onConflict((conflict) => conflict.columns(['scopeId', 'sha256', 'direction']).doUpdateSet(again))
      .execute();
  }
  return queued;
}

/**
 * Treats photos and files of changes that a restored server lost as ones that were never sent: they stay on this device, and are sent once the
 * change was sent again.
 */
export async function keepLostContents(db: Kysely<Database>): Promise<void> {
  const lost = await db.selectFrom('setAside').select('change').where('reason', '=', LOST).execute();
  for (const { change } of lost) {
    const { scopeId, setJson } = JSON.parse(change) as Pick<Database['outbox'], 'scopeId' | 'setJson'>;
    const { sha256 } = JSON.parse(setJson) as { sha256?: string };
    if (sha256 !== undefined)
      await db
        .deleteFrom('blobQueue')
        .where('scopeId', '=', scopeId)
        .where('sha256', '=', sha256)
        .where(({ not }) => not(referredTo))
        .execute();
  }
}

/** States of an entry that is not tried again by itself. */
const AT_REST = ['done', 'damaged', 'skipped'] as const;

/** Time of the next attempt for any content, milliseconds UTC; null when none waits. */
export async function nextTry(db: Kysely<Database>): Promise<number | null> {
  const next = await db
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.min('nextAt').as('at'))
    .where('state', 'not in', AT_REST)
    .executeTakeFirst();
  return next?.at ?? null;
}

/** Returns the contents due for transfer in one direction, small ones first. */
export async function dueBlobs(db: Kysely<Database>, direction: 'up' | 'down', now: number): Promise<QueuedBlob[]> {
  const shown = CONTENT_TABLES.map(
    (table) =>
      sql`(select max("size") from ${sql.table(table)} where "scopeId" = "blobQueue"."scopeId" and "sha256" = "blobQueue"."sha256" and "deletedAt" is null)`,
  );
  const here = sql`(select "size" from "blob" where "scopeId" = "blobQueue"."scopeId" and "sha256" = "blobQueue"."sha256")`;
  const due = await db
    .selectFrom('blobQueue')
    .selectAll()
    .select(sql<number | null>`coalesce(${here}, ${sql.join(shown)})`.as('size'))
    .where('direction', '=', direction)
    .where('state', 'not in', AT_REST)
    .where('nextAt', '<=', now)
    .orderBy('size')
    .execute();
  const isShown = (blob: (typeof due)[number]): blob is QueuedBlob => blob.size !== null;
  // No row refers to it any more; a later reference requests it again.
  for (const blob of due) if (!isShown(blob)) await settle(db, blob, { state: 'done' });
  return due.filter(isShown);
}

/** Returns the number of contents that wait, due or not. */
export async function waitingBlobs(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'not in', AT_REST)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns true when the server has or had a content: it was sent from here, or came from there. Any other may be the only copy. */
export async function wasOnServer(
  db: Kysely<Database>,
  { scopeId, sha256 }: Omit<BlobKey, 'direction'>,
): Promise<boolean> {
  const settled = await db
    .selectFrom('blobQueue')
    .select('state')
    .where('scopeId', '=', scopeId)
    .where('sha256', '=', sha256)
    .where('state', '=', 'done')
    .limit(1)
    .executeTakeFirst();
  return settled !== undefined;
}

/** Notes that the bytes of an unsent content are damaged. The file stays; a person decides what becomes of it. */
export async function quarantine(db: Kysely<Database>, { scopeId, sha256 }: Omit<BlobKey, 'direction'>): Promise<void> {
  const entry = { state: 'damaged', error: 'The file changed on this device after it was recorded.' } as const;
  await db
    .insertInto('blobQueue')
    .values({ scopeId, sha256, direction: 'up', offset: 0, attempts: 0, nextAt: 0, ...entry })
    .onConflict((conflict) => conflict.columns(['scopeId', 'sha256', 'direction']).doUpdateSet(entry))
    .execute();
}

/** Contents the server has that no row of this device refers to any more: their scope was withdrawn, or their row was forgotten. */
export async function leftovers(db: Kysely<Database>): Promise<{ scopeId: string; sha256: string }[]> {
  return db
    .selectFrom('blob')
    .select(['scopeId', 'sha256'])
    .where(({ not }) => not(referredTo))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('blobQueue')
          .select('state')
          .whereRef('blobQueue.scopeId', '=', 'blob.scopeId')
          .whereRef('blobQueue.sha256', '=', 'blob.sha256')
          .where('blobQueue.state', '=', 'done'),
      ),
    )
    .execute();
}

type BlobKey = Pick<Database['blobQueue'], 'scopeId' | 'sha256' | 'direction'>;

/** Stores the outcome of a transfer. */
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
  const wait = retryPause(blob.attempts, RETRY_MS);
  await settle(db, blob, { state, attempts, nextAt: now + wait, error: error.slice(0, 200) });
}

/** MIME type of a content, as the rows that refer to it have it. */
export async function mimeTypeOf(
  db: Kysely<Database>,
  { scopeId, sha256 }: Omit<BlobKey, 'direction'>,
): Promise<string> {
  for (const table of CONTENT_TABLES) {
    const row = await db
      .selectFrom(holder(table))
      .selectAll()
      .where('scopeId', '=', scopeId)
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst();
    // A report template has no type of its own among its columns.
    if (row !== undefined) return row.mimeType ?? 'application/xml';
  }
  return 'application/octet-stream';
}

/** Removes a content from the queue, in both directions. */
export async function removeEntries(
  db: Kysely<Database>,
  { scopeId, sha256 }: Omit<BlobKey, 'direction'>,
): Promise<void> {
  await db.deleteFrom('blobQueue').where('scopeId', '=', scopeId).where('sha256', '=', sha256).execute();
}
