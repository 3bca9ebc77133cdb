import { type Account, Problem, type User } from '@holdfast/contract';
import { type Clock, formatClock, sha256Hex } from '@holdfast/sync';
import { byName } from '../lists/byName.ts';
import type { ReadCtx, WriteCtx } from '../calls/ctx.ts';
import type { UserRow } from '../db/schema.ts';
import { isoTime } from '../present.ts';
import { holds, seesEveryCompany } from '../calls/rights.ts';
import { accountById, lockAccount } from './accounts.ts';

/** Sources of account lists: accounts and tokens, and the companies' names. */
type From = Pick<ReadCtx, 'local' | 'db' | 'now'>;

/** Accounts as administrators see them, by name; only one when its id is given. */
export async function administeredAccounts({ local, db, now }: From, id?: string): Promise<Account[]> {
  let query = local.selectFrom('user').selectAll();
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  const sessions = await local
    .selectFrom('token')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count'), fn.max('lastUsedAt').as('lastUsedAt')])
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .groupBy('userId')
    .execute();
  const sessionsOf = new Map(sessions.map((session) => [session.userId, session]));
  const factors = await local
    .selectFrom('secondFactor')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .groupBy('userId')
    .execute();
  const factorsOf = new Map(factors.map(({ userId, count }) => [userId, count]));
  const links = await local
    .selectFrom('passwordReset')
    .select(({ fn }) => ['userId', fn.max('expiresAt').as('expiresAt')])
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .groupBy('userId')
    .execute();
  const linkOf = new Map(links.map(({ userId, expiresAt }) => [userId, expiresAt]));
  const companies = await db.from('company').select(['id', 'name']).execute();
  const nameOf = new Map(companies.map((company) => [company.id, company.name]));
  return rows.toSorted(byName).map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    companyId: row.companyId,
    companyName: row.companyId === null ? null : (nameOf.get(row.companyId) ?? null),
    disabled: row.disabledAt !== null,
    erased: row.erasedAt !== null,
    hasPassword: row.passwordHash !== null,
    invitedUntil: row.passwordHash === null ? timeOrNull(linkOf.get(row.id)) : null,
    secondFactors: factorsOf.get(row.id) ?? 0,
    sessions: sessionsOf.get(row.id)?.count ?? 0,
    lastUsedAt: timeOrNull(sessionsOf.get(row.id)?.lastUsedAt),
    certificateExpiresOn: row.certificateExpiresOn,
    createdAt: isoTime(row.createdAt),
    clock: formatClock(accountVersion(row)),
  }));
}

/**
 * One account as administrators see it.
 * @throws {Problem} `notFound`
 */
export async function administeredAccount(from: From, id: string): Promise<Account> {
  const [found] = await administeredAccounts(from, id);
  if (found === undefined) throw new Problem('notFound');
  return found;
}

/**
 * The people of a company, by name.
 * @throws {Problem} `notFound` when there is no such company
 */
export async function peopleOf({ local, db }: Pick<From, 'local' | 'db'>, companyId: string): Promise<User[]> {
  const company = await db.from('company').select('name').where('company.id', '=', companyId).executeTakeFirst();
  if (company === undefined) throw new Problem('notFound');
  const people = await local
    .selectFrom('user')
    .select(['id', 'name', 'email', 'role', 'companyId'])
    .where('companyId', '=', companyId)
    .execute();
  return people.toSorted(byName).map((person) => ({ ...person, companyName: company.name }));
}

function timeOrNull(ms: number | string | null | undefined): string | null {
  return ms === null || ms === undefined ? null : isoTime(Number(ms));
}

/**
 * Returns the version of the columns of an account that are saved together. It is made of the values themselves, so that a sign-in or a new
 * password, which change none of them, cause no conflict with an edit.
 */
export function accountVersion({
  name,
  email,
  role,
  companyId,
}: Pick<UserRow, 'name' | 'email' | 'role' | 'companyId'>): Clock {
  return [0, 0, sha256Hex(JSON.stringify([name, email, role, companyId]))];
}

/** An account that the caller administers. @throws {Problem} `notFound` for one of another company, `forbidden` for a system administrator */
export async function accountToAdminister(
  { local, actor }: Pick<ReadCtx, 'local' | 'actor'>,
  id: string,
): Promise<UserRow> {
  const row = await accountById(local, id);
  if (row === undefined || (!seesEveryCompany(actor) && row.companyId !== actor.companyId))
    throw new Problem('notFound');
  if (row.role === 'administrator' && !holds(actor.role, 'administer')) throw new Problem('forbidden');
  return row;
}

/**
 * Returns an account to change it, locked. The account is locked before its factors, links and sessions, as a sign-in does: two calls could
 * otherwise wait for each other.
 * @throws {Problem} as `accountToAdminister`
 */
export async function accountToChange(ctx: WriteCtx, id: string): Promise<UserRow> {
  await lockAccount(ctx.local, id);
  return accountToAdminister(ctx, id);
}

/** Records an account as it was before and as it is now. @param before null: it was just made */
export async function auditAccount(
  { local, audit }: Pick<WriteCtx, 'local' | 'audit'>,
  id: string,
  before: UserRow | null,
): Promise<void> {
  const after = (await accountById(local, id))!;
  const { name, companyId } = before ?? after;
  audit({ subject: name, companyId, change: { table: 'user', id, name, before, after } });
}
