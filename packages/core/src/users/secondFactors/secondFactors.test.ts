import { setTimeout } from 'node:timers/promises';
import type { LoginResult } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { localDb } from '../../db/scoped.ts';
import { dispatch } from '../../calls/dispatch.ts';
import { type Calls, callsOf, onEachDatabase, TEST_NOW, testCode, type TestFixture } from '../../testing/index.ts';
import { lockAccount } from '../accounts.ts';
import { authenticate } from '../index.ts';
import { clearFailures } from '../throttle.ts';
import { spendStep } from './factors.ts';

const EMAIL = 'maren@example.test';
const PASSWORD = 'maren-password';
const STEP_MS = 30_000;

type Second = Pick<Parameters<Calls['signIn']>[0], 'code' | 'passkey'>;

function signIn(fixture: TestFixture, second: Second = {}, password = PASSWORD): Promise<LoginResult> {
  return fixture.as('maren').signIn({ email: EMAIL, password, ...second });
}

/** The operations, called in the session of a token. */
async function sessionOf(fixture: TestFixture, { details }: LoginResult): Promise<Calls> {
  return callsOf(fixture.application, await authenticate(fixture.application, details!.token));
}

/** Sets up an authenticator app; its secret and the recovery codes. */
async function setUpApp(calls: Calls, now = TEST_NOW): Promise<{ secret: string; codes: string[] }> {
  const { offer } = await calls.beginTotp({ currentPassword: PASSWORD });
  const { challengeId, secret } = offer!;
  const answer = await calls.confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, now) });
  expect(answer.added).toBe(true);
  return { secret, codes: answer.recoveryCodes ?? [] };
}

