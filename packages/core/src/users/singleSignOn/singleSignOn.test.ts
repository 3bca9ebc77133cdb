import { setTimeout } from 'node:timers/promises';
import type { InputOf, IdentityProvider, LoginResult, Operations } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { localDb } from '../../db/scoped.ts';
import { dispatch } from '../../calls/dispatch.ts';
import { changeAccount, endSessions } from '../accounts.ts';
import { authenticate, sealSecrets } from '../index.ts';
import {
  callsOf,
  CAST,
  COMPANIES,
  onEachDatabase,
  TEST_NOW,
  testCode,
  type TestFixture,
  testVault,
} from '../../testing/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const SETTINGS: InputOf<Operations['createIdentityProvider']> = {
  name: 'Northmere',
  companyId: COMPANIES.northmere,
  issuer: 'https://login.northmere.test',
  clientId: 'holdfast',
  clientSecret: 'client-secret',
  domains: ['example.test'],
  trustsAddresses: false,
  createsAccounts: false,
  defaultRole: null,
  roleClaim: '',
  roles: [],
  trustsSecondFactor: false,
  sessionDays: 7,
  enabled: true,
};
const MAREN = { sub: 'n-1', email: 'maren@example.test', email_verified: true };

function provide(fixture: TestFixture, settings: Partial<typeof SETTINGS> = {}): Promise<IdentityProvider> {
  return fixture.as('wren').createIdentityProvider({ ...SETTINGS, ...settings });
}

const stranger = (fixture: TestFixture) => callsOf(fixture.application, null);

/** Begins a sign-in. @returns its ticket, and the query with which the provider returns the browser */
async function begin(fixture: TestFixture, email = MAREN.email) {
  const { begun, error } = await stranger(fixture).beginSingleSignOn({ email });
  if (begun === null) throw new Error(error ?? '');
  const state = new URL(begun.address).searchParams.get('state')!;
  const answer = (claims: object, secret = 'client-secret'): string =>
    `?${new URLSearchParams({ state, secret, claims: JSON.stringify(claims) }).toString()}`;
  return { ticket: begun.ticket, answer };
}

async function signOn(fixture: TestFixture, claims: object = MAREN): Promise<LoginResult> {
  const { ticket, answer } = await begin(fixture);
  return stranger(fixture).finishSingleSignOn({ ticket, query: answer(claims) });
}

async function callerOf(fixture: TestFixture, { details, error }: LoginResult) {
  expect(error).toBeNull();
  return authenticate(fixture.application, details!.token);
}

