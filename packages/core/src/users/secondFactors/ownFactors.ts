/** Operations of users on their own second factors (product decision 47). */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import type { LocalDb, WriteCtx } from '../../calls/ctx.ts';
import type { SecondFactorRow } from '../../db/schema.ts';
import { handler, type PrepareCtx } from '../../calls/handler.ts';
import { isoTime } from '../../present.ts';
import { accountById, confirmToken, endSessions, isConfirmed, lockAccount } from '../accounts.ts';
import { appsOf } from '../sealSecrets.ts';
import {
  type Attempt,
  clearFailures,
  countFailure,
  failTry,
  mustNotBeThrottled,
  returnTry,
  takeTry,
  verifyWithin,
} from '../throttle.ts';
import {
  addFactor,
  challengeOf,
  closeChallenge,
  codesLeft,
  factorsOf,
  isPasskeyKnown,
  openChallenge,
  removeFactor,
  renewCodes,
} from './factors.ts';

/** Returns the second factors of the own account. */
const getSecondFactors = handler(contract.getSecondFactors, async ({ actor, local, ports }) => ({
  factors: (await factorsOf(local, actor.userId)).map(present),
  recoveryCodesLeft: await codesLeft(local, actor.userId),
  required: ports.secondFactors.isRequiredOf(actor.role),
  confirmed: await isConfirmed(local, actor.tokenId),
  passkeyAddress: ports.secondFactors.passkeyAddress(),
}));

/** Creates the secret of an authenticator app. */
const beginTotp = handler(contract.beginTotp, {
  prepare: verifyPassword,
  async commit(ctx, _input, verified) {
    if (!(await passwordIsRight(ctx, verified))) return { offer: null };
    const { actor, local, ports, now } = ctx;
    await mustBeConfirmed(ctx);
    const account = (await accountById(local, actor.userId))!;
    const { secret, uri } = ports.secondFactors.newTotp(account.email);
    const challengeId = ctx.newId();
    const sealed = ports.vault.seal(secret, appsOf(actor.userId));
    await openChallenge(local, { id: challengeId, userId: actor.userId, kind: 'totp', secret: sealed }, now);
    return { offer: { challengeId, secret, uri } };
  },
});

/** Adds an authenticator app, confirmed by one of its codes. */
const confirmTotp = handler(contract.confirmTotp, async (ctx, { challengeId: id, name, code }) => {
  const { actor, local, ports, now } = ctx;
  await lockAccount(local, actor.userId);
  await mustBeConfirmed(ctx);
  const attempt = await codeAttempt(ctx);
  await mustNotBeThrottled(local, attempt, now);
  const challenge = await challengeOf(local, { id, userId: actor.userId, kind: 'totp' }, now);
  const opened = challenge === undefined ? null : ports.vault.open(challenge.secret, appsOf(actor.userId));
  const step = opened === null ? null : ports.secondFactors.totpStep(opened, code, now);
  // Of two confirmations at once, the one that ends the challenge adds the app.
  if (challenge === undefined || step === null || !(await closeChallenge(local, id))) {
    await countFailure(local, attempt, now);
    ctx.audit({ refused: true });
    return { added: false, recoveryCodes: null };
  }
  const { secret } = challenge;
  return added(ctx, { kind: 'totp', name, secret, credentialId: null, counter: step });
});

/** Returns the options with which a browser creates a passkey. */
const beginPasskey = handler(contract.beginPasskey, {
  prepare: verifyPassword,
  async commit(ctx, _input, verified) {
    const { actor, local, ports, now } = ctx;
    if (ports.secondFactors.passkeyAddress() === null) throw new Problem('notFound');
    if (!(await passwordIsRight(ctx, verified))) return { offer: null };
    await mustBeConfirmed(ctx);
    const { email, name } = (await accountById(local, actor.userId))!;
    const known = (await factorsOf(local, actor.userId)).flatMap(({ credentialId }) => credentialId ?? []);
    const made = await ports.secondFactors.passkeyCreation({ id: actor.userId, email, name }, known);
    const challengeId = ctx.newId();
    const challenge = { id: challengeId, userId: actor.userId, kind: 'newPasskey', secret: made.challenge } as const;
    await openChallenge(local, challenge, now);
    return { offer: { challengeId, options: made.options } };
  },
});

/** Adds a passkey that a browser created. */
const confirmPasskey = handler(contract.confirmPasskey, {
  async prepare({ actor, local, ports, now }, { challengeId: id, credential }) {
    if (actor === null) throw new Problem('notSignedIn');
    const challenge = await challengeOf(local, { id, userId: actor.userId, kind: 'newPasskey' }, now);
    return challenge === undefined ? null : ports.secondFactors.verifyCreation(credential, challenge.secret);
  },
  async commit(ctx, { challengeId, name }, made) {
    await lockAccount(ctx.local, ctx.actor.userId);
    await mustBeConfirmed(ctx);
    const isNew = made !== null && !(await isPasskeyKnown(ctx.local, made.credentialId));
    if (made === null || !isNew || !(await closeChallenge(ctx.local, challengeId))) {
      ctx.audit({ refused: true });
      return { added: false, recoveryCodes: null };
    }
    const { credentialId, publicKey, counter } = made;
    return added(ctx, { kind: 'passkey', name, secret: publicKey, credentialId, counter });
  },
});

