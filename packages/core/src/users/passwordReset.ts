import * as contract from '@holdfast/contract';
import { sha256Hex } from '@holdfast/sync';
import { handler } from '../handler.ts';
import { accountByEmail, emailKey } from './accounts.ts';
import { hashNew } from './newPassword.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { type Attempt, countFailure, mustNotBeThrottled } from './throttle.ts';

/** Lifetime of a link in ms (product decision 4). */
const RESET_LINK_MS = 60 * 60 * 1000;

/**
 * Sends a one-time link. Asking is counted like a failed sign-in of its own kind, so that no mailbox can be filled; the answer is the same
 * whether the address has an account or not (product decision 3, 4).
 */
export const requestPasswordReset = handler(
  contract.requestPasswordReset,
  async ({ local, ports, caller, now, afterCommit }, { email }) => {
    const attempt: Attempt = { kind: 'letter', emailKey: emailKey(email), address: caller.address };
    await mustNotBeThrottled(local, attempt, now);
    await countFailure(local, attempt, now);
    const account = await accountByEmail(local, email);
    if (account === undefined || account.disabledAt !== null) return null;
    const secret = ports.secrets.next();
    await local.deleteFrom('passwordReset').where('userId', '=', account.id).where('usedAt', 'is', null).execute();
    await local
      .insertInto('passwordReset')
      .values({
        hash: sha256Hex(secret),
        userId: account.id,
        createdAt: now,
        expiresAt: now + RESET_LINK_MS,
        usedAt: null,
      })
      .execute();
    afterCommit(() => ports.mail.sendPasswordReset({ name: account.name, email: account.email }, secret));
    return null;
  },
);

/** Sets a new password with a link that is known, unused and less than an hour old. Every session of the account ends. */
export const resetPassword = handler(contract.resetPassword, {
  async prepare({ local, ports, caller, now }, { secret, newPassword }) {
    const attempt: Attempt = { kind: 'resetLink', emailKey: null, address: caller.address };
    await mustNotBeThrottled(local, attempt, now);
    const known = await local
      .selectFrom('passwordReset')
      .select('hash')
      .where('hash', '=', sha256Hex(secret))
      .executeTakeFirst();
    return { attempt, passwordHash: known === undefined ? null : await hashNew(ports, newPassword, 'newPassword') };
  },
  async commit(ctx, { secret }, { attempt, passwordHash }) {
    const { local, now } = ctx;
    const link = await local
      .selectFrom('passwordReset')
      .innerJoin('user', 'user.id', 'passwordReset.userId')
      .select(['passwordReset.userId', 'passwordReset.expiresAt', 'passwordReset.usedAt', 'user.disabledAt'])
      .where('passwordReset.hash', '=', sha256Hex(secret))
      .executeTakeFirst();
    if (
      passwordHash === null ||
      link === undefined ||
      link.usedAt !== null ||
      link.expiresAt <= now ||
      link.disabledAt !== null
    ) {
      await countFailure(local, attempt, now);
      return { changed: false };
    }
    await local.updateTable('passwordReset').set({ usedAt: now }).where('hash', '=', sha256Hex(secret)).execute();
    await local.updateTable('user').set({ passwordHash, updatedAt: now }).where('id', '=', link.userId).execute();
    await signOutEverywhere(ctx, link.userId);
    return { changed: true };
  },
});
