/** The timeline of PostgreSQL: another one begins when a replica is promoted, and when a backup is recovered. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Database } from './db/schema.ts';

/**
 * Ways to query the timeline that PostgreSQL writes, the best first. Providers forbid some of these functions to the roles of their
 * customers. The control file names the timeline of the last checkpoint, and between a promotion and the first checkpoint after it also the
 * new one.
 */
const WAYS = {
  log: sql<string>`left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`,
  control: sql<string>`(
    select lpad(upper(to_hex(greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline))), 8, '0')
    from pg_control_checkpoint() as checkpoint, pg_control_recovery() as recovery)`,
};

/** A database that runs statements. */
type Executing = Pick<Kysely<Database>, 'getExecutor'>;

/** A way to ask PostgreSQL for its timeline. */
export type TimelineSource = keyof typeof WAYS;

/** SQLSTATEs that say nothing about the function that was called: connection, resources, operator, system. */
const ELSEWHERE = /^(?:08|53|57|58)/;

/** Returns the way in which a database may be asked for its timeline; null when it is no PostgreSQL, or permits none. */
export async function timelineSource(db: Executing): Promise<TimelineSource | null> {
  if (!isPostgres(db)) return null;
  for (const source of Object.keys(WAYS) as TimelineSource[])
    try {
      await sql`select ${WAYS[source]}`.execute(db);
      return source;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === undefined || ELSEWHERE.test(code)) throw error;
    }
  return null;
}

/** Returns the expression for the timeline on which PostgreSQL writes, as eight hexadecimal digits; for null where there is none to ask for. */
export function timelineBy(source: TimelineSource | null): RawBuilder<string | null> {
  return source === null ? sql<null>`null` : WAYS[source];
}

/** Returns true when a database is a PostgreSQL. */
export function isPostgres(db: Executing): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
