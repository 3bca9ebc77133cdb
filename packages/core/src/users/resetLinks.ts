/** One-time links to set a new password (product decision 4). */
import { sha256Hex } from '@holdfast/sync';
import type { LocalDb } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';

/** A link to set a new password, and the current state of its account. */
export type ResetLink = Pick<Database['passwordReset'], 'userId' | 'expiresAt' | 'usedAt'> &
  Pick<Database['user'], 'disabledAt'>;

/** The link with a secret; undefined when there is none. */
export function resetLink(db: LocalDb, secret: string): Promise<ResetLink | undefined> {
  return db
    .selectFrom('passwordReset')
    .innerJoin('user', 'user.id', 'passwordReset.userId')
    .select(['passwordReset.userId', 'passwordReset.expiresAt', 'passwordReset.usedAt', 'user.disabledAt'])
    .where('passwordReset.hash', '=', sha256Hex(secret))
    .executeTakeFirst();
}

/** Creates a link for an account, replacing its unused links. */
export async function replaceResetLink(
  db: LocalDb,
  { userId, secret, now, lifetimeMs }: { userId: string; secret: string; now: number; lifetimeMs: number },
): Promise<void> {
  await db.deleteFrom('passwordReset').where('userId', '=', userId).where('usedAt', 'is', null).execute();
  await db
    .insertInto('passwordReset')
    .values({ hash: sha256Hex(secret), userId, createdAt: now, expiresAt: now + lifetimeMs, usedAt: null })
    .execute();
}

/** Marks the link of a secret as used. @returns false when another call used it */
export async function useResetLink(db: LocalDb, secret: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('passwordReset')
    .set({ usedAt: now })
    .where('hash', '=', sha256Hex(secret))
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

/** Ends the unused links of an account, because a link sent to a person who no longer has the account, or the address, must not open it. */
export async function voidResetLinks(db: LocalDb, userId: string, now: number): Promise<void> {
  await db
    .updateTable('passwordReset')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
}
