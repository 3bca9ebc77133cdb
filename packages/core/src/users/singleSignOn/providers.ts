/** Stored identity providers, linked accounts, and sign-ins that wait for a provider (product decision 48). */
import { type IdentityProvider, type InputOf, type createIdentityProvider, ProvidedRole } from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import { byName } from '../../lists/byName.ts';
import type { LocalDb, ReadCtx } from '../../calls/ctx.ts';
import type { IdentityProviderRow, SingleSignOnRow, UserRow } from '../../db/schema.ts';
import type { Ports, ProviderClient } from '../../ports.ts';
import { isoTime } from '../../present.ts';
import type { AccountRules } from './rules.ts';
import { z } from 'zod';
import { storedJson } from '../../storedJson.ts';

/** Time in ms within which a sign-in has to be finished. */
const SIGN_ON_MS = 10 * 60 * 1000;

/** Settings of a provider as administrators send them. */
export type ProviderSettings = Omit<InputOf<typeof createIdentityProvider>, 'clientSecret'>;

/** The columns that hold settings of a provider. */
export function columnsOf({
  domains,
  roles,
  trustsAddresses,
  createsAccounts,
  trustsSecondFactor,
  enabled,
  ...settings
}: ProviderSettings): Omit<IdentityProviderRow, 'id' | 'clientSecret' | 'createdAt' | 'updatedAt'> {
  return {
    ...settings,
    domainsJson: JSON.stringify([...new Set(domains)]),
    rolesJson: JSON.stringify(roles),
    trustsAddresses: Number(trustsAddresses),
    createsAccounts: Number(createsAccounts),
    trustsSecondFactor: Number(trustsSecondFactor),
    enabled: Number(enabled),
  };
}

/** The providers, or the one of an id. */
export function providers(db: LocalDb, id?: string): Promise<IdentityProviderRow[]> {
  let query = db.selectFrom('identityProvider').selectAll();
  if (id !== undefined) query = query.where('id', '=', id);
  return query.execute();
}

