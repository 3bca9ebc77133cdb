import {
  changePassword as changePasswordContract,
  endOtherSessions as endOtherSessionsContract,
  endSession as endSessionContract,
  getCurrentUser as getCurrentUserContract,
  getSessions as getSessionsContract,
  Problem,
  signOut as signOutContract,
} from '@holdfast/contract';
import { signOutDevices } from '../devices/index.ts';
import { handler } from '../handler.ts';
import { isoTime } from '../present.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { hashNew } from './newPassword.ts';
import { type Attempt, countFailure, forgetFailures, mustNotBeThrottled } from './throttle.ts';

/** Returns the user who is signed in. */
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
export const signOut = handler(signOutContract, async ({ actor, local, now, publish }) => {
  publish({ tokens: [actor.tokenId] });
  await local.updateTable('token').set({ revokedAt: now }).where('id', '=', actor.tokenId).execute();
  return null;
});

/** Everywhere the caller is signed in, in browsers and on desktops, last used first. */
export const getSessions = handler(getSessionsContract, async ({ actor, local, now }) => {
  const tokens = await local
    .selectFrom('token')
    .select(['id', 'device', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', actor.userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute();
  const desktops = await local
    .selectFrom('device')
    .innerJoin('deviceUser', 'deviceUser.deviceId', 'device.id')
    .select(['device.id', 'device.name as device', 'deviceUser.enrolledAt as createdAt'])
    .select((eb) => eb.fn.coalesce('device.lastSeenAt', 'deviceUser.enrolledAt').as('lastUsedAt'))
    .where('deviceUser.userId', '=', actor.userId)
    .where('device.revokedAt', 'is', null)
    .execute();
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
  const ended = await local
    .updateTable('token')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('userId', '=', actor.userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (Number(ended.numUpdatedRows) > 0) {
    publish({ tokens: [id] });
    return null;
  }
  const devices = await signOutDevices(local, actor.userId, now, id);
  if (devices.length === 0) throw new Problem('notFound');
  publish({ devices });
  return null;
});

/** Ends every session of the caller but the one of this call (product decision 3). */
export const endOtherSessions = handler(endOtherSessionsContract, async (ctx) => {
  await signOutEverywhere(ctx, ctx.actor.userId, ctx.actor.tokenId);
  return null;
});

/** Changes the own password and ends every other session (product decision 4). */
export const changePassword = handler(changePasswordContract, {
  async prepare({ actor, local, ports, now, caller }, { currentPassword, newPassword }) {
    if (actor === null) throw new Problem('notSignedIn');
    const account = await local
      .selectFrom('user')
      .select(['emailKey', 'passwordHash'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const attempt: Attempt = { kind: 'signIn', emailKey: account.emailKey, address: caller.address };
    await mustNotBeThrottled(local, attempt, now);
    const matches = await ports.passwords.verify(account.passwordHash, currentPassword);
    return { attempt, passwordHash: matches ? await hashNew(ports, newPassword, 'newPassword') : null };
  },
  async commit(ctx, _input, { passwordHash, attempt }) {
    const { actor, local, now } = ctx;
    if (passwordHash === null) {
      await countFailure(local, attempt, now);
      return { changed: false };
    }
    await forgetFailures(local, attempt, now);
    await local.updateTable('user').set({ passwordHash, updatedAt: now }).where('id', '=', actor.userId).execute();
    await signOutEverywhere(ctx, actor.userId, actor.tokenId);
    return { changed: true };
  },
});
