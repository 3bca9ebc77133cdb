import {
  changePassword as changePasswordContract,
  endOtherSessions as endOtherSessionsContract,
  endSession as endSessionContract,
  getCurrentUser as getCurrentUserContract,
  getOwnCompanyLogo as getOwnCompanyLogoContract,
  getSessions as getSessionsContract,
  Problem,
  signOut as signOutContract,
} from '@holdfast/contract';
import { logoOf } from '../companies/index.ts';
import { signOutDevices } from '../devices/index.ts';
import { handler } from '../calls/handler.ts';
import { isoTime } from '../present.ts';
import { accountById, changeAccount, liveTokens, lockAccount, openDesktops, revokeToken } from './accounts.ts';
import { hashNew } from './newPassword.ts';
import { voidResetLinks } from './resetLinks.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { type Attempt, clearFailures, failTry, returnTry, takeTry, verifyWithin } from './throttle.ts';

/** Returns the user who is signed in. */
export const getCurrentUser = handler(getCurrentUserContract, async ({ actor, local, db }) => {
  const account = (await accountById(local, actor.userId))!;
  const company = account.companyId === null ? undefined : await db.row('company', account.companyId);
  const { userId: id, name, role } = actor;
  const { email, companyId } = account;
  const needed = actor.lacksSecondFactor === true ? { secondFactorNeeded: true as const } : {};
  return { id, name, email, role, companyId, companyName: company?.name ?? null, ...needed };
});

/** Returns the logo of the company of the user who is signed in. */
export const getOwnCompanyLogo = handler(getOwnCompanyLogoContract, async ({ actor, local, db }) => {
  const { companyId } = (await accountById(local, actor.userId))!;
  const logo = companyId === null ? undefined : await logoOf(db, companyId);
  return { logoId: logo?.id ?? null };
});

/** Revokes the token of this call. */
export const signOut = handler(signOutContract, async ({ actor, local, now, publish }) => {
  publish({ tokens: [actor.tokenId] });
  await revokeToken(local, actor.userId, actor.tokenId, now);
  return null;
});

/** The sessions of the caller, in browsers and on desktops, last used first. */
export const getSessions = handler(getSessionsContract, async ({ actor, local, now }) => {
  const tokens = await liveTokens(local, actor.userId, now);
  const desktops = await openDesktops(local, actor.userId);
  return [
    ...tokens.map((token) => ({ ...token, kind: 'browser' as const })),
    ...desktops.map((desktop) => ({ ...desktop, kind: 'desktop' as const })),
  ]
    .toSorted((a, b) => b.lastUsedAt - a.lastUsedAt)
    .map(({ id, device, kind, createdAt, lastUsedAt }) => ({
      id,
      device,
      kind,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTime(lastUsedAt),
      current: id === actor.tokenId,
    }));
});

/** Ends one session of the caller, in a browser or on a desktop; an id of another account's session is not found. */
export const endSession = handler(endSessionContract, async ({ actor, local, now, publish }, { id }) => {
  if (await revokeToken(local, actor.userId, id, now)) {
    publish({ tokens: [id] });
    return null;
  }
  const devices = await signOutDevices(local, actor.userId, now, id);
  if (devices.length === 0) throw new Problem('notFound');
  publish({ devices });
  return null;
});

/** Ends every session of the caller except that of this call (product decision 3). */
export const endOtherSessions = handler(endOtherSessionsContract, async (ctx) => {
  await signOutEverywhere(ctx, ctx.actor.userId, ctx.actor.tokenId);
  return null;
});

/** Changes the own password, ends every other session and voids links for a new one (product decision 4). */
export const changePassword = handler(changePasswordContract, {
  async prepare({ actor, local, ports, now, caller }, { currentPassword, newPassword }) {
    if (actor === null) throw new Problem('notSignedIn');
    const account = (await accountById(local, actor.userId))!;
    const attempt: Attempt = { kind: 'signIn', emailKey: account.emailKey, address: caller.address };
    const matches = await verifyWithin(local, attempt, now, () =>
      ports.passwords.verify(account.passwordHash, currentPassword),
    );
    const passwordHash = matches ? await hashNew(ports, newPassword, 'newPassword') : null;
    return { attempt, verified: account.passwordHash, passwordHash };
  },
  async commit(ctx, _input, { passwordHash, verified, attempt }) {
    const { actor, local, now } = ctx;
    // A password that was replaced since it was verified must not replace the new one.
    const isCurrent = (await lockAccount(local, actor.userId))?.passwordHash === verified;
    await takeTry(local, attempt, now);
    if (passwordHash === null || !isCurrent) {
      await failTry(local, attempt, now);
      ctx.audit({ refused: true });
      return { changed: false };
    }
    await returnTry(local, attempt);
    await clearFailures(local, attempt, now);
    await changeAccount(local, now, actor.userId, { passwordHash });
    // A link in a mailbox that another person reads could replace the new password.
    await voidResetLinks(local, actor.userId, now);
    await signOutEverywhere(ctx, actor.userId, actor.tokenId);
    return { changed: true };
  },
});
