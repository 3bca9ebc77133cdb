/** Statements of the desktop's own operations, of its sign-in and of its driver. */
import {
  addAccount,
  type Database,
  emailKey,
  endSessions,
  type LocalDb,
  type ScopedDb,
  type SyncedTable,
} from '@holdfast/core';
import { DISCARDED, LOST } from '@holdfast/sync';
import { type Kysely, sql } from 'kysely';

type Account = Parameters<typeof addAccount>[1];

/** The users of this device, by name. */
export function users(local: LocalDb): Promise<Pick<Database['user'], 'id' | 'name' | 'companyId' | 'role'>[]> {
  return local.selectFrom('user').select(['id', 'name', 'companyId', 'role']).orderBy('name').execute();
}

/** Resolves to true when a user has signed in on this device. */
export async function hasUsers(local: LocalDb): Promise<boolean> {
  return (await local.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Removes the password of an account and ends its sessions: from now on only the server can sign it in. */
export async function clearPassword(local: LocalDb, userId: string, now: number): Promise<void> {
  await local.updateTable('user').set({ passwordHash: null }).where('id', '=', userId).execute();
  await endSessions(local, userId, now);
}

/** Writes an account, replacing the one with its id. @param former id of another account with its address, which is removed */
export async function storeAccount(
  local: LocalDb,
  account: Account,
  former: string | undefined,
  now: number,
): Promise<void> {
  const { id, email, ...columns } = account;
  if (former !== undefined && former !== id) await local.deleteFrom('user').where('id', '=', former).execute();
  const { numUpdatedRows } = await local
    .updateTable('user')
    .set({ ...columns, email, emailKey: emailKey(email), updatedAt: now })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await addAccount(local, account, now);
}

/** Removes every account and token. */
export async function removeAccounts(local: LocalDb): Promise<void> {
  await local.deleteFrom('token').execute();
  await local.deleteFrom('user').execute();
}

/** Rewrites the file of the database, because deleted rows stay readable in it until then. */
export async function rewriteFile(local: LocalDb): Promise<void> {
  await sql`vacuum`.execute(local);
  await sql`pragma wal_checkpoint(truncate)`.execute(local);
}

/** Returns the scopes of this device with their cursors. */
export function receivedScopes(local: LocalDb): Promise<Pick<Database['subscription'], 'scopeId' | 'cursor'>[]> {
  return local.selectFrom('subscription').select(['scopeId', 'cursor']).execute();
}

/** Resolves to true when a run of synchronisation has received records. */
export async function hasReceived(local: LocalDb): Promise<boolean> {
  const run = await local
    .selectFrom('syncRun')
    .select('id')
    .where('status', 'in', ['Success', 'Incomplete'])
    .where('recordsIn', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return run !== undefined;
}

/** The last runs of synchronisation, newest first. */
export function newestRuns(local: LocalDb, limit: number): Promise<Database['syncRun'][]> {
  return local
    .selectFrom('syncRun')
    .selectAll()
    .orderBy('startTime', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Writes columns of a run of synchronisation. */
export async function updateRun(local: LocalDb, id: string, columns: Partial<Database['syncRun']>): Promise<void> {
  await local.updateTable('syncRun').set(columns).where('id', '=', id).execute();
}

/** Number of living rows of a table. */
export async function countOf(db: ScopedDb, table: SyncedTable): Promise<number> {
  const { count } = await db
    .from(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of changes that were not sent. */
export async function countUnsent(local: LocalDb): Promise<number> {
  const { count } = await unsent(local)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The changes of one user that were not sent, newest first. */
export function unsentOf(local: LocalDb, userId: string): Promise<Database['outbox'][]> {
  return unsent(local).selectAll().where('userId', '=', userId).orderBy('n', 'desc').execute();
}

function unsent(local: LocalDb) {
  return local.selectFrom('outbox').where('sentAt', 'is', null).where('op', '!=', 'noop');
}

/** Number of changes that the server refused and no user discarded. */
export async function countRefused(local: LocalDb): Promise<number> {
  const { count } = await local
    .selectFrom('setAside')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '!=', DISCARDED)
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of changes that a restored server lost and no user discarded. */
export async function countLost(local: LocalDb): Promise<number> {
  const { count } = await local
    .selectFrom('setAside')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reason', '=', LOST)
    .where('kind', '!=', DISCARDED)
    .executeTakeFirstOrThrow();
  return count;
}

/** Number of photos and files that changed on this device before they were sent. */
export async function countDamaged(local: Kysely<Database>): Promise<number> {
  const { count } = await local
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'damaged')
    .where(({ or, exists, selectFrom }) =>
      or(
        [selectFrom('image as shown'), selectFrom('file as shown')].map((shown) =>
          exists(
            shown
              .select('shown.id')
              .whereRef('shown.scopeId', '=', 'blobQueue.scopeId')
              .whereRef('shown.sha256', '=', 'blobQueue.sha256')
              .where('shown.deletedAt', 'is', null),
          ),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Changes that the server refused, newest first. @param ids only these */
export function refusedChanges(
  local: LocalDb,
  { discarded, ids }: { discarded: boolean; ids?: readonly string[] | undefined },
): Promise<Database['setAside'][]> {
  let query = local.selectFrom('setAside').selectAll().orderBy('at', 'desc').orderBy('n', 'desc');
  query = query.where('kind', discarded ? '=' : '!=', DISCARDED);
  if (ids !== undefined) query = query.where('id', 'in', ids);
  return query.execute();
}

/** Removes a change that the server refused. */
export async function removeRefused(local: LocalDb, id: string): Promise<void> {
  await local.deleteFrom('setAside').where('id', '=', id).execute();
}

/** Changes the kind of changes that the server refused. */
export async function markRefused(local: LocalDb, ids: readonly string[], kind: string): Promise<void> {
  if (ids.length > 0) await local.updateTable('setAside').set({ kind }).where('id', 'in', ids).execute();
}

/** Ids of the items with changes that were not sent, or with photos or files of which the server has only the row. */
export async function itemsNotSent(db: ScopedDb, local: LocalDb, scopes: readonly string[]): Promise<string[]> {
  const changed = await unsent(local)
    .select('itemId')
    .distinct()
    .where('itemId', 'is not', null)
    .where('scopeId', 'in', scopes)
    .execute();
  const withPhotos = await queuedImages(db)
    .select('member.itemId')
    .where('blobQueue.direction', '=', 'up')
    .where('blobQueue.state', '!=', 'done')
    .execute();
  const withFiles = await queuedFiles(db)
    .select('file.itemId')
    .where('blobQueue.direction', '=', 'up')
    .where('blobQueue.state', '!=', 'done')
    .execute();
  return [...new Set([...changed, ...withPhotos, ...withFiles].flatMap(({ itemId }) => itemId ?? []))];
}

/** Photos whose content changed on this device before it was sent. */
export function damagedImages(db: ScopedDb) {
  return queuedImages(db)
    .innerJoin('item', 'item.id', 'member.itemId')
    .select(['image.id', 'image.filename', 'image.createdAt', 'item.name', 'item.id as itemId'])
    .select('member.installationInspectionId')
    .where('blobQueue.state', '=', 'damaged')
    .execute();
}

/** Files whose content changed on this device before it was sent. */
export function damagedFiles(db: ScopedDb) {
  return queuedFiles(db)
    .innerJoin('item', 'item.id', 'file.itemId')
    .select(['file.id', 'file.filename', 'file.createdAt', 'item.name', 'item.id as itemId'])
    .where('blobQueue.state', '=', 'damaged')
    .execute();
}

function queuedImages(db: ScopedDb) {
  return db
    .from('image')
    .innerJoin('blobQueue', (join) =>
      join.onRef('blobQueue.scopeId', '=', 'image.scopeId').onRef('blobQueue.sha256', '=', 'image.sha256'),
    )
    .innerJoin('installationInspectionItem as member', 'member.id', 'image.installationInspectionItemId');
}

function queuedFiles(db: ScopedDb) {
  return db
    .from('file')
    .innerJoin('blobQueue', (join) =>
      join.onRef('blobQueue.scopeId', '=', 'file.scopeId').onRef('blobQueue.sha256', '=', 'file.sha256'),
    );
}

/** Ids of the contents stored on this device. */
export function storedBlobs(local: LocalDb): Promise<Pick<Database['blob'], 'scopeId' | 'sha256'>[]> {
  return local.selectFrom('blob').select(['scopeId', 'sha256']).execute();
}

/** Removes the mark of a damaged content, so that it is queued like any other. */
export async function removeDamaged(
  local: LocalDb,
  { scopeId, sha256 }: Pick<Database['blob'], 'scopeId' | 'sha256'>,
): Promise<void> {
  await local
    .deleteFrom('blobQueue')
    .where('scopeId', '=', scopeId)
    .where('sha256', '=', sha256)
    .where('state', '=', 'damaged')
    .execute();
}

/** Records that a content is stored on this device, with its type in `mimeType`. */
export async function storeBlob(local: LocalDb, blob: Omit<Database['blob'], 'state'>): Promise<void> {
  await local
    .insertInto('blob')
    .values({ ...blob, state: 'stored' })
    .onConflict((conflict) => conflict.columns(['scopeId', 'sha256']).doUpdateSet({ state: 'stored' }))
    .execute();
}

/** Records that a content is about to be removed from this device. */
export async function markAbsent(
  local: LocalDb,
  { scopeId, sha256 }: Pick<Database['blob'], 'scopeId' | 'sha256'>,
): Promise<void> {
  await local
    .updateTable('blob')
    .set({ state: 'pending' })
    .where('scopeId', '=', scopeId)
    .where('sha256', '=', sha256)
    .execute();
}

/** Removes the record of a stored content. */
export async function removeBlob(
  local: LocalDb,
  { scopeId, sha256 }: Pick<Database['blob'], 'scopeId' | 'sha256'>,
): Promise<void> {
  await local.deleteFrom('blob').where('scopeId', '=', scopeId).where('sha256', '=', sha256).execute();
}

/** Time of the oldest change that was not sent, milliseconds UTC; null without one. */
export async function oldestUnsent(local: LocalDb): Promise<number | null> {
  const row = await unsent(local)
    .select(({ fn }) => fn.min('at').as('at'))
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Returns the number of unsent photos and files, and the bytes of all on this device. */
export async function contentFigures(local: LocalDb): Promise<{ contentsWaiting: number; contentBytes: number }> {
  const waiting = await local
    .selectFrom('blobQueue')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('direction', '=', 'up')
    .where('state', '!=', 'done')
    .executeTakeFirstOrThrow();
  const all = await local
    .selectFrom('blob')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  return { contentsWaiting: waiting.count, contentBytes: all.bytes ?? 0 };
}

/** Photos and files of an installation. */
interface InstallationContents {
  installationId: string;
  name: string;
  count: number;
  /** Number on this device. */
  here: number;
  /** Bytes of those that are not on this device. */
  missingBytes: number;
}

/** The installations on this device with the photos and files that belong to them, by name. */
export async function installationContents(db: ScopedDb): Promise<InstallationContents[]> {
  const installations = await db.from('installation').select(['id', 'name']).orderBy('name').execute();
  const photos = await db
    .from('image')
    .innerJoin('installationInspectionItem as member', 'member.id', 'image.installationInspectionItemId')
    .innerJoin('installationInspection as inspection', 'inspection.id', 'member.installationInspectionId')
    .leftJoin('blob', (join) =>
      join.onRef('blob.scopeId', '=', 'image.scopeId').onRef('blob.sha256', '=', 'image.sha256'),
    )
    .select(['inspection.installationId', ({ fn }) => fn.count<number>('image.id').as('count')])
    .select([sql<number>`count("blob"."sha256")`.as('here'), missing('image')])
    .groupBy('inspection.installationId')
    .execute();
  const files = await db
    .from('file')
    .innerJoin('item', 'item.id', 'file.itemId')
    .leftJoin('blob', (join) =>
      join.onRef('blob.scopeId', '=', 'file.scopeId').onRef('blob.sha256', '=', 'file.sha256'),
    )
    .select(['item.installationId', ({ fn }) => fn.count<number>('file.id').as('count')])
    .select([sql<number>`count("blob"."sha256")`.as('here'), missing('file')])
    .groupBy('item.installationId')
    .execute();
  return installations.map(({ id, name }) => {
    const all = [...photos, ...files].filter(({ installationId }) => installationId === id);
    const sum = (column: 'count' | 'here' | 'missingBytes'): number =>
      all.reduce((total, row) => total + row[column], 0);
    return { installationId: id, name, count: sum('count'), here: sum('here'), missingBytes: sum('missingBytes') };
  });
}

function missing(table: 'image' | 'file') {
  const size = sql.ref(`${table}.size`);
  return sql<number>`coalesce(sum(case when "blob"."sha256" is null then ${size} else 0 end), 0)`.as('missingBytes');
}
