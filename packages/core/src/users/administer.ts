/** Administration of accounts (product decision 1 to 4). */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { compareClocks, formatClock } from '@holdfast/sync';
import type { WriteCtx } from '../calls/ctx.ts';
import type { UserRow } from '../db/schema.ts';
import { withdrawGrant, withdrawGrants } from '../devices/index.ts';
import { handler } from '../calls/handler.ts';
import { seesEveryCompany } from '../calls/rights.ts';
import { isoTime } from '../present.ts';
import {
  accountByEmail,
  accountById,
  addAccount,
  changeAccount,
  emailKey,
  endSessions,
  hasOtherAdministrator,
  NO_PARTICULARS,
} from './accounts.ts';
import {
  accountToChange,
  accountVersion,
  administeredAccount,
  administeredAccounts,
  auditAccount,
} from './administeredAccounts.ts';
import { erasedEmail, erasedName } from './eraseNames.ts';
import { eraseFromLetters, invitationsSince, newestLetters, queueLetter } from './letters.ts';
import { hashNew } from './newPassword.ts';
import { replaceResetLink, voidResetLinks } from './resetLinks.ts';
import { providerOfDomain, removeLinks } from './singleSignOn/providers.ts';
import { domainOf } from './singleSignOn/rules.ts';
import { removeAllFactors } from './secondFactors/factors.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { type Attempt, clearFailures, failTry, takeTry } from './throttle.ts';

/** Every account, by name. */
export const getUsers = handler(contract.getUsers, {
  reach: 'everywhere',
  async commit(ctx) {
    const accounts = await administeredAccounts(ctx);
    const { actor } = ctx;
    return seesEveryCompany(actor) ? accounts : accounts.filter(({ companyId }) => companyId === actor.companyId);
  },
});

/** Lifetime of the link of an invitation in ms (product decision 45). */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/** Creates an account. A user without a password is invited by mail. */
export const createUser = handler(contract.createUser, {
  reach: 'everywhere',
  async prepare({ ports }, { password }) {
    return { passwordHash: password === null ? null : await hashNew(ports, password, 'password') };
  },
  async commit(ctx, { id: wanted, name, email, role, companyId }, { passwordHash }) {
    checkAssignable(ctx, role, companyId);
    await mustBeCompany(ctx, companyId);
    const id = wanted ?? ctx.newId();
    await mustBeFree(ctx, email, id);
    if ((await accountById(ctx.local, id)) !== undefined) throw new Problem('alreadyExists', { name });
    await addAccount(ctx.local, { id, name, email, role, companyId, passwordHash }, ctx.now);
    if (passwordHash === null) await invite(ctx, { id, name, email });
    await auditAccount(ctx, id, null);
    return administeredAccount(ctx, id);
  },
});

