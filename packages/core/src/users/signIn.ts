import { type LoginResult, problems, signIn as contract } from '@holdfast/contract';
import type { LocalDb } from '../calls/ctx.ts';
import type { UserRow } from '../db/schema.ts';
import { handler } from '../calls/handler.ts';
import { accountByEmail, emailKey, endReplacedSession, issueToken, lockAccount } from './accounts.ts';
import { factorsOf } from './secondFactors/factors.ts';
import { prove, requestFactor, spendProof, WRONG_FACTOR } from './secondFactors/signInStep.ts';
import {
  type Attempt,
  clearFailures,
  countFailure,
  failTry,
  mustNotBeThrottled,
  returnTry,
  takeTry,
  verifyWithin,
} from './throttle.ts';

/**
 * Signs in. Password and second factor are verified outside the transaction, because the hash is slow by design; a wrong password and an
 * unknown address give the same answer in the same time (product decision 3). Only a right password shows whether an account has a second factor.
 */
export const signIn = handler(contract, {
  async prepare({ local, ports, now, caller }, { email, password, code, passkey }) {
    const account = await accountByEmail(local, email);
    const matches = await verifyWithin(local, attemptOf(email, caller.address), now, () =>
      ports.passwords.verify(account?.passwordHash ?? null, password),
    );
    const isRight = matches && account !== undefined && account.disabledAt === null;
    const factors = isRight ? await factorsOf(local, account.id) : [];
    if (account === undefined || factors.length === 0 || (code === undefined && passkey === undefined))
      return { account, isRight, factors, proof: null };
    await mustNotBeThrottled(local, codeAttemptOf(email, caller.address), now);
    return {
      account,
      isRight,
      factors,
      proof: await prove({ local, ports, now }, account.id, factors, { code, passkey }),
    };
  },
  async commit(ctx, { email, code, passkey }, { account, isRight: wasRight, factors, proof }): Promise<LoginResult> {
    const { local, now, ports, caller, newId, audit, publish } = ctx;
    const attempt = attemptOf(email, caller.address);
    const isRight = wasRight && account !== undefined && (await isUnchanged(local, account, factors.length));
    await takeTry(local, attempt, now);
    const known = account === undefined ? {} : { account };
    audit({ ...known, subject: addressOf(email), refused: !isRight });
    if (account === undefined || !isRight) {
      await failTry(local, attempt, now);
      return { success: false, error: problems.signInFailed.message, details: null };
    }
    await returnTry(local, attempt);
    const needsFactor = factors.length > 0;
    if (needsFactor) {
      const isGiven = code !== undefined || passkey !== undefined;
      const ofCode = codeAttemptOf(email, caller.address);
      if (isGiven) await mustNotBeThrottled(local, ofCode, now);
      if (!(await spendProof(local, proof, now))) {
        if (isGiven) await countFailure(local, ofCode, now);
        audit({
          subject: `${addressOf(email)} (${isGiven ? 'second factor wrong' : 'second factor asked for'})`,
          refused: true,
        });
        const secondFactor = await requestFactor(ctx, account.id, factors);
        return { success: false, error: isGiven ? WRONG_FACTOR : null, details: null, secondFactor };
      }
      await clearFailures(local, ofCode, now);
    }
    await clearFailures(local, attempt, now);
    await endReplacedSession(ctx);
    const session = { id: newId(), userId: account.id, device: caller.device, now, isConfirmed: needsFactor, publish };
    return { success: true, error: null, details: { token: await issueToken(local, ports, session) } };
  },
});

/**
 * Returns true when nothing has changed since the password was verified that refuses it now or asks for a second factor: the session would outlive
 * the change, which ends the sessions of its time.
 */
async function isUnchanged(local: LocalDb, { id, passwordHash }: UserRow, factors: number): Promise<boolean> {
  const current = await lockAccount(local, id);
  if (current === undefined || current.disabledAt !== null || current.passwordHash !== passwordHash) return false;
  return factors > 0 || (await factorsOf(local, id)).length === 0;
}

/** Returns the address for the audit log: users sometimes type their password into the wrong field. */
function addressOf(email: string): string {
  return email.includes('@') ? email.trim() : '';
}

function attemptOf(email: string, address: string | null): Attempt {
  return { kind: 'signIn', emailKey: emailKey(email), address };
}

function codeAttemptOf(email: string, address: string | null): Attempt {
  return { ...attemptOf(email, address), kind: 'secondFactor' };
}
