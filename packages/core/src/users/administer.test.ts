import { expect, it } from 'vitest';
import { dispatch } from '../dispatch.ts';
import { COMPANIES, onEachDatabase, type TestHouse } from '../testing/index.ts';
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
async function signIn(house: TestHouse, email: string, password: string): Promise<string | null> {
  return (await house.as('wren').signIn({ email, password })).details?.token ?? null;
}

/** An open reset link of an account. */
async function sendResetLink(house: TestHouse, userId: string): Promise<void> {
  const expiresAt = house.house.ports.clock.now() + 3_600_000;
  const link = { hash: userId.replaceAll('-', '').padEnd(64, '0'), userId, createdAt: 0, expiresAt, usedAt: null };
  await house.database.db.insertInto('passwordReset').values(link).execute();
}

async function openResetLinks(house: TestHouse): Promise<number> {
  return (await house.database.db.selectFrom('passwordReset').select('hash').where('usedAt', 'is', null).execute())
    .length;
}

onEachDatabase('Accounts', (house) => {
  it('are listed by name with what an administrator wants to know of them', async () => {
    await signIn(house, 'maren@example.test', 'maren-password');
    const accounts = await house.as('wren').getUsers({});
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

  it('are made with a first password, with which their owner signs in', async () => {
    const made = await house.as('wren').createUser(CALLUM);
    expect(made).toMatchObject({ email: 'Callum@Vantry.example', companyName: 'northmere', hasPassword: true });
    expect(await signIn(house, 'callum@vantry.example', PASSWORD)).not.toBeNull();
    expect(JSON.stringify(made)).not.toContain(PASSWORD);
  });

  it('cannot sign in before they have a password', async () => {
    const wren = house.as('wren');
    const { id, hasPassword } = await wren.createUser({ ...CALLUM, password: null });
    expect(hasPassword).toBe(false);
    expect(await signIn(house, CALLUM.email, '')).toBeNull();
    await wren.setUserPassword({ id, password: PASSWORD });
    expect(await signIn(house, CALLUM.email, PASSWORD)).not.toBeNull();
  });

  it('have an address of their own, however it is written', async () => {
    const wren = house.as('wren');
    const { id } = await wren.createUser(CALLUM);
    await expect(wren.createUser({ ...CALLUM, email: ' CALLUM@vantry.EXAMPLE' })).rejects.toBeProblem('alreadyExists');
    await expect(wren.updateUser({ id, email: 'maren@example.test' })).rejects.toBeProblem('alreadyExists');
    await expect(wren.updateUser({ id, email: 'callum@vantry.example' })).resolves.toMatchObject({
      email: 'callum@vantry.example',
    });
  });

  it.each(['', 'callum', 'callum@vantry', 'callum @vantry.example', `${'c'.repeat(320)}@vantry.example`])(
    'refuse %j as an address',
    async (email) => {
      await expect(house.as('wren').createUser({ ...CALLUM, email })).rejects.toBeProblem('badInput');
    },
  );

  it('refuse a short password, an unknown company and an id in use', async () => {
    const wren = house.as('wren');
    await expect(wren.createUser({ ...CALLUM, password: 'short' })).rejects.toBeProblem('badInput');
    const unknown = house.house.ports.ids.next(0);
    await expect(wren.createUser({ ...CALLUM, companyId: unknown })).rejects.toBeProblem('notFound');
    const { userId } = house.actor('maren');
    await expect(wren.createUser({ ...CALLUM, id: userId })).rejects.toBeProblem('alreadyExists');
    await expect(wren.updateUser({ id: unknown, name: 'Nobody' })).rejects.toBeProblem('notFound');
  });

  it('do not lose what another administrator saved meanwhile, and mind no sign-in or new password', async () => {
    const wren = house.as('wren');
    const seen = await wren.createUser(CALLUM);
    const { id } = seen;
    await signIn(house, CALLUM.email, PASSWORD);
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
    const wren = house.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(house, CALLUM.email, PASSWORD))!;

    await wren.updateUser({ id, role: 'viewer', name: 'Callum B.' });
    expect(await authenticate(house.house, token)).toMatchObject({ role: 'viewer', name: 'Callum B.' });

    await wren.updateUser({ id, companyId: COMPANIES.skerrow });
    expect(await authenticate(house.house, token)).toBeNull();
    const again = (await signIn(house, CALLUM.email, PASSWORD))!;
    expect(await authenticate(house.house, again)).toMatchObject({ companyId: COMPANIES.skerrow });
  });

  it('can be disabled, which ends their sessions for good, and enabled', async () => {
    const wren = house.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(house, CALLUM.email, PASSWORD))!;

    expect(await wren.disableUser({ id })).toMatchObject({ disabled: true, sessions: 0 });
    expect(await authenticate(house.house, token)).toBeNull();
    expect(await signIn(house, CALLUM.email, PASSWORD)).toBeNull();

    expect(await wren.enableUser({ id })).toMatchObject({ disabled: false });
    expect(await authenticate(house.house, token)).toBeNull();
    expect(await signIn(house, CALLUM.email, PASSWORD)).not.toBeNull();
  });

  it('get a new password that ends sessions, reset links and the wait after failed tries', async () => {
    const wren = house.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(house, CALLUM.email, PASSWORD))!;
    await sendResetLink(house, id);
    for (let i = 0; i < 10; i += 1) await signIn(house, CALLUM.email, 'wrong');
    await expect(signIn(house, CALLUM.email, PASSWORD)).rejects.toBeProblem('tooManyRequests');

    await wren.setUserPassword({ id, password: 'another long one' });
    expect(await authenticate(house.house, token)).toBeNull();
    expect(await signIn(house, CALLUM.email, PASSWORD)).toBeNull();
    expect(await signIn(house, CALLUM.email, 'another long one')).not.toBeNull();
    expect(await openResetLinks(house)).toBe(0);
  });

  it('lose their reset links with their address, and when they are disabled', async () => {
    const wren = house.as('wren');
    const [moved, disabled, other] = [
      house.actor('maren').userId,
      house.actor('idris').userId,
      house.actor('jorun').userId,
    ];
    for (const id of [moved, disabled, other]) await sendResetLink(house, id);
    await wren.updateUser({ id: moved, name: 'Maren Holt', email: 'MAREN@example.test' });
    expect(await openResetLinks(house)).toBe(3);
    await wren.updateUser({ id: moved, email: 'maren@northmere.example' });
    expect(await openResetLinks(house)).toBe(2);
    await wren.disableUser({ id: disabled });
    expect(await openResetLinks(house)).toBe(1);
  });

  it('are made once however often the call arrives, and the password leaves no quick hash behind', async () => {
    const key = { idempotencyKey: 'key-of-one-form' };
    const made = await house.as('wren').createUser(CALLUM, key);
    expect(await house.as('wren').createUser(CALLUM, key)).toEqual(made);
    const hashes = await house.database.db.selectFrom('savedAnswer').select('inputHash').execute();

    await house.database.db.deleteFrom('savedAnswer').execute();
    await house.database.db.deleteFrom('user').where('id', '=', made.id).execute();
    await house.as('wren').createUser({ ...CALLUM, password: 'another long one' }, key);
    expect(await house.database.db.selectFrom('savedAnswer').select('inputHash').execute()).toEqual(hashes);
    await expect(house.as('wren').createUser({ ...CALLUM, name: 'Somebody else' }, key)).rejects.toBeProblem(
      'keyReused',
    );
  });

  it('can be signed out everywhere', async () => {
    const wren = house.as('wren');
    const { id } = await wren.createUser(CALLUM);
    const token = (await signIn(house, CALLUM.email, PASSWORD))!;
    expect(await wren.endUserSessions({ id })).toMatchObject({ sessions: 0 });
    expect(await authenticate(house.house, token)).toBeNull();
    expect(await signIn(house, CALLUM.email, PASSWORD)).not.toBeNull();
  });

  it('keep one administrator who can sign in', async () => {
    const wren = house.as('wren');
    const { userId: id } = house.actor('wren');
    await expect(wren.disableUser({ id })).rejects.toBeProblem('lastAdministrator');
    await expect(wren.updateUser({ id, role: 'viewer' })).rejects.toBeProblem('lastAdministrator');

    const invited = await wren.createUser({ ...CALLUM, role: 'administrator', companyId: null, password: null });
    await expect(wren.disableUser({ id })).rejects.toBeProblem('lastAdministrator');
    await wren.setUserPassword({ id: invited.id, password: PASSWORD });
    await expect(wren.updateUser({ id, role: 'viewer' })).resolves.toMatchObject({ role: 'viewer' });
  });

  it('stand in history under a new name as soon as they write with it', async () => {
    const { item, drops } = await house.build.itemInInspection();
    const maren = house.actor('maren');
    await house.as('maren').setItemName({ itemId: item.id, name: 'Floodlight 1' });
    await house.as('wren').updateUser({ id: maren.userId, name: 'Maren Holt' });
    await dispatch(house.house, {
      operation: 'setItemName',
      input: { itemId: item.id, name: 'Floodlight 2' },
      actor: { ...maren, name: 'Maren Holt' },
    });

    const lines = await house
      .as('wren')
      .getAuditLogsForInstallationInspectionAndItem({ installationInspectionId: drops.id, itemId: item.id });
    expect(lines.find(({ to }) => to === 'Floodlight 2')).toMatchObject({ userName: 'Maren Holt' });
  });
});
