/** Statements of the host itself; those of the product's features are in core. */
import type { Database, LocalDb } from '@holdfast/core';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Key under which the progress of the demo is stored. */
const DEMO = 'demo';

/** Place in the write-ahead log of a PostgreSQL. */
export interface LogPosition {
  /** Cluster, timeline and database: positions of two histories cannot be compared. */
  history: string;
  /** Bytes from the beginning of the log. */
  position: number;
}

/** Statement for the position after all commits of a primary. With asynchronous commits it is the insert position, because they may not be flushed yet. */
export function committedPosition(): RawBuilder<LogPosition> {
  return sql`
    select concat_ws(' ',
        (select system_identifier from pg_control_system()),
        ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int,
        current_database()) as "history",
      (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end - '0/0')::bigint as "position"`;
}

/** Statement for the position up to which a replica has replayed the log; no row from a database that is no replica. */
export function replayedPosition(): RawBuilder<LogPosition> {
  return sql`
    select concat_ws(' ',
        (select system_identifier from pg_control_system()),
        (select timeline_id from pg_control_checkpoint()),
        current_database()) as "history",
      (pg_last_wal_replay_lsn() - '0/0')::bigint as "position"
    where pg_is_in_recovery()`;
}

/** Returns true when the company exists and is not deleted. */
export async function isCompany(db: Kysely<Database>, id: string): Promise<boolean> {
  const company = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return company !== undefined;
}

/** Stores the hash of an account's new password. @param at milliseconds UTC */
export async function storePassword(db: LocalDb, userId: string, passwordHash: string, at: number): Promise<void> {
  await db.updateTable('user').set({ passwordHash, updatedAt: at }).where('id', '=', userId).execute();
}

/** Returns the keys of all contents. */
export async function allContents(db: Kysely<Database>): Promise<Pick<Database['blob'], 'scopeId' | 'sha256'>[]> {
  return db.selectFrom('blob').select(['scopeId', 'sha256']).execute();
}

/** Records whether the bytes of a content are here. */
export async function noteContent(
  db: Kysely<Database>,
  { scopeId, sha256 }: Pick<Database['blob'], 'scopeId' | 'sha256'>,
  isHere: boolean,
): Promise<void> {
  await db
    .updateTable('blob')
    .set({ state: isHere ? 'stored' : 'pending' })
    .where('scopeId', '=', scopeId)
    .where('sha256', '=', sha256)
    .where('state', '=', isHere ? 'pending' : 'stored')
    .execute();
}

/** Returns the stored progress of the demo; undefined when no demo was started. */
export async function demoProgress(db: Kysely<Database>): Promise<string | undefined> {
  const row = await db.selectFrom('instance').select('value').where('key', '=', DEMO).executeTakeFirst();
  return row?.value;
}

/** Stores the progress of a demo that begins. */
export async function beginDemo(db: Kysely<Database>, value: string): Promise<void> {
  await db.insertInto('instance').values({ key: DEMO, value }).execute();
}

/** Stores the progress of a demo. */
export async function saveDemo(db: Kysely<Database>, value: string): Promise<void> {
  await db.updateTable('instance').set({ value }).where('key', '=', DEMO).execute();
}
