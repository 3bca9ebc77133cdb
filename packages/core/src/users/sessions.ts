import {
  changePassword as changePasswordContract,
  getCurrentUser as getCurrentUserContract,
  getSessions as getSessionsContract,
  Problem,
  signOut as signOutContract,
} from '@holdfast/contract';
import { handler } from '../handler.ts';
import { endSessions } from './accounts.ts';
import { countFailure, forgetFailures, mustNotBeThrottled } from './throttle.ts';

/** Who is signed in. */
export const getCurrentUser = handler(getCurrentUserContract, async ({ actor, local, db }) => {
  const account = await local
    .selectFrom('user')
    .select(['email', 'companyId'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const company =
    account.companyId === null
      ? undefined
      : await db.from('company').select('name').where('company.id', '=', account.companyId).executeTakeFirst();
  const { userId: id, name, role } = actor;
  return { id, name, email: account.email, role, companyId: account.companyId, companyName: company?.name ?? null };
});

/** Revokes the token of this call. */
export const signOut = handler(signOutContract, async ({ actor, local, now, tell }) => {
  tell({ tokens: [actor.tokenId] });
  await local.updateTable('token').set({ revokedAt: now }).where('id', '=', actor.tokenId).execute();
  return null;
});

/** Everywhere the caller is signed in, last used first. */
export const getSessions = handler(getSessionsContract, async ({ actor, local, now }) => {
  const tokens = await local
    .selectFrom('token')
    .select(['id', 'device', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', actor.userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute();
  return tokens.map(({ id, device, createdAt, lastUsedAt }) => ({
    id,
    device,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(lastUsedAt).toISOString(),
    current: id === actor.tokenId,
  }));
});

/** Changes the own password and ends every other session (decisions 4). */
export const changePassword = handler(changePasswordContract, {
  async prepare({ actor, local, ports, now, caller }, { currentPassword, newPassword }) {
    if (actor === null) throw new Problem('notSignedIn');
    const account = await local
      .selectFrom('user')
      .select(['emailKey', 'passwordHash'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const attempt = { emailKey: account.emailKey, address: caller.address };
    await mustNotBeThrottled(local, attempt, now);
    const matches = await ports.passwords.verify(account.passwordHash, currentPassword);
    return { attempt, passwordHash: matches ? await ports.passwords.hash(newPassword) : null };
  },
  async commit({ actor, local, now, tell }, _input, { passwordHash, attempt }) {
    if (passwordHash === null) {
      await countFailure(local, attempt, now);
      return { changed: false };
    }
    await forgetFailures(local, attempt);
    await local.updateTable('user').set({ passwordHash, updatedAt: now }).where('id', '=', actor.userId).execute();
    await endSessions(local, actor.userId, now, actor.tokenId);
    tell({ users: [actor.userId] });
    return { changed: true };
  },
});
