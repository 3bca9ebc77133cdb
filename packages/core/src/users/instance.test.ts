import { expect, it } from 'vitest';
import { dispatch } from '../calls/dispatch.ts';
import { onEachDatabase } from '../testing/index.ts';

const SETUP = {
  setupCode: 'setup-code-of-tests',
  name: 'Wren',
  email: 'wren@rig.example',
  password: 'a long enough password',
};

onEachDatabase('A server before any sign-in', (fixture) => {
  const ask = (operation: string, input: unknown = {}) =>
    dispatch(fixture.application, { operation, input, actor: null });
  const empty = async (): Promise<void> => void (await fixture.database.db.deleteFrom('user').execute());

  it('returns its facts and whether an account exists', async () => {
    expect(await ask('getInstance')).toEqual({
      product: 'Holdfast',
      version: '0.0.0',
      needsFirstAdministrator: false,
      singleSignOn: false,
      uploadLimits: { imageBytes: 25 * 1024 * 1024, fileBytes: 100 * 1024 * 1024 },
      demo: null,
    });
    await empty();
    expect(await ask('getInstance')).toMatchObject({ needsFirstAdministrator: true });
  });

  it('creates its first administrator for a caller with the printed code, and signs them in', async () => {
    await empty();
    expect(await ask('createFirstAdministrator', { ...SETUP, setupCode: 'guessed' })).toMatchObject({
      success: false,
      error: expect.stringContaining('each start prints a new one') as string,
      details: null,
    });
    expect(await ask('createFirstAdministrator', SETUP)).toMatchObject({
      success: true,
      details: { token: expect.any(String) as string },
    });
    expect(await ask('signIn', { email: SETUP.email, password: SETUP.password })).toMatchObject({ success: true });
  });

  it('creates no second one', async () => {
    await expect(ask('createFirstAdministrator', SETUP)).rejects.toBeProblem('notFound');
  });

  it('creates one for several calls at once', async () => {
    await empty();
    const calls = Array.from({ length: 8 }, (_, i) =>
      ask('createFirstAdministrator', { ...SETUP, email: `wren${i}@rig.example` }),
    );
    const created = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
    expect(created).toHaveLength(1);
    expect(await fixture.database.db.selectFrom('user').select('role').execute()).toEqual([{ role: 'administrator' }]);
  });

  it('delays a network that has guessed the code often, and no other one', async () => {
    await empty();
    const from = (address: string, setupCode: string) =>
      dispatch(fixture.application, {
        operation: 'createFirstAdministrator',
        input: { ...SETUP, setupCode },
        actor: null,
        caller: { address, device: 'desk' },
      });
    for (let guess = 0; guess < 50; guess += 1)
      expect(await from('192.0.2.7', `guess ${guess}`)).toMatchObject({ success: false });
    await expect(from('192.0.2.7', SETUP.setupCode)).rejects.toBeProblem('tooManyRequests');
    expect(await from('198.51.100.9', SETUP.setupCode)).toMatchObject({ success: true });
  });
});

onEachDatabase('The sessions of an account', (fixture) => {
  it('are listed with their device, last used first, and end with the password that opened them', async () => {
    const signIn = (device: string) =>
      dispatch(fixture.application, {
        operation: 'signIn',
        input: { email: 'maren@example.test', password: 'maren-password' },
        actor: null,
        caller: { address: null, device },
      });
    await signIn('tablet');
    fixture.wait(1_000);
    await signIn('desk');
    const maren = fixture.as('maren');
    expect((await maren.getSessions({})).map(({ device, current }) => ({ device, current }))).toEqual([
      { device: 'desk', current: false },
      { device: 'tablet', current: false },
    ]);
    const change = { currentPassword: 'maren-password', newPassword: 'a new long password' };
    expect(await maren.changePassword({ ...change, currentPassword: 'wrong' })).toEqual({ changed: false });
    expect(await maren.changePassword(change)).toEqual({ changed: true });
    expect(await maren.getSessions({})).toEqual([]);
  });
});
