import { Problem } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Application } from '../application.ts';
import type { Actor, LocalDb, WriteCtx } from '../calls/ctx.ts';
import type { Database, UserRow } from '../db/schema.ts';
import type { Ports } from '../ports.ts';

/** A token's last use is written at most this often, because reading must not cost a write. */
const LAST_USE_STEP_MS = 5 * 60 * 1000;

/** Returns the key by which an account is found by its address, independent of case and Unicode composition. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** The account of an address; undefined when there is none. */
export function accountByEmail(db: LocalDb, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('emailKey', '=', emailKey(email)).executeTakeFirst();
}

/** Returns the user on whose behalf a server continues a call; null when the account does not exist or is disabled. */
export async function actorOf({ read }: Pick<Application, 'read'>, userId: string): Promise<Actor | null> {
  const account = await read.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst();
  if (account === undefined || account.disabledAt !== null) return null;
  const { name, role, companyId } = account;
  return { userId, name, role, companyId, tokenId: '' };
}

/**
 * Returns the user to whom a bearer token belongs.
 * @returns null for a token that is unknown, revoked or expired, or whose account is disabled
 */
export async function authenticate(application: Application, token: string): Promise<Actor | null> {
  if (token.length > 200) return null;
  const now = application.ports.clock.now();
  const found = await findToken(application.read, sha256Hex(token));
  if (found === undefined || found.revokedAt !== null || found.disabledAt !== null || found.expiresAt <= now)
    return null;
  const { idleMs, absoluteMs } = application.ports.sessions;
  const endsAt = Math.min(found.createdAt + absoluteMs, found.endsAt ?? Infinity);
  if (endsAt <= now || found.lastUsedAt + idleMs <= now) return null;
  if (now - found.lastUsedAt > LAST_USE_STEP_MS) {
    await application.write
      .updateTable('token')
      .set({ lastUsedAt: now, expiresAt: Math.min(now + idleMs, endsAt) })
      .where('id', '=', found.tokenId)
      .execute();
  }
  const { tokenId, userId, name, role, companyId } = found;
  const isUnconfirmed = found.secondFactorAt === null && application.ports.secondFactors.isRequiredOf(role);
  return { tokenId, userId, name, role, companyId, ...(isUnconfirmed ? { lacksSecondFactor: true } : {}) };
}

interface FoundToken {
  tokenId: string;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  revokedAt: number | null;
  secondFactorAt: number | null;
  endsAt: number | null;
  userId: string;
  name: string;
  role: UserRow['role'];
  companyId: string | null;
  disabledAt: number | null;
}

const tokenQueries = new WeakMap<Kysely<Database>, CompiledQuery>();

/** Looks a token up by its hash. Every call does, so the statement is compiled once for each database. */
async function findToken(db: Kysely<Database>, hash: string): Promise<FoundToken | undefined> {
  const query =
    tokenQueries.get(db) ??
    db
      .selectFrom('token')
      .innerJoin('user', 'user.id', 'token.userId')
      .select(['token.id as tokenId', 'token.createdAt', 'token.lastUsedAt', 'token.expiresAt', 'token.revokedAt'])
      .select([
        'token.secondFactorAt',
        'token.endsAt',
        'user.id as userId',
        'user.name',
        'user.role',
        'user.companyId',
        'user.disabledAt',
      ])
      .where('token.hash', '=', '')
      .compile();
  tokenQueries.set(db, query);
  const { rows } = await db.executeQuery<FoundToken>({ ...query, parameters: [hash] });
  return rows[0];
}

/** Data of a new account. */
export interface NewAccount {
  id: string;
  email: string;
  name: string;
  role: UserRow['role'];
  companyId: string | null;
  passwordHash: string | null;
}

/**
 * Makes an account.
 * @throws {Problem} `alreadyExists` when the address has one
 */
export async function addAccount(db: LocalDb, account: NewAccount, now: number): Promise<void> {
  if ((await accountByEmail(db, account.email)) !== undefined)
    throw new Problem('alreadyExists', { name: account.email });
  await db
    .insertInto('user')
    .values({
      ...account,
      email: account.email.trim(),
      emailKey: emailKey(account.email),
      disabledAt: null,
      createdAt: now,
      updatedAt: now,
      erasedAt: null,
      namesToEraseJson: null,
      ...NO_PARTICULARS,
    })
    .execute();
}

/** Ends every session of an account, or all but one, and sign-ins through a provider that still wait for its second factor. */
export async function endSessions(db: LocalDb, userId: string, now: number, exceptTokenId?: string): Promise<void> {
  let query = db
    .updateTable('token')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null);
  if (exceptTokenId !== undefined) query = query.where('id', '!=', exceptTokenId);
  await query.execute();
  await db.deleteFrom('singleSignOn').where('userId', '=', userId).execute();
}

/** A session to open. */
interface NewSession {
  id: string;
  userId: string;
  device: string;
  /** Milliseconds UTC. */
  now: number;
  /** The sign-in was confirmed by a second factor. */
  isConfirmed?: boolean;
  /** The identity provider that opened it, and the moment at which the person has to ask it again, milliseconds UTC. */
  through?: { providerId: string; endsAt: number };
  /** Publishes the sessions that end because the account has too many; absent: they are not published. */
  publish?: WriteCtx['publish'];
}