onEachDatabase('Single sign-on', (fixture) => {
  it('signs in to the account of the verified address, and again by the link when the address changes', async () => {
    await provide(fixture);
    const first = await callerOf(fixture, await signOn(fixture));
    expect(first).toMatchObject({ name: CAST.maren.name, companyId: COMPANIES.northmere });
    const renamed = { ...MAREN, email: 'm.thorskild@example.test' };
    expect(await callerOf(fixture, await signOn(fixture, renamed))).toMatchObject({ userId: first!.userId });
    const { entries } = await fixture.as('wren').getAuditEntries({ area: 'signIn' });
    expect(entries[1]).toMatchObject({
      action: 'finishSingleSignOn',
      outcome: 'done',
      userName: CAST.maren.name,
      subject: 'maren@example.test (Northmere)',
      changes: [{ table: 'externalIdentity', values: { subject: [null, 'n-1'] } }],
    });
  });

  it('is offered once a provider is enabled, and refused with a message for an address without one', async () => {
    expect((await stranger(fixture).getInstance({})).singleSignOn).toBe(false);
    const { id } = await provide(fixture);
    expect((await stranger(fixture).getInstance({})).singleSignOn).toBe(true);
    const other = await stranger(fixture).beginSingleSignOn({ email: 'maren@elsewhere.test' });
    expect(other).toEqual({ begun: null, error: expect.stringContaining('no single sign-on') });
    await fixture.as('wren').updateIdentityProvider({ ...SETTINGS, id, enabled: false });
    expect((await stranger(fixture).beginSingleSignOn({ email: MAREN.email })).begun).toBeNull();
    expect((await stranger(fixture).getInstance({})).singleSignOn).toBe(false);
  });

  it('is completed once, by the browser that started it, within ten minutes, with the answer to its own request', async () => {
    await provide(fixture);
    const calls = stranger(fixture);
    const one = await begin(fixture);
    const other = await begin(fixture);
    const refused = { success: false, details: null, error: expect.any(String) };
    expect(await calls.finishSingleSignOn({ ticket: 'guessed', query: one.answer(MAREN) })).toEqual(refused);
    expect(await calls.finishSingleSignOn({ ticket: other.ticket, query: one.answer(MAREN) })).toEqual(refused);
    // The sign-in that received an answer to another one has ended.
    expect(await calls.finishSingleSignOn({ ticket: other.ticket, query: other.answer(MAREN) })).toEqual(refused);
    expect((await calls.finishSingleSignOn({ ticket: one.ticket, query: one.answer(MAREN) })).success).toBe(true);
    expect(await calls.finishSingleSignOn({ ticket: one.ticket, query: one.answer(MAREN) })).toEqual(refused);
    const late = await begin(fixture);
    fixture.wait(10 * 60 * 1000);
    expect(await calls.finishSingleSignOn({ ticket: late.ticket, query: late.answer(MAREN) })).toEqual(refused);
    const wrong = await begin(fixture);
    expect(await calls.finishSingleSignOn({ ticket: wrong.ticket, query: wrong.answer(MAREN, 'x') })).toEqual(refused);
    const { entries } = await fixture.as('wren').getAuditEntries({ area: 'signIn', outcome: 'refused' });
    expect(entries[0]).toMatchObject({ action: 'finishSingleSignOn', subject: 'Northmere: invalid_client' });
  });

  it('of two answers at once opens one session', async () => {
    await provide(fixture);
    const { ticket, answer } = await begin(fixture);
    const finish = () => stranger(fixture).finishSingleSignOn({ ticket, query: answer(MAREN) });
    const both = await Promise.all([finish(), finish()]);
    expect(both.filter(({ success }) => success)).toHaveLength(1);
  });

  it('is refused to a network after its failures, before the provider is asked', async () => {
    await provide(fixture);
    const { ticket, answer } = await begin(fixture);
    const from = (address: string, operation: string, input: object): Promise<unknown> =>
      dispatch(fixture.application, { operation, input, actor: null, caller: { address, device: '' } });
    const query = answer(MAREN);
    for (let i = 0; i < 50; i += 1) await from('192.0.2.1', 'finishSingleSignOn', { ticket: 'unknown', query: '' });
    for (const [operation, input] of [
      ['finishSingleSignOn', { ticket, query }],
      ['beginSingleSignOn', { email: MAREN.email }],
    ] as const)
      await expect(from('192.0.2.1', operation, input)).rejects.toBeProblem('tooManyRequests');
    expect(await from('203.0.113.9', 'finishSingleSignOn', { ticket, query })).toMatchObject({ success: true });
  });

  it('asks for the second factor of the account, unless the provider is trusted with one', async () => {
    const { id } = await provide(fixture);
    const session = callsOf(fixture.application, await callerOf(fixture, await signOn(fixture)));
    const { offer } = await session.beginTotp({ currentPassword: 'maren-password' });
    const { challengeId, secret } = offer!;
    await session.confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) });
    fixture.wait(30_000);

    const { ticket, answer } = await begin(fixture);
    const calls = stranger(fixture);
    const asked = await calls.finishSingleSignOn({ ticket, query: answer(MAREN) });
    expect(asked).toMatchObject({ success: false, error: null, details: null, secondFactor: { kinds: ['totp'] } });
    const wrong = await calls.finishSingleSignOn({ ticket, query: '', code: '123' });
    expect(wrong).toMatchObject({ success: false, error: expect.stringContaining('not right') });
    const code = testCode(secret, TEST_NOW + 30_000);
    const signedIn = await calls.finishSingleSignOn({ ticket, query: '', code });
    expect(await callsOf(fixture.application, await callerOf(fixture, signedIn)).getSecondFactors({})).toMatchObject({
      confirmed: true,
    });
    expect((await calls.finishSingleSignOn({ ticket, query: '', code })).success).toBe(false);

    await fixture.as('wren').updateIdentityProvider({ ...SETTINGS, id, trustsSecondFactor: true });
    const trusted = callsOf(fixture.application, await callerOf(fixture, await signOn(fixture)));
    expect(await trusted.getSecondFactors({})).toMatchObject({ confirmed: true });
  });

  it('does not open an account that has changed since the provider answered', async () => {
    await provide(fixture);
    const session = callsOf(fixture.application, await callerOf(fixture, await signOn(fixture)));
    const { offer } = await session.beginTotp({ currentPassword: 'maren-password' });
    const { challengeId, secret } = offer!;
    await session.confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) });
    fixture.wait(30_000);
    const { ticket, answer } = await begin(fixture);
    const calls = stranger(fixture);
    expect(await calls.finishSingleSignOn({ ticket, query: answer(MAREN) })).toMatchObject({ details: null });
    // The new company's data are closed to the former company's provider, and its factors are removed.
    const { userId: id } = fixture.actor('maren');
    await fixture.as('wren').updateUser({ id, companyId: COMPANIES.skerrow });
    const late = await calls.finishSingleSignOn({ ticket, query: '', code: 'any' });
    expect(late).toMatchObject({ success: false, details: null });
  });

  it('opens no session of an account that is disabled while the answer is checked', async () => {
    await provide(fixture);
    const { ticket, answer } = await begin(fixture);
    const { userId: id } = fixture.actor('idris');
    const calls = stranger(fixture);
    const idris = { sub: 'n-2', email: 'idris@example.test', email_verified: true };
    const signedIn = await fixture.database.db.transaction().execute(async (trx) => {
      const local = localDb(trx);
      await changeAccount(local, TEST_NOW, id, { disabledAt: TEST_NOW });
      await endSessions(local, id, TEST_NOW);
      const finishing = calls.finishSingleSignOn({ ticket, query: answer(idris) });
      await setTimeout(300);
      return { finishing };
    });
    expect(await signedIn.finishing).toMatchObject({ success: false, details: null });
  });

  it('creates accounts of the company with the role of their group, and changes the role with the group', async () => {
    await provide(fixture, {
      createsAccounts: true,
      roleClaim: 'groups',
      roles: [{ value: 'crew', role: 'inspector' }],
      defaultRole: 'viewer',
    });
    const signe = {
      sub: 'n-9',
      email: 'signe@example.test',
      email_verified: true,
      name: 'Signe Aldous',
      groups: ['crew'],
    };
    const made = await callerOf(fixture, await signOn(fixture, signe));
    expect(made).toMatchObject({ name: 'Signe Aldous', role: 'inspector', companyId: COMPANIES.northmere });
    expect(await callerOf(fixture, await signOn(fixture, { ...signe, groups: [] }))).toMatchObject({ role: 'viewer' });
    // The account has no password, so that no sign-in by password succeeds.
    expect((await stranger(fixture).signIn({ email: signe.email, password: '' })).success).toBe(false);
    const [changed] = (await fixture.as('wren').getAuditEntries({ area: 'signIn' })).entries.filter(
      ({ outcome }) => outcome === 'done',
    );
    expect(changed!.changes).toMatchObject([{ table: 'user', values: { role: ['inspector', 'viewer'] } }]);
  });

  it('does not open an account of another company or of an administrator', async () => {
    await provide(fixture);
    const before = await fixture.as('wren').getUsers({});
    for (const who of ['anouk', 'wren'])
      expect(await signOn(fixture, { sub: who, email: `${who}@example.test`, email_verified: true })).toMatchObject({
        success: false,
        error: expect.stringContaining('password'),
      });
    expect(await fixture.as('wren').getUsers({})).toEqual(before);
  });

  it('ends its sessions after the days of the provider, even if they are used, and when the provider is removed', async () => {
    const { id } = await provide(fixture);
    const { details } = await signOn(fixture);
    for (let day = 0; day < 6; day += 1) {
      fixture.wait(DAY_MS);
      expect(await authenticate(fixture.application, details!.token)).not.toBeNull();
    }
    fixture.wait(DAY_MS);
    expect(await authenticate(fixture.application, details!.token)).toBeNull();

    const second = await signOn(fixture);
    const byPassword = await stranger(fixture).signIn({ email: MAREN.email, password: 'maren-password' });
    await fixture.as('wren').deleteIdentityProvider({ id });
    expect(await authenticate(fixture.application, second.details!.token)).toBeNull();
    expect(await authenticate(fixture.application, byPassword.details!.token)).not.toBeNull();
  });
});

