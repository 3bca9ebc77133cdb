/** Stored second factors, recovery codes and challenges of accounts (product decision 47). */
import { sha256Hex } from '@holdfast/sync';
import type { LocalDb } from '../../calls/ctx.ts';
import type { FactorChallengeRow, SecondFactorRow } from '../../db/schema.ts';
import type { Ports } from '../../ports.ts';

/** Number of recovery codes an account is given. */
const RECOVERY_CODES = 10;
/** Time in ms within which a challenge has to be answered. */
const CHALLENGE_MS = 10 * 60 * 1000;

/** The second factors of an account, oldest first. */
export function factorsOf(db: LocalDb, userId: string): Promise<SecondFactorRow[]> {
  return db
    .selectFrom('secondFactor')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Returns whether an account, of any user, has a passkey of this id. */
export async function isPasskeyKnown(db: LocalDb, credentialId: string): Promise<boolean> {
  const known = await db
    .selectFrom('secondFactor')
    .select('id')
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
  return known !== undefined;
}

/** Adds a second factor to an account. */
export async function addFactor(db: LocalDb, factor: SecondFactorRow): Promise<void> {
  await db.insertInto('secondFactor').values(factor).execute();
}

/** Removes a second factor of an account, with the last one also the recovery codes. @returns false when there is none of this id */
export async function removeFactor(db: LocalDb, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('secondFactor')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (Number(removed.numDeletedRows) === 0) return false;
  if ((await factorsOf(db, userId)).length === 0) await removeAllFactors(db, userId);
  return true;
}

/** Removes second factors, recovery codes and challenges of an account. */
export async function removeAllFactors(db: LocalDb, userId: string): Promise<void> {
  for (const table of ['secondFactor', 'recoveryCode', 'factorChallenge'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute();
}

/** Replaces the recovery codes of an account. @returns the new ones, which are stored hashed */
export async function renewCodes(
  db: LocalDb,
  { secondFactors }: Pick<Ports, 'secondFactors'>,
  userId: string,
  now: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => secondFactors.newRecoveryCode());
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ hash: codeHash(userId, code), userId, createdAt: now, usedAt: null })))
    .execute();
  return codes;
}

/** Number of recovery codes of an account that were not used. */
export async function codesLeft(db: LocalDb, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Hash of a recovery code as typed: case, hyphens and spaces make no difference. */
export function codeHash(userId: string, code: string): string {
  return sha256Hex(`${userId} ${code.toUpperCase().replace(/[\s-]/g, '')}`);
}

/** Marks a recovery code as used. @returns false when the account has no such code, or it was used before */
export async function spendCode(db: LocalDb, hash: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

/** Records the use of a code of an app. @returns false when this time step or a later one was used before */
export async function spendStep(db: LocalDb, id: string, step: number, now: number): Promise<boolean> {
  const used = await db
    .updateTable('secondFactor')
    .set({ counter: step, lastUsedAt: now })
    .where('id', '=', id)
    .where('counter', '<', step)
    .executeTakeFirst();
  return Number(used.numUpdatedRows) === 1;
}

/** Records the use of a passkey. @param counter as the passkey reports it */
export async function spendPasskey(db: LocalDb, id: string, counter: number, now: number): Promise<void> {
  await db.updateTable('secondFactor').set({ counter, lastUsedAt: now }).where('id', '=', id).execute();
}

/** Stores a challenge of an account; earlier ones of its kind are void. */
export async function openChallenge(
  db: LocalDb,
  challenge: Omit<FactorChallengeRow, 'expiresAt'>,
  now: number,
): Promise<void> {
  const { userId, kind } = challenge;
  await db.deleteFrom('factorChallenge').where('userId', '=', userId).where('kind', '=', kind).execute();
  await db
    .insertInto('factorChallenge')
    .values({ ...challenge, expiresAt: now + CHALLENGE_MS })
    .execute();
}

/** The challenge of an account that waits for its answer; undefined when there is none, or its time has passed. */
export function challengeOf(
  db: LocalDb,
  { id, userId, kind }: Pick<FactorChallengeRow, 'id' | 'userId' | 'kind'>,
  now: number,
): Promise<FactorChallengeRow | undefined> {
  return db
    .selectFrom('factorChallenge')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Ends a challenge. @returns false when another call ended it */
export async function closeChallenge(db: LocalDb, id: string): Promise<boolean> {
  const closed = await db.deleteFrom('factorChallenge').where('id', '=', id).executeTakeFirst();
  return Number(closed.numDeletedRows) === 1;
}

/** Removes challenges whose time has passed. */
export async function removeExpiredChallenges(db: LocalDb, now: number): Promise<void> {
  await db.deleteFrom('factorChallenge').where('expiresAt', '<=', now).execute();
}
