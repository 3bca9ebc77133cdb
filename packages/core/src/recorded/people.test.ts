import type { LoginResult } from '@holdfast/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticateDevice } from '../devices/index.ts';
import { dispatch } from '../calls/dispatch.ts';
import { removeExpired } from '../removeExpired.ts';
import { authenticate } from '../users/index.ts';
import { COMPANIES, TEST_NOW, testCode, tinyPhoto } from '../testing/index.ts';
import { openRecording, type Recording } from '../testing/recording.ts';

const UNKNOWN = '0190aaaa-0000-7000-8000-00000000dead';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PASSWORD = 'maren-password';
const EMAIL = 'maren@example.test';

let at: Recording;
beforeEach(async () => {
  at = await openRecording();
  await at.join('vida', 'companyAdministrator', COMPANIES.northmere);
});
afterEach(() => at.close());

/** Makes the session of a sign-in a caller. */
async function enter(name: string, { details }: LoginResult): Promise<void> {
  at.enter(name, (await authenticate(at.fixture.application, details!.token))!);
}

describe('accounts, sessions and devices', () => {
  it('answer, refuse and change what is recorded', async () => {
    const { application } = at.fixture;
    const now = () => application.ports.clock.now();
    const wren = at.as('wren');
    const vida = at.as('vida');
    const anyone = at.as(null);

    at.heading('accounts');
    const lars = await vida.createUser({
      name: ' Lars Holm ',
      email: ' Lars@Example.test ',
      role: 'inspector',
      companyId: COMPANIES.northmere,
      password: 'a long enough password',
    });
    await vida.createUser({
      name: 'Twice',
      email: 'LARS@example.test',
      role: 'viewer',
      companyId: COMPANIES.northmere,
      password: null,
    });
    await vida.createUser({
      name: 'Elsewhere',
      email: 'e@example.test',
      role: 'viewer',
      companyId: COMPANIES.skerrow,
      password: null,
    });
    await vida.createUser({ name: 'Staff', email: 's@example.test', role: 'viewer', companyId: null, password: null });
    await vida.createUser({
      name: 'Too much',
      email: 'a@example.test',
      role: 'administrator',
      companyId: COMPANIES.northmere,
      password: null,
    });
    await vida.createUser({
      name: 'Short',
      email: 'short@example.test',
      role: 'viewer',
      companyId: COMPANIES.northmere,
      password: 'short',
    });
    await vida.createUser({
      name: 'Common',
      email: 'c@example.test',
      role: 'viewer',
      companyId: COMPANIES.northmere,
      password: 'common-password',
    });
    const invited = await wren.createUser({
      name: 'Ines',
      email: 'ines@example.test',
      role: 'reportAuthor',
      companyId: COMPANIES.northmere,
      password: null,
    });
    await wren.createUser({
      name: 'No company',
      email: 'n@example.test',
      role: 'inspector',
      companyId: UNKNOWN,
      password: null,
    });
    await wren.createUser({
      name: 'Own id',
      email: 'own@example.test',
      role: 'viewer',
      companyId: null,
      password: null,
      id: lars.id,
    });
    await wren.inviteUser({ id: invited.id });
    await wren.inviteUser({ id: invited.id });
    await wren.inviteUser({ id: lars.id });
    await wren.inviteUser({ id: UNKNOWN });
    await wren.getLetters({});
    await vida.updateUser({ id: lars.id, name: 'Lars B. Holm', role: 'viewer' });
    await vida.updateUser({ id: lars.id, email: 'lars.holm@example.test' });
    await vida.updateUser({ id: lars.id, email: EMAIL });
    await vida.updateUser({ id: lars.id, role: 'administrator' });
    await vida.updateUser({ id: lars.id, companyId: COMPANIES.skerrow });
    await wren.updateUser({ id: lars.id, companyId: COMPANIES.skerrow });
    await wren.updateUser({ id: lars.id, companyId: COMPANIES.northmere, role: 'inspector' });
    await wren.updateUser({ id: lars.id, companyId: null });
    await wren.updateUser({ id: lars.id, companyId: COMPANIES.northmere });
    await wren.updateUser({ id: UNKNOWN, name: 'None' });
    await wren.updateUser({ id: at.actor('wren').userId, role: 'viewer' });
    await wren.disableUser({ id: at.actor('wren').userId });
    await vida.disableUser({ id: at.actor('wren').userId });
    await vida.setUserPassword({ id: lars.id, password: 'another long password' });
    await vida.setUserPassword({ id: lars.id, password: 'common-password' });
    await vida.setUserPassword({ id: at.actor('vida').userId, password: 'another long password' });
    await vida.setUserParticulars({
      id: lars.id,
      qualification: ' LEEA ',
      certificateNumber: '12',
      certificateExpiresOn: '2027-05-31',
    });
    await vida.setUserParticulars({ id: lars.id, certificateExpiresOn: '2027-02-31' });
    await vida.setUserParticulars({ id: UNKNOWN, qualification: 'None' });
    await vida.getUserParticulars({ id: lars.id });
    await vida.setUserSignature({ id: lars.id, base64: tinyPhoto() });
    await vida.setUserSignature({ id: lars.id, base64: btoa('text') });
    await vida.setUserSignature({ id: lars.id, base64: null });
    await at.as('maren').setOwnParticulars({ qualification: 'Level 2' });
    await at.as('maren').setOwnSignature({ base64: tinyPhoto(3) });
    await at.as('maren').getOwnParticulars({});
    await vida.getUsers({});
    await wren.getUsers({});
    await wren.getCompanyUsers({ id: COMPANIES.skerrow });

    at.heading('sign-in and passwords');
    await anyone.signIn({ email: EMAIL, password: 'wrong' });
    await anyone.signIn({ email: 'unknown@example.test', password: 'wrong' });
    const first = await anyone.signIn({ email: ' MAREN@example.test', password: PASSWORD });
    const second = await anyone.signIn({ email: EMAIL, password: PASSWORD });
    await enter('maren 1', first);
    await enter('maren 2', second);
    const own = at.as('maren 1');
    await own.getCurrentUser({});
    const sessions = await own.getSessions({});
    at.note('sessions', sessions.length);
    await own.endSession({ id: UNKNOWN });
    await own.endSession({ id: at.actor('maren 2').tokenId });
    await own.endSession({ id: at.actor('maren 2').tokenId });
    await enter('maren 3', await anyone.signIn({ email: EMAIL, password: PASSWORD }));
    await own.endOtherSessions({});
    await own.changePassword({ currentPassword: 'wrong', newPassword: 'a new long password' });
    await own.changePassword({ currentPassword: PASSWORD, newPassword: 'short' });
    await own.changePassword({ currentPassword: PASSWORD, newPassword: 'common-password' });
    await own.changePassword({ currentPassword: PASSWORD, newPassword: PASSWORD });
    await own.changePassword({ currentPassword: PASSWORD, newPassword: 'a new long password' });
    await anyone.requestPasswordReset({ email: EMAIL });
    await anyone.requestPasswordReset({ email: EMAIL });
    await anyone.requestPasswordReset({ email: 'unknown@example.test' });
    const { secret } = at.fixture.letters.at(-1)!;
    await anyone.resetPassword({ secret: 'unknown', newPassword: 'yet another password' });
    await anyone.resetPassword({ secret, newPassword: 'short' });
    await anyone.resetPassword({ secret, newPassword: PASSWORD });
    await anyone.resetPassword({ secret, newPassword: 'yet another password' });
    await anyone.resetPassword({ secret: at.fixture.letters[0]!.secret, newPassword: 'password of Ines' });
    await anyone.requestPasswordReset({ email: EMAIL });
    at.fixture.wait(DAY);
    await anyone.resetPassword({ secret: at.fixture.letters.at(-1)!.secret, newPassword: 'too late by a day' });
    for (let i = 0; i < 11; i += 1) await anyone.signIn({ email: EMAIL, password: `wrong ${i}` });
    await anyone.signIn({ email: EMAIL, password: PASSWORD });
    at.fixture.wait(HOUR);
    const again = await anyone.signIn({ email: EMAIL, password: PASSWORD });
    await enter('maren 4', again);
    await vida.disableUser({ id: lars.id });
    await vida.disableUser({ id: lars.id });
    await anyone.signIn({ email: 'lars.holm@example.test', password: 'another long password' });
    await vida.enableUser({ id: lars.id });
    await vida.enableUser({ id: lars.id });
    await vida.endUserSessions({ id: at.actor('maren').userId });
    await vida.endUserSessions({ id: UNKNOWN });
    const last = await anyone.signIn({ email: EMAIL, password: PASSWORD });
    await enter('maren 5', last);
    await at.as('maren 5').signOut({});

    at.heading('second factors');
    await enter('owner', await anyone.signIn({ email: EMAIL, password: PASSWORD }));
    const owner = at.as('owner');
    await owner.beginTotp({ currentPassword: 'wrong' });
    const { offer } = await owner.beginTotp({ currentPassword: PASSWORD });
    await owner.confirmTotp({ challengeId: offer!.challengeId, name: 'Phone', code: '000' });
    await owner.confirmTotp({ challengeId: UNKNOWN, name: 'Phone', code: '000' });
    const { recoveryCodes } = await owner.confirmTotp({
      challengeId: offer!.challengeId,
      name: ' Phone ',
      code: testCode(offer!.secret, now() + 60_000),
    });
    await owner.getSecondFactors({});
    await anyone.signIn({ email: EMAIL, password: PASSWORD });
    await anyone.signIn({ email: EMAIL, password: PASSWORD, code: 'wrong' });
    const code = testCode(offer!.secret, now() + 60_000);
    await enter('phone', await anyone.signIn({ email: EMAIL, password: PASSWORD, code }));
    await anyone.signIn({ email: EMAIL, password: PASSWORD, code });
    await anyone.signIn({ email: EMAIL, password: PASSWORD, code: recoveryCodes![0]! });
    await anyone.signIn({ email: EMAIL, password: PASSWORD, code: recoveryCodes![0]! });
    const phone = at.as('phone');
    await phone.renewRecoveryCodes({ currentPassword: 'wrong' });
    await phone.renewRecoveryCodes({ currentPassword: PASSWORD });
    const passkey = await phone.beginPasskey({ currentPassword: PASSWORD });
    const created = {
      id: 'passkey-1',
      attestationObject: String(passkey.offer!.options['challenge']),
      clientDataJSON: '',
      transports: ['usb'],
      clientExtensionResults: {},
    };
    await phone.confirmPasskey({
      challengeId: passkey.offer!.challengeId,
      name: 'Key',
      credential: { ...created, attestationObject: 'forged' },
    });
    await phone.confirmPasskey({ challengeId: passkey.offer!.challengeId, name: 'Key', credential: created });
    await phone.confirmPasskey({ challengeId: passkey.offer!.challengeId, name: 'Key', credential: created });
    const asked = await anyone.signIn({ email: EMAIL, password: PASSWORD });
    const used = {
      challengeId: asked.secondFactor!.passkey!.challengeId,
      id: 'passkey-1',
      authenticatorData: '',
      clientDataJSON: '',
      signature: String(asked.secondFactor!.passkey!.options['challenge']),
      userHandle: null,
    };
    await anyone.signIn({ email: EMAIL, password: PASSWORD, passkey: { ...used, signature: 'forged' } });
    await anyone.signIn({ email: EMAIL, password: PASSWORD, passkey: { ...used, id: 'passkey-2' } });
    await anyone.signIn({ email: EMAIL, password: PASSWORD, passkey: used });
    const { factors } = await phone.getSecondFactors({});
    await phone.removeSecondFactor({ id: UNKNOWN, currentPassword: PASSWORD });
    await phone.removeSecondFactor({ id: factors[0]!.id, currentPassword: 'wrong' });
    await phone.removeSecondFactor({ id: factors[0]!.id, currentPassword: PASSWORD });
    await vida.removeUserSecondFactors({ id: at.actor('maren').userId });
    await vida.removeUserSecondFactors({ id: at.actor('maren').userId });
    await vida.removeUserSecondFactors({ id: at.actor('vida').userId });
    await owner.getSecondFactors({});

    at.heading('single sign-on');
    const settings = {
      name: 'Northmere',
      companyId: COMPANIES.northmere,
      issuer: 'https://login.northmere.test',
      clientId: 'holdfast',
      clientSecret: 'client-secret',
      domains: ['Example.test'],
      trustsAddresses: false,
      createsAccounts: false,
      defaultRole: null,
      roleClaim: 'groups',
      roles: [{ value: 'inspectors', role: 'inspector' as const }],
      trustsSecondFactor: false,
      sessionDays: 7,
      enabled: true,
    };
    const provider = await wren.createIdentityProvider(settings);
    await wren.createIdentityProvider({ ...settings, name: 'Second' });
    await wren.createIdentityProvider({ ...settings, domains: ['other.test'], issuer: 'no address' });
    await wren.createIdentityProvider({ ...settings, domains: ['other.test'], companyId: UNKNOWN });
    await wren.createIdentityProvider({ ...settings, domains: ['other.test'], defaultRole: 'administrator' });
    await wren.createIdentityProvider({ ...settings, domains: ['other.test'], createsAccounts: true });
    await wren.checkIdentityProvider({ issuer: 'https://wrong.test' });
    await wren.checkIdentityProvider({ issuer: settings.issuer });
    await wren.getIdentityProviders({});
    const signOn = async (email: string, claims: object, secretOf = 'client-secret', state?: string) => {
      const { begun } = await anyone.beginSingleSignOn({ email });
      if (begun === null) return null;
      const query = new URLSearchParams({
        state: state ?? new URL(begun.address).searchParams.get('state')!,
        secret: secretOf,
        claims: JSON.stringify(claims),
      });
      return {
        begun,
        query: `?${query.toString()}`,
        result: await anyone.finishSingleSignOn({ ticket: begun.ticket, query: `?${query.toString()}` }),
      };
    };
    const claims = { sub: 'n-1', email: EMAIL, email_verified: true, name: 'Maren T.' };
    await signOn('x@nowhere.test', claims);
    await signOn(EMAIL, { ...claims, email_verified: false });
    await signOn(EMAIL, claims, 'wrong secret');
    await signOn(EMAIL, claims, 'client-secret', 'another state');
    const on = await signOn(EMAIL, claims);
    await anyone.finishSingleSignOn({ ticket: on!.begun.ticket, query: on!.query });
    await signOn(EMAIL, { ...claims, email: 'other@example.test' });
    await signOn(EMAIL, { sub: 'n-2', email: 'new@example.test', email_verified: true, groups: ['inspectors'] });
    await wren.updateIdentityProvider({ ...settings, id: provider.id, createsAccounts: true, clientSecret: null });
    await wren.updateIdentityProvider({
      ...settings,
      id: provider.id,
      createsAccounts: true,
      clientSecret: undefined,
      trustsAddresses: true,
      trustsSecondFactor: true,
    });
    await wren.updateIdentityProvider({ ...settings, id: provider.id, createsAccounts: true });
    await signOn(EMAIL, {
      sub: 'n-2',
      email: 'new@example.test',
      email_verified: true,
      name: 'New person',
      groups: ['inspectors'],
    });
    await signOn(EMAIL, { sub: 'n-3', email: 'none@example.test', email_verified: true, groups: ['others'] });
    await wren.updateIdentityProvider({
      ...settings,
      id: provider.id,
      createsAccounts: true,
      defaultRole: 'viewer',
      enabled: false,
    });
    await signOn(EMAIL, claims);
    await wren.updateIdentityProvider({ ...settings, id: UNKNOWN });
    await wren.deleteIdentityProvider({ id: provider.id });
    await wren.deleteIdentityProvider({ id: provider.id });

    at.heading('devices');
    const deviceId = '0190aaaa-0000-7000-8000-0000000de001';
    const token = deviceId.padEnd(43, 'x');
    const maren = at.as('maren');
    const tablet = { deviceId, token, name: 'Tablet', appVersion: '1.0.0' };
    await maren.registerDevice(tablet);
    await maren.registerDevice({ ...tablet, name: 'Laptop', appVersion: '1.1.0' });
    await maren.registerDevice({ ...tablet, token: 'y'.repeat(43) });
    await at.as('idris').registerDevice(tablet);
    await wren.registerDevice(tablet);
    const direct = at.fixture.as('wren');
    const { id: itemTypeId } = await direct.createItemType({ name: 'Floodlight' });
    const rig = await direct.createInstallation({ companyId: COMPANIES.northmere, name: 'Tarn' });
    const item = { id: '0190aaaa-0000-7000-8000-0000000000aa' };
    const set = { name: 'Lamp', itemTypeId, installationId: rig.id, parentItemId: null, isLocation: 0 };
    const bare = { tag: null, tagKind: null, defaultItemId: null };
    await at.fixture.write([
      { table: 'item', op: 'ins', id: item.id, scopeId: COMPANIES.northmere, set: { ...set, ...bare } },
    ]);
    const device = async (operation: string, input: object) =>
      at.run(`device ${operation} ${JSON.stringify(input)}`, async () =>
        dispatch(application, { operation, input, actor: null, device: await authenticateDevice(application, token) }),
      );
    const refused = (id: string, more: object = {}) => ({
      id,
      scopeId: COMPANIES.northmere,
      userId: at.actor('maren').userId,
      table: 'item',
      rowId: item.id,
      op: 'upd',
      set: { name: `Name ${id}` },
      reason: 'The item was deleted.',
      at: '2026-01-15T12:00:00.000Z',
      ...more,
    });
    const report = {
      appVersion: '1.2.0',
      oldestWaitingAt: '2026-01-15T11:00:00.000Z',
      contentsWaiting: 2,
      contentBytes: 5,
      encrypted: true,
      refused: [refused('c1'), refused('c2')],
    };
    await device('reportDevice', report);
    await device('reportDevice', { ...report, refused: [refused('c2'), refused('c3')], oldestWaitingAt: null });
    await device('reportDevice', { ...report, refused: [], contentsWaiting: -1 });
    await wren.getDevices({});
    await wren.getRefusedChanges({ id: deviceId });
    await wren.getRefusedChanges({ id: UNKNOWN });
    const about = { id: deviceId, companyId: COMPANIES.northmere };
    await wren.decideRefusedChange({ ...about, changeId: 'c2', decision: 'accepted' });
    await wren.decideRefusedChange({ ...about, changeId: 'c2', decision: 'discarded' });
    await wren.decideRefusedChange({ ...about, changeId: 'c3', decision: 'discarded' });
    await wren.decideRefusedChange({ ...about, changeId: 'c9', decision: 'discarded' });
    await wren.decideRefusedChange({ ...about, companyId: COMPANIES.skerrow, changeId: 'c3', decision: 'discarded' });
    await device('reportDevice', { ...report, refused: [] });
    await wren.renameDevice({ id: deviceId, name: ' Crane tablet ' });
    await wren.renameDevice({ id: deviceId, name: null });
    await wren.renameDevice({ id: UNKNOWN, name: 'None' });
    await device('getOfferedRelease', {});
    await device('registerDeviceAgain', { deviceId: '0190aaaa-0000-7000-8000-0000000de002', token: 'z'.repeat(43) });
    for (const access of ['locked', 'signedOut', 'wiped', 'open', 'open'] as const) {
      await wren.setDeviceAccess({ id: deviceId, access });
      await device('reportDevice', { ...report, refused: [] });
    }
    await wren.setDeviceAccess({ id: UNKNOWN, access: 'locked' });
    await vida.disableUser({ id: at.actor('idris').userId });
    await wren.updateUser({ id: at.actor('maren').userId, companyId: COMPANIES.skerrow });
    await wren.getDevices({});
    await wren.removeDevice({ id: deviceId });
    await wren.removeDevice({ id: deviceId });
    await wren.getUsage({});

    at.heading('erasure and expiry');
    await wren.eraseUser({ id: lars.id });
    await wren.eraseUser({ id: lars.id });
    await wren.eraseUser({ id: at.actor('wren').userId });
    await wren.eraseUser({ id: UNKNOWN });
    await wren.getUsers({});
    await at.run('removeExpired', () => removeExpired(application));
    at.fixture.wait(40 * DAY);
    await at.run('removeExpired', () => removeExpired(application));
    at.fixture.wait(400 * DAY);
    await at.run('removeExpired', () => removeExpired(application));
    at.note('days', (now() - TEST_NOW) / DAY);
    await anyone.createFirstAdministrator({
      setupCode: 'setup-code-of-tests',
      name: 'First',
      email: 'first@example.test',
      password: 'a long enough password',
    });
    await anyone.getInstance({});
    await expect(at.text()).toMatchFileSnapshot('./people.txt');
  });
});
