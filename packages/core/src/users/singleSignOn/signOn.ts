/** Sign-in through an identity provider (product decision 48). */
import * as contract from '@holdfast/contract';
import type { LoginResult } from '@holdfast/contract';
import type { Actor, WriteCtx } from '../../calls/ctx.ts';
import type { IdentityProviderRow, UserRow } from '../../db/schema.ts';
import { handler } from '../../calls/handler.ts';
import type { ProviderClaims } from '../../ports.ts';
import {
  accountByEmail,
  accountById,
  addAccount,
  changeAccount,
  endReplacedSession,
  hasOtherAdministrator,
  issueToken,
  lockAccount,
} from '../accounts.ts';
import { factorsOf } from '../secondFactors/factors.ts';
import { prove, requestFactor, spendProof, WRONG_FACTOR } from '../secondFactors/signInStep.ts';
import { type Attempt, countFailure, clearFailures, mustNotBeThrottled } from '../throttle.ts';
import {
  accountRulesOf,
  awaitFactor,
  clientOf,
  closeSignOn,
  isLinked,
  linkAccount,
  linkedAccount,
  openSignOn,
  providerOfDomain,
  providers,
  signOnOf,
  consumeSignOn,
} from './providers.ts';
import { admission, domainOf } from './rules.ts';

const NO_PROVIDER = 'There is no single sign-on for this email address. Sign in with your password.';
const NO_SECRET = 'Single sign-on of your organisation is not set up completely. Ask your administrator.';
const TOO_LATE =
  'This sign-in was used before, took longer than ten minutes, or began in another browser. Begin again.';
const PROVIDER_FAILED = 'Your organisation did not sign you in. Begin again, or ask your administrator.';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends the browser to the identity provider of an address. */
export const beginSingleSignOn = handler(contract.beginSingleSignOn, {
  async prepare({ local, ports, caller, now }, { email }) {
    await mustNotBeThrottled(local, attemptOf(caller.address), now);
    const provider = await providerOfDomain(local, domainOf(email));
    if (provider === undefined) return { error: NO_PROVIDER };
    const client = clientOf(provider, ports);
    if (client === null) return { error: NO_SECRET };
    const begun = await ports.singleSignOn.begin(client, email.trim());
    if ('problem' in begun) {
      caller.failed?.(new Error(`${provider.name}: ${begun.problem}`));
      return { error: PROVIDER_FAILED };
    }
    return { providerId: provider.id, begun };
  },
  async commit({ local, ports, now }, _input, prepared) {
    if (prepared.begun === undefined) return { error: prepared.error, begun: null };
    const ticket = ports.secrets.next();
    const { begun, providerId } = prepared;
    await openSignOn(local, ticket, { ...begun, providerId }, now);
    return { error: null, begun: { address: begun.address, ticket } };
  },
});

/**
 * Signs in with the answer of an identity provider. The provider is asked outside of the transaction; a sign-in is finished once. Where the
 * account has a second factor of Holdfast and its provider does not stand for one, it is asked for after the provider.
 */
export const finishSingleSignOn = handler(contract.finishSingleSignOn, {
  async prepare({ local, ports, caller, now }, { ticket, query, code, passkey }) {
    await mustNotBeThrottled(local, attemptOf(caller.address), now);
    const begun = await signOnOf(local, ticket, now);
    const [provider] = begun === undefined ? [] : await providers(local, begun.providerId);
    if (begun === undefined || provider === undefined || provider.enabled === 0) return { error: TOO_LATE, provider };
    if (begun.userId !== null) {
      const account = await accountById(local, begun.userId);
      if (account === undefined || account.disabledAt !== null) return { error: TOO_LATE, provider };
      await mustNotBeThrottled(local, codeAttemptOf(account, caller.address), now);
      const factors = await factorsOf(local, account.id);
      const proof = await prove({ local, ports, now }, account.id, factors, { code, passkey });
      return { provider, known: { account, proof } };
    }
    const client = clientOf(provider, ports);
    if (client === null) return { error: NO_SECRET, provider };
    const claims = await ports.singleSignOn.finish(client, begun, query);
    if (!('problem' in claims)) return { provider, claims };
    caller.failed?.(new Error(`${provider.name}: ${claims.problem}`));
    return { error: PROVIDER_FAILED, provider, reason: claims.problem };
  },
  async commit(ctx, { ticket }, prepared): Promise<LoginResult> {
    const { local } = ctx;
    if (prepared.known !== undefined) return afterFactor(ctx, ticket, prepared);
    if (prepared.claims === undefined) {
      const { provider, error, reason } = prepared;
      await closeSignOn(local, ticket);
      const subject = provider === undefined ? '' : provider.name + (reason === undefined ? '' : `: ${reason}`);
      return refuse(ctx, error, { subject });
    }
    const { provider, claims } = prepared;
    const subject = `${claims.email ?? claims.subject} (${provider.name})`;
    if (!(await consumeSignOn(local, ticket))) return refuse(ctx, TOO_LATE, { subject });
    const admitted = await admit(ctx, provider, claims);
    if ('reason' in admitted) {
      await closeSignOn(local, ticket);
      const { account } = admitted;
      return refuse(ctx, admitted.reason, { subject, ...(account === undefined ? {} : { account }) });
    }
    const { account } = admitted;
    ctx.audit({ account, subject });
    const factors = provider.trustsSecondFactor === 1 ? [] : await factorsOf(local, account.id);
    if (factors.length > 0) {
      await awaitFactor(local, ticket, account.id);
      ctx.audit({ subject: `${subject}: second factor asked for`, refused: true });
      return {
        success: false,
        error: null,
        details: null,
        secondFactor: await requestFactor(ctx, account.id, factors),
      };
    }
    await closeSignOn(local, ticket);
    return signedIn(ctx, provider, account, provider.trustsSecondFactor === 1);
  },
});

