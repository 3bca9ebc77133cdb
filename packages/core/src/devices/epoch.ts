import { type EpochFacts, epochToNote } from '@holdfast/sync';
import { sql } from 'kysely';
import type { LocalDb } from '../calls/ctx.ts';
import { storeFact } from '../instance.ts';
import type { Ports } from '../ports.ts';
import { timelineBy, type TimelineSource } from '../timeline.ts';

/** Keys of the facts in `instance`. `planned` holds the moment until which a change of the primary counts as announced, ms UTC. */
const KEYS = { epoch: 'epoch', timeline: 'timeline', planned: 'plannedPromotion' } as const;

/** Facts that a host knows of its database. */
type Host = Pick<Ports, 'ids' | 'timeline'>;

/**
 * Returns the life of this database's history; another one after it was restored from a backup, and after PostgreSQL continued on a replica or from a
 * point in time (docs/sync.md, "What is promised").
 */
export async function epochOf(db: LocalDb, { ids, timeline: source = null }: Host, now: number): Promise<string> {
  const { current, planned, ...before } = await noted(db, source);
  const isPlanned = planned !== null && now < Number(planned);
  const next = epochToNote(before, { timeline: current, isPlanned }, () => ids.next(now));
  if (next === null) return before.epoch!;
  if (before.epoch === null || before.timeline === null) await addFacts(db, next);
  else await replaceFacts(db, before.timeline, next);
  // Another server may have been first.
  return (await noted(db, source)).epoch!;
}

/** Begins a new epoch: devices fetch everything again and send what the database lacks. */
export async function beginEpoch(db: LocalDb, newId: () => string): Promise<void> {
  // The timeline that is noted may be that of another PostgreSQL.
  await db.deleteFrom('instance').where('key', 'in', [KEYS.timeline, KEYS.planned]).execute();
  await storeFact(db, KEYS.epoch, newId());
}

/**
 * Announces that the primary of PostgreSQL is changed without a loss: one change of the timeline keeps the epoch. The announcement travels to replicas
 * with the changes before it, so that one that lacks these does not know of it either.
 * @param until ms UTC
 */
export async function announcePromotion(db: LocalDb, until: number): Promise<void> {
  await storeFact(db, KEYS.planned, String(until));
}

interface Noted extends EpochFacts {
  planned: string | null;
  /** Timeline on which PostgreSQL writes at present. */
  current: string | null;
}

async function noted(db: LocalDb, source: TimelineSource | null): Promise<Noted> {
  const fact = (key: string) => sql`(select "value" from "instance" where "key" = ${key})`;
  const { rows } = await sql<Noted>`
    select ${fact(KEYS.epoch)} as "epoch", ${fact(KEYS.timeline)} as "timeline", ${fact(KEYS.planned)} as "planned",
      ${timelineBy(source)} as "current"`.execute(db);
  return rows[0]!;
}

async function addFacts(db: LocalDb, { epoch, timeline }: EpochFacts): Promise<void> {
  await db
    .insertInto('instance')
    .values([
      { key: KEYS.epoch, value: epoch! },
      ...(timeline === null ? [] : [{ key: KEYS.timeline, value: timeline }]),
    ])
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Replaces the facts and consumes the announcement, in one statement, unless another server has done so. */
async function replaceFacts(db: LocalDb, before: string, { epoch, timeline }: EpochFacts): Promise<void> {
  await sql`
    with moved as (update "instance" set "value" = ${timeline} where "key" = ${KEYS.timeline} and "value" = ${before} returning "key"),
      used as (delete from "instance" where "key" = ${KEYS.planned} and exists (select 1 from moved))
    update "instance" set "value" = ${epoch} where "key" = ${KEYS.epoch} and exists (select 1 from moved)`.execute(db);
}
