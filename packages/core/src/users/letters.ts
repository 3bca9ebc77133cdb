/**
 * Mails to users. A letter is written in the transaction of the call that causes it, so that neither a crash nor a rollback separates them; a
 * server sends it afterwards (product decision 4).
 */
import type { Letter } from '@holdfast/contract';
import type { Application } from '../application.ts';
import type { LocalDb } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import type { Ports } from '../ports.ts';
import { isoTime } from '../present.ts';

/** Number of letters whose state is shown. */
const SHOWN = 500;

/** A letter with its secret, to be sent now. */
export type DueLetter = Omit<Database['letter'], 'secret'> & { secret: string };

/** Result of a try to send a letter. */
export type Delivery =
  | { state: 'sent' | 'outbox'; reason: string | null }
  | { state: 'failed'; reason: string }
  /** Tried again. */
  | { state: 'waiting'; reason: string; dueAt: number };

/** Queues a letter; the host that sends it is to be woken after the commit. */
export async function queueLetter(
  local: LocalDb,
  ports: Pick<Ports, 'vault' | 'ids'>,
  {
    secret,
    createdAt,
    ...letter
  }: Pick<DueLetter, 'kind' | 'userId' | 'name' | 'email' | 'invitedBy' | 'secret' | 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const id = ports.ids.next(createdAt);
  await local
    .insertInto('letter')
    .values({
      ...letter,
      id,
      secret: ports.vault.seal(secret, recordOf(id)),
      state: 'waiting',
      attempts: 0,
      reason: null,
      createdAt,
      dueAt: createdAt,
    })
    .execute();
}

/**
 * Takes the letter that has waited longest, for one try. Servers that share a database take each letter once.
 * @param heldMs time after which the letter may be taken again, because the server that took it was killed
 * @returns null when no letter is due
 */
export async function claimLetter(
  { write, ports }: Pick<Application, 'write' | 'ports'>,
  heldMs: number,
): Promise<DueLetter | null> {
  for (;;) {
    const now = ports.clock.now();
    const row = await write
      .selectFrom('letter')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return null;
    const taken = await write
      .updateTable('letter')
      .set({ dueAt: now + heldMs, attempts: row.attempts + 1 })
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .where('dueAt', '=', row.dueAt)
      .executeTakeFirst();
    if (Number(taken.numUpdatedRows) === 0) continue;
    const secret = row.secret === null ? null : ports.vault.open(row.secret, recordOf(row.id));
    if (row.expiresAt <= now) await settleLetter(write, row.id, { state: 'failed', reason: EXPIRED });
    else if (secret === null) await settleLetter(write, row.id, { state: 'failed', reason: UNREADABLE });
    else return { ...row, secret, attempts: row.attempts + 1 };
  }
}

/** Records what became of a try. Secret and inviting person are removed with the last one. */
export async function settleLetter(write: LocalDb, id: string, delivery: Delivery): Promise<void> {
  await write
    .updateTable('letter')
    .set({ ...delivery, ...(delivery.state === 'waiting' ? {} : { secret: null, invitedBy: '' }) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Returns the moment at which the next letter is due, or was requested; null when there is none. */
export async function nextLetterAt(read: LocalDb): Promise<number | null> {
  const row = await read
    .selectFrom('letter')
    .select('dueAt')
    .where('state', 'in', ['waiting', 'requested'])
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt ?? null;
}

/** Returns when the invitations of people of a company were queued since a moment, the latest first, at most `most` of them. */
export async function invitationsSince(
  local: LocalDb,
  companyId: string,
  since: number,
  most: number,
): Promise<{ createdAt: number }[]> {
  return local
    .selectFrom('letter')
    .innerJoin('user', 'user.id', 'letter.userId')
    .select('letter.createdAt')
    .where('user.companyId', '=', companyId)
    .where('letter.kind', '=', 'invitation')
    .where('letter.createdAt', '>', since)
    .orderBy('letter.createdAt', 'desc')
    .limit(most)
    .execute();
}

/** Returns the number of letters that wait. */
export async function waitingLetters(read: LocalDb): Promise<number> {
  const { count } = await read
    .selectFrom('letter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest letters, newest first. */
export async function newestLetters(read: LocalDb): Promise<Letter[]> {
  const rows = await read
    .selectFrom('letter')
    .select(['id', 'kind', 'email', 'state', 'attempts', 'reason', 'createdAt'])
    .where('state', '!=', 'requested')
    .$narrowType<{ state: Letter['state'] }>()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ email, createdAt, ...row }) => ({
    ...row,
    to: email,
    createdAt: isoTime(createdAt),
  }));
}

/** Removes the letters to an erased person, sent or not, and the person's name from those that wait. */
export async function eraseFromLetters(
  local: LocalDb,
  { id, name }: Pick<Database['user'], 'id' | 'name'>,
  erasedName: string,
): Promise<void> {
  await local.deleteFrom('letter').where('userId', '=', id).execute();
  await local.updateTable('letter').set({ invitedBy: erasedName }).where('invitedBy', '=', name).execute();
}

/** Removes letters of before a moment. */
export async function removeOldLetters(write: LocalDb, before: number): Promise<void> {
  await write.deleteFrom('letter').where('createdAt', '<', before).execute();
}

/** The record of a letter's secret, for which it is sealed. */
function recordOf(id: string): string {
  return `letter ${id}`;
}

const EXPIRED = 'The link in it has expired.';
const UNREADABLE = 'Its link was encrypted with a key that this server does not have.';