onEachDatabase('A second factor by an authenticator app', (fixture) => {
  it('is required after the correct password only, and accepts a code', async () => {
    const { secret } = await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    fixture.wait(STEP_MS);
    expect(await signIn(fixture, {}, 'wrong')).toEqual({
      success: false,
      error: 'The email address or password is not right.',
      details: null,
    });
    const asked = await signIn(fixture);
    expect(asked).toMatchObject({ success: false, error: null, details: null, secondFactor: { kinds: ['totp'] } });
    const answered = await signIn(fixture, { code: testCode(secret, TEST_NOW + STEP_MS) });
    const calls = await sessionOf(fixture, answered);
    expect(await calls.getSecondFactors({})).toMatchObject({ confirmed: true, recoveryCodesLeft: 10 });
  });

  it('refuses a code that was used, a wrong one, and one of another account', async () => {
    const { secret } = await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    const other = await fixture.as('idris').beginTotp({ currentPassword: 'idris-password' });
    fixture.wait(STEP_MS);
    const code = testCode(secret, TEST_NOW + STEP_MS);
    expect((await signIn(fixture, { code })).success).toBe(true);
    for (const wrong of [code, 'wrong', testCode(other.offer!.secret, TEST_NOW + STEP_MS)])
      expect(await signIn(fixture, { code: wrong })).toMatchObject({ success: false, details: null });
  });

  it('ends the other sessions when it is added, and keeps its own', async () => {
    const elsewhere = await signIn(fixture);
    const own = await signIn(fixture);
    await setUpApp(await sessionOf(fixture, own));
    expect(await authenticate(fixture.application, elsewhere.details!.token)).toBeNull();
    expect(await authenticate(fixture.application, own.details!.token)).not.toBeNull();
  });

  it('is added once although it is confirmed twice at once', async () => {
    const session = await sessionOf(fixture, await signIn(fixture));
    const { offer } = await session.beginTotp({ currentPassword: PASSWORD });
    const { challengeId, secret } = offer!;
    const confirm = () => session.confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) });
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.filter(({ added }) => added)).toHaveLength(1);
    expect((await session.getSecondFactors({})).factors).toHaveLength(1);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { codes } = await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    expect(new Set(codes).size).toBe(10);
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
    const session = await sessionOf(fixture, await signIn(fixture, { code: typed }));
    expect((await session.getSecondFactors({})).recoveryCodesLeft).toBe(9);
    expect((await signIn(fixture, { code: codes[0]! })).success).toBe(false);
    const { codes: renewed } = await session.renewRecoveryCodes({ currentPassword: PASSWORD });
    expect((await signIn(fixture, { code: codes[1]! })).success).toBe(false);
    expect((await signIn(fixture, { code: renewed![1]! })).success).toBe(true);
  });

  it('stops guesses at codes after ten, also from other networks', async () => {
    await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    const guess = (i: number): Promise<unknown> =>
      dispatch(fixture.application, {
        operation: 'signIn',
        input: { email: EMAIL, password: PASSWORD, code: `${i}` },
        actor: null,
        caller: { address: `192.0.2.${i}`, device: '' },
      });
    for (let i = 0; i < 10; i += 1) await guess(i);
    await expect(guess(10)).rejects.toBeProblem('tooManyRequests');
    // The owner can still complete the first step.
    expect(await signIn(fixture)).toMatchObject({ secondFactor: { kinds: ['totp'] } });
  });

  it('is added only with the current password and a code of the offered secret', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    expect(await calls.beginTotp({ currentPassword: 'wrong' })).toEqual({ offer: null });
    const { offer } = await calls.beginTotp({ currentPassword: PASSWORD });
    const { challengeId, secret } = offer!;
    expect(await calls.confirmTotp({ challengeId, name: 'Phone', code: '000000' })).toMatchObject({ added: false });
    const foreign = { challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) };
    expect(await fixture.as('idris').confirmTotp(foreign)).toMatchObject({ added: false });
    fixture.wait(11 * 60 * 1000);
    const late = { challengeId, name: 'Phone', code: testCode(secret, TEST_NOW + 11 * 60 * 1000) };
    expect(await calls.confirmTotp(late)).toMatchObject({ added: false });
    expect((await calls.getSecondFactors({})).factors).toEqual([]);
  });

  it('cannot be guessed: after ten wrong codes the correct one is refused as well', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    const { offer } = await calls.beginTotp({ currentPassword: PASSWORD });
    const { challengeId, secret } = offer!;
    const confirm = (code: string) => calls.confirmTotp({ challengeId, name: 'Phone', code });
    for (let tries = 0; tries < 10; tries += 1) expect(await confirm('wrong')).toMatchObject({ added: false });
    await expect(confirm(testCode(secret, TEST_NOW))).rejects.toBeProblem('tooManyRequests');
  });

  it('cannot be changed by a session that was opened without it', async () => {
    await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    const stolen = fixture.as('maren');
    const { factors } = await stolen.getSecondFactors({});
    const id = factors[0]!.id;
    const currentPassword = PASSWORD;
    await expect(stolen.beginTotp({ currentPassword })).rejects.toBeProblem('secondFactorNeeded');
    await expect(stolen.beginPasskey({ currentPassword })).rejects.toBeProblem('secondFactorNeeded');
    await expect(stolen.removeSecondFactor({ id, currentPassword })).rejects.toBeProblem('secondFactorNeeded');
    await expect(stolen.renewRecoveryCodes({ currentPassword })).rejects.toBeProblem('secondFactorNeeded');
  });

  it('is removed by its owner with the password, recovery codes with it', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    const { codes } = await setUpApp(calls);
    const { factors } = await calls.getSecondFactors({});
    const { id } = factors[0]!;
    expect(await calls.removeSecondFactor({ id, currentPassword: 'wrong' })).toEqual({ removed: false });
    expect(await calls.removeSecondFactor({ id, currentPassword: PASSWORD })).toEqual({ removed: true });
    expect((await signIn(fixture)).success).toBe(true);
    const rows = await fixture.database.db.selectFrom('recoveryCode').selectAll().execute();
    expect([codes.length, rows]).toEqual([10, []]);
  });

  it('is removed by an administrator for an owner who lost it, and all sessions end', async () => {
    const own = await signIn(fixture);
    await setUpApp(await sessionOf(fixture, own));
    const { id } = (await fixture.as('wren').getUsers({})).find(({ email }) => email === EMAIL)!;
    expect(await fixture.as('wren').removeUserSecondFactors({ id })).toMatchObject({ secondFactors: 0 });
    expect(await authenticate(fixture.application, own.details!.token)).toBeNull();
    expect((await signIn(fixture)).success).toBe(true);
  });

  it('stores neither secret nor recovery code in answers kept for repeated calls or in the audit log', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    const { offer } = await calls.beginTotp({ currentPassword: PASSWORD }, { idempotencyKey: 'begin-totp' });
    const { challengeId, secret } = offer!;
    const input = { challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) };
    const { recoveryCodes } = await calls.confirmTotp(input, { idempotencyKey: 'confirm-totp' });
    const { db } = fixture.database;
    const kept = JSON.stringify([
      await db.selectFrom('savedAnswer').selectAll().execute(),
      await db.selectFrom('auditEntry').selectAll().execute(),
      await db.selectFrom('recoveryCode').selectAll().execute(),
    ]);
    for (const one of [secret, ...recoveryCodes!]) expect(kept).not.toContain(one);
    expect(kept).toContain('Phone');
  });
});

