import { expect, it } from 'vitest';
import { dispatch } from '../calls/dispatch.ts';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '../testing/index.ts';
import { authenticate } from './index.ts';

const PASSWORD = 'a long enough one';
const CALLUM = {
  name: 'Callum Breckenhow',
  email: 'Callum@Vantry.example',
  role: 'inspector',
  companyId: COMPANIES.northmere,
  password: PASSWORD,
} as const;

/** Signs in; the token, or null when it was refused. */
async function signIn(fixture: TestFixture, email: string, password: string): Promise<string | null> {
  return (await fixture.as('wren').signIn({ email, password })).details?.token ?? null;
}

/** An open reset link of an account. */
async function sendResetLink(fixture: TestFixture, userId: string): Promise<void> {
  const expiresAt = fixture.application.ports.clock.now() + 3_600_000;
  const link = { hash: userId.replaceAll('-', '').padEnd(64, '0'), userId, createdAt: 0, expiresAt, usedAt: null };
  await fixture.database.db.insertInto('passwordReset').values(link).execute();
}

async function openResetLinks(fixture: TestFixture): Promise<number> {
  return (await fixture.database.db.selectFrom('passwordReset').select('hash').where('usedAt', 'is', null).execute())
    .length;
}

onEachDatabase('Accounts', (fixture) => {
  it('are listed by name with company, state and sessions', async () => {
    await signIn(fixture, 'maren@example.test', 'maren-password');
    const accounts = await fixture.as('wren').getUsers({});
    expect(accounts.map(({ name }) => name)).toEqual([
      'Anouk Veldering',
      'Idris Fallowby',
      'Jorun Haleby',
      'Maren Thorskild',
      'Wren Castellane',
    ]);
    expect(accounts[3]).toMatchObject({
      companyName: 'northmere',
      disabled: false,
      hasPassword: true,
      sessions: 1,
      lastUsedAt: '2026-01-15T12:00:00.000Z',
    });
    expect(accounts[4]).toMatchObject({ companyId: null, companyName: null, sessions: 0, lastUsedAt: null });
    expect(JSON.stringify(accounts)).not.toContain('test:');
  });

  it('are created with a first password, with which their owner signs in', async () => {
    const made = await fixture.as('wren').createUser(CALLUM);
    expect(made).toMatchObject({ email: 'Callum@Vantry.example', companyName: 'northmere', hasPassword: true });
    expect(await signIn(fixture, 'callum@vantry.example', PASSWORD)).not.toBeNull();
    expect(JSON.stringify(made)).not.toContain(PASSWORD);
  });

  it('cannot sign in before they have a password', async () => {
    const wren = fixture.as('wren');
    const { id, hasPassword } = await wren.createUser({ ...CALLUM, password: null });
    expect(hasPassword).toBe(false);
    expect(await signIn(fixture, CALLUM.email, '')).toBeNull();
    await wren.setUserPassword({ id, password: PASSWORD });
    expect(await signIn(fixture, CALLUM.email, PASSWORD)).not.toBeNull();
  });

  it('have a unique address, without regard to case and composition of letters', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createUser(CALLUM);
    await expect(wren.createUser({ ...CALLUM, email: ' CALLUM@vantry.EXAMPLE' })).rejects.toBeProblem('alreadyExists');
    // The same letter is one character, or a letter and an accent.
    await wren.createUser({ ...CALLUM, email: 'ren\u00e9@vantry.example' });
    const composed = { ...CALLUM, email: 'rene\u0301@vantry.example' };
    await expect(wren.createUser(composed)).rejects.toBeProblem('alreadyExists');
    await expect(wren.updateUser({ id, email: 'maren@example.test' })).rejects.toBeProblem('alreadyExists');
    await expect(wren.updateUser({ id, email: 'callum@vantry.example' })).resolves.toMatchObject({
      email: 'callum@vantry.example',
    });
  });

  it.each([
    '',
    'callum',
    'callum@vantry',
    'callum @vantry.example',
    `${'c'.repeat(320)}@vantry.example`,
    'callum<eve@vantry.example>',
    'eve,callum@vantry.example',
    'callum@vantry.example;',
    '"callum"@vantry.example',
    'all:callum@vantry.example',
  ])('refuse %j as an address', async (email) => {
    await expect(fixture.as('wren').createUser({ ...CALLUM, email })).rejects.toBeProblem('badInput');
  });

  it('refuse a short password, an unknown company and an id in use', async () => {
    const wren = fixture.as('wren');
    await expect(wren.createUser({ ...CALLUM, password: 'short' })).rejects.toBeProblem('badInput');
    const unknown = fixture.application.ports.ids.next(0);
    await expect(wren.createUser({ ...CALLUM, companyId: unknown })).rejects.toBeProblem('notFound');
    const { userId } = fixture.actor('maren');
    await expect(wren.createUser({ ...CALLUM, id: userId })).rejects.toBeProblem('alreadyExists');
    await expect(wren.updateUser({ id: unknown, name: 'Unknown' })).rejects.toBeProblem('notFound');
  });

  it('do not lose a concurrent edit of another administrator, and accept edits after a sign-in or a new password', async () => {
    const wren = fixture.as('wren');
    const seen = await wren.createUser(CALLUM);
    const { id } = seen;
    await signIn(fixture, CALLUM.email, PASSWORD);
    await wren.setUserPassword({ id, password: 'another long one' });
    const renamed = await wren.updateUser({ id, name: 'Callum B.' }, { ifMatch: seen.clock });
    await expect(wren.updateUser({ id, role: 'viewer' }, { ifMatch: seen.clock })).rejects.toBeProblem(
      'changedMeanwhile',
    );
    expect((await wren.getUsers({})).find((user) => user.id === id)).toMatchObject({
      name: 'Callum B.',
      role: 'inspector',
    });
    await expect(wren.updateUser({ id, role: 'viewer' }, { ifMatch: renamed.clock })).resolves.toMatchObject({
      role: 'viewer',
    });
  });

  it('change role at once, and company with the end of their sessions', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(fixture, CALLUM.email, PASSWORD))!;

    await wren.updateUser({ id, role: 'viewer', name: 'Callum B.' });
    expect(await authenticate(fixture.application, token)).toMatchObject({ role: 'viewer', name: 'Callum B.' });

    await wren.updateUser({ id, companyId: COMPANIES.skerrow });
    expect(await authenticate(fixture.application, token)).toBeNull();
    await wren.setUserPassword({ id, password: 'a password for Skerrow' });
    const again = (await signIn(fixture, CALLUM.email, 'a password for Skerrow'))!;
    expect(await authenticate(fixture.application, again)).toMatchObject({ companyId: COMPANIES.skerrow });
  });

  it('can be disabled, which ends their sessions permanently, and enabled again', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(fixture, CALLUM.email, PASSWORD))!;

    expect(await wren.disableUser({ id })).toMatchObject({ disabled: true, sessions: 0 });
    expect(await authenticate(fixture.application, token)).toBeNull();
    expect(await signIn(fixture, CALLUM.email, PASSWORD)).toBeNull();

    expect(await wren.enableUser({ id })).toMatchObject({ disabled: false });
    expect(await authenticate(fixture.application, token)).toBeNull();
    expect(await signIn(fixture, CALLUM.email, PASSWORD)).not.toBeNull();
  });

  it('can get a new password, which ends sessions, reset links and the delay after failed tries', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(fixture, CALLUM.email, PASSWORD))!;
    await sendResetLink(fixture, id);
    for (let i = 0; i < 10; i += 1) await signIn(fixture, CALLUM.email, 'wrong');
    await expect(signIn(fixture, CALLUM.email, PASSWORD)).rejects.toBeProblem('tooManyRequests');

    await wren.setUserPassword({ id, password: 'another long one' });
    expect(await authenticate(fixture.application, token)).toBeNull();
    expect(await signIn(fixture, CALLUM.email, PASSWORD)).toBeNull();
    expect(await signIn(fixture, CALLUM.email, 'another long one')).not.toBeNull();
    expect(await openResetLinks(fixture)).toBe(0);
  });

  it('change their own password and factors only where the current password is required', async () => {
    const wren = fixture.as('wren');
    const id = fixture.actor('wren').userId;
    await expect(wren.setUserPassword({ id, password: 'another long one' })).rejects.toBeProblem('ownAccount');
    await expect(wren.removeUserSecondFactors({ id })).rejects.toBeProblem('ownAccount');
  });

  it('lose their reset links with their address, and when they are disabled', async () => {
    const wren = fixture.as('wren');
    const [moved, disabled, other] = [
      fixture.actor('maren').userId,
      fixture.actor('idris').userId,
      fixture.actor('jorun').userId,
    ];
    for (const id of [moved, disabled, other]) await sendResetLink(fixture, id);
    await wren.updateUser({ id: moved, name: 'Maren Holt', email: 'MAREN@example.test' });
    expect(await openResetLinks(fixture)).toBe(3);
    await wren.updateUser({ id: moved, email: 'maren@northmere.example' });
    expect(await openResetLinks(fixture)).toBe(2);
    await wren.disableUser({ id: disabled });
    expect(await openResetLinks(fixture)).toBe(1);
  });

  it('are created once even if the call is repeated, and the password leaves no fast hash', async () => {
    const key = { idempotencyKey: 'key-of-one-form' };
    const made = await fixture.as('wren').createUser(CALLUM, key);
    expect(await fixture.as('wren').createUser(CALLUM, key)).toEqual(made);
    const hashes = await fixture.database.db.selectFrom('savedAnswer').select('inputHash').execute();

    await fixture.database.db.deleteFrom('savedAnswer').execute();
    await fixture.database.db.deleteFrom('user').where('id', '=', made.id).execute();
    await fixture.as('wren').createUser({ ...CALLUM, password: 'another long one' }, key);
    expect(await fixture.database.db.selectFrom('savedAnswer').select('inputHash').execute()).toEqual(hashes);
    await expect(fixture.as('wren').createUser({ ...CALLUM, name: 'Another User' }, key)).rejects.toBeProblem(
      'keyReused',
    );
  });

  it('can be signed out everywhere', async () => {
    const wren = fixture.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(fixture, CALLUM.email, PASSWORD))!;
    expect(await wren.endUserSessions({ id })).toMatchObject({ sessions: 0 });
    expect(await authenticate(fixture.application, token)).toBeNull();
    expect(await signIn(fixture, CALLUM.email, PASSWORD)).not.toBeNull();
  });

  it('include at least one administrator who can sign in', async () => {
    const wren = fixture.as('wren');
    const { userId: id } = fixture.actor('wren');
    await expect(wren.disableUser({ id })).rejects.toBeProblem('lastAdministrator');
    await expect(wren.updateUser({ id, role: 'viewer' })).rejects.toBeProblem('lastAdministrator');

    const invited = await wren.createUser({ ...CALLUM, role: 'administrator', companyId: null, password: null });
    await expect(wren.disableUser({ id })).rejects.toBeProblem('lastAdministrator');
    await wren.setUserPassword({ id: invited.id, password: PASSWORD });
    await expect(wren.updateUser({ id, role: 'viewer' })).resolves.toMatchObject({ role: 'viewer' });
  });

  it('are in the history under a new name as soon as they write with it', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const maren = fixture.actor('maren');
    await fixture.as('maren').setItemName({ itemId: item.id, name: 'Floodlight 1' });
    await fixture.as('wren').updateUser({ id: maren.userId, name: 'Maren Holt' });
    await dispatch(fixture.application, {
      operation: 'setItemName',
      input: { itemId: item.id, name: 'Floodlight 2' },
      actor: { ...maren, name: 'Maren Holt' },
    });

    const lines = await fixture
      .as('wren')
      .getAuditLogsForInstallationInspectionAndItem({ installationInspectionId: drops.id, itemId: item.id });
    expect(lines.find(({ to }) => to === 'Floodlight 2')).toMatchObject({ userName: 'Maren Holt' });
  });
});