/** A new token for an account; only its hash is kept. */
export async function issueToken(
  db: LocalDb,
  ports: Ports,
  { id, userId, device, now, isConfirmed = false, through, publish }: NewSession,
): Promise<string> {
  const token = ports.secrets.next();
  const lifetime = now + Math.min(ports.sessions.idleMs, ports.sessions.absoluteMs);
  await db
    .insertInto('token')
    .values({
      id,
      hash: sha256Hex(token),
      userId,
      device: device.slice(0, 200),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: Math.min(lifetime, through?.endsAt ?? lifetime),
      revokedAt: null,
      secondFactorAt: isConfirmed ? now : null,
      endsAt: through?.endsAt ?? null,
      providerId: through?.providerId ?? null,
    })
    .execute();
  const tokens = await endSurplus(db, userId, now);
  if (tokens.length > 0) publish?.({ tokens });
  return token;
}

/** Most browsers in which an account is signed in at the same time: more would not be found in their list. */
const MOST_SESSIONS = 100;

/** Ends the sessions of an account beyond the most recently used ones. @returns their ids */
async function endSurplus(db: LocalDb, userId: string, now: number): Promise<string[]> {
  const live = db.selectFrom('token').where('userId', '=', userId).where('revokedAt', 'is', null);
  const surplus = await live
    .select('id')
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SESSIONS)
    .offset(MOST_SESSIONS)
    .execute();
  const ids = surplus.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('token').set({ revokedAt: now }).where('id', 'in', ids).execute();
  return ids;
}

/** Returns true when there is any account, disabled ones included. */
export async function someAccount(db: LocalDb): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** An account, disabled or not; undefined when there is none. */
export function accountById(db: LocalDb, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Locks an account until the transaction ends. A session that is opened under the lock is seen by every call that ends the sessions of the account,
 * since such a call changes the account first.
 * @returns the account as it is now
 */
export async function lockAccount(db: LocalDb, id: string): Promise<UserRow | undefined> {
  // Both engines hold a row that was written, also when it was set to what it is.
  return db
    .updateTable('user')
    .set(({ ref }) => ({ updatedAt: ref('updatedAt') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Particulars of an account that has none. */
export const NO_PARTICULARS = {
  qualification: '',
  certificateNumber: '',
  certificateExpiresOn: '',
  signature: null,
} as const satisfies Partial<UserRow>;

/** Changes columns of an account. @param now milliseconds UTC */
export async function changeAccount(db: LocalDb, now: number, id: string, set: Partial<UserRow>): Promise<void> {
  await db
    .updateTable('user')
    .set({ ...set, updatedAt: now })
    .where('id', '=', id)
    .execute();
}

/** Returns true when another administrator can sign in. */
export async function hasOtherAdministrator(db: LocalDb, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabledAt', 'is', null)
    .where('passwordHash', 'is not', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The valid tokens of an account, last used first. */
export function liveTokens(
  db: LocalDb,
  userId: string,
  now: number,
): Promise<Pick<Database['token'], 'id' | 'device' | 'createdAt' | 'lastUsedAt'>[]> {
  return db
    .selectFrom('token')
    .select(['id', 'device', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute();
}

/** Revokes a token of an account. @returns true when it was valid until now */
export async function revokeToken(db: LocalDb, userId: string, id: string, now: number): Promise<boolean> {
  const ended = await db
    .updateTable('token')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) > 0;
}

/** Ends the session by which a caller signs in again, which the new one replaces. */
export async function endReplacedSession({
  actor,
  local,
  now,
  publish,
}: Pick<WriteCtx<Actor | null>, 'actor' | 'local' | 'now' | 'publish'>): Promise<void> {
  if (actor !== null && (await revokeToken(local, actor.userId, actor.tokenId, now)))
    publish({ tokens: [actor.tokenId] });
}

/** The usable desktops of an account, with the time of the last call of each. */
export function openDesktops(
  db: LocalDb,
  userId: string,
): Promise<Pick<Database['token'], 'id' | 'device' | 'createdAt' | 'lastUsedAt'>[]> {
  return db
    .selectFrom('device')
    .innerJoin('deviceUser', 'deviceUser.deviceId', 'device.id')
    .select(['device.id', 'device.name as device', 'deviceUser.enrolledAt as createdAt'])
    .select((eb) => eb.fn.coalesce('device.lastSeenAt', 'deviceUser.enrolledAt').as('lastUsedAt'))
    .where('deviceUser.userId', '=', userId)
    .where('deviceUser.companyId', 'is not', null)
    .where('device.revokedAt', 'is', null)
    .execute();
}

/** Returns true when a session was confirmed by a second factor. */
export async function isConfirmed(db: LocalDb, tokenId: string): Promise<boolean> {
  const token = await db.selectFrom('token').select('secondFactorAt').where('id', '=', tokenId).executeTakeFirst();
  return token !== undefined && token.secondFactorAt !== null;
}

/** Records that a session is confirmed by a second factor. */
export async function confirmToken(db: LocalDb, tokenId: string, now: number): Promise<void> {
  await db.updateTable('token').set({ secondFactorAt: now }).where('id', '=', tokenId).execute();
}