onEachDatabase('A second factor by a passkey', (fixture) => {
  const credential = (challenge: string) => ({
    id: 'passkey-1',
    attestationObject: challenge,
    clientDataJSON: '',
    transports: ['internal'],
    clientExtensionResults: {},
  });

  it('accepts one answer for each challenge', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    const { offer } = await calls.beginPasskey({ currentPassword: PASSWORD });
    const { challengeId, options } = offer!;
    const wrong = { challengeId, name: 'Laptop', credential: credential('another') };
    expect(await calls.confirmPasskey(wrong)).toMatchObject({ added: false });
    const right = { challengeId, name: 'Laptop', credential: credential(String(options['challenge'])) };
    expect((await calls.confirmPasskey(right)).recoveryCodes).toHaveLength(10);

    const foreign = await fixture.as('idris').beginPasskey({ currentPassword: 'idris-password' });
    const copied = credential(String(foreign.offer!.options['challenge']));
    const copy = { challengeId: foreign.offer!.challengeId, name: 'Copy', credential: copied };
    expect(await fixture.as('idris').confirmPasskey(copy)).toMatchObject({ added: false });

    const { secondFactor } = await signIn(fixture);
    const asked = secondFactor!.passkey!;
    const passkey = {
      challengeId: asked.challengeId,
      id: 'passkey-1',
      authenticatorData: '',
      clientDataJSON: '',
      signature: String(asked.options['challenge']),
      userHandle: null,
    };
    expect((await signIn(fixture, { passkey: { ...passkey, signature: 'forged' } })).success).toBe(false);
    const again = (await signIn(fixture)).secondFactor!.passkey!;
    const fresh = { ...passkey, challengeId: again.challengeId, signature: String(again.options['challenge']) };
    expect((await signIn(fixture, { passkey: fresh })).success).toBe(true);
    expect((await signIn(fixture, { passkey: fresh })).success).toBe(false);
    const replaced = (await signIn(fixture)).secondFactor!.passkey!;
    await signIn(fixture);
    const late = { ...passkey, challengeId: replaced.challengeId, signature: String(replaced.options['challenge']) };
    expect((await signIn(fixture, { passkey: late })).success).toBe(false);
    const last = (await signIn(fixture)).secondFactor!.passkey!;
    const once = { ...passkey, challengeId: last.challengeId, signature: String(last.options['challenge']) };
    const both = await Promise.all([signIn(fixture, { passkey: once }), signIn(fixture, { passkey: once })]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  });
});