onEachDatabase('An invitation', (fixture) => {
  const make = async (): Promise<{ id: string; invitedUntil: string | null }> =>
    fixture
      .as('wren')
      .createUser({ name: 'Signe', email: 'signe@example.test', role: 'viewer', companyId: null, password: null });
  const DAY_MS = 24 * 60 * 60 * 1000;
  const newPassword = 'first-Password';
  const signIn = async (): Promise<boolean> =>
    (await fixture.as('wren').signIn({ email: 'signe@example.test', password: newPassword })).success;

  it('is mailed to a new account without a password, whose owner chooses one and signs in', async () => {
    const { invitedUntil } = await make();
    expect(invitedUntil).toBe(new Date(TEST_NOW + 7 * DAY_MS).toISOString());
    const [letter] = fixture.letters;
    expect(letter!.email).toBe('signe@example.test');
    fixture.wait(6 * DAY_MS);
    expect(await fixture.as('wren').resetPassword({ secret: letter!.secret, newPassword })).toEqual({
      changed: true,
      email: letter!.email,
    });
    expect(await signIn()).toBe(true);
  });

  it('ends after seven days, and is replaced by one that is sent again', async () => {
    const { id } = await make();
    fixture.wait(7 * DAY_MS);
    const wren = fixture.as('wren');
    const late = await wren.resetPassword({ secret: fixture.letters[0]!.secret, newPassword });
    expect(late).toEqual({ changed: false, email: null });
    expect((await wren.getUsers({})).find((user) => user.id === id)!.invitedUntil).toBeNull();
    await wren.inviteUser({ id });
    await wren.inviteUser({ id });
    expect((await wren.resetPassword({ secret: fixture.letters[1]!.secret, newPassword })).changed).toBe(false);
    expect((await wren.resetPassword({ secret: fixture.letters[2]!.secret, newPassword })).changed).toBe(true);
    await expect(wren.inviteUser({ id })).rejects.toBeProblem('alreadyExists');
  });

  it('is limited: after ten mails to one address the next one has to wait', async () => {
    const { id } = await make();
    for (let i = 0; i < 9; i += 1) await fixture.as('wren').inviteUser({ id });
    await expect(fixture.as('wren').inviteUser({ id })).rejects.toBeProblem('tooManyRequests');
    fixture.wait(15 * 60 * 1000 + 1);
    await fixture.as('wren').inviteUser({ id });
  });

  it('is sent to no account with a password, and its link appears in no audit entry', async () => {
    await make();
    const { userId } = fixture.actor('maren');
    await expect(fixture.as('wren').inviteUser({ id: userId })).rejects.toBeProblem('alreadyExists');
    const entries = JSON.stringify(await fixture.database.db.selectFrom('auditEntry').selectAll().execute());
    expect(entries).toContain('createUser');
    expect(entries).not.toContain(fixture.letters[0]!.secret);
    expect(fixture.letters).toHaveLength(1);
    expect(await fixture.as('wren').getLetters({})).toMatchObject([{ kind: 'invitation', state: 'sent' }]);
  });
});
