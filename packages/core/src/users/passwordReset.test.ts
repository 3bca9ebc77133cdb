import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

const NEW = 'a new long password';

onEachDatabase('A forgotten password', (house) => {
  const signIn = (password: string) => house.as('wren').signIn({ email: 'maren@example.test', password });
  const ask = (email = 'maren@example.test') => house.as('jorun').requestPasswordReset({ email });
  const use = (secret: string) => house.as('jorun').resetPassword({ secret, newPassword: NEW });

  it('is replaced with a link that goes by mail', async () => {
    await ask(' Maren@EXAMPLE.test');
    expect(house.letters).toMatchObject([{ email: 'maren@example.test' }]);
    expect(await use(house.letters[0]!.secret)).toEqual({ changed: true });
    expect((await signIn(NEW)).success).toBe(true);
    expect((await signIn('maren-password')).success).toBe(false);
  });

  it('cannot be replaced twice with one link, nor after an hour, nor with an older link', async () => {
    await ask();
    await ask();
    const [older, link] = house.letters.map((letter) => letter.secret);
    expect(await use(older!)).toEqual({ changed: false });
    house.wait(60 * 60 * 1000);
    expect(await use(link!)).toEqual({ changed: false });
    await ask();
    const fresh = house.letters[2]!.secret;
    expect(await use(fresh)).toEqual({ changed: true });
    expect(await use(fresh)).toEqual({ changed: false });
  });

  it('ends every session of the account', async () => {
    await signIn('maren-password');
    const open = () =>
      house.database.db
        .selectFrom('token')
        .select('id')
        .where('userId', '=', house.actor('maren').userId)
        .where('revokedAt', 'is', null)
        .execute();
    expect(await open()).toHaveLength(1);
    await ask();
    await use(house.letters[0]!.secret);
    expect(await open()).toHaveLength(0);
  });

  it('tells nobody whether an address has an account, and sends nothing where it has none or is disabled', async () => {
    expect(await ask('nobody@example.test')).toBeNull();
    await house.as('wren').disableUser({ id: house.actor('maren').userId });
    expect(await ask()).toBeNull();
    expect(house.letters).toEqual([]);
  });

  it('cannot fill a mailbox', async () => {
    for (let i = 0; i < 10; i++) await ask();
    await expect(ask()).rejects.toBeProblem('tooManyRequests');
    expect((await signIn('maren-password')).success).toBe(true);
  });

  it('is never stored in a form that could be used', async () => {
    await ask();
    const rows = JSON.stringify(await house.database.db.selectFrom('passwordReset').selectAll().execute());
    expect(rows).not.toContain(house.letters[0]!.secret);
  });
});
