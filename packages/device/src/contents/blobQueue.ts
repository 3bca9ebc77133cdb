/** Queue of the contents to transfer, with their progress (docs/sync.md, "The desktop's agent"). */
import { LIBRARY_SCOPE } from '@holdfast/contract';
import { retryPause } from '@holdfast/contract/client';
import { CONTENT_TABLES, type Database } from '@holdfast/core';
import { type Kysely, sql } from 'kysely';
import { type ContentPlace, isLeftOut } from './contentOrder.ts';

/** Bytes in transfer. */
export type QueuedBlob = Database['blobQueue'] & { size: number };

/** Delay in ms before a failed transfer is retried, doubled with each failure up to the longest. */
const RETRY_MS = { first: 5_000, longest: 60 * 60 * 1000 };

/** Returns a table of rows that refer to contents, with the columns that all of them have. */
const holder = (table: string) =>
  sql<Pick<Database['file'], 'scopeId' | 'sha256' | 'deletedAt'> & { mimeType?: string }>`${sql.table(table)}`.as(
    'holder',
  );

/** The columns of the progress of an entry, whose values are reset before the first attempt. */
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
 * Updates the queue. Contents that were created here and are not known to be sent are queued for upload; contents that living rows refer to and that
 * are not here are queued for download. Contents of rows that were set aside are not queued: the server accepts only contents that a row refers to,
 * so they would wait forever.
 * @param again also queues contents that were sent before, for example after a server lost them
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
 * Skips the downloads for installations whose photos and files were not chosen, and queues the skipped downloads of other installations again.
 * @param without ids of installations
 */
export async function applyChoice(db: Kysely<Database>, without: ReadonlySet<string>): Promise<void> {
  const places = await pendingPlaces(db, ['pending', 'active', 'failed', 'missing', 'skipped']);
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

/** Returns the places where contents to download are shown. @param states of their entries */
export async function pendingPlaces(
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

/** Queues contents that the server lost to be sent again, if they are on this device. @returns the number of queued contents */
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
 * Marks photos and files of changes that were set aside as never sent. They stay on this device and are sent after the change was sent again. The
 * server may have had them before it was restored from a backup.
 */
export async function keepContentsSetAside(db: Kysely<Database>): Promise<void> {
  for (const { change } of await db.selectFrom('setAside').select('change').execute()) {
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

/**
 * Treats photos and files without a row as ones that were never sent, as after the server was restored: it may lack them as well as their rows, and the copy
 * on this device may be the only whole one. They are sent once a row refers to them again. Scopes that were withdrawn leave nothing behind.
 */
export async function keepContentsWithoutRow(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('blobQueue')
    .where(({ not }) => not(referredTo))
    .where('scopeId', 'in', db.selectFrom('subscription').select('scopeId'))
    .execute();
}

/** States of an entry that is not retried automatically. */
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

/** Returns the contents due for transfer in one direction, smallest first. */
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

/** Returns the number of queued contents, due or not. */
export async function waitingBlobs(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'not in', AT_REST)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns true when the server has or had a content, because it was uploaded or downloaded. Otherwise the local content may be the only copy. */
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

/** Notes that the bytes of an unsent content are damaged. The file is kept until a person decides about it. */
export async function quarantine(db: Kysely<Database>, { scopeId, sha256 }: Omit<BlobKey, 'direction'>): Promise<void> {
  const entry = { state: 'damaged', error: 'The file changed on this device after it was recorded.' } as const;
  await db
    .insertInto('blobQueue')
    .values({ scopeId, sha256, direction: 'up', offset: 0, attempts: 0, nextAt: 0, ...entry })
    .onConflict((conflict) => conflict.columns(['scopeId', 'sha256', 'direction']).doUpdateSet(entry))
    .execute();
}

/** Returns contents that the server has and that no row of this device refers to any more: their scope was withdrawn, or their row was removed. */
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

/**
 * Returns the contents in the queue of scopes that were withdrawn, of which no original is stored. A small copy may be here that arrived before its
 * original, or a damaged file that was set apart until a whole one arrives.
 */
export async function withdrawnContents(db: Kysely<Database>): Promise<{ scopeId: string; sha256: string }[]> {
  return db
    .selectFrom('blobQueue')
    .select(['scopeId', 'sha256'])
    .distinct()
    .where('scopeId', 'not in', db.selectFrom('subscription').select('scopeId'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blob')
            .select('state')
            .whereRef('blob.scopeId', '=', 'blobQueue.scopeId')
            .whereRef('blob.sha256', '=', 'blobQueue.sha256'),
        ),
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

/** Records that the transfer of a content failed, and the time of the next attempt. */
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

/** Returns the MIME type of a content from the rows that refer to it. */
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
    // Report templates have no column for the type.
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
