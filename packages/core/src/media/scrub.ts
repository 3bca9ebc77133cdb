/** Finds damaged and missing contents, and requests them from the devices that may have them. */
import { type Kysely, sql } from 'kysely';
import type { Application } from '../application.ts';
import type { Database } from '../db/schema.ts';

/** A content of a scope. */
export interface ContentKey {
  scopeId: string;
  sha256: string;
}

/** A content that is damaged or missing, with its displayed names. */
interface LostContent extends ContentKey {
  names: string;
}

/** Result of a check. */
export interface ScrubResult {
  checked: number;
  /** Contents that were found damaged or missing. */
  lost: LostContent[];
  /** True when the last content was reached; the next check begins at the first one. */
  complete: boolean;
}

/** Key of the fact with the content that was checked last. */
const CURSOR = 'scrubCursor';
/** Contents read from the database at a time. */
const PAGE = 100;

/**
 * Checks contents against their hashes, continuing where the last check ended. A damaged or missing content is no longer served. Connected
 * devices send it again if they have it, others when they next connect.
 * @param bytes size of the contents after which the check pauses
 */
export async function scrubContents(application: Application, bytes: number): Promise<ScrubResult> {
  const { read, ports } = application;
  const result: ScrubResult = { checked: 0, lost: [], complete: false };
  const lose = async (key: ContentKey): Promise<void> => {
    const lost = await withdraw(application, key);
    if (lost !== null) result.lost.push(lost);
  };
  // Several readers may have found the same content damaged, and it may have been restored since.
  for (const key of ports.blobs.newlySetAside()) if ((await ports.blobs.check(key)) !== 'whole') await lose(key);
  let cursor = await cursorOf(read);
  for (let left = bytes; left > 0;) {
    const page = await contentsAfter(read, cursor);
    for (const { scopeId, sha256, size } of page) {
      if (left <= 0) break;
      const state = await ports.blobs.check({ scopeId, sha256 });
      if (state === 'damaged') await ports.blobs.setAside({ scopeId, sha256 });
      if (state !== 'whole') await lose({ scopeId, sha256 });
      result.checked += 1;
      left -= Math.max(size, 1);
      cursor = { scopeId, sha256 };
    }
    if (page.length < PAGE && left > 0) {
      cursor = null;
      result.complete = true;
      break;
    }
  }
  await writeCursor(application.write, cursor);
  return result;
}

/** Contents of scopes that were found damaged or missing and have not been restored yet. */
export async function wantedContents(db: Kysely<Database>, scopes: readonly string[]): Promise<ContentKey[]> {
  if (scopes.length === 0) return [];
  return db
    .selectFrom('blob')
    .select(['scopeId', 'sha256'])
    .where('state', '=', 'pending')
    .where('scopeId', 'in', scopes)
    .limit(500)
    .execute();
}

/** Returns the displayed names of a content: the photos and files that refer to it with their items; its hash where there are none. */
export async function contentNames(db: Kysely<Database>, { scopeId, sha256 }: ContentKey): Promise<string> {
  const images = await db
    .selectFrom('image')
    .innerJoin('installationInspectionItem as member', 'member.id', 'image.installationInspectionItemId')
    .innerJoin('item', 'item.id', 'member.itemId')
    .select(['image.filename', 'item.name'])
    .where('image.scopeId', '=', scopeId)
    .where('image.sha256', '=', sha256)
    .execute();
  const files = await db
    .selectFrom('file')
    .innerJoin('item', 'item.id', 'file.itemId')
    .select(['file.filename', 'item.name'])
    .where('file.scopeId', '=', scopeId)
    .where('file.sha256', '=', sha256)
    .execute();
  const shown = [...images, ...files].map(({ filename, name }) => `${filename} of ${name}`);
  return `${shown.length > 0 ? shown.join(', ') : 'a file'} (${sha256}, company ${scopeId})`;
}

/** Records that a content is missing, and requests it from the devices of its company. Returns null when that was known already. */
async function withdraw({ read, write, events }: Application, key: ContentKey): Promise<LostContent | null> {
  const withdrawn = await write
    .updateTable('blob')
    .set({ state: 'pending' })
    .where('scopeId', '=', key.scopeId)
    .where('sha256', '=', key.sha256)
    .where('state', '=', 'stored')
    .executeTakeFirstOrThrow();
  if (Number(withdrawn.numUpdatedRows) === 0) return null;
  const devices = await devicesOf(read, [key.scopeId]);
  if (devices.length > 0) events.publish({ devices });
  return { ...key, names: await contentNames(read, key) };
}

async function devicesOf(db: Kysely<Database>, companyIds: readonly string[]): Promise<string[]> {
  const devices = await db
    .selectFrom('deviceUser')
    .innerJoin('user', 'user.id', 'deviceUser.userId')
    .select('deviceUser.deviceId')
    .distinct()
    .whereRef('deviceUser.companyId', '=', 'user.companyId')
    .where('user.companyId', 'in', companyIds)
    .execute();
  return devices.map(({ deviceId }) => deviceId);
}

/** Key of the fact with the time of the last check by another process that found something lost. */
const FOUND = 'contentsFoundLost';

/** Records that contents were found damaged or missing, so that servers of this database ask connected devices for them. */
export async function recordLostContents(db: Kysely<Database>, now: number): Promise<void> {
  const value = String(now);
  await db
    .insertInto('instance')
    .values({ key: FOUND, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * Asks connected devices for contents that another process found damaged or missing since the last call. Devices that connect later are asked then.
 * @param last result of the last call; null: there was none
 * @returns a mark of what was found so far
 */
export async function requestLostContents({ read, events }: Application, last: string | null): Promise<string> {
  const found = await read.selectFrom('instance').select('value').where('key', '=', FOUND).executeTakeFirst();
  const mark = found?.value ?? '';
  if (last === null || mark === last) return mark;
  const scopes = await read.selectFrom('blob').select('scopeId').distinct().where('state', '=', 'pending').execute();
  const devices =
    scopes.length === 0
      ? []
      : await devicesOf(
          read,
          scopes.map(({ scopeId }) => scopeId),
        );
  if (devices.length > 0) events.publish({ devices });
  return mark;
}

function contentsAfter(
  db: Kysely<Database>,
  cursor: ContentKey | null,
): Promise<Pick<Database['blob'], 'scopeId' | 'sha256' | 'size'>[]> {
  return db
    .selectFrom('blob')
    .select(['scopeId', 'sha256', 'size'])
    .where('state', '=', 'stored')
    .$if(cursor !== null, (query) =>
      query.where(sql<boolean>`("scopeId", "sha256") > (${cursor?.scopeId ?? ''}, ${cursor?.sha256 ?? ''})`),
    )
    .orderBy('scopeId')
    .orderBy('sha256')
    .limit(PAGE)
    .execute();
}

async function cursorOf(db: Kysely<Database>): Promise<ContentKey | null> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', CURSOR).executeTakeFirst();
  const [scopeId, sha256] = row?.value.split(' ') ?? [];
  return scopeId === undefined || sha256 === undefined ? null : { scopeId, sha256 };
}

async function writeCursor(db: Kysely<Database>, cursor: ContentKey | null): Promise<void> {
  const value = cursor === null ? '' : `${cursor.scopeId} ${cursor.sha256}`;
  await db
    .insertInto('instance')
    .values({ key: CURSOR, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