onEachDatabase('Identity providers', (fixture) => {
  it('are stored with an encrypted secret that no answer and no audit entry contains', async () => {
    const made = await provide(fixture);
    expect(made).toMatchObject({ hasSecret: true, accounts: 0, companyName: 'northmere' });
    const [row] = await fixture.database.db.selectFrom('identityProvider').selectAll().execute();
    expect(row!.clientSecret).toBe(`sealed first for identityProvider ${made.id}: client-secret`);
    const kept = await fixture.as('wren').updateIdentityProvider({ ...SETTINGS, clientSecret: undefined, id: made.id });
    expect(kept.hasSecret).toBe(true);
    const changed = await fixture
      .as('wren')
      .updateIdentityProvider({ ...SETTINGS, clientSecret: 'new-secret', id: made.id });
    expect(changed.hasSecret).toBe(true);
    const removed = await fixture.as('wren').updateIdentityProvider({ ...SETTINGS, clientSecret: null, id: made.id });
    expect(removed.hasSecret).toBe(false);
    const { entries } = await fixture.as('wren').getAuditEntries({ area: 'account' });
    expect(entries.map(({ changes }) => changes[0]?.values['clientSecret'])).toEqual([
      ['set', null],
      ['set', 'changed'],
      undefined,
      [null, 'set'],
    ]);
    expect(JSON.stringify([made, entries])).not.toContain('-secret');
  });

  it('share no mail domain, belong to an existing company, and do not make its people administrators', async () => {
    await provide(fixture);
    await expect(provide(fixture, { domains: ['other.test', 'EXAMPLE.test'] })).rejects.toBeProblem('alreadyExists');
    const domains = ['skerrow.test'];
    const unknown = { domains, companyId: '0190aaaa-0000-7000-8000-00000000ffff' };
    await expect(provide(fixture, unknown)).rejects.toBeProblem('notFound');
    await expect(provide(fixture, { domains, defaultRole: 'administrator' })).rejects.toBeProblem('badInput');
    const roles = [{ value: 'it', role: 'administrator' as const }];
    await expect(provide(fixture, { domains, roles })).rejects.toBeProblem('badInput');
    expect((await provide(fixture, { domains, roles, companyId: null })).companyName).toBeNull();
  });

  it('forget links to accounts with another issuer', async () => {
    const { id } = await provide(fixture);
    await signOn(fixture);
    const linked = async () => (await fixture.as('wren').getIdentityProviders({})).providers[0]!.accounts;
    expect(await linked()).toBe(1);
    await fixture.as('wren').updateIdentityProvider({ ...SETTINGS, id, name: 'Northmere Drilling' });
    expect(await linked()).toBe(1);
    await fixture.as('wren').updateIdentityProvider({ ...SETTINGS, id, issuer: 'https://other.northmere.test' });
    expect(await linked()).toBe(0);
  });

  it('are checked before they are used', async () => {
    const wren = fixture.as('wren');
    expect(await wren.checkIdentityProvider({ issuer: 'https://wrong.test' })).toEqual({
      problem: 'It is no provider.',
    });
    expect(await wren.checkIdentityProvider({ issuer: SETTINGS.issuer })).toEqual({ problem: null });
  });
});