onEachDatabase('A second factor that the operator requires of administrators', (fixture) => {
  it('limits a session without one to the own account until it is set up', async () => {
    const { secondFactors } = fixture.application.ports;
    const rule = secondFactors.isRequiredOf;
    secondFactors.isRequiredOf = (role) => role === 'administrator';
    try {
      const { details } = await fixture.as('wren').signIn({ email: 'wren@example.test', password: 'wren-password' });
      const calls = callsOf(fixture.application, await authenticate(fixture.application, details!.token));
      expect(await calls.getCurrentUser({})).toMatchObject({ secondFactorNeeded: true });
      await expect(calls.getUsers({})).rejects.toBeProblem('secondFactorNeeded');
      await expect(calls.getConditions({})).rejects.toBeProblem('secondFactorNeeded');
      const { offer } = await calls.beginTotp({ currentPassword: 'wren-password' });
      const { challengeId, secret } = offer!;
      await calls.confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) });
      const confirmed = callsOf(fixture.application, await authenticate(fixture.application, details!.token));
      expect(await confirmed.getCurrentUser({})).not.toHaveProperty('secondFactorNeeded');
      expect(await confirmed.getUsers({})).toHaveLength(5);
      const { factors } = await confirmed.getSecondFactors({});
      const last = { id: factors[0]!.id, currentPassword: 'wren-password' };
      await expect(confirmed.removeSecondFactor(last)).rejects.toBeProblem('forbidden');
      const maren = await sessionOf(fixture, await signIn(fixture));
      expect(await maren.getConditions({})).not.toEqual([]);
    } finally {
      secondFactors.isRequiredOf = rule;
    }
  });
});

onEachDatabase('A second factor that is used while another call changes the account', (fixture) => {
  /** Uses the factor as a sign-in does, while a call waits. Without one order of locks, each would wait for the other. */
  async function during(change: () => Promise<unknown>): Promise<unknown> {
    const { userId } = fixture.actor('maren');
    // Failures that both calls clear.
    expect((await signIn(fixture, {}, 'wrong')).success).toBe(false);
    const { changing } = await fixture.database.db.transaction().execute(async (trx) => {
      const local = localDb(trx);
      await lockAccount(local, userId);
      const started = change();
      started.catch(() => undefined);
      await setTimeout(300);
      const { id } = await local.selectFrom('secondFactor').select('id').executeTakeFirstOrThrow();
      expect(await spendStep(local, id, Number.MAX_SAFE_INTEGER, TEST_NOW)).toBe(true);
      await clearFailures(local, { kind: 'signIn', emailKey: EMAIL, address: null }, TEST_NOW);
      return { changing: started };
    });
    return changing;
  }

  it('is removed by its owner afterwards', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    await setUpApp(calls);
    const { factors } = await calls.getSecondFactors({});
    const own = { id: factors[0]!.id, currentPassword: PASSWORD };
    expect(await during(() => calls.removeSecondFactor(own))).toEqual({ removed: true });
  });

  it('is removed by an administrator afterwards, or with the account', async () => {
    const { userId: id } = fixture.actor('maren');
    await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    expect(await during(() => fixture.as('wren').removeUserSecondFactors({ id }))).toMatchObject({ id });
    await setUpApp(await sessionOf(fixture, await signIn(fixture)));
    expect(await during(() => fixture.as('wren').eraseUser({ id }))).toMatchObject({ id });
  });
});

onEachDatabase('A second factor that is removed while the password is replaced', (fixture) => {
  it('stays, because the password that was verified is no longer that of the account', async () => {
    const calls = await sessionOf(fixture, await signIn(fixture));
    await setUpApp(calls);
    const { factors } = await calls.getSecondFactors({});
    const { passwords } = fixture.application.ports;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...given) => {
      passwords.verify = verify;
      const matches = await verify(...given);
      await fixture.as('wren').setUserPassword({ id: fixture.actor('maren').userId, password: 'another-password' });
      return matches;
    };
    const own = { id: factors[0]!.id, currentPassword: PASSWORD };
    expect(await calls.removeSecondFactor(own)).toEqual({ removed: false });
  });
});
