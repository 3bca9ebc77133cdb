import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { accountByEmail, accountById, changeAccount, emailKey, lockAccount } from './accounts.ts';
import { hashNew } from './newPassword.ts';
import { requestLink } from './requestedLinks.ts';
import { resetLink, useResetLink } from './resetLinks.ts';
import { signOutEverywhere } from './signOutEverywhere.ts';
import { type Attempt, countFailure, failTry, mustNotBeThrottled, takeTry } from './throttle.ts';

/**
 * Requests a one-time link. Asking is counted like a failed sign-in of its own kind, so that no mailbox can be filled. The answer and the work
 * before it are the same whether the address has an account or not (product decision 3, 4): the link is written after the answer.
 */
export const requestPasswordReset = handler(contract.requestPasswordReset, async (ctx, { email }) => {
  const { local, caller, now, audit } = ctx;
  const attempt: Attempt = { kind: 'letter', emailKey: emailKey(email), address: caller.address };
  await takeTry(local, attempt, now);
  await failTry(local, attempt, now);
  const account = await accountByEmail(local, email);
  const isSent = account !== undefined && account.disabledAt === null;
  audit({ ...(account === undefined ? {} : { account }), subject: email, refused: !isSent });
  await requestLink(ctx, email);
  return null;
});

/** Sets a new password with a link that is known, unused and less than an hour old. Every session of the account ends. */
export const resetPassword = handler(contract.resetPassword, {
  async prepare({ local, ports, caller, now }, { secret, newPassword }) {
    const attempt: Attempt = { kind: 'resetLink', emailKey: null, address: caller.address };
    await mustNotBeThrottled(local, attempt, now);
    const known = await resetLink(local, secret);
    return { attempt, passwordHash: known === undefined ? null : await hashNew(ports, newPassword, 'newPassword') };
  },
  async commit(ctx, { secret }, { attempt, passwordHash }) {
    const { local, now } = ctx;
    const known = await resetLink(local, secret);
    // Before the link, as a change of the password does: two calls could otherwise wait for each other.
    if (known !== undefined) await lockAccount(local, known.userId);
    const link = await resetLink(local, secret);
    if (
      passwordHash === null ||
      link === undefined ||
      link.expiresAt <= now ||
      link.disabledAt !== null ||
      !(await useResetLink(local, secret, now))
    ) {
      await countFailure(local, attempt, now);
      ctx.audit({ refused: true });
      return { changed: false, email: null };
    }
    const account = (await accountById(local, link.userId))!;
    ctx.audit({ account, subject: account.name });
    await changeAccount(local, now, link.userId, { passwordHash });
    await signOutEverywhere(ctx, link.userId);
    return { changed: true, email: account.email };
  },
});