onEachDatabase('Stored secrets', (fixture) => {
  it('are encrypted with the first key, including those of earlier keys and versions', async () => {
    const { id } = await provide(fixture);
    const { offer } = await fixture.as('maren').beginTotp({ currentPassword: 'maren-password' });
    const { challengeId, secret } = offer!;
    await fixture.as('maren').confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) });
    const { userId } = fixture.actor('maren');
    const { db } = fixture.database;
    const stored = async () => (await db.selectFrom('secondFactor').select('secret').executeTakeFirstOrThrow()).secret;
    expect(await stored()).toBe(`sealed first for secondFactor ${userId}: ${secret}`);
    await db.updateTable('secondFactor').set({ secret }).execute();

    const vault = testVault('second', ['first']);
    const services = { write: db, ports: { ...fixture.application.ports, vault } };
    expect(await sealSecrets(services)).toBe(2);
    expect(await stored()).toBe(`sealed second for secondFactor ${userId}: ${secret}`);
    const [provider] = await db.selectFrom('identityProvider').selectAll().execute();
    expect(provider!.clientSecret).toBe(`sealed second for identityProvider ${id}: client-secret`);
    expect(await sealSecrets(services)).toBe(0);
    // A secret that the available keys do not decrypt stays as it is.
    expect(await sealSecrets({ write: db, ports: { ...services.ports, vault: testVault('third') } })).toBe(0);
    expect(await stored()).toContain('sealed second');
  });
});
