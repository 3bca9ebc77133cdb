import { type LoginResult, problems, signIn as contract } from '@holdfast/contract';
import { handler } from '../handler.ts';
import { accountByEmail, emailKey, issueToken } from './accounts.ts';
import { type Attempt, countFailure, forgetFailures, mustNotBeThrottled } from './throttle.ts';

/**
 * Signs in. The password is looked at outside the transaction, because the hash is slow by design; a wrong password and an unknown address
 * answer alike and take alike (product decision 3).
 */
export const signIn = handler(contract, {
  async prepare({ local, ports, now, caller }, { email, password }) {
    await mustNotBeThrottled(local, attemptOf(email, caller.address), now);
    const account = await accountByEmail(local, email);
    const matches = await ports.passwords.verify(account?.passwordHash ?? null, password);
    return { account, isRight: matches && account !== undefined && account.disabledAt === null };
  },
  async commit(ctx, { email }, { account, isRight }): Promise<LoginResult> {
    const { local, now, ports, caller, newId, audit } = ctx;
    const attempt = attemptOf(email, caller.address);
    await mustNotBeThrottled(local, attempt, now);
    audit({ ...(account === undefined ? {} : { account }), subject: addressOf(email), refused: !isRight });
    if (account === undefined || !isRight) {
      await countFailure(local, attempt, now);
      return { success: false, error: problems.signInFailed.message, details: null };
    }
    await forgetFailures(local, attempt, now);
    const token = await issueToken(local, ports, { id: newId(), userId: account.id, device: caller.device, now });
    return { success: true, error: null, details: { token } };
  },
});

/** The address as it is recorded: people type their password into the wrong field. */
function addressOf(email: string): string {
  return email.includes('@') ? email.trim() : '';
}

function attemptOf(email: string, address: string | null): Attempt {
  return { kind: 'signIn', emailKey: emailKey(email), address };
}