/** Removes a second factor; the last one only where none is required. */
const removeSecondFactor = handler(contract.removeSecondFactor, {
  prepare: verifyPassword,
  async commit(ctx, { id }, verified) {
    const { actor, local, ports } = ctx;
    if (!(await passwordIsRight(ctx, verified))) return { removed: false };
    await mustBeConfirmed(ctx);
    const factors = await factorsOf(local, actor.userId);
    const factor = factors.find((one) => one.id === id);
    if (factor === undefined) throw new Problem('notFound');
    if (factors.length === 1 && ports.secondFactors.isRequiredOf(actor.role)) throw new Problem('forbidden');
    await removeFactor(local, actor.userId, id);
    ctx.audit({ subject: factor.name });
    return { removed: true };
  },
});

/** Replaces the recovery codes. */
const renewRecoveryCodes = handler(contract.renewRecoveryCodes, {
  prepare: verifyPassword,
  async commit(ctx, _input, verified) {
    const { actor, local, ports, now } = ctx;
    if (!(await passwordIsRight(ctx, verified))) return { codes: null };
    await mustBeConfirmed(ctx);
    if ((await factorsOf(local, actor.userId)).length === 0) throw new Problem('notFound');
    return { codes: await renewCodes(local, ports, actor.userId, now) };
  },
});

/** The operations on the own second factors. */
export const secondFactorHandlers = [
  getSecondFactors,
  beginTotp,
  confirmTotp,
  beginPasskey,
  confirmPasskey,
  removeSecondFactor,
  renewRecoveryCodes,
];

function present({ id, kind, name, createdAt, lastUsedAt }: SecondFactorRow): contract.SecondFactor {
  return {
    id,
    kind,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}

/**
 * Adds a verified factor to an account that is locked, confirms this session with it and ends all others: a sign-in by password alone that is under
 * way at the same time either sees the factor, or its session ends here.
 * @returns recovery codes with the first factor
 */
async function added(
  ctx: WriteCtx,
  factor: Pick<SecondFactorRow, 'kind' | 'name' | 'secret' | 'credentialId' | 'counter'>,
): Promise<{ added: true; recoveryCodes: string[] | null }> {
  const { actor, local, ports, now } = ctx;
  const isFirst = (await factorsOf(local, actor.userId)).length === 0;
  await addFactor(local, { ...factor, id: ctx.newId(), userId: actor.userId, createdAt: now, lastUsedAt: null });
  await confirmToken(local, actor.tokenId, now);
  await endSessions(local, actor.userId, now, actor.tokenId);
  ctx.publish({ users: [actor.userId] });
  ctx.audit({ subject: factor.name });
  return { added: true, recoveryCodes: isFirst ? await renewCodes(local, ports, actor.userId, now) : null };
}

/** Refuses a change of factors by a session that was opened without a second factor although the account has one. */
async function mustBeConfirmed({ actor, local }: { actor: WriteCtx['actor']; local: LocalDb }): Promise<void> {
  // In this order, so that a factor that this session adds meanwhile is read together with the confirmation of the session.
  if ((await factorsOf(local, actor.userId)).length === 0) return;
  if (!(await isConfirmed(local, actor.tokenId))) throw new Problem('secondFactorNeeded');
}

interface Verified {
  attempt: Attempt;
  isRight: boolean;
  /** Hash of the password that was verified. */
  passwordHash: string | null;
}

/** Verifies the current password, outside of the transaction, because its hash is slow by design. */
async function verifyPassword(
  { actor, local, ports, now, caller }: PrepareCtx,
  { currentPassword }: { currentPassword: string },
): Promise<Verified> {
  if (actor === null) throw new Problem('notSignedIn');
  const account = (await accountById(local, actor.userId))!;
  const attempt: Attempt = { kind: 'signIn', emailKey: account.emailKey, address: caller.address };
  const isRight = await verifyWithin(local, attempt, now, () =>
    ports.passwords.verify(account.passwordHash, currentPassword),
  );
  return { attempt, isRight, passwordHash: account.passwordHash };
}

/** Locks the account and counts the verification of its password. @returns whether it was right */
async function passwordIsRight(
  ctx: WriteCtx,
  { attempt, isRight: wasRight, passwordHash }: Verified,
): Promise<boolean> {
  // First, as a sign-in does: two calls could otherwise wait for each other's factors and counters.
  const current = await lockAccount(ctx.local, ctx.actor.userId);
  const isRight = wasRight && current?.passwordHash === passwordHash;
  await takeTry(ctx.local, attempt, ctx.now);
  if (isRight) {
    await returnTry(ctx.local, attempt);
    await clearFailures(ctx.local, attempt, ctx.now);
  } else {
    await failTry(ctx.local, attempt, ctx.now);
    ctx.audit({ refused: true });
  }
  return isRight;
}

async function codeAttempt({ actor, local, caller }: WriteCtx): Promise<Attempt> {
  const { emailKey } = (await accountById(local, actor.userId))!;
  return { kind: 'secondFactor', emailKey, address: caller.address };
}
