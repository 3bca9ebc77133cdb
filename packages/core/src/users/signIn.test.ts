import type { LoginResult } from '@holdfast/contract';
import { expect, it, vi } from 'vitest';
import { dispatch } from '../calls/dispatch.ts';
import { onEachDatabase, TEST_NOW } from '../testing/index.ts';
import { authenticate } from './accounts.ts';

onEachDatabase('A sign-in with an idempotency key', (fixture) => {
  it('stores neither its token nor a fast hash of the password', async () => {
    const key = { idempotencyKey: 'key-of-one-sign-in' };
    const credentials = { email: 'maren@example.test', password: 'maren-password' };
    const first = await fixture.as('maren').signIn(credentials, key);
    const second = await fixture.as('maren').signIn(credentials, key);
    expect(first.success && second.success).toBe(true);
    expect(second.details!.token).not.toBe(first.details!.token);
    expect(await fixture.database.db.selectFrom('savedAnswer').selectAll().execute()).toEqual([]);
  });
});

onEachDatabase('A session', (fixture) => {
  it('ends when it was not used for long, and after a year even if it is used', async () => {
    const open = async (): Promise<string> =>
      (await fixture.as('wren').signIn({ email: 'maren@example.test', password: 'maren-password' })).details!.token;
    const isOpen = async (token: string): Promise<boolean> => (await authenticate(fixture.application, token)) !== null;
    const DAY_MS = 24 * 60 * 60 * 1000;
    const [used, unused] = [await open(), await open()];
    for (let days = 0; days < 360; days += 60) {
      fixture.wait(60 * DAY_MS);
      expect(await isOpen(used)).toBe(true);
    }
    expect(await isOpen(unused)).toBe(false);
    fixture.wait(5 * DAY_MS);
    expect(await isOpen(used)).toBe(false);
  });

  it('that has ended stays so when a server is configured to end them later', async () => {
    const { details } = await fixture.as('wren').signIn({ email: 'maren@example.test', password: 'maren-password' });
    const { application } = fixture;
    const { idleMs, absoluteMs } = application.ports.sessions;
    const longer = { idleMs: 2 * idleMs, absoluteMs: 2 * absoluteMs };
    const later = { ...application, ports: { ...application.ports, sessions: longer } };
    fixture.wait(idleMs - 1);
    expect(await authenticate(later, 'x'.repeat(43))).toBeNull();
    const { db } = fixture.database;
    expect(await db.selectFrom('token').select('expiresAt').execute()).toEqual([
      { expiresAt: application.ports.clock.now() + 1 },
    ]);
    fixture.wait(1);
    expect(await authenticate(later, details!.token)).toBeNull();
  });

  it('ends when its user signs in again by it, and no other one does', async () => {
    const credentials = { email: 'maren@example.test', password: 'maren-password' };
    const open = async (token: string | null): Promise<string> => {
      const actor = token === null ? null : await authenticate(fixture.application, token);
      const answer = await dispatch(fixture.application, { operation: 'signIn', input: credentials, actor });
      return (answer as LoginResult).details!.token;
    };
    const [replaced, other] = [await open(null), await open(null)];
    const wrong = { ...credentials, password: 'another password' };
    const actor = await authenticate(fixture.application, replaced);
    await dispatch(fixture.application, { operation: 'signIn', input: wrong, actor });
    expect(await authenticate(fixture.application, replaced)).not.toBeNull();
    const ended: unknown[] = [];
    fixture.application.events.forward((news) => ended.push(news));
    const next = await open(replaced);
    expect(await authenticate(fixture.application, replaced)).toBeNull();
    expect(ended).toContainEqual({ tokens: [actor!.tokenId] });
    for (const token of [other, next]) expect(await authenticate(fixture.application, token)).not.toBeNull();
  });

  it('is of no use while its account is disabled, also by something that ends no sessions', async () => {
    const credentials = { email: 'maren@example.test', password: 'maren-password' };
    const { token } = (await fixture.as('wren').signIn(credentials)).details!;
    const disable = (disabledAt: number | null) =>
      fixture.database.db.updateTable('user').set({ disabledAt }).where('email', '=', credentials.email).execute();
    await disable(1);
    expect(await authenticate(fixture.application, token)).toBeNull();
    await disable(null);
    expect(await authenticate(fixture.application, token)).toMatchObject({ name: 'Maren Thorskild' });
  });
});

onEachDatabase('A password that is tried first', (fixture) => {
  it('is refused by every operation that sets one', async () => {
    const common = 'common-password';
    const [wren, maren] = [fixture.as('wren'), fixture.as('maren')];
    const { userId: id } = fixture.actor('maren');
    await maren.requestPasswordReset({ email: 'maren@example.test' });
    const { secret } = fixture.letters[0]!;
    const account = { name: 'Signe', email: 'signe@example.test', role: 'viewer', companyId: null } as const;
    for (const chosen of [
      () => maren.changePassword({ currentPassword: 'maren-password', newPassword: common }),
      () => maren.resetPassword({ secret, newPassword: common }),
      () => wren.setUserPassword({ id, password: common }),
      () => wren.createUser({ ...account, password: common }),
    ])
      await expect(chosen()).rejects.toBeProblem('badInput');
  });
});

onEachDatabase('A password that is replaced while it is being verified', (fixture) => {
  const old = { email: 'maren@example.test', password: 'maren-password' };

  /** Has something happen after the next password was found right, and before the call that asked goes on. */
  function beforeTheAnswer(happens: () => Promise<unknown>): void {
    const { passwords } = fixture.application.ports;
    const verify = passwords.verify.bind(passwords);
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...given) => {
      const matches = await verify(...given);
      await happens();
      return matches;
    });
  }

  it('opens no session', async () => {
    const { userId: id } = fixture.actor('maren');
    beforeTheAnswer(() => fixture.as('wren').setUserPassword({ id, password: 'another-password' }));
    expect(await fixture.as('maren').signIn(old)).toMatchObject({ success: false, details: null });
    expect(await fixture.as('maren').signIn({ ...old, password: 'another-password' })).toMatchObject({ success: true });
  });

  it('opens no session of an account that is disabled meanwhile', async () => {
    const { userId: id } = fixture.actor('maren');
    beforeTheAnswer(() => fixture.as('wren').disableUser({ id }));
    expect(await fixture.as('maren').signIn(old)).toMatchObject({ success: false, details: null });
  });

  it('opens no session without the second factor that is added meanwhile', async () => {
    const { userId } = fixture.actor('maren');
    const factor = { id: 'factor', userId, kind: 'totp', name: 'Phone', secret: 'sealed', credentialId: null } as const;
    const times = { counter: 0, createdAt: TEST_NOW, lastUsedAt: null };
    const { write } = fixture.application;
    const transaction = write.transaction();
    const execute = transaction.execute.bind(transaction);
    vi.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
      await write
        .insertInto('secondFactor')
        .values({ ...factor, ...times })
        .execute();
      return execute(work);
    });
    vi.spyOn(write, 'transaction').mockImplementationOnce(() => transaction);
    expect(await fixture.as('maren').signIn(old)).toMatchObject({ success: false, details: null });
  });

  it('does not replace the new one', async () => {
    const { userId: id } = fixture.actor('maren');
    beforeTheAnswer(() => fixture.as('wren').setUserPassword({ id, password: 'another-password' }));
    const stolen = { currentPassword: 'maren-password', newPassword: 'chosen-by-a-thief' };
    expect(await fixture.as('maren').changePassword(stolen)).toEqual({ changed: false });
    expect(await fixture.as('maren').signIn({ ...old, password: 'another-password' })).toMatchObject({ success: true });
  });
});