type PublicCtx = WriteCtx<Actor | null>;

/** Finishes a sign-in that waited for a second factor. */
async function afterFactor(
  ctx: PublicCtx,
  ticket: string,
  { provider, known: { account, proof } }: { provider: IdentityProviderRow; known: Known },
): Promise<LoginResult> {
  const { local, now, caller } = ctx;
  await lockAccount(local, account.id);
  const factors = await factorsOf(local, account.id);
  const attempt = codeAttemptOf(account, caller.address);
  const subject = `${account.email} (${provider.name})`;
  await mustNotBeThrottled(local, attempt, now);
  if (factors.length > 0 && !(await spendProof(local, proof, now))) {
    await countFailure(local, attempt, now);
    ctx.audit({ account, subject: `${subject}: second factor wrong`, refused: true });
    const secondFactor = await requestFactor(ctx, account.id, factors);
    return { success: false, error: WRONG_FACTOR, details: null, secondFactor };
  }
  if (!(await closeSignOn(local, ticket))) return refuse(ctx, TOO_LATE, { account, subject });
  await clearFailures(local, attempt, now);
  ctx.audit({ account, subject });
  return signedIn(ctx, provider, account, factors.length > 0);
}

interface Known {
  account: UserRow;
  proof: Awaited<ReturnType<typeof prove>>;
}

/** Finds or creates the account of a person, links it and assigns its role. @returns the reason when that is refused */
async function admit(
  ctx: PublicCtx,
  provider: IdentityProviderRow,
  claims: ProviderClaims,
): Promise<{ account: UserRow } | { reason: string; account?: UserRow }> {
  const { local, now } = ctx;
  const linked = await locked(local, await linkedAccount(local, provider.id, claims.subject));
  const { email } = claims;
  const byAddress =
    linked !== undefined || email === null ? undefined : await locked(local, await accountByEmail(local, email));
  const isOthers = byAddress !== undefined && (await isLinked(local, provider.id, byAddress.id));
  const decided = admission(accountRulesOf(provider), claims, linked, byAddress, isOthers);
  if (decided.kind === 'refused') {
    const account = linked ?? byAddress;
    return { reason: decided.reason, ...(account === undefined ? {} : { account }) };
  }
  let account: UserRow;
  if (decided.kind === 'new') {
    const { name, email: address, role } = decided;
    const id = ctx.newId();
    const { companyId } = provider;
    await addAccount(local, { id, name, email: address, role, companyId, passwordHash: null }, now);
    account = (await accountById(local, id))!;
    recordChange(ctx, null, account);
  } else account = await withRole(ctx, decided.account, decided.role);
  const isNew = await linkAccount(local, { providerId: provider.id, subject: claims.subject, userId: account.id }, now);
  if (isNew) {
    const link = { provider: provider.name, subject: claims.subject };
    ctx.audit({
      change: { table: 'externalIdentity', id: account.id, name: account.name, before: null, after: link },
    });
  }
  return { account };
}

/** Locks an account and returns it as it is now: the sign-in then precedes a change of the account, which ends it, or sees the change. */
async function locked(local: PublicCtx['local'], account: { id: string } | undefined): Promise<UserRow | undefined> {
  return account === undefined ? undefined : lockAccount(local, account.id);
}

/** Assigns the role that its provider claims to an account; the last administrator stays one. */
async function withRole(ctx: PublicCtx, account: UserRow, role: UserRow['role']): Promise<UserRow> {
  const { local, now } = ctx;
  if (account.role === role) return account;
  if (account.role === 'administrator' && !(await hasOtherAdministrator(local, account.id))) return account;
  await changeAccount(local, now, account.id, { role });
  ctx.publish({ users: [account.id] });
  const changed = { ...account, role };
  recordChange(ctx, account, changed);
  return changed;
}

function recordChange({ audit }: PublicCtx, before: UserRow | null, after: UserRow): void {
  const { id, name } = after;
  audit({ change: { table: 'user', id, name, before, after } });
}

async function signedIn(
  ctx: PublicCtx,
  { id: providerId, sessionDays }: IdentityProviderRow,
  { id: userId }: UserRow,
  isConfirmed: boolean,
): Promise<LoginResult> {
  const { local, ports, now, newId, caller, publish } = ctx;
  await endReplacedSession(ctx);
  const through = { providerId, endsAt: now + sessionDays * DAY_MS };
  const session = { id: newId(), userId, device: caller.device, now, isConfirmed, through, publish };
  return { success: true, error: null, details: { token: await issueToken(local, ports, session) } };
}

/** Counts and records a refused sign-in. */
async function refuse(
  { local, now, caller, audit }: PublicCtx,
  error: string,
  facts: { subject: string; account?: UserRow },
): Promise<LoginResult> {
  await countFailure(local, attemptOf(caller.address), now);
  audit({ ...facts, refused: true });
  return { success: false, error, details: null };
}

function attemptOf(address: string | null): Attempt {
  return { kind: 'singleSignOn', emailKey: null, address };
}

function codeAttemptOf({ emailKey }: UserRow, address: string | null): Attempt {
  return { kind: 'secondFactor', emailKey, address };
}