/** Mails an invitation again. */
export const inviteUser = handler(contract.inviteUser, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const before = await accountToChange(ctx, id);
    if (before.passwordHash !== null) throw new Problem('alreadyExists', { name: before.name });
    if (before.disabledAt !== null) throw new Problem('notFound');
    await invite(ctx, before);
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/** The mails of this server with their state. */
export const getLetters = handler(contract.getLetters, {
  reach: 'everywhere',
  commit: ({ local }) => newestLetters(local),
});

/** Changes name, address, role or company of an account. A user who changes company is signed out of all sessions of the old one. */
export const updateUser = handler(contract.updateUser, {
  reach: 'everywhere',
  async commit(ctx, { id, name, email, role, companyId }) {
    const before = await accountToChange(ctx, id);
    mustBeMadeOn(ctx, before);
    checkAssignable(ctx, role ?? before.role, companyId === undefined ? before.companyId : companyId);
    if (role !== undefined && role !== 'administrator') await mustNotBeLastAdministrator(ctx, before);
    if (companyId !== undefined) await mustBeCompany(ctx, companyId);
    if (email !== undefined) await mustBeFree(ctx, email, id);
    const address = email === undefined ? {} : { email, emailKey: emailKey(email) };
    if (email !== undefined && emailKey(email) !== before.emailKey) await voidResetLinks(ctx.local, id, ctx.now);
    await changeAccount(ctx.local, ctx.now, id, {
      ...(name === undefined ? {} : { name }),
      ...address,
      ...(role === undefined ? {} : { role }),
      ...(companyId === undefined ? {} : { companyId }),
    });
    const isMoved = companyId !== undefined && companyId !== before.companyId;
    if (before.companyId !== null && (isMoved || (role === 'administrator' && before.role !== role)))
      await mustChooseOwnPassword(ctx, { ...before, ...address, name: name ?? before.name });
    if (isMoved) {
      // Desktops stay signed in, so that they are informed of the data that they must remove.
      await endSessions(ctx.local, id, ctx.now);
      if (before.companyId !== null) await withdrawGrant(ctx.local, id, before.companyId);
    }
    // Open event streams apply the new rights of the account.
    ctx.publish({ users: [id] });
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/**
 * Takes the password and second factors of an account that will reach more than its company did: administrators of that company may have set
 * them, and could sign in with them. Its person chooses a password by an invitation.
 * @throws {Problem} `tooManyRequests`
 */
async function mustChooseOwnPassword(ctx: WriteCtx, account: UserRow): Promise<void> {
  await removeAllFactors(ctx.local, account.id);
  await changeAccount(ctx.local, ctx.now, account.id, { passwordHash: null });
  await endSessions(ctx.local, account.id, ctx.now);
  await invite(ctx, account);
}

/** Stops an account from signing in and ends its sessions. */
export const disableUser = handler(contract.disableUser, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const before = await accountToChange(ctx, id);
    await mustNotBeLastAdministrator(ctx, before);
    if (before.disabledAt === null) await changeAccount(ctx.local, ctx.now, id, { disabledAt: ctx.now });
    // Enabled again, the account is given new grants: devices begin the scopes again.
    await withdrawGrants(ctx.local, id);
    await voidResetLinks(ctx.local, id, ctx.now);
    await endSessions(ctx.local, id, ctx.now);
    ctx.publish({ users: [id] });
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/** Erases a person: the account at once, names in history and logs by `eraseNames`, which hosts run. */
export const eraseUser = handler(contract.eraseUser, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const { local, now } = ctx;
    const before = await accountToChange(ctx, id);
    await mustNotBeLastAdministrator(ctx, before);
    if (before.erasedAt !== null) return administeredAccount(ctx, id);
    const name = erasedName(id);
    await removeAllFactors(local, id);
    await removeLinks(local, id);
    await eraseFromLetters(local, before, name);
    await signOutEverywhere(ctx, id);
    const email = erasedEmail(id);
    await changeAccount(local, now, id, {
      name,
      email,
      emailKey: emailKey(email),
      passwordHash: null,
      ...NO_PARTICULARS,
      disabledAt: before.disabledAt ?? now,
      erasedAt: now,
      namesToEraseJson: JSON.stringify([before.email, before.emailKey, before.name]),
    });
    ctx.publishParticulars(id, before.signature);
    // The previous values are the ones that are erased.
    ctx.audit({
      subject: name,
      companyId: before.companyId,
      change: { table: 'user', id, name, before: null, after: null },
    });
    return administeredAccount(ctx, id);
  },
});

/** Lets a disabled account sign in again. */
export const enableUser = handler(contract.enableUser, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const before = await accountToChange(ctx, id);
    if (before.erasedAt !== null) throw new Problem('notFound');
    await changeAccount(ctx.local, ctx.now, id, { disabledAt: null });
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/** Sets a new password and ends all sessions and reset links (product decision 4). */
export const setUserPassword = handler(contract.setUserPassword, {
  reach: 'everywhere',
  async prepare({ ports }, { password }) {
    return { passwordHash: await hashNew(ports, password, 'password') };
  },
  async commit(ctx, { id }, { passwordHash }) {
    mustBeAnother(ctx, id);
    const before = await accountToChange(ctx, id);
    await changeAccount(ctx.local, ctx.now, id, { passwordHash });
    await signOutEverywhere(ctx, id);
    await voidResetLinks(ctx.local, id, ctx.now);
    await clearFailures(ctx.local, { kind: 'signIn', emailKey: before.emailKey, address: null }, ctx.now);
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/** Signs an account out everywhere. */
export const endUserSessions = handler(contract.endUserSessions, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const before = await accountToChange(ctx, id);
    await signOutEverywhere(ctx, id);
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/** Removes the second factors of an account whose owner lost them; the next sign-in needs the password alone. */
export const removeUserSecondFactors = handler(contract.removeUserSecondFactors, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    mustBeAnother(ctx, id);
    const before = await accountToChange(ctx, id);
    await removeAllFactors(ctx.local, id);
    await signOutEverywhere(ctx, id);
    await auditAccount(ctx, id, before);
    return administeredAccount(ctx, id);
  },
});

/** The own account requires the current password. @throws {Problem} `ownAccount` */
function mustBeAnother({ actor }: WriteCtx, id: string): void {
  if (actor.userId === id) throw new Problem('ownAccount');
}

/** Most invitations that the administrators of a company send within an hour: a mailbox can have any number of addresses. */
const INVITATIONS = { most: 200, withinMs: 60 * 60 * 1000 };

/** @throws {Problem} `tooManyRequests` when the company of the caller has sent as many invitations as it may */
async function mustNotInviteTooMany({ actor, local, now }: WriteCtx): Promise<void> {
  if (actor.companyId === null) return;
  const { most, withinMs } = INVITATIONS;
  const sent = await invitationsSince(local, actor.companyId, now - withinMs, most);
  if (sent.length < most) return;
  const waitMs = sent.at(-1)!.createdAt + withinMs - now;
  throw new Problem('tooManyRequests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/**
 * Creates a link for an account, replacing earlier ones, and queues its mail. Invitations count like mails that people request themselves,
 * so that no mailbox can be filled.
 * @throws {Problem} `tooManyRequests`
 */
async function invite(ctx: WriteCtx, { id, name, email }: Pick<UserRow, 'id' | 'name' | 'email'>): Promise<void> {
  const { actor, local, ports, now } = ctx;
  await mustNotInviteTooMany(ctx);
  const attempt: Attempt = { kind: 'letter', emailKey: emailKey(email), address: null };
  await takeTry(local, attempt, now);
  await failTry(local, attempt, now);
  const secret = ports.secrets.next();
  await replaceResetLink(local, { userId: id, secret, now, lifetimeMs: INVITATION_MS });
  await queueLetter(local, ports, {
    kind: 'invitation',
    userId: id,
    name,
    email,
    invitedBy: actor.name,
    secret,
    createdAt: now,
    expiresAt: now + INVITATION_MS,
  });
  ctx.afterCommit(() => ports.mail.wake());
}

/**
 * Refuses a role or company that the caller cannot assign: the administrator of a company assigns roles in that company, and that role
 * requires a company.
 */
function checkAssignable({ actor }: WriteCtx, role: UserRow['role'], companyId: string | null): void {
  if (role === 'companyAdministrator' && companyId === null) throw new Problem('companyNeeded');
  if (seesEveryCompany(actor)) return;
  if (companyId !== actor.companyId) throw new Problem('notFound');
  if (role === 'administrator') throw new Problem('forbidden');
}

/** Refuses an edit made on another version than the stored one (data decision 14). */
function mustBeMadeOn({ ifMatch }: WriteCtx, row: UserRow): void {
  if (ifMatch === null || compareClocks(ifMatch, accountVersion(row)) === 0) return;
  throw new Problem('changedMeanwhile', {
    yours: '',
    theirs: row.name,
    by: null,
    byName: null,
    at: isoTime(row.updatedAt),
    clock: formatClock(accountVersion(row)),
  });
}

async function mustBeCompany({ lookup }: WriteCtx, companyId: string | null): Promise<void> {
  if (companyId === null) return;
  const company = await lookup.row('company', companyId);
  if (company === undefined || company.deletedAt !== null) throw new Problem('notFound');
}

/** Refuses an address in use, and to the administrator of a company one of a domain by which other people sign in. */
async function mustBeFree({ local, actor }: WriteCtx, email: string, id: string): Promise<void> {
  const provider = seesEveryCompany(actor) ? undefined : await providerOfDomain(local, domainOf(email));
  if (provider !== undefined && provider.companyId !== actor.companyId)
    throw new Problem('badInput', { issues: [{ path: 'email', message: 'belongs to another organisation' }] });
  const holder = await accountByEmail(local, email);
  if (holder !== undefined && holder.id !== id) throw new Problem('alreadyExists', { name: email });
}

/** Refuses to remove the last administrator who can sign in, because no one could appoint another. */
async function mustNotBeLastAdministrator({ local }: WriteCtx, { id, role, disabledAt }: UserRow): Promise<void> {
  if (role !== 'administrator' || disabledAt !== null) return;
  if (!(await hasOtherAdministrator(local, id))) throw new Problem('lastAdministrator');
}
