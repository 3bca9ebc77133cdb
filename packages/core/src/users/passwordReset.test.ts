import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';
import { claimLetter } from './letters.ts';
import { writeRequestedLinks } from './requestedLinks.ts';

const NEW = 'a new long password';

onEachDatabase('A forgotten password', (fixture) => {
  const signIn = (password: string) => fixture.as('wren').signIn({ email: 'maren@example.test', password });
  const ask = (email = 'maren@example.test') => fixture.as('jorun').requestPasswordReset({ email });
  const use = (secret: string) => fixture.as('jorun').resetPassword({ secret, newPassword: NEW });

  it('is replaced with a link sent by mail', async () => {
    await ask(' Maren@EXAMPLE.test');
    expect(fixture.letters).toMatchObject([{ email: 'maren@example.test' }]);
    expect(await use(fixture.letters[0]!.secret)).toMatchObject({ changed: true });
    expect((await signIn(NEW)).success).toBe(true);
    expect((await signIn('maren-password')).success).toBe(false);
  });

  it('cannot be replaced twice with one link, nor after an hour, nor with an older link', async () => {
    await ask();
    await ask();
    const [older, link] = fixture.letters.map((letter) => letter.secret);
    expect(await use(older!)).toEqual({ changed: false, email: null });
    fixture.wait(60 * 60 * 1000);
    expect(await use(link!)).toEqual({ changed: false, email: null });
    await ask();
    const fresh = fixture.letters[2]!.secret;
    expect(await use(fresh)).toMatchObject({ changed: true });
    expect(await use(fresh)).toEqual({ changed: false, email: null });
  });

  it('is not replaced with the link of an account that was disabled since', async () => {
    await ask();
    const { db } = fixture.database;
    const { userId } = fixture.actor('maren');
    const disable = (disabledAt: number | null) =>
      db.updateTable('user').set({ disabledAt }).where('id', '=', userId).execute();
    await disable(1);
    expect(await use(fixture.letters[0]!.secret)).toEqual({ changed: false, email: null });
    await disable(null);
    expect((await signIn('maren-password')).success).toBe(true);
  });

  it('is not replaced with a link from before the owner changed the password', async () => {
    await ask();
    const change = { currentPassword: 'maren-password', newPassword: 'chosen by the owner' };
    expect(await fixture.as('maren').changePassword(change)).toEqual({ changed: true });
    expect(await use(fixture.letters[0]!.secret)).toEqual({ changed: false, email: null });
    expect((await signIn('chosen by the owner')).success).toBe(true);
  });

  it('is replaced once with a link that is used twice at once', async () => {
    await ask();
    const { secret } = fixture.letters[0]!;
    const both = await Promise.all([use(secret), use(secret)]);
    expect(both.filter(({ changed }) => changed)).toHaveLength(1);
  });

  it('ends every session of the account', async () => {
    await signIn('maren-password');
    const open = () =>
      fixture.database.db
        .selectFrom('token')
        .select('id')
        .where('userId', '=', fixture.actor('maren').userId)
        .where('revokedAt', 'is', null)
        .execute();
    expect(await open()).toHaveLength(1);
    await ask();
    await use(fixture.letters[0]!.secret);
    expect(await open()).toHaveLength(0);
  });

  it('does not reveal whether an address has an account, and sends nothing where it has none or is disabled', async () => {
    expect(await ask('unknown@example.test')).toBeNull();
    await fixture.as('wren').disableUser({ id: fixture.actor('maren').userId });
    expect(await ask()).toBeNull();
    expect(fixture.letters).toEqual([]);
  });

  it('has its link written behind the answer, once, and leaves nothing of an address without an account', async () => {
    fixture.application.ports.mail.wake = () => undefined;
    const { db } = fixture.database;
    const letters = () => db.selectFrom('letter').select(['email', 'state']).orderBy('email').execute();
    const links = () => db.selectFrom('passwordReset').selectAll().execute();
    await ask();
    await ask('unknown@example.test');
    expect(await letters()).toMatchObject([{ state: 'requested' }, { state: 'requested' }]);
    expect(await links()).toEqual([]);
    expect(await fixture.as('wren').getLetters({})).toEqual([]);
    expect(await claimLetter(fixture.application, 1000)).toBeNull();
    await writeRequestedLinks(fixture.application, fixture.application.ports.clock.now() - 1);
    expect(await links()).toEqual([]);
    await Promise.all([writeRequestedLinks(fixture.application), writeRequestedLinks(fixture.application)]);
    expect(await letters()).toEqual([{ email: 'maren@example.test', state: 'waiting' }]);
    expect(await links()).toHaveLength(1);
    expect(await use((await claimLetter(fixture.application, 1000))!.secret)).toMatchObject({ changed: true });
  });

  it('is limited in the number of mails, also when they are requested at once', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => ask()));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(fixture.letters.length).toBeLessThanOrEqual(10);
  });

  it('is limited in the number of mails', async () => {
    for (let i = 0; i < 10; i++) await ask();
    await expect(ask()).rejects.toBeProblem('tooManyRequests');
    expect((await signIn('maren-password')).success).toBe(true);
  });

  it('is never stored in a form that could be used', async () => {
    await ask();
    const rows = JSON.stringify(await fixture.database.db.selectFrom('passwordReset').selectAll().execute());
    expect(rows).not.toContain(fixture.letters[0]!.secret);
  });
});