/** Returns true when people can sign in through a provider. */
export async function hasProvider(db: LocalDb): Promise<boolean> {
  const known = await db
    .selectFrom('identityProvider')
    .select('id')
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/** The enabled provider of a mail domain; undefined when there is none. */
export async function providerOfDomain(db: LocalDb, domain: string): Promise<IdentityProviderRow | undefined> {
  return (await providers(db)).find((each) => each.enabled === 1 && domainsOf(each).includes(domain));
}

/** The mail domains of a provider. */
export function domainsOf({ domainsJson }: Pick<IdentityProviderRow, 'domainsJson'>): string[] {
  return storedJson(z.array(z.string()), domainsJson) ?? [];
}

/** Settings of a provider that decide about accounts. */
export function accountRulesOf(provider: IdentityProviderRow): AccountRules {
  const { companyId, trustsAddresses, createsAccounts, defaultRole, roleClaim, rolesJson } = provider;
  return {
    companyId,
    domains: domainsOf(provider),
    trustsAddresses: trustsAddresses === 1,
    createsAccounts: createsAccounts === 1,
    defaultRole,
    roleClaim,
    roles: storedJson(z.array(z.object({ value: z.string(), role: ProvidedRole })), rolesJson) ?? [],
  };
}

/** The record to which the encryption of a provider's secret is bound. */
export function secretOf(id: string): string {
  return `identityProvider ${id}`;
}

/** This server's registration with a provider; null when its secret cannot be decrypted. */
export function clientOf(
  { id, issuer, clientId, clientSecret }: IdentityProviderRow,
  { vault }: Pick<Ports, 'vault'>,
): ProviderClient | null {
  if (clientSecret === null) return { issuer, clientId, clientSecret };
  const opened = vault.open(clientSecret, secretOf(id));
  return opened === null ? null : { issuer, clientId, clientSecret: opened };
}

/** Providers as administrators see them, by name. */
export async function administeredProviders(
  { local, db }: Pick<ReadCtx, 'local' | 'db'>,
  id?: string,
): Promise<IdentityProvider[]> {
  const rows = await providers(local, id);
  const counts = await local
    .selectFrom('externalIdentity')
    .select(({ fn }) => ['providerId', fn.countAll<number>().as('count')])
    .groupBy('providerId')
    .execute();
  const countOf = new Map(counts.map(({ providerId, count }) => [providerId, count]));
  const companies = await db.from('company').select(['id', 'name']).execute();
  const nameOf = new Map(companies.map((company) => [company.id, company.name]));
  return rows.toSorted(byName).map((row) => ({
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    ...accountRulesOf(row),
    domains: domainsOf(row),
    roles: [...accountRulesOf(row).roles],
    trustsSecondFactor: row.trustsSecondFactor === 1,
    sessionDays: row.sessionDays,
    enabled: row.enabled === 1,
    companyName: row.companyId === null ? null : (nameOf.get(row.companyId) ?? null),
    hasSecret: row.clientSecret !== null,
    accounts: countOf.get(row.id) ?? 0,
    updatedAt: isoTime(row.updatedAt),
  }));
}

/** Stores a provider, replacing the one with its id. */
export async function storeProvider(db: LocalDb, provider: IdentityProviderRow): Promise<void> {
  const { id: _id, createdAt: _createdAt, ...columns } = provider;
  await db
    .insertInto('identityProvider')
    .values(provider)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/** Removes a provider, the links of its accounts and the sessions that were opened through it. @returns ids of their users */
export async function removeProvider(db: LocalDb, id: string, now: number): Promise<string[]> {
  await unlinkAccounts(db, id);
  await db.deleteFrom('identityProvider').where('id', '=', id).execute();
  const ended = await db
    .updateTable('token')
    .set({ revokedAt: now })
    .where('providerId', '=', id)
    .where('revokedAt', 'is', null)
    .returning('userId')
    .execute();
  return [...new Set(ended.map(({ userId }) => userId))];
}

/** Removes the links of a provider's accounts, and sign-ins through it that are under way. */
export async function unlinkAccounts(db: LocalDb, providerId: string): Promise<void> {
  await db.deleteFrom('externalIdentity').where('providerId', '=', providerId).execute();
  await db.deleteFrom('singleSignOn').where('providerId', '=', providerId).execute();
}

/** Removes the data that belong to an account: links to providers, reset links and ended sessions. */
export async function removeLinks(db: LocalDb, userId: string): Promise<void> {
  for (const table of ['externalIdentity', 'passwordReset'] as const)
    await db.deleteFrom(table).where('userId', '=', userId).execute();
}

/** The account that a person of a provider signed in to before; undefined when there is none. */
export function linkedAccount(db: LocalDb, providerId: string, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('externalIdentity')
    .innerJoin('user', 'user.id', 'externalIdentity.userId')
    .selectAll('user')
    .where('providerId', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Returns true when an account is linked to a person of a provider. */
export async function isLinked(db: LocalDb, providerId: string, userId: string): Promise<boolean> {
  const link = await db
    .selectFrom('externalIdentity')
    .select('subject')
    .where('providerId', '=', providerId)
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return link !== undefined;
}

/** Links a person of a provider to an account, or records that the link was used. @returns whether it is new */
export async function linkAccount(
  db: LocalDb,
  { providerId, subject, userId }: { providerId: string; subject: string; userId: string },
  now: number,
): Promise<boolean> {
  const used = await db
    .updateTable('externalIdentity')
    .set({ lastUsedAt: now, userId })
    .where('providerId', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  if (Number(used.numUpdatedRows) > 0) return false;
  await db
    .insertInto('externalIdentity')
    .values({ providerId, subject, userId, createdAt: now, lastUsedAt: now })
    .execute();
  return true;
}

/** Stores a sign-in that waits for the answer of a provider. @param ticket kept by the page */
export async function openSignOn(
  db: LocalDb,
  ticket: string,
  begun: Pick<SingleSignOnRow, 'providerId' | 'state' | 'nonce' | 'verifier'>,
  now: number,
): Promise<void> {
  const { providerId, state, nonce, verifier } = begun;
  const expiresAt = now + SIGN_ON_MS;
  await db
    .insertInto('singleSignOn')
    .values({ ticketHash: sha256Hex(ticket), providerId, state, nonce, verifier, userId: null, expiresAt })
    .execute();
}

/** The sign-in of a ticket; undefined when there is none, or its time has passed. */
export function signOnOf(db: LocalDb, ticket: string, now: number): Promise<SingleSignOnRow | undefined> {
  return db
    .selectFrom('singleSignOn')
    .selectAll()
    .where('ticketHash', '=', sha256Hex(ticket))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/**
 * Locks a sign-in whose provider answered until the end of the transaction: of two simultaneous answers the second one waits here.
 * @returns false when another answer was accepted
 */
export async function consumeSignOn(db: LocalDb, ticket: string): Promise<boolean> {
  const taken = await db
    .updateTable('singleSignOn')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('ticketHash', '=', sha256Hex(ticket))
    .where('userId', 'is', null)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

/** Records the account in the answer of a provider, which now needs a second factor. */
export async function awaitFactor(db: LocalDb, ticket: string, userId: string): Promise<void> {
  await db
    .updateTable('singleSignOn')
    .set({ userId, nonce: '', verifier: '', state: '' })
    .where('ticketHash', '=', sha256Hex(ticket))
    .execute();
}

/** Ends a sign-in. @returns false when another call ended it */
export async function closeSignOn(db: LocalDb, ticket: string): Promise<boolean> {
  const closed = await db.deleteFrom('singleSignOn').where('ticketHash', '=', sha256Hex(ticket)).executeTakeFirst();
  return Number(closed.numDeletedRows) === 1;
}

/** Removes sign-ins whose time has passed. */
export async function removeExpiredSignOns(db: LocalDb, now: number): Promise<void> {
  await db.deleteFrom('singleSignOn').where('expiresAt', '<=', now).execute();
}
